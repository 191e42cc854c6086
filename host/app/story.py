"""An evening told from its session file: each event in a plain sentence, for `quizhost replay`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from host.app.session import Record
from host.rules import messages


def tell(record: Record) -> Iterator[str]:
    """The evening, a sentence a line, in the order in which it happened."""
    header = record.header
    begun = f", begun {header.begun}" if header.begun else ""
    yield f"Game of {header.ruleset}, language {header.language}, seed {header.seed}{begun}."
    for line in record.lines:
        if "note" in line:
            if line["note"] == "heard":
                yield _heard(line)
        else:
            data = {key: value for key, value in line.items() if key not in ("seq", "end")}
            yield f"{line['seq']}. {sentence(messages.from_dict(data))}"
    if record.torn:
        yield "The last entry is torn and has been left out."


def _heard(note: Mapping[str, Any]) -> str:
    how = "Typed" if note.get("typed") else "Heard"
    ratio = note.get("ratio")
    sound = f", sound {ratio:.1f} nats below the best" if isinstance(ratio, float) else ""
    return f"{how}: {note.get('text') or 'nothing'}. Ruling: {note.get('verdict')} ({note.get('reason')}{sound})."


def sentence(event: messages.Event) -> str:
    """What an event says, in English."""
    match event:
        case messages.GameStarted(players=players, mode=mode, variants=variants):
            names = ", ".join(seat.name or seat.id for seat in players)
            return f"The game begins in {mode} mode with {names}" + _list(", variants", variants) + "."
        case messages.DieRolled(player, pips, purpose):
            return f"{player} rolls {pips if pips else 'the die'}" + (" for the start." if purpose == "start" else ".")
        case messages.CardDrawn(player, card, purpose):
            return f"{player} draws the card {card}" + (f" for the {purpose}." if purpose != "move" else ".")
        case messages.RoleGiven(player, role):
            return f"{player} is the {role}."
        case messages.TokenMoved(token, origin, target, how):
            return f"{token} moves" + (f" from {origin}" if origin else "") + f" to {target} ({how})."
        case messages.SpaceLanded(player, kind, colour):
            return f"{player} lands on {' '.join(filter(None, (colour, _KINDS.get(kind, kind))))}."
        case messages.CategoryChosen(player, colour):
            return f"{player or 'The host'} chooses {colour}."
        case messages.QuestionPosed(player, colour, _, purpose, question):
            return f"{player} is asked a {colour} question ({purpose}), card {question or 'of the table'}."
        case messages.AnswerJudged(player, verdict, _, text):
            said = f' "{text}"' if text else ""
            return f"{player} gives no answer." if verdict == "none" else f"{player} answers{said}: {verdict}."
        case messages.WedgeWon(player, colour, how):
            return f"{player} wins the {colour} wedge ({how})."
        case messages.TurnKept(player, why):
            return f"{player} goes on ({why})."
        case messages.TurnPassed(_, to, why):
            return f"It is {to}'s turn ({why})."
        case messages.LeaveRequired(player, space):
            return f"{player} must leave {space} next."
        case messages.SpecialCardPlayed(player, card, target):
            return f"{player} plays {card} for {target}."
        case messages.SpecialCardSpent(player, card):
            return f"{player} sets {card} aside."
        case messages.ClaimsOpened(players):
            return "Claims are open" + _list(" to", players) + "."
        case messages.ClaimMade(player):
            return f"{player} claims."
        case messages.ClaimsOrdered(players):
            return "The claimants answer" + _list(" in the order", players) + "."
        case messages.PackChanged(deck, state):
            return f"The pack of {deck} is {state}."
        case messages.PawnsMet(arriver, first, space):
            return f"{arriver} meets {first}" + (f" on {space}." if space else ".")
        case messages.PointsLost(player, why):
            return f"{player} loses the points ({why})."
        case messages.PlayerFinished(player, rank):
            return f"{player} finishes with rank {rank}."
        case messages.GameEnded(outcome, players):
            return f"The game is over: {outcome}" + _list(",", players) + "."
        case messages.Corrected(field, value):
            return f"The table corrects {field} to {value}."
        case messages.Undone(to_seq):
            return f"Taken back to event {to_seq}."


_KINDS = {"colour": "space", "hq": "headquarters", "hub": "the hub", "roll_again": "roll again", "shortcut": "shortcut"}


def _list(lead: str, items: tuple[str, ...]) -> str:
    return f"{lead} {', '.join(items)}" if items else ""
