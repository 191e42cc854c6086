"""Persons: surname, given names and initials, particles, and names that others bear too."""

from __future__ import annotations

from host.judging.cardtext import Form
from host.judging.case import Case
from host.judging.confirm import confirm
from host.judging.likeness import compare
from host.judging.names import NameParts, is_given_name, name_parts, same_given_name, strip_titles
from host.judging.reading import read
from host.judging.text import tokenize
from host.judging.verdict import Layer, Reason, Verdict

_WHOLE_NAME = 0.15
"""A whole name that is no farther off needs no looking at its parts."""
_NAMED_WITH = frozenset({"der", "die", "den", "dem"})
"""German articles that may stand before a name."""


def judge_person(case: Case, form: Form) -> Verdict | None:
    """Judges an answer against one wording of a person's name; None when it says nothing of that person."""
    language = case.language
    parts = name_parts(form.text, language)
    said = strip_titles(read(case.said, language).words, language)
    if not said or not parts.surname or read(form.text, language).numbers:
        return None  # "Alfonso X" has no surname.
    if language == "de" and len(said) > 1 and said[0] in _NAMED_WITH and parts.words[0] != said[0]:
        said = strip_titles(said[1:], language)  # "der Kafka", as most of the south says it
    if sorted(said) == sorted(parts.words) and len(said) > 1:
        return case.accept(Layer.NAMES, Reason.SAME, form.text)
    if "".join(said) in parts.surname_keys or (len(said) == 1 and said[0] in parts.part_keys):
        return _surname_said(case, form, parts, "".join(said))
    if _all_given(said, parts):
        return _given_only(case, form)
    if len(case.reading.words) == len(read(form.text, language).words) > 1:
        whole = compare(case, case.said, form.text, person=True)
        if whole.passes and whole.distance <= _WHOLE_NAME:
            return confirm(case, case.said, form.text, whole)
    return _full_name(case, form, parts, said) or _sounds_like_surname(case, form, parts, said)


def _surname_said(case: Case, form: Form, parts: NameParts, said: str) -> Verdict:
    if not parts.given:
        return case.accept(Layer.NAMES, Reason.SAME, form.text)
    if case.policy.strict:
        return case.prompt(Layer.NAMES, Reason.FULL_NAME, form.text)
    if not case.policy.lenient and _shared(case, said):
        return case.prompt(Layer.NAMES, Reason.SHARED_SURNAME, form.text)
    return case.accept(Layer.NAMES, Reason.SURNAME_ENOUGH, form.text)


def _shared(case: Case, surname: str) -> bool:
    """Somebody else at least as well known bears the surname."""
    bearers = case.guard.bearers(surname)
    entities = case.guard.entities
    return any(not entities[number].lesser for number in bearers - case.card_ids)


def _all_given(said: list[str], parts: NameParts) -> bool:
    return bool(parts.given) and all(any(same_given_name(word, own) for own in parts.given) for word in said)


def _given_only(case: Case, form: Form) -> Verdict:
    if case.policy.lenient:
        return case.prompt(Layer.NAMES, Reason.FULL_NAME, form.text)
    return case.reject(Layer.NAMES, Reason.GIVEN_NAME_ONLY, form.text)


def _full_name(case: Case, form: Form, parts: NameParts, said: list[str]) -> Verdict | None:
    """Given names and surname: the surname must fit, exactly or by ear, and no given name may contradict."""
    for length in range(min(len(said) - 1, len(parts.particle) + len(parts.surname) + 2), 0, -1):
        given, surname = said[:-length], said[-length:]
        joined = "".join(surname)
        exact = joined in parts.surname_keys or (length == 1 and joined in parts.part_keys)
        if exact and not _titles_only(given, case):
            return _given_agree(case, form, parts, given)
    if len(said) < 2 or not parts.given:
        return None
    agreeing = [i for i, word in enumerate(said) if any(same_given_name(word, own) for own in parts.given)]
    if not agreeing or agreeing[-1] == len(said) - 1:
        return None
    rest = said[agreeing[-1] + 1 :]
    extra = [word for i, word in enumerate(said[: agreeing[-1]]) if i not in agreeing]
    if extra:
        return None
    wording = " ".join(parts.particle + parts.surname)
    found = compare(case, " ".join(rest), wording, person=True)
    if not found.passes:
        return None
    if bearers := case.guard.bearers("".join(rest)):
        return None if not bearers & case.card_ids else case.accept(found.layer, Reason.SOUNDS_ALIKE, form.text)
    return confirm(case, case.said, form.text, found)


