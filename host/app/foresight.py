"""What the host will probably say next, found by asking the host itself: it is pure, so it can be tried out.

While a player thinks about the answer, the voice can prepare both verdicts; the reply then starts at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from host.dialogue.machine import Host
from host.dialogue.protocol import Line, Say, Typed
from host.dialogue.talk import Mode, Step

_NONSENSE = "xyzzy"
"""An answer that no card accepts."""


def likely_lines(host: Host, now: float, *, questions: bool = False) -> tuple[Line, ...]:
    """The lines of a right and of a wrong answer to the open question; empty when nothing can be foreseen.

    Args:
        host: left as it is.
        now: seconds on the host's clock.
        questions: while the host waits for a landing or a category, the next question of every colour as well.
    """
    if host.talk.mode is not Mode.LISTENING:
        return ()
    match host.step:
        case Step.ANSWER if question := host.mind.bank.question(host.talk.question_id):
            return _replies(host, (question.answer, _NONSENSE), now)
        case Step.LANDING | Step.CATEGORY if questions:
            return _replies(host, tuple(host.book.word("colour", colour) for colour in host.mind.colours), now)
    return ()


def _replies(host: Host, utterances: Sequence[str], now: float) -> tuple[Line, ...]:
    """The first line after each utterance."""
    lines: list[Line] = []
    for words in utterances:
        twin = Host(host.mind, host.game, host.talk)
        lines += [action.line for action in twin.handle(Typed(words), now) if isinstance(action, Say)][:1]
    return tuple(lines)
