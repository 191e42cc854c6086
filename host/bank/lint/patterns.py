"""Pattern tables of the lint, by language: dated words, pictures, orders, letters and spellings that are foreign.

Each table is a list of phrases between semicolons; a phrase may be a regular expression and matches whole words.
"""

from __future__ import annotations

import re


def _phrases(text: str, start: str = r"(?<!\w)") -> re.Pattern[str]:
    choices = "|".join(phrase.strip().replace("'", "['’]") for phrase in text.split(";") if phrase.strip())
    return re.compile(rf"{start}(?:{choices})(?!\w)", re.IGNORECASE)


DATED = {
    "en": _phrases(
        "current; currently; today(?:'s)?; nowadays; presently; now; latest; most recent; newest; this year; "
        "last year; so far; to date; as of; at the moment; recently; reigning; incumbent; still alive; still holds?; "
        "still living"
    ),
    "fr": _phrases(
        "actuel(?:le|s|les|lement)?; aujourd'hui; de nos jours; à ce jour; en ce moment; cette année; l'an dernier; "
        "dernièrement; récemment; jusqu'à présent; tout dernier; l[ae] plus récente?; en titre; encore en vie"
    ),
    "de": _phrases(
        "aktuell(?:e[rsmn]?)?; derzeit(?:ige[rsmn]?)?; heute; heutige[rsmn]?; heutzutage; zurzeit; momentan; "
        "gegenwärtig(?:e[rsmn]?)?; bislang; bisher(?:ige[rsmn]?)?; neueste[rsmn]?; dieses jahr; letztes jahr; "
        "amtierende[rsmn]?; noch lebende[rsmn]?; kürzlich; neulich"
    ),
    "es": _phrases(
        "actual(?:es|mente)?; hoy; hoy (?:en )?día; ahora; hasta la fecha; hasta ahora; este año; el año pasado; "
        "recientemente; último (?:campeón|ganador|presidente); más reciente; vigente; en la actualidad; todavía viv[eo]"
    ),
}
"""Words that date a question."""

PICTURE = {
    "en": _phrases(
        r"(?:this|the) (?:picture|photo|photograph|image|diagram) (?:below|above|shown); pictured; "
        r"shown (?:here|below); in (?:the|this) (?:picture|photo|image); "
        r"(?:this|following) (?:picture|photo|image|flag|logo); see image"
    ),
    "fr": _phrases("sur (?:cette|la) (?:image|photo); cette (?:image|photo); ci-(?:dessous|dessus|contre); ce drapeau"),
    "de": _phrases("auf (?:diesem|dem) (?:bild|foto); im bild; dieses foto; abgebildet(?:e[rsmn]?)?; hier zu sehen"),
    "es": _phrases("(?:en|de) (?:la|esta) (?:imagen|foto); esta (?:imagen|foto); que se muestra; esta bandera"),
}
"""Wording that needs something to look at."""

BLANK = re.compile(r"_{2,}|\.{4,}|\{\{c\d|…\s+\w+.*\?$", re.IGNORECASE)
"""Gaps to fill in."""

ORDER = {
    "en": _phrases("name; give; complete; finish; spell; list; say; count; true or false; tell; add; calculate", "^"),
    "fr": _phrases(
        "nomme[zr]?; cite[zr]?; donne[zr]?; complète[zr]?; termine[zr]?; épele[zr]?; dis; dites; vrai ou faux; "
        "trouve[zr]?; calcule[zr]?",
        "^",
    ),
    "de": _phrases(
        "nenne?; nennt; nennen sie; gib; ergänze; vervollständige; buchstabiere; sag; richtig oder falsch; "
        "wahr oder falsch; zähle; rechne; berechne; beende",
        "^",
    ),
    "es": _phrases("nombra; nombre; di; diga; cita; da; completa; termina; deletrea; verdadero o falso; calcula", "^"),
}
"""First words of a task that is no question and needs no question mark."""

OR = {"en": "or", "fr": "ou", "de": "oder", "es": "o"}
"""The word between two choices that the question itself names."""

ASKING = {
    "en": _phrases("which; what; whose; who"),
    "fr": _phrases("(?:le|la|les)?quel(?:le)?s?; quoi; qui"),
    "de": _phrases("welche[rsnm]?; was; wer; wessen"),
    "es": _phrases("qué; cuál(?:es)?; quién"),
}
"""Words before the noun that only says what kind of thing is asked for ("Which river …")."""

FOREIGN = {
    "en": re.compile(r"[^\x00-\x7f]|sch|tzs|cz|sz|eaux?|eux|zh|oise|aise|ouill|wicz|vich|gnol|aux", re.I),
    "fr": re.compile(r"[^\W\d_a-zàâäçéèêëîïôöûüùÿœæ]|w|sh|sch|cz|sz|oo|ee|th\b|ck|gh|tz", re.I),
    "de": re.compile(r"[^\W\d_a-zäöüß]|eau|eux|oux|oo|ough|\bsh|sh\b|cz|llo\b|lla\b|gn[ao]", re.I),
    "es": re.compile(r"[^\W\d_a-záéíóúüñ]|w|sh|sch|th|oo|ee|ck|gh|cz|sz|tz|ss|tt|ff|ph|kh|zh|eau|aux", re.I),
}
"""Letters and letter groups that a reader of the language does not say as they are written."""

ALL_OF_THESE = re.compile(
    r"(?:all|none|both|neither|any|either)(?: of)? (?:the|these|those|them|above|others?)\b.*|both|neither"
    r"|a and b|b and c|(?:aucun|tou)\w* (?:de |d['’])?(?:ces|les|celles|eux|elles)\b.*|les deux"
    r"|keine[rs]? (?:davon|der|von)\b.*"
    r"|alle (?:davon|genannten|drei|vier)\b.*|beide\w?|ningun[oa] de\b.*|tod[oa]s (?:l[oa]s|ell[oa]s)\b.*|amb[oa]s\b.*",
    re.IGNORECASE,
)
"""Choices about other choices."""

SIGNS = frozenset(" .,;:!?¿¡'’‘\"“”„«»‹›()–-—…/&%°€$£+×=½¼¾²³´\u00a0\u202f")
"""Besides letters and digits, what a voice reads or rightly passes over."""
