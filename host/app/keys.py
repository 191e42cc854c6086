"""Lines from a keyboard to signals: words are words, and two lines without a word are the two keys of A05."""

from __future__ import annotations

from host.dialogue.protocol import ButtonPressed, Typed

KEYS = {"": "step", ".": "pick", "..": "back"}
"""What Enter alone, a full stop and two full stops do."""


def signal_of(line: str, *, by_hand: bool) -> Typed | ButtonPressed | None:
    """What a typed line means.

    Args:
        line: without or with its end.
        by_hand: somebody sits at the keyboard; in a file or pipe an empty line means nothing.

    Returns:
        The signal; None for nothing at all.
    """
    text = line.strip()
    if text in KEYS:
        return ButtonPressed(KEYS[text]) if by_hand or text else None
    return Typed(text)
