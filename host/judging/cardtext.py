"""Reads an answer as it is printed: alternatives, optional words, remarks, and quizbowl's markup and directives.

``Belarus (oder Weißrussland)``, ``Junior/Community Colleges``, ``Frédéric (François) Chopin``,
``<b><u>graphene</u></b> [do not accept "graphite"; prompt on <u>carbon</u>]`` become forms, prompts and rejects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

from host.judging.data import cards_file
from host.judging.lexicon import lexicon
from host.judging.text import tidy, words_of


@dataclass(frozen=True, slots=True)
class Form:
    """One wording of the answer."""

    text: str
    required: tuple[str, ...] = ()
    """Parts that must be given (the underline); empty: the kind decides."""
    optional: tuple[str, ...] = ()
    """Words that may be missing."""
    alternative: bool = False
    """Another wording than the card's first one."""


@dataclass(frozen=True, slots=True)
class PromptForm:
    """An answer that is right but too vague."""

    text: str
    part: str = ""
    """The underlined part of it, which is enough to recognise it."""
    ask: str = ""
    """The question to ask for more, where the card words it."""


@dataclass(slots=True)
class CardText:
    """What a card's answer line says."""

    forms: list[Form] = field(default_factory=list)
    prompts: list[PromptForm] = field(default_factory=list)
    rejects: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    prompt_partial: bool = False
    """The card asks to prompt on any part of the answer."""
    quoted: bool = False
    """The answer stands in quotation marks, as titles do."""


_OR = {
    "en": r"or|/", "fr": r"ou bien|ou|/", "de": r"oder|bzw\.?|beziehungsweise|/", "es": r"o bien|o|u|/",
}  # fmt: skip


def _pattern(parts: tuple[str, ...], tail: str = "") -> re.Pattern[str]:
    return re.compile("(?:" + "|".join(parts) + ")" + tail, re.IGNORECASE)


_CARDS = cards_file()
_ACCEPT = _pattern(_CARDS.accept)
_PROMPT = _pattern(_CARDS.prompt)
_REJECT = _pattern(_CARDS.reject)
_VAGUE = _pattern(_CARDS.vague, r"\s*")
_UNTIL = _pattern(_CARDS.until)
_FIXED = _pattern(_CARDS.fixed_or)
_ASKING = re.compile(
    r"\s*,?\s*by asking,?\s*(?:from\s*,?\s*)?\"?(?P<ask>[^\"]+)\"?.*$|\s+with\s+\"(?P<with>[^\"]+)\".*$", re.IGNORECASE
)
_EITHER = re.compile(
    r"^either\b|^any (?:one )?(?:part|name|underlined)|^n'importe lequel|^eines von beiden", re.IGNORECASE
)
_PARTIAL = re.compile(r"^(?:a\s+)?partial\b", re.IGNORECASE)
_ONE_OF = re.compile(
    r"^\(?(?:(?:any )?(?:1|one|2|two)|any) of:?\)?\s+"
    r"|^\(?(?:l'une? (?:de|des)|eine[rs]? (?:von|der)|un[oa] de (?:los|las)):?\)?\s+",
    re.IGNORECASE,
)
_TAGS = re.compile(r"</?[a-zA-Z][^<>]{0,40}>")
_UNDERLINED = re.compile(r"\{([^{}]*)\}")
_YEARS = re.compile(r"^[\d\s\-–.,/?*†]+$|^(?:in|en|im|v\.|c\.|ca\.|um|since|born|né|geb|nacid)\b", re.IGNORECASE)


def parse_card(text: str, language: str) -> CardText:
    """Parses an answer line; whatever it is, at least one form comes out unless it holds no word at all."""
    card = CardText()
    text = _markup(tidy(text))
    card.quoted = len(text) > 2 and text[0] == '"' and text[-1] == '"' and text.count('"') == 2
    text = re.sub(r"^\*+|(?<=[\s(])\*+(?=\w)", "", text)
    main, inserts = _brackets(text)
    segments = _split_clauses(main)
    either = False
    for clause in inserts:
        either |= _insert(card, clause, language)
    for segment in segments[1:]:
        either |= _directive(card, segment, language)
    _main(card, segments[0] if segments else "", inserts, language, either)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    unique = []
    for form in sorted(card.forms, key=lambda form: form.alternative):
        if words_of(form.text, language) and (form.text, form.required) not in seen:
            seen.add((form.text, form.required))
            unique.append(form)
    card.forms = unique
    return card


