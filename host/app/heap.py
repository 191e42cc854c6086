"""Gives free memory back to the system.

Voice and ears ask the C library for tensors of ever other sizes. glibc keeps the holes that are left between them, and
within some minutes of play, the more so on a busy machine, they are as large as the memory that is really in use.
"""

from __future__ import annotations

import ctypes
import math
from typing import Final

EVERY: Final = 10.0
"""Seconds between two times; each takes a few milliseconds."""


class Heap:
    """Tidies up now and then; without glibc it does nothing."""

    def __init__(self) -> None:
        self._last = -math.inf
        try:
            self._trim = ctypes.CDLL(None).malloc_trim
        except (AttributeError, OSError, TypeError):  # musl, macOS, Windows
            self._trim = None

    def tidy(self, now: float) -> bool:
        """Called often, with seconds on any clock; whether memory was given back."""
        if self._trim is None or now - self._last < EVERY:
            return False
        self._last = now
        return bool(self._trim(ctypes.c_size_t(0)))
