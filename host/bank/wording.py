"""What the wording of a question gives away about how it can be asked: pure pattern tables in four languages."""

from __future__ import annotations

import re

_DEPENDS = {
    "en": re.compile(
        r"\b(?:which|what)(?: one)?(?: \w+)? of (?:these|those|the following|the options|the answers)\b"
        r"|\bwho (?:among|of) (?:these|the following)\b|\b(?:of|among) the following\b|\bone of these\b"
        r"|\bthe following (?:is|are|was|were|has|have|does|did|can)\b|\b(?:below|listed) (?:is|are|was|were)\b",
        re.IGNORECASE,
    ),
    "fr": re.compile(
        r"\b(?:le|la|les)?quel(?:le)?s? (?:de |d['’]entre |parmi )ces\b|\bqui parmi\b|\bci-dessous\b"
        r"|\b(?:le|la|les)quel(?:le)?s? (?:parmi|d['’]entre) (?:les|ceux|celles|eux|elles)\b"
        r"|\bparmi (?:ces|les (?:\w+ )?suivant(?:e)?s|les propositions)\b|\bl['’]une? de ces\b",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\bwelche[rsnm]?(?: \w+)? (?:der|von den|unter den|aus den) (?:folgenden|genannten|aufgeführten)\b"
        r"|\bwelche[rsnm]? (?:dieser|von diesen)\b|\b(?:wer|was) von (?:diesen|den folgenden)\b"
        r"|\b(?:der|von den|unter den) folgenden\b|\beine[rsnm]? dieser\b",
        re.IGNORECASE,
    ),
    "es": re.compile(
        r"\bcu[aá]l(?:es)? de (?:est[oae]s|(?:los|las)(?: \w+)? siguientes)\b"
        r"|\bqui[eé]n de (?:est[oae]s|los siguientes)\b"
        r"|\bqu[eé] \w+ de (?:est[oae]s|(?:los|las) siguientes)\b|\bde (?:los|las) siguientes\b|\buno de estos\b"
        r"|\buna de estas\b|\bentre est[oa]s\b",
        re.IGNORECASE,
    ),
}


def depends_on_choices(text: str, language: str) -> bool:
    """Whether the question makes no sense without its choices ("Which of these …")."""
    pattern = _DEPENDS.get(language)
    return pattern is not None and pattern.search(text) is not None
