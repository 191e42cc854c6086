"""Numbers to words: cardinals, ordinals, years, decimals, in the form that the words around them ask for.

num2words knows the words; what it leaves open is settled here: gender, the shortened forms before a noun, German
endings, years read in pairs, and spellings that a voice reads more surely.
"""

from __future__ import annotations

from functools import lru_cache

from num2words import num2words

from host.dialogue.spoken.data import Speech

LONGEST = 15
"""Digits above which a number is read digit by digit."""
_SPANISH = ("", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo",
            "undécimo", "duodécimo")  # fmt: skip
_SPANISH_MASCULINE = frozenset({
    "día", "días", "mapa", "mapas", "planeta", "planetas", "problema", "problemas", "tema", "temas", "poema",
    "poemas", "poeta", "poetas", "programa", "programas", "sistema", "sistemas", "idioma", "idiomas", "atleta",
    "atletas", "clima", "climas", "tranvía", "drama", "dramas",
})  # fmt: skip
"""Spanish masculines that end like feminines."""


@lru_cache(maxsize=4096)
def cardinal(value: int, language: str) -> str:
    """The plain number in words: "two hundred and six"."""
    if len(str(abs(value))) > LONGEST:
        return digits(str(value), language)
    return _tidy(str(num2words(value, lang=language)), language)


@lru_cache(maxsize=1024)
def year(value: int, language: str) -> str:
    """A year in words; in English and German read in hundreds ("nineteen eighty-nine")."""
    if value % 1000 == 0 or (language == "en" and value < 1000):
        return cardinal(value, language)
    return _tidy(str(num2words(value, lang=language, to="year")), language)


def digits(text: str, language: str) -> str:
    """Digit by digit: "007" -> "zero zero seven"."""
    return " ".join(cardinal(int(digit), language) for digit in text if digit.isdigit())


def decimal(whole: str, part: str, speech: Speech) -> str:
    """A number with decimals. French and Spanish read up to three of them as one number, the others one by one."""
    language = speech.language
    together = language in ("fr", "es") and len(part) <= 3
    zeros = len(part) - len(part.lstrip("0")) if together else 0
    tail = digits(part[:zeros], language) if zeros else ""
    rest = part[zeros:]
    tail = f"{tail} {cardinal(int(rest), language) if together else digits(rest, language)}" if rest else tail
    return f"{cardinal(int(whole), language)} {speech.model.joints.point} {tail.strip()}"


def ordinal(value: int, language: str, gender: str = "m") -> str:
    """The place in a row: "nineteenth"; French and Spanish in the gender asked for, German without its ending."""
    if language == "es" and value < len(_SPANISH):
        word = _SPANISH[value] or cardinal(0, "es")
    elif len(str(value)) > LONGEST:
        return digits(str(value), language)
    else:
        word = _tidy(str(num2words(value, lang=language, to="ordinal")), language)
    if gender == "f" and language == "es":
        return " ".join(f"{w[:-1]}a" if w.endswith("o") else w for w in word.split())
    if gender == "f" and language == "fr" and word == "premier":
        return "première"
    return word


def count(value: int, noun: str, speech: Speech) -> str:
    """The number in the form it takes before a noun: "veintiún quesitos", "une case", "eine Frage".

    Args:
        value: the number.
        noun: the next word; empty or a word that is not counted ("de") leaves the plain number.
    """
    word = cardinal(value, speech.language)
    if not noun or not noun.isalpha() or noun.lower() in speech.not_counted:
        return word
    feminine = gender_of(noun, speech) == "f"
    match speech.language:
        case "fr" if feminine and (word == "un" or word.endswith((" un", "-un"))):
            return f"{word}e"
        case "de" if value == 1 and noun[:1].isupper():
            return "eine" if feminine else "ein"
        case "es":
            if word.endswith("uno"):
                word = f"{word[:-3]}una" if feminine else f"{word[:-3]}{'ún' if word.endswith('iuno') else 'un'}"
            return word.replace("cientos", "cientas").replace("quinientos", "quinientas") if feminine else word
    return word


def gender_of(noun: str, speech: Speech) -> str:
    """``f``, ``n`` or ``m``: from the language's list, else from the ending."""
    low = noun.lower()
    if low in speech.feminine or noun in speech.feminine:
        return "f"
    if noun in speech.neuter:
        return "n"
    match speech.language:
        case "es":
            singular = low.removesuffix("s")
            ends = singular.endswith(("a", "ción", "sión", "dad", "tud")) or low.endswith(
                ("ciones", "siones", "dades", "tudes")
            )
            return "f" if ends and low not in _SPANISH_MASCULINE else "m"
        case "de":
            return "f" if low.endswith(("ung", "heit", "keit", "schaft", "ion", "tät")) else "m"
        case "fr":
            return "f" if low.removesuffix("s").endswith(("tion", "sion", "ance", "ence", "té", "ette", "ure")) else "m"
    return "m"


def _tidy(words: str, language: str) -> str:
    words = words.replace(",", "")
    match language:
        case "fr":
            # The voice would link a "t" into what follows: vingt-t-onze.
            return words.replace("quatre-vingt-", "quatrevain-")
        case "de":
            for long, short in (("einhundert", "hundert"), ("eintausend", "tausend")):
                if words.startswith(long):
                    words = words.replace(long, short, 1)
    return words
