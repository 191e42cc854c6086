"""A finding of the lint, and the list of all codes with what they mean and how grave they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How grave a finding is."""

    ERROR = "error"
    """The question must not be asked as it stands, or the file cannot be used."""
    WARNING = "warning"
    """Probably spoils the question; an author who knows better lists the code under ``allow:``."""


_E, _W = Severity.ERROR, Severity.WARNING
CODES: dict[str, tuple[Severity, str]] = {
    "format": (_E, "the file breaks the pack format"),
    "duplicate-question": (_E, "the same question stands in another place"),
    "contradiction": (_E, "the same question has another answer in another place"),
    "near-duplicate": (_W, "nearly the same question stands in another place"),
    "repeated-answer": (_W, "too many questions of one pack have the same answer"),
    "same-answer-on-card": (_E, "two questions of one card have the same answer"),
    "sounds-alike": (_W, "two answers of one card, or two choices, sound alike"),
    "answer-in-question": (_E, "the question gives its answer away"),
    "answer-hint": (_W, "the question holds most of its answer"),
    "long-question": (_W, "more than 30 words or 200 characters are too much to hear at once"),
    "long-answer": (_W, "an answer should be short"),
    "long-explanation": (_W, "an explanation should be one sentence"),
    "no-explanation": (_W, "there is no explanation"),
    "needs-choices": (_E, "the question makes no sense without choices and has none"),
    "picture": (_E, "the question needs a picture"),
    "blank": (_E, "a blank to fill in cannot be heard"),
    "dated": (_W, "the answer may change with time"),
    "not-a-question": (_W, "it does not read like a question"),
    "unspeakable": (_E, "markup, control characters or symbols that a voice cannot say"),
    "typography": (_W, "spaces, quotes or brackets are not as they should be"),
    "wrong-language": (_E, "the text is not in the pack's language"),
    "machine-translated": (_W, "the pack was translated by a machine and nobody has read it since"),
    "foreign-name": (_W, "a name that is not spelt as it is said has neither 'say' nor 'accept'"),
    "unknown-category": (_E, "the edition has no such category"),
    "missing-category": (_E, "the card has no question for a category of its edition"),
    "wrong-deck": (_E, "the edition has no such deck"),
    "doubled-card": (_E, "two cards have the same id"),
    "choice-count": (_E, "the edition needs another number of choices"),
    "bad-choices": (_E, "the right answer must come first among at least two different choices"),
    "all-of-these": (_W, "a choice that speaks of the other choices cannot be mixed or heard alone"),
    "required-not-in-answer": (_E, "the required part does not stand in the answer"),
    "judge-contradiction": (_E, "one text is both right and wrong, or right and too vague"),
    "judge-repeats": (_W, "an alias repeats the answer"),
    "kind-mismatch": (_E, "the answer is not of the kind given"),
    "unknown-code": (_E, "'allow' names a code that does not exist"),
}
"""Code -> (severity, meaning)."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong in a pack."""

    code: str
    """A key of CODES."""
    message: str
    question: str = ""
    """Id of the question; empty when it is about the pack as a whole."""
    path: str = ""
    line: int = 0
    """Line in the file from 1; 0 when it is not known."""

    @property
    def severity(self) -> Severity:
        """How grave it is."""
        return CODES[self.code][0]

    def sentence(self) -> str:
        """One line: place, severity, code, message."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        about = f" ({self.question})" if self.question else ""
        return f"{place}: {self.severity} {self.code}: {self.message}{about}"

    def to_dict(self) -> dict[str, str | int]:
        """Plain data, for ``--json``."""
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "question": self.question,
            "file": self.path,
            "line": self.line,
        }
