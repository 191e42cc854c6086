"""Engines by language: one voice or one recogniser for each, opened when its language is first spoken.

The language of the table may change at any moment, and back again, so what was opened is kept for a while; but engines
are large, and a small machine holds two of them, not four.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from host.errors import DeviceError

KEPT: Final = 2
"""Engines that stay open: the languages of a table that speaks two."""
T = TypeVar("T")


class Tongues(Generic[T]):
    """The engines of the languages. Belongs to the thread that uses them.

    Args:
        opened: language -> engine that is open already; at least one.
        opening: opens the engine of a language and raises DeviceError where there is none. Without it the first
            engine serves every language.
    """

    def __init__(self, opened: Mapping[str, T], opening: Callable[[str], T] | None = None) -> None:
        if not opened:
            raise ValueError("a table needs a voice or ears to begin with")
        self._open, self._opening = dict(opened), opening
        self._lacking: set[str] = set()
        self._first = next(iter(opened.values()))
        self.language = next(iter(opened))
        """The language of the engine used last."""

    def of(self, language: str) -> T | None:
        """The engine of a language, opened if need be; None: there is none."""
        if language not in self._open and language not in self._lacking:
            self._bring(language)
        if language in self._open:
            self.language = language
            self._open[language] = self._open.pop(language)  # in the order of use
            return self._open[language]
        return self._first if self._opening is None else None

    def again(self, language: str) -> T | None:
        """The same, but looks once more for one that was not there before: it may have been installed meanwhile."""
        self._lacking.discard(language)
        return self.of(language)

    def any(self) -> T:
        """The engine used last."""
        return self._open[self.language]

    def _bring(self, language: str) -> None:
        if self._opening is None:
            return
        try:
            self._open[language] = self._opening(language)
        except DeviceError:
            self._lacking.add(language)
            return
        for oldest in list(self._open)[:-KEPT]:
            del self._open[oldest]
