"""Before a merely close answer is taken: is it something else that is known, or just an ordinary word?"""

from __future__ import annotations

from rapidfuzz.distance import OSA

from host.judging.case import Case
from host.judging.kinds import Kind
from host.judging.likeness import Likeness, compare
from host.judging.reading import read, without_article
from host.judging.text import words_of
from host.judging.verdict import Layer, Reason, Verdict

_PLAIN_WORD = 0.09
"""An everyday word that is farther off than this is asked for again."""
_MARGIN = 0.01
_SPELLING_MARGIN = 0.1
_OTHER_KIND = 0.1
"""So near in sound, a thing of quite another kind is taken for a mishearing."""
_SPELLING_VARIANT = 0.08
"""So near are two spellings of one name."""


def confirm(case: Case, said: str, wording: str, found: Likeness, *, surname: bool = False) -> Verdict:
    """The verdict on an answer that passes as close: accepted unless a known thing or everyday word stands nearer."""
    reason = Reason.SOUNDS_ALIKE if found.layer is Layer.SOUND else Reason.SPELLING_CLOSE
    accepted = case.accept(found.layer, reason, wording)
    if found.same_sound and case.policy.spoken:
        return (
            case.reject(Layer.GUARD, Reason.OTHER_THING)
            if case.rival and not _homophone(case, said, wording)
            else accepted
        )
    if _known_others(case, said, surname=surname) and not _unlikely_other(case, found):
        return case.reject(Layer.GUARD, Reason.OTHER_THING)
    for neighbour in case.record.neighbours:
        if read(said, case.language).keys & read(neighbour, case.language).keys:
            return case.reject(Layer.GUARD, Reason.OTHER_THING)
        if compare(case, said, neighbour).distance < found.distance:
            return case.reject(Layer.GUARD, Reason.OTHER_THING)
    for name in case.guard.near(said, case.language, case.card_ids, _wanted(case), surnames=surname):
        rival = compare(case, said, name, person=surname)
        if rival.distance < found.distance - _MARGIN:
            return case.reject(Layer.GUARD, Reason.OTHER_THING)
        if rival.distance <= found.distance and rival.passes and _spelled_nearer(case, said, name, wording):
            return case.unsure(Layer.GUARD, Reason.SAY_AGAIN)
    if found.distance > _PLAIN_WORD and case.guard.ordinary(said, case.language):
        return case.unsure(Layer.GUARD, Reason.OTHER_WORD)
    return accepted


def _spelled_nearer(case: Case, said: str, rival: str, wording: str) -> bool:
    """Of two that sound equally near, the rival is clearly nearer in letters; else the card is the likelier."""
    heard = "".join(words_of(said, case.language))
    one = OSA.normalized_distance(heard, "".join(words_of(rival, case.language)))
    return one + _SPELLING_MARGIN < OSA.normalized_distance(heard, "".join(words_of(wording, case.language)))


def _unlikely_other(case: Case, found: Likeness) -> bool:
    """Spoken, nearly the same sound, and of another kind: nobody answers "Russian" where a person is asked for."""
    if not case.policy.spoken or found.layer is not Layer.SOUND or found.distance > _OTHER_KIND or case.policy.strict:
        return False
    named = case.record.kind in (Kind.PERSON, Kind.PLACE)
    return named and all(case.guard.entities[number].kind != case.record.kind.value for number in case.said_ids)


def _homophone(case: Case, said: str, wording: str) -> bool:
    """The same sound in the game's own language, not only in the name's."""
    one, other = without_article(said, case.language), without_article(wording, case.language)
    return case.ear is not None and case.ear.distance(one, other, case.language, own_language_only=True) == 0


def _known_others(case: Case, said: str, *, surname: bool) -> bool:
    if case.other_thing:
        return not _same_by_spelling(case)
    if not surname:
        return False
    bearers = case.guard.bearers("".join(read(said, case.language).words))
    return bool(bearers) and not bearers & case.card_ids


def _same_by_spelling(case: Case) -> bool:
    """The card is itself just another spelling of what is known by the name that was said ("Muhammed", "Mohammed")."""
    if case.card_ids or case.policy.strict:
        return False
    names = {name for number in case.said_ids for name in case.guard.entities[number].called(case.language)}
    found = [compare(case, name, form.text) for name in names for form in case.record.forms]
    return any(likeness.passes and likeness.distance <= _SPELLING_VARIANT for likeness in found)


def _wanted(case: Case) -> frozenset[str]:
    """Topics and kinds among which a nearer thing is looked for."""
    entities = case.guard.entities
    found = frozenset(
        entities[number].topic if entities[number].kind == "word" else entities[number].kind for number in case.card_ids
    )
    return found or frozenset({case.record.kind.value})
