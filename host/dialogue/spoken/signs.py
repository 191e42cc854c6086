"""Everything that is neither number nor plain word: abbreviations, initials, formulas, quotes, brackets, signs.

What comes out holds letters, spaces and the marks of a sentence, nothing that a voice would spell out or trip over.
"""

from __future__ import annotations

import re
import unicodedata

from host.dialogue.spoken.amounts import cardinal
from host.dialogue.spoken.data import Speech

_KEPT = " .,;:!?¿¡'-"
_UPPER = "A-ZÀ-ÖØ-Þ"
_ELEMENTS = frozenset({
    "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K", "Ca",
    "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge", "As", "Se", "Br", "Kr", "Rb", "Sr", "Y",
    "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd", "In", "Sn", "Sb", "Te", "I", "Xe", "Cs", "Ba", "La", "Hf",
    "Ta", "W", "Re", "Os", "Ir", "Pt", "Au", "Hg", "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "U",
    "Pu",
})  # fmt: skip
_FORMULA = re.compile(r"(?<![\w.-])(?=\w*(?:[A-Za-z]\d|[a-z][A-Z]|Cl\b))((?:[A-Z][a-z]?\d*){2,})(?!\w)")
_PART = re.compile(r"([A-Z][a-z]?)(\d*)")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_INITIAL = re.compile(rf"(?<![\w.'’])([{_UPPER}])\. ?(?=[{_UPPER}](?:[^\W\d_]|\.))")
_DOTTED = re.compile(
    rf"(?<![\w.])((?:[{_UPPER}]\. ?){{1,5}}[{_UPPER}]\.(?!\w)|(?:[{_UPPER}]\.){{2,6}}[{_UPPER}](?!\w))"
)
_CAPITALS = re.compile(rf"(?<!\w)([{_UPPER}]{{2,6}})(?!\w)")
_VOWELS = frozenset("AEIOUYÄÖÜÉÈ")
_BETWEEN = re.compile(r"(?<=[^\W\d_])(?:/| / )(?=[^\W\d_])")


def formulas(text: str, speech: Speech) -> str:
    """Chemical formulas letter by letter: "H2O" -> "H two O"; a lone symbol where the text speaks of symbols."""

    def spell(match: re.Match[str]) -> str:
        parts = _PART.findall(match[1])
        if not all(symbol in _ELEMENTS for symbol, _ in parts):
            return match[0]
        said = [
            " ".join([_spaced(symbol.upper(), speech), *([cardinal(int(n), speech.language)] if n else [])])
            for symbol, n in parts
        ]
        return " ".join(said)

    text = _FORMULA.sub(spell, text.translate(_SUBSCRIPTS))
    words = "|".join(map(re.escape, speech.model.symbol_words))
    near = re.compile(rf"(\b(?:{words})\b(?:\W+\w+){{0,3}}?\W+)([A-Z][a-z]?)(?!\w)")

    def symbol(match: re.Match[str]) -> str:
        return match[1] + _spaced(match[2].upper(), speech) if match[2] in _ELEMENTS else match[0]

    return near.sub(symbol, text)


def abbreviations(text: str, speech: Speech) -> str:
    """Abbreviations in full: "Mr. Smith" -> "Mister Smith"; the full stop that also ends the sentence stays."""
    model = speech.model

    def full(match: re.Match[str]) -> str:
        said = model.abbreviations.get(match[1])
        if said is not None:
            return said
        said, rest = model.endings[match[1]], text[match.end() :].lstrip("\"'”“»’)")
        closes = not rest.strip() or bool(re.match(r" +[^\W\d_a-zà-ÿ]", rest))
        return f"{said}." if match[1].endswith(".") and closes else said

    return speech.abbreviations.sub(full, text)


def initials(text: str, speech: Speech) -> str:
    """Initials and dotted capitals without their stops: "J. R. R. Tolkien", "E.T.", "U.S."."""
    text = _DOTTED.sub(lambda m: _spaced(re.sub(r"[. ]", "", m[1]), speech) + _stop(text, m), text)
    return _INITIAL.sub(lambda m: f"{m[1]} " if _is_name(text[: m.start()]) else m[0], text)


