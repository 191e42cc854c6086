"""Text for a voice: cleaned of what a voice trips over and cut into sentences short enough to start speaking soon."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ABBREVIATIONS: Final = {
    "en": "mr mrs ms dr prof st jr sr vs no vol gen col capt lt sgt rev hon mt ft inc ltd co etc approx dept",
    "fr": "m mm mme mlle dr pr prof st ste cf ex p pp vol no env av apr etc n",
    "de": "hr fr dr prof st nr bzw usw ca evtl ggf inkl bsp vgl sog str jh jhd mio mrd bd hl geb gest etc",
    "es": "sr sra srta sres d dña dr dra prof st sta sto ud uds núm pág págs ej aprox gral av avda etc vol",
}
"""Words whose full stop ends no sentence."""

_BLOCK: Final = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_END: Final = re.compile(r"""([.!?…]+(?: \]\]|["'”’»)\]]*))\s+""")
_CLAUSE: Final = re.compile(r"(?<=[,;:])\s+")
_SPACES: Final = re.compile(r"\s+")
LONGEST: Final = 180
"""Characters above which a sentence is cut at a comma, so that a slow machine need not synthesise it whole first."""


def clean(text: str) -> str:
    """The text without control characters, pictures and stray phoneme brackets, spaces single.

    A phoneme block ``[[ bˈætmæn ]]`` stays. Piper swallows punctuation that follows one and fuses the words around
    it, so the punctuation is moved inside.
    """
    text = "".join(" " if unicodedata.category(c) in {"Cc", "Cf", "Co", "Cs", "So", "Sk"} else c for c in text)
    blocks: list[str] = []

    def keep(match: re.Match[str]) -> str:
        blocks.append(match[1].replace("[", "").replace("]", "").strip())
        return "\0" if blocks[-1] else " "

    text = _BLOCK.sub(keep, text).replace("[[", " ").replace("]]", " ")
    inside = iter([b for b in blocks if b])
    text = re.sub(r"\0\s*([.,;:!?…]*)", lambda m: f"[[ {next(inside)}{m[1]} ]] ", text)
    return _SPACES.sub(" ", text).strip()


def without_phonemes(text: str) -> str:
    """The text with phoneme blocks turned into plain letters, for voices that cannot read them."""
    return _SPACES.sub(" ", _BLOCK.sub(lambda m: f" {m[1]} ", text)).strip()


def sayable(text: str) -> bool:
    """Whether there is a letter or digit to say."""
    return any(c.isalnum() for c in text)


def sentences(text: str, language: str = "en") -> list[str]:
    """Cuts text into sentences, in order; texts without anything to say are left out.

    A full stop after an abbreviation, an initial, or (in German) a number ends no sentence.
    """
    text = clean(text)
    found, start = [], 0
    for match in _END.finditer(text):
        if _ends_sentence(text[start : match.end(1)], text[match.end() :], language):
            found.append(text[start : match.end(1)])
            start = match.end()
    found.append(text[start:])
    return [part for sentence in found if sayable(sentence) for part in _shorter(sentence.strip())]


def _inside_block(before: str) -> bool:
    """Whether a phoneme block is open after this text."""
    return before.count("[[") > before.count("]]")


def _ends_sentence(before: str, after: str, language: str) -> bool:
    if _inside_block(before):
        return False
    if not before.endswith(".") or before.endswith(". ]]"):
        # "What?" he said: a small letter goes on.
        return not after[:1].islower()
    word = re.split(r"[\s(\"'«“’-]", before[:-1])[-1].lower()
    if word in _ABBREVIATIONS.get(language, "").split():
        return False
    if len(word) == 1 and word.isalpha():  # initials, z. B.; two sentences in one breath do no harm
        return False
    if re.search(r"(?:^|\s)(?:\w\.)+\w$", before[:-1]):  # e.g., U.S.
        return False
    if language == "de" and word.isdigit() and len(word) <= 2:
        return False
    return not after[:1].islower()


def _shorter(sentence: str) -> list[str]:
    """The sentence, cut at a comma near its middle for as long as it is too long."""
    if len(sentence) <= LONGEST:
        return [sentence]
    cuts = [
        m
        for m in _CLAUSE.finditer(sentence)
        if not sentence.count("[[", 0, m.start()) > sentence.count("]]", 0, m.start())
    ]
    if not cuts:
        return [sentence]
    cut = min(cuts, key=lambda m: abs(m.start() - len(sentence) // 2))
    return [
        part
        for piece in (sentence[: cut.start()], sentence[cut.end() :])
        if sayable(piece)
        for part in (_shorter(piece) if len(piece) < len(sentence) else [piece])
    ]
