"""Which format a file is in, told from its content; the name only helps."""

from __future__ import annotations

import re
from pathlib import PurePath

from host.bank.importers.gift import read_gift
from host.bank.importers.json_quiz import read_jeopardy, read_json, read_openquizzdb_json
from host.bank.importers.model import Format
from host.bank.importers.plain import read_aiken, read_anki, read_openquizzdb_txt, read_opentriviaqa
from host.bank.importers.sheet import read_csv, read_openquizzdb_csv

_OPENQUIZZDB = ("CC-BY-SA-4.0", "OpenQuizzDB, openquizzdb.org")
_JEOPARDY = "none: for your own table only"
FORMATS = {
    format.name: format
    for format in (
        Format("opentdb", "Open Trivia DB JSON", read_json, "CC-BY-SA-4.0", "the Open Trivia Database, opentdb.com"),
        Format(
            "opentriviaqa", "OpenTriviaQA text", read_opentriviaqa, "CC-BY-SA-4.0", "OpenTriviaQA and its contributors"
        ),
        Format("openquizzdb-json", "OpenQuizzDB JSON", read_openquizzdb_json, *_OPENQUIZZDB),
        Format("openquizzdb-csv", "OpenQuizzDB CSV", read_openquizzdb_csv, *_OPENQUIZZDB),
        Format("openquizzdb-txt", "OpenQuizzDB text", read_openquizzdb_txt, *_OPENQUIZZDB),
        Format("gift", "Moodle GIFT", read_gift),
        Format("aiken", "Aiken", read_aiken),
        Format("kahoot", "Kahoot spreadsheet (xlsx or CSV)", read_csv, first_index=1),
        Format("anki", "Anki notes as text", read_anki),
        Format("csv", "table with a header (CSV, TSV)", read_csv),
        Format("jeopardy", "Jeopardy-style JSON", read_jeopardy, _JEOPARDY, "clues of the show Jeopardy"),
        Format("json", "any JSON list of questions", read_json),
    )
}
"""Every format by its name for ``--format``."""


def detect(text: str, name: str, *, workbook: bool = False) -> Format:
    """The format of a file; the generic table or list when nothing more special fits."""
    head = text[:30_000]
    if workbook:
        return FORMATS["kahoot"]
    if re.search(r"^#Q\b", head, re.MULTILINE) and re.search(r"^\^", head, re.MULTILINE):
        return FORMATS["opentriviaqa"]
    if re.search(r"^#(?:separator|html|notetype|deck|tags|columns|guid)\b.*:", head, re.MULTILINE | re.IGNORECASE):
        return FORMATS["anki"]
    if _looks_like_json(head):
        return FORMATS[_json_kind(head)]
    if re.search(r"^\[\s*\d+\s*-\s*\w+\s*\]", head, re.MULTILINE) and re.search(r"^A\s*>", head, re.MULTILINE):
        return FORMATS["openquizzdb-txt"]
    if re.search(r"^\d+;(?:[a-z]{2};)?[^\n]*;(?:Débutant|Confirmé|Expert);", head, re.MULTILINE | re.IGNORECASE):
        return FORMATS["openquizzdb-csv"]
    if re.search(r"^\s*ANSWER\s*:\s*[A-Za-z]\b", head, re.MULTILINE | re.IGNORECASE):
        return FORMATS["aiken"]
    if re.search(r"\$CATEGORY:|^\s*::.*?::|\{[^{}]*[=~#][^{}]*\}|\{\s*(?:T|F|TRUE|FALSE)\s*\}", head, re.MULTILINE):
        return FORMATS["gift"]
    if re.search(r"max \d+ characters|Time limit \(sec", head, re.IGNORECASE):
        return FORMATS["kahoot"]
    if PurePath(name).suffix.lower() == ".txt" and head.count("\t") >= head.count("\n") > 0 and "?" not in head[:30]:
        return FORMATS["anki"]
    return FORMATS["csv"]


def _looks_like_json(head: str) -> bool:
    """Whether it is JSON or a JavaScript or Python literal; GIFT has braces too, but no quoted keys."""
    begins = head.lstrip()[:1] in ("[", "{")
    keyed = re.search(r"[{,]\s*(?:\"[^\"\n]{1,40}\"|'[^'\n]{1,40}'|[A-Za-z_]\w{0,30})\s*:\s*[\"'\[{\d]", head)
    assigned = re.search(r"^(?:export\s+|module\.exports|var |let |const |[a-z_]\w*\s*=\s*[\[{])", head, re.MULTILINE)
    return bool(keyed and (begins or assigned or re.search(r"[\[{]\s*\n", head)))


def _json_kind(head: str) -> str:
    if re.search(r'"(?:quizz|fournisseur)"\s*:', head):
        return "openquizzdb-json"
    if '"air_date"' in head or ('"round"' in head and '"value"' in head and '"category"' in head):
        return "jeopardy"
    if '"response_code"' in head or ('"correct_answer"' in head and '"incorrect_answers"' in head):
        return "opentdb"
    return "json"
