"""The judge's answer: verdict, the layer that decided, and the reason, which the host can say in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from host.judging.data import phrases_file


class VerdictKind(StrEnum):
    """What the judge found."""

    CORRECT = "correct"
    INCORRECT = "incorrect"
    CLOSE = "close"
    """Right as far as it goes: the player must be more precise."""
    UNSURE = "unsure"
    """The judge is not certain what was said: ask once more, or ask the table."""

    @property
    def word(self) -> str:
        """``accept``, ``reject``, ``prompt`` or ``unsure``, as the command line prints it."""
        return {"correct": "accept", "incorrect": "reject", "close": "prompt", "unsure": "unsure"}[self.value]


class Layer(StrEnum):
    """The part of the pipeline that decided."""

    HEARING = "hearing"
    """Fillers, self-correction, negation, several answers, no answer."""
    AUTHOR = "author"
    """The card's own accept, prompt and reject lists."""
    HOUSEHOLD = "household"
    """An alias this household has agreed on."""
    EXACT = "exact"
    ALIAS = "alias"
    """Another known name of the same thing."""
    NUMBERS = "numbers"
    NAMES = "names"
    LISTS = "lists"
    FORM = "form"
    """Plural, article, generic word, word order, acronym."""
    SPELLING = "spelling"
    SOUND = "sound"
    GUARD = "guard"
    """What was said is a different known thing."""
    NONE = "none"
    """No layer found a likeness."""


class Reason(StrEnum):
    """Why, each with a sentence in host/judging/phrases; the slots it uses stand in braces there."""

    # Right.
    SAME = "same"
    SAME_ALIAS = "same_alias"
    SAME_HOUSEHOLD = "same_household"
    SAME_NUMBER = "same_number"
    WITHIN_TOLERANCE = "within_tolerance"
    SURNAME_ENOUGH = "surname_enough"
    ALL_ITEMS = "all_items"
    FORM_ENOUGH = "form_enough"
    ACRONYM = "acronym"
    SPELLING_CLOSE = "spelling_close"
    SOUNDS_ALIKE = "sounds_alike"
    # More, please.
    SAY_MORE = "say_more"
    WHICH_ONE = "which_one"
    FULL_NAME = "full_name"
    SHARED_SURNAME = "shared_surname"
    WHICH_NUMBER = "which_number"
    WHICH_CENTURY = "which_century"
    WHICH_YEAR = "which_year"
    WHICH_UNIT = "which_unit"
    ITEMS_MISSING = "items_missing"
    ONE_ANSWER = "one_answer"
    AUTHOR_ASKS = "author_asks"
    # Not certain.
    SAY_AGAIN = "say_again"
    OTHER_WORD = "other_word"
    AMBIGUOUS_NO = "ambiguous_no"
    # Wrong.
    NOTHING_SAID = "nothing_said"
    NOT_KNOWN = "not_known"
    REPEAT_ASKED = "repeat_asked"
    NEGATED = "negated"
    WITHDRAWN = "withdrawn"
    TWO_ANSWERS = "two_answers"
    AUTHOR_REJECTS = "author_rejects"
    WRONG_NUMBER = "wrong_number"
    WRONG_UNIT = "wrong_unit"
    YEAR_INCOMPLETE = "year_incomplete"
    WRONG_GIVEN_NAME = "wrong_given_name"
    GIVEN_NAME_ONLY = "given_name_only"
    WRONG_ITEMS = "wrong_items"
    WRONG_ORDER = "wrong_order"
    OTHER_THING = "other_thing"
    PART_ONLY = "part_only"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge found and why."""

    kind: VerdictKind
    layer: Layer
    reason: Reason
    matched: str = ""
    """The accepted (or nearest) form of the card's answer; empty when there is none."""
    heard: str = ""
    """What was judged: the utterance without fillers, lead-in and corrected-away parts."""
    slots: tuple[tuple[str, str], ...] = ()
    """Values for the sentence, by name."""

    @property
    def accepted(self) -> bool:
        """The answer counts."""
        return self.kind is VerdictKind.CORRECT

    def slot(self, name: str) -> str:
        """The value of a slot; empty when it is not there."""
        return dict(self.slots).get(name, "")


_REVEALING = frozenset({"matched", "card", "missing"})


def reason_sentence(verdict: Verdict, language: str) -> str:
    """The sentence the host speaks for the verdict's reason, in ``language`` (English when there is no such file).

    Slots that would give the answer away are only filled when the verdict is final (right or wrong).
    """
    sentence = phrases_file(language)[verdict.reason.value]
    final = verdict.kind in (VerdictKind.CORRECT, VerdictKind.INCORRECT)
    values = {"heard": verdict.heard, "matched": verdict.matched, **dict(verdict.slots)}
    for name, value in values.items():
        shown = value if final or name not in _REVEALING else "…"
        sentence = sentence.replace("{" + name + "}", shown)
    return sentence