def letters(text: str, speech: Speech) -> str:
    """Spelled capitals and single letters: "CIA", "(A)"."""
    text = _CAPITALS.sub(
        lambda m: _spaced(m[1], speech) if m[1] in speech.initials or not _VOWELS & set(m[1]) else m[1], text
    )
    table = speech.model.letters
    if not table:
        return text
    lone = re.compile(rf"(?<![\w'’.-])([{''.join(table)}])(?![\w'’-]|\.\w)")

    def letter(match: re.Match[str]) -> str:
        before, after = text[: match.start()], text[match.end() :]
        if re.match(r"\)|:", after):
            return table[match[1]]
        # At the start of a sentence or before a capital (a title) it is the word, not the letter.
        inside = bool(re.search(rf"[^\W_{_UPPER}]['’]? $|[,(] ?$", before))
        return table[match[1]] if inside and not re.match(rf" [{_UPPER}]", after) else match[0]

    return lone.sub(letter, text)


def marks(text: str, speech: Speech) -> str:
    """Quotes away, brackets and dashes to commas, signs to words, doubled marks to one."""
    joints, signs = speech.model.joints, speech.model.signs
    text = text.replace("’", "'").replace("ʼ", "'").replace("…", "...")
    text = re.sub(r"[\"“”„‟«»‹›‚`´]|‘|(?<!\w)'|'(?!\w)", " ", text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?<=\w) ?[(\[{] ?(?=\w)", ", ", text)
    text = re.sub(r"(?<=\w) ?[)\]}](?= ?\w)", ", ", text)
    conjunctions = f"{re.escape(joints.both)}|{re.escape(joints.either)}"
    text = re.sub(rf"\b({conjunctions})/({conjunctions})\b", r"\1 \2", text)
    text = _BETWEEN.sub(f" {joints.either} ", text)
    text = re.sub(r"(?<=\w)[–—−](?=\w)", "-", text)
    text = re.sub(r"\s[-–—−]+\s", ", ", text)
    text = text.replace("&", f" {joints.both} ")
    out = []
    for char in text:
        if char.isalpha() or unicodedata.category(char) in {"Mn", "Mc"} or char in _KEPT:
            out.append(char)
        elif char in signs:
            out.append(f" {signs[char]} ")
        elif (value := unicodedata.digit(char, -1)) >= 0:
            out.append(f" {cardinal(value, speech.language)} ")
        else:
            out.append(" ")
    return tidy("".join(out))


def tidy(text: str) -> str:
    """Single spaces, no space before a mark, one mark where several meet."""
    text = re.sub(r"\s+", " ", text).strip()
    text = re.sub(r" (?=[.,;:!?](?:\W|$))", "", text)
    text = re.sub(r"(?<=[¿¡]) ", "", text)
    text = re.sub(r"([!?])[.,;:]+", r"\1", text)
    text = re.sub(r"[,;:]+(?=[.!?])", "", text)
    text = re.sub(r"([,;:])(?:[ ]?[,;:])+", r"\1", text)
    text = re.sub(r"(?<!\.)\.\.(?!\.)", ".", text)
    text = re.sub(r"\.{3,}", "...", text)
    text = re.sub(r"(?:^|(?<=\s))[-']+(?=\s|$)", " ", text)
    text = re.sub(r"\s+", " ", text).strip(" ,;-")
    # A number that opened a sentence is a word now; a splitter of sentences looks for the capital.
    return re.sub(r"(^[¿¡]?|(?<!\.)[.!?] [¿¡]?)([^\W\d_])", lambda m: m[1] + m[2].upper(), text)


def _spaced(word: str, speech: Speech) -> str:
    """The letters one by one; an English "A" that another letter follows would be read as the article."""
    table = speech.model.letters if speech.language == "en" else {}
    return " ".join(table.get(letter, letter) for letter in word)


def _is_name(before: str) -> bool:
    """Whether an initial stands in a name: at the start, after a capital word, or after another initial."""
    return not before.strip() or bool(re.search(rf"(?:\b[{_UPPER}][\w'’-]*|[{_UPPER}]\.?|[:,(«“„\"]) ?$", before))


def _stop(text: str, match: re.Match[str]) -> str:
    """ "." when the last stop of dotted capitals ends the text as well."""
    return "." if match[0].endswith(".") and not text[match.end() :].strip(" \"'”“»’)") else ""
