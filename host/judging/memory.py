"""What a household has agreed on over the evenings: aliases of cards, and cards it disputes. Plain data, no files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from host.errors import SessionError
from host.judging.reading import read

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Alias:
    """An answer the table accepted for a card although the judge did not."""

    question: str
    """Question id, ``<pack>/<card>/<category>``."""
    text: str
    language: str = "en"
    on: str = ""
    """Day it was agreed, as text; for people."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A card that is wrong or out of date in the household's eyes."""

    question: str
    note: str = ""
    on: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """Aliases and disputes, oldest first. Every change gives a new Memory."""

    aliases: tuple[Alias, ...] = ()
    disputes: tuple[Dispute, ...] = ()

    def add(self, question: str, text: str, *, language: str = "en", on: str = "") -> Memory:
        """With one more alias; the same one twice, or one without any word, changes nothing."""
        keys = read(text, language).keys
        known = any(a.question == question and read(a.text, a.language).keys & keys for a in self.aliases)
        if not keys or known:
            return self
        return replace(self, aliases=(*self.aliases, Alias(question, text.strip(), language, on)))

    def remove(self, question: str, text: str = "") -> Memory:
        """Without that alias of the question; without ``text``, without all of its aliases."""

        def goes(alias: Alias) -> bool:
            same = not text or bool(read(alias.text, alias.language).keys & read(text, alias.language).keys)
            return alias.question == question and same

        return replace(self, aliases=tuple(alias for alias in self.aliases if not goes(alias)))

    def of(self, question: str) -> tuple[str, ...]:
        """The aliases agreed for a question, for ``build_record(household=…)``."""
        return tuple(alias.text for alias in self.aliases if alias.question == question)

    def dispute(self, question: str, *, note: str = "", on: str = "") -> Memory:
        """With the card marked as disputed; a second dispute replaces the note."""
        others = tuple(dispute for dispute in self.disputes if dispute.question != question)
        return replace(self, disputes=(*others, Dispute(question, note, on)))

    def settle(self, question: str) -> Memory:
        """With the card no longer disputed."""
        return replace(self, disputes=tuple(d for d in self.disputes if d.question != question))

    def disputed(self, question: str) -> bool:
        """The household disputes that card."""
        return any(dispute.question == question for dispute in self.disputes)

    def to_dict(self) -> dict[str, Any]:
        """As plain data for a file."""
        return {
            "format": FORMAT,
            "aliases": [
                {"question": a.question, "text": a.text, "language": a.language, "on": a.on} for a in self.aliases
            ],
            "disputes": [{"question": d.question, "note": d.note, "on": d.on} for d in self.disputes],
        }

    @staticmethod
    def from_dict(data: object) -> Memory:
        """From plain data; raises SessionError saying which entry is wrong and what was expected."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise SessionError(f"expected household memory of format {FORMAT}")
        aliases = [Alias(**_fields(entry, "aliases", i, ("question", "text"), ("language", "on")))
                   for i, entry in enumerate(_entries(data, "aliases"), 1)]  # fmt: skip
        disputes = [Dispute(**_fields(entry, "disputes", i, ("question",), ("note", "on")))
                    for i, entry in enumerate(_entries(data, "disputes"), 1)]  # fmt: skip
        return Memory(tuple(aliases), tuple(disputes))


def _entries(data: Mapping[str, Any], key: str) -> list[Any]:
    entries = data.get(key) or []
    if not isinstance(entries, list):
        raise SessionError(f"{key}: expected a list")
    return entries


def _fields(entry: Any, key: str, number: int, needed: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, str]:
    if not isinstance(entry, Mapping):
        raise SessionError(f"{key}, entry {number}: expected {', '.join(needed)}")
    for name in needed:
        if not isinstance(entry.get(name), str) or not entry[name].strip():
            raise SessionError(f"{key}, entry {number}: '{name}' is missing or not text (put it in quotes)")
    unknown = set(entry) - set(needed) - set(optional)
    if unknown:
        raise SessionError(f"{key}, entry {number}: unknown field '{sorted(map(str, unknown))[0]}'")
    return {name: str(entry[name]) for name in (*needed, *optional) if name in entry}
