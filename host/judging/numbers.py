"""Numbers as they are spoken and written, in four languages, as exact values.

text2num turns number words into digits; what it lacks is added here: year pairs ("nineteen eighty nine"), "oh five",
dozens, halves and quarters, "zwo", Roman numerals, grouping and decimals by language. A number in a sequence of
words is written ``#value`` ("#1989", "#1/2"), so that equal numbers are equal words however they were said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from text_to_num import alpha2digit

from host.judging.lexicon import Lexicon, lexicon
from host.judging.text import Token, fold, tokenize
from host.judging.units import unit_at

MAX_DIGITS = 40
"""Longer digit strings are compared as text."""
_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|er|re|ere|eme|e|o|a|º|ª|de)")
_GERMAN_SPELLING = (
    ("fuenf", "fünf"),
    ("zwoelf", "zwölf"),
    ("dreissig", "dreißig"),
    ("zwo", "zwei"),
    ("tausendund", "tausend"),
)


def number(token: str) -> Fraction | None:
    """The value of a ``#`` token, else None."""
    return Fraction(token[1:]) if token.startswith("#") else None


def numbers_in(words: Sequence[str]) -> tuple[Fraction, ...]:
    """The values of all numbers in a sequence, in order."""
    return tuple(Fraction(word[1:]) for word in words if word.startswith("#"))


def roman(text: str) -> int | None:
    """The value of a well-formed Roman numeral (either case), else None."""
    if not text or not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_VALUES[c] for c in text.lower()]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def parse_digits(text: str, language: str) -> Fraction | None:
    """The value of digits with separators as they are written in that language, else None.

    "1.000" is a thousand in German and one in English; "3,5" is three and a half except in English.
    """
    if sum(c.isdigit() for c in text) > MAX_DIGITS or not text.isascii():
        return None
    if "/" in text:
        top, bottom = text.split("/", 1)
        return Fraction(int(top), int(bottom)) if int(bottom) else None
    text = text.replace("'", "").replace(" ", "")
    grouping, point = (",", ".") if language == "en" else (".", ",")
    groups = text.split(point)[0].split(grouping)
    if len(groups) > 1 and all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3:
        text = "".join(groups) + ("." + text.split(point, 1)[1] if point in text else "")
    elif grouping in text:
        text = (
            text.replace(point, "").replace(grouping, ".") if text.count(grouping) == 1 else text.replace(grouping, "")
        )
    else:
        text = text.replace(point, ".")
    try:
        return Fraction(text)
    except ValueError:
        return None


@lru_cache(maxsize=8192)
def with_numbers(text: str, language: str, *, romans: bool = False) -> tuple[tuple[str, ...], ...]:
    """The words of a text with numbers as ``#value``, in one or two readings (year pairs joined first).

    Args:
        romans: read Roman numerals as numbers too.
    """
    lex = lexicon(language)
    tokens = tokenize(text, language)
    if not tokens:
        return ()
    prepared = _prepare(tokens, lex, romans)
    converted = _convert(prepared, language)
    words = _values(converted, language)
    words = _signed(_scaled(words), lex)
    joined = _digits(_year_pairs(words))
    return (joined, words) if joined != words else (words,)


def _prepare(tokens: tuple[Token, ...], lex: Lexicon, romans: bool) -> list[str]:
    """Tokens as text2num wants them; what it must not touch is put in angle brackets."""
    keys = [token.key for token in tokens]
    out: list[str] = []
    i = 0
    longest = 4
    while i < len(tokens):
        unit, _ = unit_at(keys, i)
        after_number = i > 0 and is_number_word(tokens[i - 1].text, lex.language)
        if unit > 1 or (unit == 1 and after_number and keys[i] in _SECONDS):
            out.extend(f"<!{key}>" for key in keys[i : i + unit])  # "metres per second", "one second"
            i += unit
            continue
        if n := lex.percent.at(keys, i):
            out.append("<!%>")
            i += n
            continue
        if keys[i] in lex.articles and i + 1 < len(keys) and keys[i + 1] in lex.scales and keys[i] not in lex.ones:
            i += 1  # "a hundred and one"
            continue
        if keys[i] in _DOUBLES and i + 1 < len(keys) and lex.language == "en" and _digit(tokens[i + 1]):
            out.extend([_digit_text(tokens[i + 1])] * _DOUBLES[keys[i]])  # "double oh seven"
            i += 2
            continue
        for n in range(min(longest, len(keys) - i), 0, -1):
            value = lex.number_words.get(tuple(keys[i : i + n]))
            if value is not None and not (value in ".," or (n == 1 and _continues(tokens, i, lex))):
                out.append(f"<{value}>")
                i += n
                break
        else:
            out.append(_token(tokens, i, lex, romans))
            i += 1
    return out


