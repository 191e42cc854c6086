"""The confusable guard: lists of known things, by topic and language, to tell a near miss from a slip of the tongue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from host.judging.data import LANGUAGES, entity_file, entity_paths, ordinary_words, topic_kinds
from host.judging.lexicon import lexicon
from host.judging.names import name_parts
from host.judging.reading import entity_keys, read
from host.judging.text import fold, words_of


@dataclass(frozen=True, slots=True)
class Entity:
    """One known thing."""

    topic: str
    kind: str
    names: tuple[tuple[str, ...], ...]
    """Its names, a tuple for each of LANGUAGES; the first is the usual one."""
    vague: tuple[str, ...] = ()
    """Names that are not precise enough to be accepted for it."""
    lesser: bool = False
    """Less known: does not make a surname ambiguous."""

    def called(self, language: str) -> tuple[str, ...]:
        """Its names in a language."""
        return self.names[_column(language)]

    def name(self, language: str) -> str:
        """Its usual name in a language."""
        return self.called(language)[0]


def _column(language: str) -> int:
    return LANGUAGES.index(language) if language in LANGUAGES else 0


def parse_line(topic: str, kind: str, line: str) -> Entity:
    """Reads one line of an entity list (the format stands at the head of entities/places.yaml)."""
    line = line.strip()
    lesser = line.endswith("~")
    columns = [column.strip() for column in line.rstrip("~").split("|")]
    vague: list[str] = []
    names: list[tuple[str, ...]] = []
    for i in range(len(LANGUAGES)):
        column = columns[i] if i < len(columns) and columns[i] not in ("", "-") else columns[0]
        found = [name.strip() for name in column.split("/") if name.strip()]
        vague.extend(name[1:-1] for name in found if name.startswith("["))
        names.append(tuple(name for name in found if not name.startswith("[")) or (columns[0],))
    return Entity(topic, kind, tuple(names), tuple(dict.fromkeys(vague)), lesser)


_Index = dict[str, list[tuple[int, int]]]
"""Key -> (number of the thing, bit mask of the languages it is called so in)."""


class Guard:
    """Known things with look-up by what was said. Indexes are built when first needed; look-ups never change them."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self.entities: tuple[Entity, ...] = tuple(entities)
        self._exact: _Index | None = None
        self._loose: _Index = {}
        self._surnames: dict[str, frozenset[int]] | None = None
        self._vague: dict[str, frozenset[int]] | None = None
        self._ordinary: dict[str, frozenset[str]] = {}
        self._near: dict[tuple[str, str, bool], tuple[list[str], list[tuple[str, frozenset[int]]]]] = {}

    def _indexes(self) -> tuple[_Index, _Index]:
        if self._exact is None:
            exact: _Index = {}
            for number, entity in enumerate(self.entities):
                masks: dict[str, int] = {}
                for column in range(len(LANGUAGES)):
                    for name in entity.names[column]:
                        masks[name] = masks.get(name, 0) | 1 << column
                for name, mask in masks.items():
                    language = LANGUAGES[(mask & -mask).bit_length() - 1]
                    keys, loose = entity_keys(name, language)
                    for key in keys:
                        exact.setdefault(key, []).append((number, mask))
                    for key in loose if entity.kind in ("word", "title") else ():
                        self._loose.setdefault(key, []).append((number, mask))
            self._exact = exact
        return self._exact, self._loose

    def known(self, text: str, language: str, *, loose: bool = False, foreign: bool = False) -> frozenset[int]:
        """Numbers of the things called that, in the language (with ``foreign``: in any of ours).

        Args:
            loose: plural endings and prepositions do not matter.
        """
        reading = read(text, language)
        exact, loosely = self._indexes()
        wanted = (1 << len(LANGUAGES)) - 1 if foreign else 1 << _column(language)
        found = {number for key in reading.keys for number, mask in exact.get(key, ()) if mask & wanted}
        if loose and not found:
            found = {number for key in reading.loose_keys for number, mask in loosely.get(key, ()) if mask & wanted}
        return frozenset(found)

    def bearers(self, surname: str) -> frozenset[int]:
        """Numbers of the known persons with that surname (folded, without blanks)."""
        if self._surnames is None:
            index: dict[str, set[int]] = {}
            for number, entity in enumerate(self.entities):
                if entity.kind != "person":
                    continue
                names = {entity.name(language): language for language in reversed(LANGUAGES)}
                for name, language in names.items():
                    for key in name_parts(name, language).surname_keys:
                        index.setdefault(key, set()).add(number)
            self._surnames = {key: frozenset(found) for key, found in index.items()}
        return self._surnames.get(surname, frozenset())

    def vague(self, text: str, language: str) -> frozenset[int]:
        """Numbers of the things for which that is a known but too vague name."""
        if self._vague is None:
            index: dict[str, set[int]] = {}
            for number, entity in enumerate(self.entities):
                for name in entity.vague:
                    for key in entity_keys(name, "en")[0]:
                        index.setdefault(key, set()).add(number)
            self._vague = {key: frozenset(found) for key, found in index.items()}
        return frozenset().union(*(self._vague.get(key, frozenset()) for key in read(text, language).keys))

    def ordinary(self, text: str, language: str) -> bool:
        """The text is an everyday word of the language."""
        if language not in self._ordinary:
            words = (word for line in ordinary_words(language) for word in line.split())
            folded = frozenset(fold(word).replace("-", "").replace("'", "") for word in words)
            lex = lexicon(language)
            self._ordinary[language] = folded | lex.generic | lex.contrasts | lex.modifiers
        return bool(read(text, language).keys & self._ordinary[language])

    def near(
        self, text: str, language: str, besides: frozenset[int], wanted: frozenset[str], *, surnames: bool = False
    ) -> Iterator[str]:
        """Names of known things spelled like the text, nearest first, without those numbered ``besides``.

        Args:
            wanted: kinds or topics to look among.
            surnames: compare with the surnames of persons, not with whole names.
        """
        key = "".join(read(text, language).content)
        for kind in sorted(wanted):
            spellings, owners = self._spellings(language, kind, surnames)
            for _, _, index in process.extract(key, spellings, scorer=fuzz.ratio, limit=6, score_cutoff=55):
                name, numbers = owners[index]
                if not numbers & besides:
                    yield name

    def _spellings(
        self, language: str, kind: str, surnames: bool
    ) -> tuple[list[str], list[tuple[str, frozenset[int]]]]:
        slot = (language, kind, surnames)
        if slot not in self._near:
            found: dict[str, tuple[str, set[int]]] = {}
            for number, entity in enumerate(self.entities):
                if kind not in (entity.kind, entity.topic):
                    continue
                for name in entity.called(language):
                    shown = " ".join(_surname(name, language)) if surnames else name
                    found.setdefault("".join(words_of(shown, language)), (shown, set()))[1].add(number)
            self._near[slot] = (list(found), [(name, frozenset(numbers)) for name, numbers in found.values()])
        return self._near[slot]

    def names(self, kind: str, language: str) -> tuple[str, ...]:
        """Usual names of the known things of a kind or topic, in a language."""
        return tuple(dict.fromkeys(e.name(language) for e in self.entities if kind in (e.kind, e.topic)))

    def topics(self) -> tuple[str, ...]:
        """The topics there are lists for."""
        return tuple(dict.fromkeys(entity.topic for entity in self.entities))


def _surname(name: str, language: str) -> tuple[str, ...]:
    parts = name_parts(name, language)
    return parts.particle + parts.surname


@lru_cache(maxsize=1)
def shipped_guard() -> Guard:
    """The guard over the entity lists that ship with the package; read when first used."""
    kinds = topic_kinds()
    return Guard(
        parse_line(topic, kinds.get(topic, "word"), line)
        for path in entity_paths()
        for topic, lines in entity_file(path).items()
        for line in lines
    )
