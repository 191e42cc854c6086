"""Digits to words, by what they are: dates, times, scores, ranges, money, measures, years, decades, ordinals, amounts.

Each pass takes out the digits it understands, the special before the general, so that the last one meets only plain
numbers. German ordinals take the ending that the words around them ask for (see host.dialogue.spoken.endings).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from host.dialogue.spoken.amounts import LONGEST, cardinal, count, decimal, digits, gender_of, ordinal, year
from host.dialogue.spoken.data import Speech, alternatives
from host.dialogue.spoken.endings import german

_NUMBER = {
    "en": r"\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?",
    "fr": r"\d{1,3}(?:[ .]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)?",
    "de": r"\d{1,3}(?:[ .'’]\d{3})+(?!\d)(?:,\d+)?|\d+(?:,\d+|\.\d{1,2}(?!\d))?",
    "es": r"\d{1,3}(?:[ .]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)?",
}
_ORDINALS = {
    "en": re.compile(r"(?<![\d.,])(\d+)(?:st|nd|rd|th)\b"),
    "fr": re.compile(r"(?<![\d.,])(\d+)(ers?|res?|ères?|es?|èmes?|ièmes?|ᵉ|ᵉʳ|nde?s?)(?!\w)"),
    "es": re.compile(r"(?<![\d.,])(\d+) ?\.?(º|ª|er|ro|do|to|mo|vo|no|ra|da|ta|ma|va|na)(?!\w)"),
    "de": re.compile(r"(?<![\d.,:])(\d{1,2})\.(?= +([^\W\d_]+))"),
}
_NEXT = re.compile(r"[ -]?([^\W\d_]+)")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)[^\w]*$")

_CHAIN = re.compile(r" +(?:und|oder|bis) +\d{1,2}\. +([^\W\d_]+)")

Pass = Callable[[str, Speech], str]


def numbers_to_words(text: str, speech: Speech) -> str:
    """The text with every number in words."""
    for turn in (_dates, _times, _scores, _money, _decades, _ordinals, _measures, _fractions, _plain):
        text = turn(text, speech)
    return text


@cache
def _pattern(kind: str, language: str, extra: str = "") -> re.Pattern[str]:
    number = f"(?:{_NUMBER[language]})"
    return re.compile(
        {
            "money_before": rf"({extra}) ?({number})(?: (SCALE))?(?!\w)",
            # "4K" and "5G" are no kelvins and grams: a lone capital needs its space.
            "measure": rf"(?<![\w.,])([-−–]?)({number})(?: (?=\S)|(?![A-Z]\b))({extra})(?![\w/])",
            "plain": rf"(?<!\d)((?:(?<![\w)])[-−–])?)({number})",
        }[kind]
    )


def say_number(text: str, speech: Speech, *, noun: str = "", as_year: bool = False) -> str:
    """A number as written to words.

    Args:
        text: digits with the language's separators.
        speech: the language.
        noun: the word that follows, for its gender.
        as_year: four bare digits may be read as a year.
    """
    language = speech.language
    grouping, points = (",", ".") if language == "en" else (" .'’", ",.")
    bare = text
    if re.fullmatch(rf"\d{{1,3}}(?:[{grouping}]\d{{3}})+(?:[{points}]\d+)?", text):
        head = re.match(rf"\d{{1,3}}(?:[{grouping}]\d{{3}})+", text)
        assert head is not None
        bare = re.sub(r"\D", "", head[0]) + text[head.end() :]
    whole, *part = re.split(r"[.,]", bare, maxsplit=1)
    if part:
        return decimal(whole, re.sub(r"\D", "", part[0]), speech)
    if len(bare) > LONGEST or (len(bare) > 1 and bare.startswith("0")):
        return digits(bare, language)
    value = int(bare)
    if as_year and bare == text and len(text) == 4 and _reads_as_year(value, language):
        return year(value, language)
    return count(value, noun, speech)


def _reads_as_year(value: int, language: str) -> bool:
    return 1001 <= value <= 2099 if language == "en" else 1100 <= value <= 1999 and language == "de"


# --- what digits can be, from the special to the general ------------------------------------------------------------


def _dates(text: str, speech: Speech) -> str:
    months = speech.model.months

    def day_month(day: int, month: int, rest: str, before: str) -> str:
        if not (1 <= month <= 12 and 1 <= day <= 31):
            return ""
        name = months[month - 1]
        tail = f" {say_number(rest, speech, as_year=True)}" if rest else ""
        match speech.language:
            case "en":
                the = "" if before.rstrip().lower().endswith(" the") else "the "
                return f"{the}{ordinal(day, 'en')} of {name}{tail}"
            case "de":
                return f"{german(day, before, name, speech)} {name}{tail}"
            case "es":
                return f"{cardinal(day, 'es')} de {name}{' de' if tail else ''}{tail}"
        return f"{'premier' if day == 1 else cardinal(day, 'fr')} {name}{tail}"

    def numeric(match: re.Match[str]) -> str:
        iso = match["year"] is not None
        day, month = (match["d1"], match["m1"]) if iso else (match["d2"], match["m2"])
        said = day_month(int(day), int(month), match["year"] or match["y2"] or "", text[: match.start()])
        return said or match[0]

    separator = "[./]" if speech.language == "de" else "/"
    text = re.sub(
        rf"(?<![\d.,/])(?:(?P<year>\d{{4}})-(?P<m1>\d\d)-(?P<d1>\d\d)"
        rf"|(?P<d2>\d{{1,2}}){separator}(?P<m2>\d{{1,2}}){separator}(?P<y2>\d{{4}}))(?![\d/])",
        numeric,
        text,
    )
    if speech.language != "en":
        return text
    names = alternatives(months)

    def month_day(match: re.Match[str]) -> str:
        tail = f", {say_number(match[3], speech, as_year=True)}" if match[3] else ""
        return f"{match[1]} {ordinal(int(match[2]), 'en')}{tail}"

    def written(match: re.Match[str]) -> str:
        said = day_month(int(match[1]), months.index(match[2]) + 1, match[3] or "", text[: match.start()])
        return said or match[0]

    text = re.sub(rf"(?<![\d.,])(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({names})\b(?: (\d{{4}})\b)?", written, text)
    return re.sub(rf"\b({names}) (\d{{1,2}})(?:st|nd|rd|th)?(?![\d.,]?\d)(?:,? (\d{{4}})\b)?", month_day, text)


def _times(text: str, speech: Speech) -> str:
    language = speech.language

    def said(match: re.Match[str]) -> str:
        hour, minute = int(match["h"]), int(match["m"] or 0)
        if hour > 24 or minute > 59:
            return match[0]
        match language:
            case "fr":
                hours = f"{count(hour, 'heures', speech)} heure{'s' if hour > 1 else ''}"
                return f"{hours} {cardinal(minute, 'fr')}" if minute else hours
            case "de":
                hours = "ein Uhr" if hour == 1 else f"{cardinal(hour, 'de')} Uhr"
                return f"{hours} {cardinal(minute, 'de')}" if minute else hours
            case "es":
                hours = count(hour, "horas", speech)
                usual = {0: "en punto", 15: "y cuarto", 30: "y media"} if hour <= 12 else {0: "horas"}
                return f"{hours} {usual.get(minute) or 'y ' + count(minute, 'minutos', speech)}"
        if not minute:
            return f"{cardinal(hour, 'en')} o'clock"
        return f"{cardinal(hour, 'en')} {'oh ' if minute < 10 else ''}{cardinal(minute, 'en')}"

    shapes = [r"(?<![\d:.,])(?P<h>\d{1,2}):(?P<m>[0-5]\d)(?![\d:])"]
    if language == "fr":
        shapes.append(r"(?<![\d:.,])(?P<h>\d{1,2}) ?h(?: ?(?P<m>[0-5]\d))?(?!\w)")
    if language == "de":
        shapes = [r"(?<![\d:.,])(?P<h>\d{1,2})(?:[:.](?P<m>[0-5]\d))? Uhr\b", *shapes]
    for shape in shapes:
        text = re.sub(shape, said, text)
    return re.sub(r" o'clock (?=[ap]\.?m\b)", " ", text)


def _scores(text: str, speech: Speech) -> str:
    joints = speech.model.joints

    def ranged(match: re.Match[str]) -> str:
        first, dash, second = match.groups()
        small = len(first) < 3 and len(second) < 3
        joint = joints.score if small and dash != "–" else joints.to
        return f"{first} {joint} {second}"

    text = re.sub(r"(?<![\w.,:/-])(\d{1,4}) ?([–-]) ?(\d{1,4})(?![\w:/-]|[.,]\d)", ranged, text)
    return re.sub(r"(?<![\w.,:/-])(\d{1,3}):(\d{1,3})(?![\w:])", rf"\1 {joints.score} \2", text)


def _money(text: str, speech: Speech) -> str:
    model = speech.model
    scales = alternatives(model.scales)

    def amount(number: str, scale: str | None, sign: str) -> str:
        one, many = model.currencies[sign]
        if scale:
            of = {"fr": " de", "es": " de"}.get(speech.language, "")
            word = model.scales[scale]
            if speech.language == "de" and number == "1":
                return f"eine {word.removesuffix('en').removesuffix('e')} {many}".replace("Million ", "Million ")
            return f"{say_number(number, speech)} {word}{of} {many}"
        whole, _, cents = number.partition("," if speech.language != "en" else ".")
        name = one if whole == "1" else many
        said = f"{say_number(whole, speech, noun=name.split()[0])} {name}"
        return f"{said} {cardinal(int(cents), speech.language)}" if len(cents) == 2 and cents != "00" else said

    signs = alternatives(model.currencies)
    before = re.compile(_pattern("money_before", speech.language, signs).pattern.replace("SCALE", scales))
    text = before.sub(lambda m: amount(m[2], m[3], m[1]), text)
    after = rf"(?<![\w.,])({_NUMBER[speech.language]}) ?(?:({scales}) ?(?:de |d')?)?({signs})(?!\w)"
    return re.sub(after, lambda m: amount(m[1], m[2], m[3]), text)


def _decades(text: str, speech: Speech) -> str:
    if speech.language == "en":

        def plural(match: re.Match[str]) -> str:
            words = year(int(match[1]), "en") if len(match[1]) == 4 else cardinal(int(match[1]), "en")
            return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"

        return re.sub(r"(?<![\w.,])['’]?(\d{2,4})['’]?s\b", plural, text)
    if speech.language == "de":
        return re.sub(r"(?<![\w.,])(\d{2,4})(ern?)(?!\w)", lambda m: f"{year(int(m[1]), 'de')}{m[2]}", text)
    return text


def _ordinals(text: str, speech: Speech) -> str:
    def said(match: re.Match[str]) -> str:
        value = int(match[1])
        if not value:
            return match[0]
        match speech.language:
            case "en":
                return ordinal(value, "en")
            case "fr":
                gender = "f" if match[2].startswith(("re", "ère")) else "m"
                return ordinal(value, "fr", gender) + ("s" if match[2].endswith("s") else "")
            case "es":
                if match[2] == "er" and value in (1, 3):
                    return "primer" if value == 1 else "tercer"
                return ordinal(value, "es", "f" if match[2][-1] in "ªa" else "m")
        before, noun = text[: match.start()], match[2]
        if noun in ("und", "oder", "bis") and (chain := _CHAIN.match(text, match.end())):
            noun = chain[1]  # "1. und 2. Platz"
        if value > 31 or not (noun in speech.ranked or noun in speech.model.months or _determined(before)):
            return match[0]
        return german(value, before, noun, speech)

    return _ORDINALS[speech.language].sub(said, text)


def _determined(before: str) -> bool:
    """Whether a German article or the like stands before, so that "2." cannot end a sentence."""
    word = _WORD_BEFORE.search(before)
    return word is not None and (
        word[1].lower() in {"am", "im", "vom", "zum", "zur", "beim", "ins", "ein", "kein", "sein", "ihr", "mein"}
        or bool(re.fullmatch(r"(?:d|ein|kein|sein|ihr|mein|dein|unser)(?:er|ie|as|em|en|es|e)", word[1].lower()))
    )


def _measures(text: str, speech: Speech) -> str:
    def said(match: re.Match[str]) -> str:
        sign, number, unit = match.groups()
        one, many = speech.model.units[unit]
        small = "," in number if speech.language == "fr" else False
        name = one if number in ("1", "0") and (speech.language == "fr" or number == "1") else many
        name = one if small and number[:2] in ("0,", "1,") else name
        minus = f"{speech.model.joints.minus} " if sign else ""
        return f"{minus}{say_number(number, speech, noun=name.split()[0])} {name}"

    text = _pattern("measure", speech.language, speech.units).sub(said, text)
    return speech.bare_units.sub(lambda m: speech.model.units[m[1]][1], text)


def _fractions(text: str, speech: Speech) -> str:
    def said(match: re.Match[str]) -> str:
        named = speech.model.fractions.get(match[0])
        over = f" {speech.model.joints.over} "
        return named or over.join(cardinal(int(n), speech.language) for n in match.groups())

    return re.sub(r"(?<![\w./,])(\d{1,2})/(\d{1,2})(?![\w/]|[.,]\d)", said, text)


def _plain(text: str, speech: Speech) -> str:
    def said(match: re.Match[str]) -> str:
        after = text[match.end() :]
        follows = _NEXT.match(after)
        noun = follows[1] if follows and after[:1] == " " else ""
        minus = f"{speech.model.joints.minus} " if match[1] else ""
        words = minus + say_number(match[2], speech, noun=noun, as_year=not minus)
        left = " " if match.start() and text[match.start() - 1].isalnum() else ""
        return left + words + (" " if after[:1].isalnum() else "")

    return _pattern("plain", speech.language).sub(said, text)


__all__ = ["gender_of", "numbers_to_words", "say_number"]
