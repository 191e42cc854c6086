"""The text front end of the voices: written forms become words that every voice says right.

Numerals of rulers and world wars, years, money, units, ranges, ordinals, abbreviations, the letters of choices. The
word lists are data (`spoken.yaml`); how a language treats its numerals is here. Text inside ``[[ ]]`` is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import pydantic
import yaml
from num2words import num2words

from host.errors import PackError

_DATIVE_DE: Final = frozenset({
    "am", "im", "vom", "zum", "beim", "zur", "dem", "den", "des", "einem", "einen", "eines", "ab", "bis", "seit", "ins",
    "ans", "vor", "nach", "anfang", "mitte", "ende",
})  # fmt: skip
"""Words after which a German ordinal ends in -en."""
DATA: Final = Path(__file__).with_name("spoken.yaml")
_ROMAN: Final = re.compile(r"(?P<before>[^\W\d_][\w'’-]*)(?P<gap>\.?\s+)(?P<roman>[IVX]+)(?P<dot>\.?)(?![\w'’])")
_VALUES: Final = {"I": 1, "V": 5, "X": 10}
_CANONICAL: Final = re.compile(r"X{0,3}(?:IX|IV|V?I{0,3})")
_CHOICE: Final = re.compile(r"(?:\(([A-H])\)|(?:(?<=^)|(?<=[\s,;:]))([A-H])\))\s*")
_RANGE: Final = re.compile(r"(?<![\d.,:/-])(\d+)\s?[-–]\s?(\d+)(?![\d:/-]|[.,]\d)")
_RATIO: Final = re.compile(r"(?<![\d.,:])(\d{1,2}):(\d)(?![\d:])")
_INITIAL: Final = re.compile(r"\b([A-ZÀ-Ý])\.(?=\s?[A-ZÀ-Ý])")
_AMOUNT: Final = r"\d+(?:[.,    ]\d+)*"


class Words(pydantic.BaseModel):
    """The word lists of one language; see the head of the data file."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True, strict=True)

    words: dict[str, str]
    may_end: list[str] = []
    before_name: dict[str, str]
    before_number: dict[str, str]
    units: dict[str, list[str]]
    currency: dict[str, list[str]]
    magnitudes: list[str]
    range: str
    ratio: str
    regnal: list[str]
    regnal_female: list[str]
    numbered: list[str]
    ordinal_before: list[str] = []


