"""Plain words for comparing texts: folded, without accents, without the little words. Not for judging answers."""

from __future__ import annotations

import re
import unicodedata

_WORD = re.compile(r"[a-z0-9]+")
_FOLDS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "’": "'"})
_LITTLE = {
    "en": "a an and are as at by did do does for from had has have he her his how in into is it its of on or she "
    "that the their they this to was were what when where which who whom whose why with you your",
    "fr": "a au aux avec c ce ces cet cette comment d dans de des du elle en est et etait etaient ete eu il ils j l la "
    "le les leur lors m n on ont ou par pour qu quand que quel quelle quelles quels qui quoi s sa se ses son sont sur "
    "t un une y",
    "de": "als am an auch auf aus bei beim das dem den der des die ein eine einem einen einer eines er es fur hat "
    "heisst hiess ihr ihre im in ist man mit nach sich sie sind uber um und von vom war waren was welche welchem "
    "welchen welcher welches wem wen wer wie wo wurde wurden zu zum zur",
    "es": "a al como con cual cuales cuando de del donde e el ella en era es esta este fue fueron ha han la las lo los "
    "o para por que quien quienes se son su sus un una unas unos y",
}
LITTLE = {language: frozenset(words.split()) for language, words in _LITTLE.items()}
"""Words too common to tell two texts apart, folded, by language."""


def fold(text: str) -> str:
    """Lower case without accents: ``Île-de-France`` -> ``ile-de-france``."""
    text = text.casefold()
    if text.isascii():
        return text
    text = text.translate(_FOLDS)
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def words(text: str) -> list[str]:
    """The folded words and numbers of a text, in order."""
    return _WORD.findall(fold(text))


def content_words(text: str, language: str) -> list[str]:
    """The words that carry meaning; all words when no other is left."""
    all_words = words(text)
    little = LITTLE.get(language, frozenset())
    return [word for word in all_words if word not in little] or all_words


def same_answer(text: str, language: str) -> str:
    """A key that is equal for two ways of writing one answer: articles, accents, case and order do not count."""
    return " ".join(sorted(content_words(text, language)))


def likely_language(texts: list[str]) -> str:
    """The language whose little words are met most, or empty when there are too few to tell."""
    counts = dict.fromkeys(LITTLE, 0)
    for text in texts[:400]:
        for word in words(text):
            for language, little in LITTLE.items():
                counts[language] += word in little
    best, second, *_ = sorted(counts.values(), reverse=True)
    found = max(counts, key=lambda language: counts[language])
    return found if best >= 12 and best > 1.3 * second else ""
