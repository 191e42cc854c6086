"""What the host will probably say next, found by asking the host itself: it is pure, so it can be tried out.

While a player thinks about the answer, the voice can prepare both verdicts; the reply then starts at once.
"""

from __future__ import annotations

from host.dialogue.machine import Host
from host.dialogue.protocol import Line, Say, Typed
from host.dialogue.talk import Mode, Step

_NONSENSE = "xyzzy"
"""An answer that no card accepts."""


def likely_lines(host: Host, now: float) -> tuple[Line, ...]:
    """The lines of a right and of a wrong answer to the open question; empty when no question is open."""
    if host.step is not Step.ANSWER or host.talk.mode is not Mode.LISTENING:
        return ()
    question = host.mind.bank.question(host.talk.question_id)
    if question is None:
        return ()
    lines: list[Line] = []
    for words in (question.answer, _NONSENSE):
        twin = Host(host.mind, host.game, host.talk)
        said = [action.line for action in twin.handle(Typed(words), now) if isinstance(action, Say)]
        lines += said[:1]
    return tuple(lines)