@lru_cache(maxsize=1)
def load_words(path: Path = DATA) -> dict[str, Words]:
    """The word lists of all languages; raises PackError naming file and key."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        return pydantic.TypeAdapter(dict[str, Words]).validate_python(data, strict=True)
    except (OSError, yaml.YAMLError) as error:
        raise PackError("the spoken forms cannot be read", where=str(path)) from error
    except pydantic.ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"]))
        raise PackError(f"{key}: {first['msg']}", where=str(path)) from error


def spoken_form(text: str, language: str) -> str:
    """The text as it should be handed to a voice of that language; unchanged for one without word lists."""
    if language not in load_words():
        return text
    rules = _rules(language)
    parts = re.split(r"(\[\[.*?\]\])", text)
    for i in range(0, len(parts), 2):
        for rule in rules:
            parts[i] = rule(parts[i])
    return "".join(parts)


@lru_cache(maxsize=8)
def _rules(language: str) -> tuple[Callable[[str], str], ...]:
    """The rules of a language in the order in which they apply."""
    data = load_words()[language]
    return (
        _replacer(data.words, "", data.may_end),
        _replacer(data.before_name, r"(?=\s?[A-ZÀ-Ý])"),
        _replacer(data.before_number, r"(?=\s?\d)"),
        lambda text: _INITIAL.sub(r"\1 ", text).replace("  ", " "),
        lambda text: _CHOICE.sub(lambda m: f"{m[1] or m[2]}: ", text),
        _money(data),
        _units(data),
        *_numerals(language, data),
        lambda text: _RATIO.sub(rf"\1 {data.ratio} \2", text),
        lambda text: _RANGE.sub(rf"\1 {data.range} \2", text),
        *_years(language, data),
    )


def _replacer(words: dict[str, str], after: str, may_end: Sequence[str] = ()) -> Callable[[str], str]:
    """Replaces whole words, the longest first; those that ``may_end`` a sentence do so before a capital letter."""
    if not words:
        return lambda text: text
    forms = "|".join(re.escape(form) for form in sorted(words, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({forms})(?!\w){after}")

    def replace(match: re.Match[str]) -> str:
        said, rest = words[match[1]], match.string[match.end() :]
        # A full stop that ended the sentence as well still ends it.
        begins = match[1] in may_end and re.match(r"\s+[A-ZÀ-Ý¿¡]", rest)
        ends = match[1].endswith(".") and not after and (not rest.strip() or begins)
        glued = rest[:1] and not rest[:1].isspace() and after
        said = said[0].upper() + said[1:] if match[1][0].isupper() else said
        return said + ("." if ends else " " if glued else "")

    return lambda text: pattern.sub(replace, text)


def _begun(match: re.Match[str], words: str) -> str:
    """The words, with a capital where they begin a sentence: the sentence before would not be told from it."""
    return words[0].upper() + words[1:] if re.search(r"[.!?…]\s+$", match.string[: match.start()]) else words


def _number_of(amount: str) -> bool:
    """Whether the amount is one."""
    return amount.strip() in {"1", "-1"}


def _money(data: Words) -> Callable[[str], str]:
    signs = "|".join(re.escape(sign) for sign in data.currency)
    sizes = "|".join(sorted(data.magnitudes, key=len, reverse=True))
    pattern = re.compile(
        rf"(?:(?P<s1>{signs})\s?(?P<a1>{_AMOUNT})(?:\s(?P<m1>{sizes})\b)?)|"
        rf"(?:(?P<a2>{_AMOUNT})(?:\s(?P<m2>{sizes}))?\s?(?P<s2>{signs})(?!\w))"
    )

    def say(match: re.Match[str]) -> str:
        sign, amount = match["s1"] or match["s2"], match["a1"] or match["a2"]
        size = match["m1"] or match["m2"]
        one, many = data.currency[sign]
        return " ".join(filter(None, (amount, size, one if _number_of(amount) and not size else many)))

    return lambda text: pattern.sub(say, text)


def _units(data: Words) -> Callable[[str], str]:
    units = "|".join(re.escape(unit) for unit in sorted(data.units, key=len, reverse=True))
    pattern = re.compile(rf"(?<!\w)({_AMOUNT})\s?({units})(?![\w²³/'’])")
    return lambda text: pattern.sub(lambda m: f"{m[1]} {data.units[m[2]][not _number_of(m[1])]}", text)


def _numerals(language: str, data: Words) -> tuple[Callable[[str], str], ...]:
    """Roman numerals and written ordinals."""
    names, women, numbered = set(data.regnal), set(data.regnal_female), set(data.numbered)
    ruler = {"en": _ruler_en, "fr": _ruler_fr, "de": _ruler_de, "es": _ruler_es}[language]

    def roman(match: re.Match[str]) -> str:
        numeral, before = match["roman"], match["before"]
        stem = before.rstrip("s") if language == "de" else before
        value = _value(numeral)
        if not value or "." in match["gap"]:
            return match[0]
        said = None
        if {before, stem} & (names | women):
            said = ruler(value, bool({before, stem} & women), match)
        elif before in numbered or (len(numeral) > 1 and before[0].isupper()):
            said = num2words(value, lang=language)
        if said is None:
            return match[0]
        rest = match.string[match.end() :]
        ends = match["dot"] if language != "de" or not rest.strip() else ""
        return f"{before} {said}{ends}"

    rules: list[Callable[[str], str]] = [lambda text: _ROMAN.sub(roman, text)]
    if language == "fr":
        century = re.compile(r"\b([IVX]+|\d+)(?:e|er|ème|ère|re)(?=\s|[.,;:!?)]|$)")
        rules.insert(0, lambda text: century.sub(_ordinal_fr, text))
    if language == "es":
        rules.append(lambda text: re.sub(r"\b(\d{1,2})\.?([ºª])", _ordinal_es, text))
    if language == "de":
        before = "|".join(data.ordinal_before)
        dated = re.compile(rf"(?:(?P<word>\w+)\s+)?(?P<n>\d{{1,2}}|[IVX]+)\.(?=\s+(?:{before})\b)")
        rules.insert(0, lambda text: dated.sub(_ordinal_de, text))
    return tuple(rules)


def _value(roman: str) -> int:
    """The value of a canonical numeral up to 39, else 0."""
    if not roman or not _CANONICAL.fullmatch(roman):
        return 0
    values = [_VALUES[c] for c in roman]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _ruler_en(value: int, female: bool, match: re.Match[str]) -> str:
    return f"the {num2words(value, lang='en', to='ordinal')}"


def _ruler_fr(value: int, female: bool, match: re.Match[str]) -> str:
    return ("première" if female else "premier") if value == 1 else num2words(value, lang="fr")


def _ruler_es(value: int, female: bool, match: re.Match[str]) -> str:
    if value > 10:
        return num2words(value, lang="es")
    ordinal = num2words(value, lang="es", to="ordinal")
    return ordinal[:-1] + "a" if female else ordinal


def _ruler_de(value: int, female: bool, match: re.Match[str]) -> str:
    """Declined by what stands before the name: von Ludwig dem Vierzehnten, Ludwigs des Vierzehnten."""
    ordinal = num2words(value, lang="de", to="ordinal").capitalize()
    word = re.search(r"(\w+)\s+$", match.string[: match.start()])
    dative = word is not None and word[1].lower() in {
        "von", "mit", "unter", "bei", "zu", "nach", "aus", "seit", "vom", "zum", "gegenüber",
    }  # fmt: skip
    if match["before"].endswith("s") and not match["before"].endswith(("ses", "us", "is")):
        return f"{'der' if female else 'des'} {ordinal}n"
    if dative:
        return f"{'der' if female else 'dem'} {ordinal}n"
    return f"{'die' if female else 'der'} {ordinal}"


def _ordinal_fr(match: re.Match[str]) -> str:
    value = int(match[1]) if match[1].isdigit() else _value(match[1])
    if not value:
        return match[0]
    if value == 1:
        return "première" if match[0].endswith(("re", "ère")) else "premier"
    return str(num2words(value, lang="fr", to="ordinal"))


def _ordinal_es(match: re.Match[str]) -> str:
    ordinal = str(num2words(int(match[1]), lang="es", to="ordinal"))
    return ordinal[:-1] + "a" if match[2] == "ª" else ordinal


def _ordinal_de(match: re.Match[str]) -> str:
    """Declined by the word before: am dritten, der dritte, sein dritter."""
    value = int(match["n"]) if match["n"].isdigit() else _value(match["n"])
    if not value:
        return match[0]
    word = (match["word"] or "").lower()
    ordinal = str(num2words(value, lang="de", to="ordinal"))
    weak = {"der", "die", "das", "dieser", "diese", "dieses", "jeder", "jede", "jedes"}
    ending = "" if word in weak else "n" if word in _DATIVE_DE else "r"
    return f"{match['word']} {ordinal}{ending}" if match["word"] else _begun(match, ordinal + ending)


def _years(language: str, data: Words) -> tuple[Callable[[str], str], ...]:
    """Years said in pairs: English to 2099, German to 1999; decades in English."""
    if language not in ("en", "de"):
        return ()
    pattern = re.compile(
        rf"(?<![\w.,$£€/-])(1[1-9]\d\d{'|20[1-9][0-9]' if language == 'en' else ''})(s?)(?![\w/]|[.,]\d)"
    )

    def say(match: re.Match[str]) -> str:
        words = str(num2words(int(match[1]), lang=language, to="year"))
        if match[2]:
            words = words[:-1] + "ies" if words.endswith("y") else words + "s"
        return _begun(match, words)

    return (lambda text: pattern.sub(say, text),)
