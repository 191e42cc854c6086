"""Sets the table: builds the host and all it knows from settings, files and what the command line says."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from host import config
from host.app.boards import board_in, own_boards, with_board
from host.app.household import Household
from host.app.session import Header, Record, Session
from host.app.shelves import all_packs
from host.bank.draw import Bank
from host.dialogue.desk import Mind
from host.dialogue.machine import Host
from host.dialogue.phrasebook import LANGUAGES, load_phrasebook
from host.dialogue.talk import Setup, Talk
from host.errors import PackError, SessionError, UsageError
from host.rules.messages import GameStarted
from host.rules.rulebook import Ruleset
from host.rules.ruleset import find_ruleset, list_rulesets
from host.rules.words import Mode


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is known about the game before it begins; what is empty is asked."""

    ruleset: str = "genus"
    ask_edition: bool = False
    """The table is asked which game it plays; ``ruleset`` is only what the host begins with."""
    language: str = "en"
    ask_language: bool = False
    """The table is asked which language it speaks; the question comes in all of them."""
    players: tuple[str, ...] = ()
    precision: str = ""
    mode: str = "colour"
    variants: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    """Rule options by name, checked by the ruleset."""
    packs: tuple[str, ...] = ()
    board: Path | None = None
    """A board file for this game, instead of the one this household keeps."""
    seed: int | None = None
    save: Path | None = None
    remember: bool = False
    """The household's list of questions already asked counts; off where an evening must be repeatable."""


@dataclass(frozen=True, slots=True)
class Table:
    """A host with its open session file."""

    host: Host
    session: Session
    header: Header
    household: Household | None = None
    """What this household remembers; None where an evening must be repeatable."""
    notices: tuple[str, ...] = ()
    """Remarks for the operator, e.g. a pack that could not be read."""


def with_ears(table: Table) -> Table:
    """The table with a host that knows what each answer must be told apart from by ear; a typed game never needs it.

    The first use of a language works out how some thousand names sound and keeps that in the cache folder.
    """
    from host.app.rivals import decoys_of

    table.host.base = replace(table.host.base, decoys=decoys_of)
    return table


def new_table(wishes: Wishes, *, now: Callable[[], datetime] = datetime.now) -> Table:
    """A table for a new game.

    Raises:
        HostError: unknown ruleset, no question pack, unwritable save; the sentence says what to do.
    """
    ruleset = find_ruleset(wishes.ruleset, config.data_folder("rulesets"))
    seed = secrets.randbelow(10**9) if wishes.seed is None else wishes.seed
    unknown = next((name for name in wishes.variants if name not in ruleset.variants), "")
    if unknown:
        known = ", ".join(ruleset.variants) or "none"
        raise UsageError(f"{ruleset.id} has no variant '{unknown}'", todo=f"Variants: {known}")
    mind, packs, notices = mind_for(ruleset, wishes.language, wishes.packs, seed, wishes.options)
    mind = replace(mind, mode=Mode(wishes.mode), variants=wishes.variants)
    household = Household() if wishes.remember else None
    if household:
        mind = _remembering(mind, household)
        notices = (*notices, *household.notices)
    begun = now()
    header = Header(
        ruleset=ruleset.id,
        ruleset_version=ruleset.version,
        language=wishes.language,
        players=wishes.players,
        seed=seed,
        packs=packs,
        options=dict(wishes.options),
        begun=begun.isoformat(timespec="seconds"),
    )
    session = Session.begin(wishes.save or _free_name(config.saves_folder(), ruleset.id, begun), header)
    talk = Talk(
        language=wishes.language,
        players=wishes.players,
        precision=wishes.precision,
        setup=Setup(ask_language=wishes.ask_language, ask_edition=wishes.ask_edition),
    )
    talk = _as_usual_here(talk, household)
    boards, faults = own_boards(mind.editions) if household else ((), ())
    if wishes.board:
        boards = with_board(boards, board_in(wishes.board, ruleset))
    notices = (*notices, *faults)
    host = Host(mind, None, replace(talk, boards=boards))
    if household:
        household.follow(session, lambda: host.talk.language)
    return Table(host, session, header, household, notices)


def another_table(table: Table, *, now: Callable[[], datetime] = datetime.now) -> Table:
    """A table for another game with the same people, language, rules and manner; nothing of the last game is left.

    Raises:
        SessionError: the save cannot be written.
    """
    host = table.host
    mind, begun = host.mind, now()
    mind = replace(mind, seed=mind.seed + 1, seen=(*mind.seen, *host.talk.asked))
    household = Household() if table.household else None
    if household:
        mind = _remembering(mind, household)
    header = replace(
        table.header,
        ruleset=mind.ruleset.id,
        ruleset_version=mind.ruleset.version,
        language=host.talk.language,
        players=host.talk.players,
        seed=mind.seed,
        packs=tuple(pack.id for pack in mind.bank.packs),
        begun=begun.isoformat(timespec="seconds"),
    )
    session = Session.begin(_free_name(table.session.path.parent, mind.ruleset.id, begun), header)
    again = Host(mind, None, host.talk.again())
    if household:
        household.follow(session, lambda: again.talk.language)
    return Table(again, session, header, household)