def _titles_only(given: list[str], case: Case) -> bool:
    return all(word in {"a", "an", "the"} for word in given) and case.language == "en" and bool(given)


def _given_agree(case: Case, form: Form, parts: NameParts, given: list[str]) -> Verdict | None:
    own = list(parts.given)
    if not own:
        return _unknown_given(case, form, given)
    matched = [word for word in given if any(same_given_name(word, name) or _near(case, word, name) for name in own)]
    strangers = [word for word in given if word not in matched]
    if not strangers:
        return _ambiguous_given(case, form, parts, given) or case.accept(Layer.NAMES, Reason.SAME, form.text)
    covered = all(any(same_given_name(word, name) for word in matched) for name in own)
    initials = any(len(word) == 1 for word in strangers)
    if covered and not initials and not case.other_thing:
        return case.accept(Layer.NAMES, Reason.SAME, form.text)
    return case.reject(Layer.NAMES, Reason.WRONG_GIVEN_NAME, form.text)


def _near(case: Case, word: str, name: str) -> bool:
    if is_given_name(word) or len(name) == 1:
        return False
    return compare(case, word, name, person=True).passes


def _unknown_given(case: Case, form: Form, given: list[str]) -> Verdict | None:
    """The card has only the surname: given names are welcome if they are some."""
    if case.other_thing and not case.said_ids & case.card_ids:
        bearers = case.guard.bearers("".join(read(form.text, case.language).words))
        if bearers and not bearers & case.said_ids:
            return case.reject(Layer.NAMES, Reason.OTHER_THING, form.text)
    if all(is_given_name(word) or len(word) == 1 for word in given) or case.said_ids:
        return case.accept(Layer.NAMES, Reason.FORM_ENOUGH, form.text)
    return None


def _ambiguous_given(case: Case, form: Form, parts: NameParts, given: list[str]) -> Verdict | None:
    """ "George Bush": what was said fits another known bearer just as well."""
    if case.policy.lenient or len(given) >= len(parts.given) or case.said_ids & case.card_ids:
        return None
    for number in case.guard.bearers("".join(parts.surname)) - case.card_ids:
        entity = case.guard.entities[number]
        other = name_parts(entity.name(case.language), case.language)
        if entity.lesser or not other.given:
            continue
        if all(any(same_given_name(word, name) for name in other.given) for word in given):
            return case.prompt(Layer.NAMES, Reason.SHARED_SURNAME, form.text)
    return None


def _sounds_like_surname(case: Case, form: Form, parts: NameParts, said: list[str]) -> Verdict | None:
    """The surname alone, misheard or misspelled."""
    best = None
    for words in dict.fromkeys((parts.particle + parts.surname, parts.surname, parts.surname[-1:])):
        wording = _as_written(form.text, words, case.language)
        found = compare(case, " ".join(said), wording, person=True)
        if found.passes and (best is None or found.distance < best[1].distance):
            best = (wording, found)
    if best is None:
        return None
    verdict = confirm(case, " ".join(said), best[0], best[1], surname=True)
    if not verdict.accepted or not parts.given:
        return verdict
    agreed = _surname_said(case, form, parts, "".join(parts.surname))
    return verdict if agreed.accepted else agreed


def _as_written(text: str, words: tuple[str, ...], language: str) -> str:
    tokens = tokenize(text, language)
    for start in range(len(tokens) - len(words), -1, -1):
        if tuple(token.key for token in tokens[start : start + len(words)]) == words:
            return " ".join(token.text for token in tokens[start : start + len(words)])
    return " ".join(words)