_SECONDS = frozenset({"second", "seconde", "segundo"})
_DOUBLES = {"double": 2, "triple": 3}


def _digit(token: Token) -> bool:
    return token.key in ("o", "oh") or (is_number_word(token.text, "en") and len(alpha2digit(token.key, "en", 0)) == 1)


def _digit_text(token: Token) -> str:
    return "<0>" if token.key in ("o", "oh") else token.key


def _continues(tokens: tuple[Token, ...], i: int, lex: Lexicon) -> bool:
    """The number word at ``i`` is followed or preceded by another, so text2num should see them together."""
    near = [tokens[j].text for j in (i - 1, i + 1) if 0 <= j < len(tokens)]
    own = tokens[i].text.lower()
    return alpha2digit(own, lex.language, 0) != own and any(is_number_word(word, lex.language) for word in near)


@lru_cache(maxsize=4096)
def is_number_word(word: str, language: str) -> bool:
    """The word is digits or part of a spoken number."""
    lowered = word.lower()
    return lowered.isdigit() or bool(alpha2digit(lowered, language, 0) != lowered)


def _token(tokens: tuple[Token, ...], i: int, lex: Lexicon, romans: bool) -> str:
    text, key = tokens[i].text, tokens[i].key
    if key[0].isdigit():
        value = parse_digits(text, lex.language)
        return f"<{value}>" if value is not None and not text.isdigit() else text
    if romans and (value_of := _roman_at(tokens, i)) is not None:
        return f"<{value_of}>"
    if key in lex.ones and key in lex.articles:
        # "un", "ein", "una" are articles unless they stand beside another number word or alone.
        near = [tokens[j].text for j in (i - 1, i + 1) if 0 <= j < len(tokens)]
        beside = any(is_number_word(word, lex.language) or fold(word) in lex.scales for word in near)
        after_and = (
            i >= 2 and tokens[i - 1].key in lex.conjunctions and is_number_word(tokens[i - 2].text, lex.language)
        )
        keys = [token.key for token in tokens]
        fraction = any(lex.number_words.get(tuple(keys[i + 1 : i + 1 + n]), "").startswith("+") for n in (1, 2, 3))
        decimal = i + 1 < len(keys) and keys[i + 1] in lex.decimal_words
        and_more = (
            i + 2 < len(keys) and keys[i + 1] in lex.conjunctions and is_number_word(tokens[i + 2].text, lex.language)
        )
        if len(tokens) > 1 and not (beside or after_and or fraction or decimal or and_more):
            return f"<!{key}>"
    if key in ("oh", "o") and lex.language == "en":
        # "eighteen oh five", "double oh seven"; but the letter of "H two O" and "C O two".
        before = i > 0 and (is_number_word(tokens[i - 1].text, "en") or tokens[i - 1].key in ("o", "oh"))
        after = i + 1 < len(tokens) and (is_number_word(tokens[i + 1].text, "en") or tokens[i + 1].key == key)
        return "<0>" if after and (before or key == "oh") else f"<!{key}>"
    if (
        key in lex.scales
        and lex.scales[key] >= 6
        and i
        and (tokens[i - 1].key[0].isdigit() or _after_decimal(tokens, i, lex))
    ):
        return f"<e{lex.scales[key]}>"
    if lex.language == "fr" and key in ("vingts", "cents"):
        return key[:-1]
    if lex.language == "de":
        lowered = text.lower()
        for old, new in _GERMAN_SPELLING:
            lowered = lowered.replace(old, new) if old in lowered and _mended_counts(lowered, old, new) else lowered
        return lowered
    return text.lower()


def _mended_counts(word: str, old: str, new: str) -> bool:
    mended = word.replace(old, new)
    return bool(alpha2digit(mended, "de", 0) != mended)


def _after_decimal(tokens: tuple[Token, ...], i: int, lex: Lexicon) -> bool:
    return any(token.key in lex.decimal_words for token in tokens[max(0, i - 4) : i])


def _roman_at(tokens: tuple[Token, ...], i: int) -> int | None:
    text = tokens[i].text
    base = re.sub(r"(?<=[IVX])(?:er|ère|ere|re|e|ème|eme|o|a)$", "", text)
    value = roman(base)
    if value is None:
        return None
    if base.isupper():
        # A lone capital may be an initial or a letter ("Vitamin C", "I"), and "CD" or "DC" are no numbers.
        small = set(base) <= set("IVX")
        if (base != text and small) or (len(base) > 1 and small) or (i and base in "IVX"):
            return value
        return value if len(base) > (3 if set(base) & set("MD") else 1) and i else None
    return value if len(base) > 1 and i and base.islower() and set(base) <= set("ivx") else None


def _convert(prepared: list[str], language: str) -> list[str]:
    out: list[str] = []
    run: list[str] = []
    for piece in [*prepared, "<>"]:
        if piece.startswith("<"):
            if run:
                out.extend(alpha2digit(" ".join(run), language, 0).split())
                run = []
            if piece != "<>":
                out.append(piece)
        else:
            run.append(piece)
    return out


