"""The confusable guard: lists of known things, by topic and language, to tell a near miss from a slip of the tongue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from host.judging.data import LANGUAGES, entity_file, entity_paths, ordinary_words, topic_kinds
from host.judging.names import name_parts
from host.judging.reading import read
from host.judging.text import words_of


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
        return self.names[LANGUAGES.index(language) if language in LANGUAGES else 0]

    def name(self, language: str) -> str:
        """Its usual name in a language."""
        return self.called(language)[0]


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


class Guard:
    """Known things with look-up by what was said. Built once; look-ups never change it."""

    def __init__(self, entities: Iterable[Entity]) -> None:
        self.entities: tuple[Entity, ...] = tuple(entities)
        self._keys: dict[str, dict[str, frozenset[int]]] = {}
        self._loose: dict[str, dict[str, frozenset[int]]] = {}
        self._surnames: dict[str, frozenset[int]] | None = None
        self._vague: dict[str, frozenset[int]] | None = None
        self._ordinary: dict[str, frozenset[str]] = {}
        self._near: dict[tuple[str, str, bool], tuple[list[str], list[tuple[str, frozenset[int]]]]] = {}

    def _index(self, language: str) -> tuple[dict[str, frozenset[int]], dict[str, frozenset[int]]]:
        if language not in self._keys:
            column = LANGUAGES.index(language)
            exact: dict[str, set[int]] = defaultdict(set)
            loose: dict[str, set[int]] = defaultdict(set)
            for number, entity in enumerate(self.entities):
                for name in entity.names[column]:
                    reading = read(name, language)
                    for key in reading.keys:
                        exact[key].add(number)
                    for key in reading.loose_keys:
                        loose[key].add(number)
            self._keys[language] = {key: frozenset(found) for key, found in exact.items()}
            self._loose[language] = {key: frozenset(found) for key, found in loose.items()}
        return self._keys[language], self._loose[language]

    def known(self, text: str, language: str, *, loose: bool = False, foreign: bool = False) -> frozenset[int]:
        """Numbers of the things called that, in the language (with ``foreign``: in any of ours).

        Args:
            loose: plural endings and prepositions do not matter.
        """
        reading = read(text, language)
        languages = LANGUAGES if foreign else (language if language in LANGUAGES else "en",)
        found: set[int] = set()
        for name in languages:
            exact, loosely = self._index(name)
            for key in reading.keys:
                found |= exact.get(key, frozenset())
            if loose:
                for key in reading.loose_keys:
                    found |= loosely.get(key, frozenset())
        return frozenset(found)

    def bearers(self, surname: str) -> frozenset[int]:
        """Numbers of the known persons with that surname (folded, without blanks)."""
        if self._surnames is None:
            index: dict[str, set[int]] = defaultdict(set)
            for number, entity in enumerate(self.entities):
                if entity.kind != "person":
                    continue
                for column, language in enumerate(LANGUAGES):
                    for name in entity.names[column]:
                        parts = name_parts(name, language)
                        for key in parts.surname_keys:
                            index[key].add(number)
            self._surnames = {key: frozenset(found) for key, found in index.items()}
        return self._surnames.get(surname, frozenset())

    def vague(self, text: str, language: str) -> frozenset[int]:
        """Numbers of the things for which that is a known but too vague name."""
        if self._vague is None:
            index: dict[str, set[int]] = defaultdict(set)
            for number, entity in enumerate(self.entities):
                for name in entity.vague:
                    for key in read(name, "en").keys:
                        index[key].add(number)
            self._vague = {key: frozenset(found) for key, found in index.items()}
        return frozenset().union(*(self._vague.get(key, frozenset()) for key in read(text, language).keys))

    def ordinary(self, text: str, language: str) -> bool:
        """The text is an everyday word of the language."""
        keys = read(text, language).keys
        if language not in self._ordinary:
            self._ordinary[language] = frozenset(
                word for line in ordinary_words(language) for word in words_of(line, language)
            )
        return bool(keys & self._ordinary[language])

    def near(
        self, text: str, language: str, besides: frozenset[int], wanted: frozenset[str], *, surnames: bool = False
    ) -> Iterator[str]:
        """Names of known things spelled like the text, nearest first, without those numbered ``besides``.

        Args:
            wanted: kinds or topics to look among.
            surnames: compare with the surnames of persons, not with whole names.
        """
        key = "".join(read(text, language).content)
        for kind in wanted:
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
            column = LANGUAGES.index(language) if language in LANGUAGES else 0
            found: dict[str, tuple[str, set[int]]] = {}
            for number, entity in enumerate(self.entities):
                if kind not in (entity.kind, entity.topic):
                    continue
                for name in entity.names[column]:
                    shown = " ".join(_surname(name, language)) if surnames else name
                    spelling = "".join(read(shown, language).content)
                    found.setdefault(spelling, (shown, set()))[1].add(number)
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