def saved_table(path: Path | None) -> Table:
    """The table of a saved game, as it was after its last event; the newest save without a path.

    Raises:
        HostError: no such save, or the save does not fit the installed rulesets and packs.
    """
    where = path or _newest()
    session, record = Session.go_on(where)
    household = Household()
    try:
        host, notices = restore(record, where, household)
    except Exception:
        session.close()
        household.close()
        raise
    household.follow(session, lambda: host.talk.language)
    return Table(host, session, record.header, household, notices)


def restore(record: Record, where: Path, household: Household | None = None) -> tuple[Host, tuple[str, ...]]:
    """The host as it was when the session file ends, and remarks for the operator."""
    header = record.header
    begun = next((event for event in record.events if isinstance(event, GameStarted)), None)
    # What was chosen in the interview stands in the game itself; the header knows only what was given before.
    edition = begun.ruleset if begun else header.ruleset
    version = begun.version if begun else header.ruleset_version
    ruleset = find_ruleset(edition, config.data_folder("rulesets"))
    if ruleset.version != version:
        raise SessionError(
            f"this game was begun with version {version} of the rules, and version {ruleset.version} is installed",
            where=str(where),
            todo="Go on with the quizhost that wrote it",
        )
    talk = _as_usual_here(Talk(language=header.language, players=header.players), household)
    if household and begun is None:  # a game that has begun is played on the board that stands in its file
        talk = replace(talk, boards=own_boards({ruleset.id: ruleset})[0])
    for note in record.notes:
        talk = talk.with_note(note)
    moved = (edition, talk.language) != (header.ruleset, header.language)
    mind, _, notices = mind_for(ruleset, talk.language, () if moved else header.packs, header.seed, header.options)
    if household:
        mind = _remembering(mind, household)
        notices = (*notices, *household.notices)
    host = Host.resumed(mind, record.decisions, talk)
    if record.torn:
        notices = (*notices, "The last entry of the save was torn by a power cut and has been left out.")
    return host, notices


def mind_for(
    ruleset: Ruleset, language: str, packs: Sequence[str], seed: int, options: Mapping[str, Any]
) -> tuple[Mind, tuple[str, ...], tuple[str, ...]]:
    """What a host of that game and language knows; ids of the packs it was given; remarks for the operator."""
    library = all_packs()
    choice = library.choose(edition=ruleset.id, language=language, only=packs)
    notices = [fault.sentence() for fault in library.faults]
    if not choice.exact:
        notices.append(f"No questions were written for this edition in '{language}', so others are used.")
    # The judge's helpers are loaded here, once, so that the first verdict is as quick as the rest.
    from host.judging.guard import shipped_guard

    def bank_for(edition: str, code: str) -> Bank | None:
        """Another game's or language's questions, when the table changes over."""
        try:
            return library.choose(edition=edition, language=code).bank
        except PackError:
            return None

    mind = Mind(
        ruleset=ruleset,
        books={code: load_phrasebook(code) for code in (language, *(c for c in LANGUAGES if c != language))},
        bank=choice.bank,
        seed=seed,
        options=options,
        phonemes=_phonemes,
        guard=shipped_guard(),
        editions={rules.id: rules for rules in list_rulesets(config.data_folder("rulesets"))} | {ruleset.id: ruleset},
        bank_for=bank_for,
    )
    return mind, tuple(pack.id for pack in choice.bank.packs), tuple(notices)


def _phonemes(text: str, language: str) -> str:
    """The judge's phonemes; their engine is loaded when the first answer is not plainly right or wrong."""
    from host.speech.phonemes import phonemizer

    speak = phonemizer()
    return speak(text, language) if speak else ""


def _remembering(mind: Mind, household: Household) -> Mind:
    """The mind with what this household was asked before and has agreed to accept."""
    return replace(
        mind,
        seen=household.seen.seen(),
        set_aside=household.seen.excluded(),
        aliases=household.aliases,
        profile=household.profile,
    )


def _as_usual_here(talk: Talk, household: Household | None) -> Talk:
    """The conversation with what holds for everybody: by the settings file, then by what the household has said."""
    talk = replace(talk, words=household.own_words() if household else ())
    settings = config.load_settings()
    usual = {"verbosity": settings.verbosity, "pause": settings.pause}
    said = household.table_settings() if household else {}
    for name, value in {**usual, **said}.items():
        if value is not None:
            talk = talk.with_wish("", name, value)
    return talk


def _free_name(folder: Path, ruleset: str, begun: datetime) -> Path:
    name = f"{begun:%Y-%m-%d-%H%M%S}-{ruleset}"
    taken = 1
    path = folder / f"{name}.jsonl"
    while path.exists():
        taken += 1
        path = folder / f"{name}-{taken}.jsonl"
    return path


def _newest() -> Path:
    from host.app.session import newest

    return newest(config.saves_folder())


def parse_players(text: str) -> tuple[str, ...]:
    """Names from "Anna,Ben"; raises UsageError when one is empty or twice there."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UsageError("--players needs names with commas between them", todo='For example --players "Anna,Ben"')
    if len({name.casefold() for name in names}) < len(names):
        raise UsageError("--players has the same name twice", todo="Give every player a different name")
    return names
