"""Byte-pair tokenizer of the Moonshine models, read from their ``tokenizer.bin``; needs no library."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from host.errors import DeviceError

BOS, EOS = 1, 2
"""Start and end of a text."""
_FIRST_BYTE = 3
"""Ids 3 to 258 stand for single bytes, used for characters that have no token of their own."""
_FIRST_TEXT = 259
_SPACE = "\u2581"


class Tokenizer:
    """Text to token ids and back.

    Args:
        path: ``tokenizer.bin``: each token's length (one byte, or two where the first is 128 or more) and its bytes.

    Raises:
        DeviceError: the file cannot be read or is cut off.
    """

    def __init__(self, path: Path) -> None:
        self._texts = _read(path)
        self._ids: dict[bytes, int] = {}
        for token, text in enumerate(self._texts[_FIRST_TEXT:], _FIRST_TEXT):
            self._ids.setdefault(text, token)
        self.encode = lru_cache(maxsize=8192)(self._encode)
        """Token ids of a text, without start and end; cached, because a card's decoys come again and again."""

    def __len__(self) -> int:
        return len(self._texts)

    def id_of(self, text: str) -> int | None:
        """The id of one whole token, or None when the text is not a single token."""
        return self._ids.get(text.encode())

    def _encode(self, text: str) -> tuple[int, ...]:
        # The model's own order: of all neighbours that together form a token, the pair with the lowest id is merged.
        parts = [character.encode() for character in _SPACE + text.replace(" ", _SPACE)]
        ids = self._ids
        while True:
            pairs = [(ids[joined], at) for at in range(len(parts) - 1) if (joined := parts[at] + parts[at + 1]) in ids]
            if not pairs:
                break
            at = min(pairs)[1]
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return tuple(i for part in parts for i in ([ids[part]] if part in ids else [_FIRST_BYTE + b for b in part]))

    def decode(self, tokens: Iterable[int]) -> str:
        """The text of token ids; ids outside the vocabulary and the three special ones count as nothing."""
        texts = self._texts
        data = b"".join(
            bytes([token - _FIRST_BYTE]) if token < _FIRST_TEXT else texts[token]
            for token in tokens
            if _FIRST_BYTE <= token < len(texts)
        )
        return data.decode("utf-8", "replace").replace(_SPACE, " ").strip()


def _read(path: Path) -> list[bytes]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"cannot read the recogniser's tokens ({error.strerror})", where=str(path)) from error
    at, texts = 0, []
    while at < len(data):
        size = data[at]
        at += 1
        if size >= 128 and at < len(data):
            size += data[at] * 128 - 128
            at += 1
        texts.append(data[at : at + size])
        at += size
    if at != len(data) or len(texts) <= _FIRST_TEXT:
        raise DeviceError(
            "the recogniser's token file is damaged", where=str(path), todo="Install the recogniser again"
        )
    return texts