def _values(pieces: list[str], language: str) -> tuple[str, ...]:
    words: list[str] = []
    for piece in pieces:
        if piece.startswith("<!"):
            words.append(piece[2:-1])
        elif piece.startswith("<e"):
            words.append(f"e{piece[2:-1]}")
        elif piece.startswith("<+"):
            add = Fraction(piece[2:-1])
            if words and words[-1].startswith("#"):
                whole = Fraction(words[-1][1:])
                # "un million et demi" is half a million more.
                scale = next((s for s in (10**9, 10**6) if whole and whole % s == 0), 1)
                words[-1] = f"#{whole + add * scale}"
            elif words:
                words.append(f"+{add}")  # "an hour and a half"
            else:
                words.append(f"#{add}")
        elif piece.startswith("<"):
            words.append(f"#{Fraction(piece[1:-1])}")
        else:
            words.extend(_word(piece, language))
    return tuple(_mixed(words))


def _word(piece: str, language: str) -> list[str]:
    piece = piece.strip(".") if piece[:1].isdigit() else piece
    key = fold(piece)
    if not key:
        return []
    if key[0].isdigit():
        ordinal = _ORDINAL.fullmatch(key)
        digits = ordinal.group(1) if ordinal else key
        # text2num writes decimals with the comma of the language and never groups digits.
        plain = digits.replace(",", ".") if language != "en" else digits
        if plain.count(".") <= 1 and plain.replace(".", "").isdigit() and plain.isascii() and len(plain) <= MAX_DIGITS:
            return [f"#{Fraction(plain)}"]
    return [key]


def _mixed(words: list[str]) -> list[str]:
    """ "33 1/3" is one number."""
    out: list[str] = []
    for word in words:
        if "/" in word and word.startswith("#") and out and out[-1].startswith("#") and "/" not in out[-1]:
            part = Fraction(word[1:])
            if 0 < part < 1:
                out[-1] = f"#{Fraction(out[-1][1:]) + part}"
                continue
        out.append(word)
    return out


def _scaled(words: tuple[str, ...]) -> tuple[str, ...]:
    """ "1.5 million" is one number; so is "1,5 e6"."""
    out: list[str] = []
    for i, word in enumerate(words):
        value = number(word)
        before = number(out[-1]) if out else None
        scale = int(word[1:]) if re.fullmatch(r"e\d+", word) else 0
        if scale and before is not None:
            out[-1] = f"#{before * 10**scale}"
        elif value is not None and before is not None and value in _SCALES and before.denominator > 1 and i:
            out[-1] = f"#{before * value}"
        else:
            out.append(word)
    return tuple(out)


_SCALES = frozenset(Fraction(10**power) for power in (2, 3, 6, 9, 12))


def _signed(words: tuple[str, ...], lex: Lexicon) -> tuple[str, ...]:
    """ "minus 40" is one number."""
    out: list[str] = []
    for word in words:
        if word.startswith("#") and out and (out[-1] == "-" or out[-1] in lex.minus):
            out[-1] = f"#{-Fraction(word[1:])}"
        else:
            out.append(word)
    return tuple(word for word in out if word != "-")


def _digits(words: tuple[str, ...]) -> tuple[str, ...]:
    """Digit by digit: "1 9 8 9" is 1989, "7 4 7" is 747; so is "7 47"."""
    out: list[str] = []
    run: list[str] = []
    for word in (*words, ""):
        if re.fullmatch(r"#\d", word):
            run.append(word[1:])
            continue
        if len(run) >= 3:
            out.append(f"#{int(''.join(run))}")
        elif len(run) == 1 and re.fullmatch(r"#\d\d", word):
            word = f"#{run[0]}{word[1:]}"
        else:
            out.extend(f"#{digit}" for digit in run)
        run = []
        out.append(word)
    return tuple(out[:-1])


def _year_pairs(words: tuple[str, ...]) -> tuple[str, ...]:
    """ "19 89" is 1989, "18 0 5" is 1805, "20 24" is 2024."""
    out: list[str] = []
    i = 0
    while i < len(words):
        first = number(words[i])
        second = number(words[i + 1]) if i + 1 < len(words) else None
        third = number(words[i + 2]) if i + 2 < len(words) else None
        if first is not None and first.denominator == 1 and 10 <= first <= 21 and second is not None:
            if second == 0 and third is not None and third.denominator == 1 and 0 < third < 10:
                out.append(f"#{first * 100 + third}")
                i += 3
                continue
            if second.denominator == 1 and 10 <= second <= 99:
                out.append(f"#{first * 100 + second}")
                i += 2
                continue
        out.append(words[i])
        i += 1
    return tuple(out)
