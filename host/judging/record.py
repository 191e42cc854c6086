"""The judge record: what a card's answer demands, built once when the card is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from host.bank.pack import Question
from host.judging.cardtext import Form, PromptForm, parse_card
from host.judging.guard import Guard, shipped_guard
from host.judging.kinds import Kind, infer_kind, list_items, wants_order
from host.judging.reading import read


class Source(StrEnum):
    """Where a wording comes from."""

    CARD = "card"
    ACCEPT = "accept"
    HOUSEHOLD = "household"


@dataclass(frozen=True, slots=True)
class JudgeRecord:
    """Everything the judge needs to know of one answer. Immutable; build it with build_record or record_from_text."""

    card: str
    """The answer as printed."""
    language: str
    kind: Kind
    forms: tuple[Form, ...]
    """Accepted wordings, the card's own first."""
    household: tuple[str, ...] = ()
    """Aliases this household agreed on."""
    prompts: tuple[PromptForm, ...] = ()
    rejects: tuple[str, ...] = ()
    required: str = ""
    """The part that must be given, where the author says so."""
    optional: tuple[str, ...] = ()
    unit: str = ""
    ordered: bool = False
    items: tuple[str, ...] = ()
    """The parts of a list or pair, all of which must be named."""
    neighbours: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    question: str = ""
    prompt_partial: bool = False
    stated: bool = False
    """The author stated the kind; otherwise it was inferred."""

    @property
    def main(self) -> str:
        """The card's first wording."""
        return self.forms[0].text if self.forms else self.card

    def explain(self) -> dict[str, object]:
        """The record as plain data, for people."""
        return {
            "card": self.card,
            "language": self.language,
            "kind": f"{self.kind.value}{'' if self.stated else ' (inferred)'}",
            "accepts": [form.text for form in self.forms],
            "required": [list(form.required) for form in self.forms if form.required],
            "household": list(self.household),
            "prompts": [prompt.text for prompt in self.prompts],
            "rejects": list(self.rejects),
            "items": list(self.items),
            "ordered": self.ordered,
            "unit": self.unit,
            "optional": list(self.optional),
            "neighbours": list(self.neighbours),
            "say": list(self.say),
        }


def build_record(question: Question, *, household: Iterable[str] = (), guard: Guard | None = None) -> JudgeRecord:
    """The record of a bank question; its ``judge:`` block wins over what is inferred."""
    fields = question.judge
    base = record_from_text(
        question.answer,
        question.language,
        kind=fields.kind,
        aliases=fields.accept,
        question=question.text,
        household=household,
        guard=guard,
    )
    return JudgeRecord(
        card=base.card,
        language=base.language,
        kind=base.kind,
        forms=base.forms,
        household=base.household,
        prompts=base.prompts + tuple(PromptForm(text) for text in fields.prompt),
        rejects=base.rejects + fields.reject,
        required=fields.required,
        optional=base.optional + fields.optional,
        unit=fields.unit or base.unit,
        ordered=fields.ordered or base.ordered,
        items=base.items,
        neighbours=fields.neighbours + tuple(choice for choice in question.choices[1:]),
        say=fields.say,
        question=question.text,
        prompt_partial=base.prompt_partial,
        stated=bool(fields.kind),
    )


def record_from_text(
    card: str,
    language: str,
    *,
    kind: str = "",
    aliases: Iterable[str] = (),
    question: str = "",
    household: Iterable[str] = (),
    guard: Guard | None = None,
) -> JudgeRecord:
    """The record of an answer line as printed, with alternatives, remarks and quizbowl markup read out of it.

    Args:
        kind: one of host.bank.pack.KINDS; empty infers it.
        aliases: other right answers, each complete in itself.
        question: the question's text, used to infer the kind and which words it already gives.
        household: aliases this household agreed on.
        guard: the known things; None uses the shipped lists.
    """
    known = guard if guard is not None else shipped_guard()
    parsed = parse_card(card, language)
    forms = [*parsed.forms, *(Form(alias, alternative=True) for alias in aliases if alias.strip())]
    main = forms[0].text if forms else card
    found = Kind(kind) if kind else infer_kind(main, language, question, known, quoted=parsed.quoted)
    parts = main.split(",")
    if found is Kind.PLACE and len(parts) == 2 and known.known(parts[0], language):
        forms.append(Form(parts[0].strip(), alternative=True))  # "Phnom Penh, Cambodia"
    items: tuple[str, ...] = ()
    if found in (Kind.LIST, Kind.PAIR):
        items = list_items(main, language)
    return JudgeRecord(
        card=card,
        language=language,
        kind=found,
        forms=tuple(forms),
        household=tuple(alias for alias in household if read(alias, language).keys),
        prompts=tuple(parsed.prompts),
        rejects=tuple(parsed.rejects),
        items=items,
        ordered=wants_order(question, language),
        question=question,
        prompt_partial=parsed.prompt_partial,
        stated=bool(kind),
    )