def _markup(text: str) -> str:
    text = re.sub(r"<b>\s*<u>|<u>\s*<b>", "{", text)
    text = re.sub(r"</u>\s*</b>|</b>\s*</u>", "}", text)
    if "{" not in text:
        text = re.sub(r"<u>", "{", re.sub(r"</u>", "}", text))
    return " ".join(_TAGS.sub("", text).split())


def _brackets(text: str) -> tuple[str, list[str]]:
    """The text outside brackets (each bracket leaves a mark), and the brackets' content in the order of the marks."""
    out: list[str] = []
    found: list[str] = []
    depth, start = 0, 0
    for i, c in enumerate(text):
        if c in "[(":
            depth += 1
            if depth == 1:
                start = i + 1
        elif c in "])" and depth:
            depth -= 1
            if depth == 0:
                out.append(f"\x00{len(found)}\x00")
                found.append(text[start:i])
        elif depth == 0:
            out.append(c)
    if depth and not out and not found:
        return text.replace("(", " ").replace("[", " "), []
    if depth:
        out.append(f"\x00{len(found)}\x00")
        found.append(text[start:])
    return "".join(out), found


def _split_clauses(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _is_directive(clause: str) -> bool:
    return any(pattern.match(clause) for pattern in (_ACCEPT, _PROMPT, _REJECT))


def _insert(card: CardText, content: str, language: str) -> bool:
    """A bracket that holds directives; others are dealt with where they stand. True: either part will do."""
    either = False
    if not _is_directive(content.strip()):
        return False
    for clause in _split_clauses(content):
        either |= _directive(card, clause, language)
    return either


def _directive(card: CardText, clause: str, language: str) -> bool:
    clause = clause.strip()
    if match := _REJECT.match(clause):
        for item in _items(clause[match.end() :], language):
            card.rejects.append(_plain(item))
        return False
    if match := _PROMPT.match(clause):
        rest = clause[match.end() :]
        if _PARTIAL.match(rest):
            card.prompt_partial = True
            rest = re.sub(r"^(?:a\s+)?partial answers?(?:\s+or(?:\s+on)?)?\s*", "", rest, flags=re.IGNORECASE)
        ask = ""
        if asking := _ASKING.search(rest):
            ask = (asking.group("ask") or asking.group("with") or "").strip()
            rest = rest[: asking.start()]
        for item in _items(rest, language):
            part = " ".join(match.group(1) for match in _UNDERLINED.finditer(item))
            card.prompts.append(PromptForm(_plain(item), part if part != _plain(item) else "", ask))
        return False
    rest = clause
    if match := _ACCEPT.match(clause):
        rest = clause[match.end() :]
        if inner := _PROMPT.match(rest) or _REJECT.match(rest):
            return _directive(card, rest, language) if inner.end() else False
    if _EITHER.match(rest):
        extra = re.search(r"\bas well as\s+(.+)$", rest, re.IGNORECASE)
        if extra:
            card.forms.extend(_form(item, alternative=True) for item in _items(extra.group(1), language))
        return True
    if match := _VAGUE.match(rest):
        rest = rest[match.end() :]
    for item in _items(rest, language):
        card.forms.append(_form(item, alternative=True))
    return False


def _items(text: str, language: str) -> Iterator[str]:
    """The items of a directive: "X, Y, or Z" and "X or Y"."""
    text = _UNTIL.sub("", text).strip(" .,;")
    for part in re.split(rf"\s*,\s*(?:{_OR[language]}|or)?\s+|\s+(?:{_OR[language]}|or)\s+", text):
        part = part.strip(" .,\"'")
        part = re.sub(r"^(?:on|accept)\s+(?=\S)|\s+(?:alone|only)$", "", part, flags=re.IGNORECASE)
        if part and any(c.isalnum() for c in part):
            yield part


def _plain(text: str) -> str:
    return text.replace("{", "").replace("}", "").replace("(s)", "s").strip(" \"'")


def _form(text: str, *, alternative: bool, optional: tuple[str, ...] = (), either: bool = False) -> Form:
    required = []
    letters = True
    for match in _UNDERLINED.finditer(text):
        piece = match.group(1).strip(" \"',.")
        if piece:
            required.append(piece)
            letters &= len(piece) == 1
    if letters:
        required = []  # "{U}nited {S}tates": an acronym, not a part.
    text = re.sub(r"\s+", " ", _plain(text))
    if either and len(required) == 1 and " " in required[0]:
        required = required[0].split()
    return Form(text, tuple(required), optional, alternative)


def _main(card: CardText, text: str, inserts: list[str], language: str, either: bool) -> None:
    """The answer itself, with its optional words, remarks and alternatives."""
    one_of = _ONE_OF.match(re.sub("\x00(\\d+)\x00", lambda m: f"({inserts[int(m.group(1))]})", text))
    if one_of:
        text = text.replace("\x000\x00", "", 1) if text.startswith("\x00") else _ONE_OF.sub("", text)
    optional: list[str] = []

    def replace(match: re.Match[str]) -> str:
        content = inserts[int(match.group(1))].strip()
        if not content or _is_directive(content):
            return " "
        before, after = text[: match.start()].strip(" ,\x00"), text[match.end() :].strip(" ,\x00")
        if not after and before:
            _aside(card, before, content, language)
            return " "
        optional.append(content)
        return f" {content} "

    bare = re.sub("\x00(\\d+)\x00", replace, text)
    bare = re.sub(r"\s+", " ", bare).strip(" ,;")
    optional_words = tuple(word for part in optional for word in words_of(part, language))
    for position, part in enumerate(_alternatives(bare, language, one_of=bool(one_of), quoted=card.quoted)):
        form = _form(part, alternative=position > 0, optional=optional_words, either=either)
        if either and len(form.required) > 1:
            card.forms.append(Form(form.text, (), optional_words, position > 0))
            card.forms.extend(Form(piece, (piece,), (), True) for piece in form.required)
        else:
            card.forms.append(form)
        if optional:
            shorter = " ".join(re.sub("\x00\\d+\x00", " ", text).split()).strip(" ,")
            card.forms.append(_form(shorter, alternative=True))


def _aside(card: CardText, before: str, content: str, language: str) -> None:
    """A closing bracket: "(Jr.)" is optional, "(hogs)" another name, "(1756-1791)" or a sentence a remark."""
    words = words_of(content, language)
    capital = content[:1].isupper() or content[:1].isdigit() or content[:1] in "\"'"
    main_capital = any(c.isupper() for c in before)
    article = words[:1] and words[0] in {"the", "la", "le", "les", "el", "los", "las", "der", "die", "das"}
    if not words or _YEARS.match(content) or len(words) > 5 or (main_capital and not capital and not article):
        card.remarks.append(content)
        return
    if lexicon(language).suffixes.before(words, len(words)) == len(words):
        return
    for item in _alternatives(content, language):
        card.forms.append(_form(item, alternative=True))


def _alternatives(text: str, language: str, *, one_of: bool = False, quoted: bool = False) -> list[str]:
    """The alternatives of an answer without brackets."""
    text = text.strip(" ,;")
    if one_of:
        parts = re.split(r"\s*,\s*(?:&|and|or|et|ou|und|oder|y|o)?\s*|\s+(?:&|and|or|et|ou|und|oder|y|o)\s+", text)
        return [part.strip() for part in parts if part.strip()]
    if quoted or _FIXED.search(text):
        return [text.strip('"')]
    parts = re.split(rf"\s+(?:{_OR[language]})\s+|\s*,\s+(?:{_OR[language]})\s+", text)
    if len(parts) > 1 and "," in parts[0] and "{" not in text:
        parts = [*re.split(r"\s*,\s*", parts[0]), *parts[1:]]
    out: list[str] = []
    for part in parts:
        out.extend(_slashes(part.strip(" ,;")))
    return [part for part in out if part]


def _slashes(text: str) -> list[str]:
    """ "Junior/Community Colleges" swaps one word; "USA / United States" swaps the whole; "1/2" and "km/h" stay."""
    if "/" not in text:
        return [text]
    if re.search(r"\s/\s", text):
        return [part.strip() for part in re.split(r"\s+/\s+", text)]
    if re.search(r"\d/\d|\bkm/h|\bm/s|/s\b|\bAC/DC\b|\band/or\b", text, re.IGNORECASE):
        return [text]
    words = [word.split("/") if "/" in word else [word] for word in text.split()]
    if len(words) == 1:
        return [text.replace("/", " "), *words[0]]
    if sum(len(options) for options in words) > 12:
        return [text]
    return [" ".join(option for option in choice if option) for choice in product(*words)]
