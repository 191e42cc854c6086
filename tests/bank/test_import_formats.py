"""Every format comes in: recognised by itself, with the right question, answer and choices, whatever its quirks."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from typing import Any
from urllib.parse import quote, quote_plus

import pytest

from host.bank.importers import Imported, Wishes, import_files

Found = tuple[str, str, tuple[str, ...]]


def imported(content: str | bytes, name: str = "quiz.txt", **wishes: Any) -> Imported:
    """One file's import."""
    data = content.encode() if isinstance(content, str) else content
    return import_files([(name, data)], Wishes(id="t", **wishes))


def asked(result: Imported) -> list[Found]:
    """(question, answer, choices) of every card."""
    questions = [question for card in result.cards for question in card["questions"].values()]
    return [(q["question"], q["answer"], tuple(q.get("choices", ()))) for q in questions]


def one(content: str | bytes, name: str = "quiz.txt", **wishes: Any) -> dict[str, Any]:
    """The only question of a file."""
    (card,) = imported(content, name, **wishes).cards
    (question,) = card["questions"].values()
    return question


def notes(result: Imported) -> list[tuple[int, bool, str]]:
    """(line, lost, reason) of every note."""
    return [(note.line, note.lost, note.reason) for report in result.reports for note in report.notes]


OPENTDB = {
    "response_code": 0,
    "results": [
        {
            "type": "multiple", "difficulty": "hard", "category": "Entertainment: Film",
            "question": "Who&#039;s the cook in &quot;Soup &amp; Salt&quot;?", "correct_answer": "Zo&euml; Gray ",
            "incorrect_answers": ["Ann", "Bo", "Cy"],
        },
        {
            "type": "boolean", "difficulty": "easy", "category": "Science & Nature",
            "question": "Snow is warm.", "correct_answer": "False", "incorrect_answers": ["True"],
        },
    ],
}  # fmt: skip
FILM = ('Who\'s the cook in "Soup & Salt"?', "Zoë Gray", ("Zoë Gray", "Ann", "Bo", "Cy"))
SNOW = ("True or false: Snow is warm.", "False", ("False", "True"))


def encoded(how: Any) -> str:
    """The Open Trivia DB sample with every text encoded; category names of the real one stay raw in part."""
    plain = {"Who&#039;s the cook in &quot;Soup &amp; Salt&quot;?": FILM[0], "Zo&euml; Gray ": "Zoë Gray"}

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: change(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [change(inner) for inner in value]
        return how(plain.get(value, value)) if isinstance(value, str) else value

    return json.dumps(change(OPENTDB))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(OPENTDB),
        json.dumps(OPENTDB, indent=2),
        encoded(quote),
        encoded(quote_plus),
        encoded(lambda text: quote(text, safe="")),
        encoded(lambda text: base64.b64encode(text.encode()).decode()),
        json.dumps(OPENTDB).replace("&quot;", "&amp;quot;").replace("&#039;", "&amp;#039;"),
        "\ufeff" + json.dumps(OPENTDB["results"]),
        "const questions = " + json.dumps(OPENTDB["results"]) + ";\nexport default questions;\n",
        json.dumps(OPENTDB["results"]).replace("correct_answer", "answer").replace("inanswers", "wrong"),
    ],
)
def test_open_trivia_db_in_all_its_encodings(text: str) -> None:
    """Entities, double entities, both percent encodings, base64, a bare list, a script, renamed keys: all the same."""
    assert asked(imported(text, "api.json")) == [FILM, SNOW]


def test_open_trivia_db_keeps_licence_difficulty_and_category() -> None:
    """Licence and names travel with the pack, and categories find their colours."""
    result = imported(json.dumps(OPENTDB), "api.json")
    assert result.header["licence"] == "CC-BY-SA-4.0" and "Open Trivia Database" in result.header["attribution"]
    assert result.categories == {"Entertainment: Film": (1, "pink"), "Science & Nature": (1, "green")}
    assert [next(iter(card["questions"].values())).get("difficulty", 2) for card in result.cards] == [3, 1]


TRIVIAQA = (
    b"#Q Which caf\xe9 stands in Caf\xc3\xa9 Street?\r\n^ The Caf\xe9 Blue\r\nA The Caf\xe9 Blue\nB Red\r\nC Green\n\n"
    b"#Q What does this sign say:\nA stop here\nor go on?\n^ Go on\nA Stop\nB Go on\n\n"
    b"#Q Ice floats.\n^ True\nA True\nB False\n\n"
    b"#Q Which of these is it?\n^ All of these\nA x\nB y\nC All of these\n\n"
    b"#Q Which one?\n^ Plum\nA Plum\nB None of the above\nC Fig\nD Fig\nE Nut\nF Pea\n\n"
    b"#Q Lost?\nA x\nB y\n"
)


def test_opentriviaqa_with_mixed_bytes_and_line_ends() -> None:
    """cp1252 and UTF-8 in one line, CRLF and LF, questions over several lines, more than four choices."""
    result = imported(TRIVIAQA, "world-history.txt")
    assert asked(result) == [
        ("Which café stands in Café Street?", "The Café Blue", ("The Café Blue", "Red", "Green")),
        ("What does this sign say: A stop here or go on?", "Go on", ("Go on", "Stop")),
        ("True or false: Ice floats.", "True", ("True", "False")),
        ("Which one?", "Plum", ("Plum", "Fig", "Nut", "Pea")),
    ]
    assert result.categories == {"world history": (4, "yellow")}
    lines = {line: reason for line, lost, reason in notes(result) if lost}
    assert set(lines) == {19, 34} and "speaks of the other choices" in lines[19]
    assert (1, False, "bytes that are not UTF-8, read as cp1252") in notes(result)


OQ_QUESTION = {
    "id": 1, "question": "Quel oiseau ne vole pas ?", "propositions": ["Pie", "Merle", "Manchot", "Grive"],
    "réponse": "Manchot", "anecdote": "Il nage très bien.",
}  # fmt: skip
OQ_LEVELS = {"débutant": [OQ_QUESTION], "expert": [{**OQ_QUESTION, "id": 2, "question": "Et lequel nage bien ?"}]}
OQ_EN = {"débutant": [{**OQ_QUESTION, "question": "Which bird does not fly ?", "réponse": "Pie"}]}
OQ_HEAD = {"fournisseur": "OpenQuizzDB", "rédacteur": "Jeanne Exemple", "thème": "Animaux (à plumes)", "difficulté": 4}


@pytest.mark.parametrize(
    "quizz", [OQ_LEVELS, {"fr": OQ_LEVELS}, {"fr": OQ_LEVELS, "en": OQ_EN}, {"fr": [OQ_LEVELS], "en": [OQ_EN]}]
)
def test_openquizzdb_json_in_its_shapes(quizz: dict[str, Any]) -> None:
    """Levels alone, languages, and one-element lists around the levels."""
    result = imported(json.dumps({**OQ_HEAD, "quizz": quizz}, ensure_ascii=False), "openquizzdb_1.json")
    choices = ("Manchot", "Pie", "Merle", "Grive")
    assert asked(result) == [
        ("Quel oiseau ne vole pas ?", "Manchot", choices), ("Et lequel nage bien ?", "Manchot", choices)
    ]  # fmt: skip
    assert result.header["language"] == "fr" and "Jeanne Exemple" in result.header["attribution"]
    assert result.categories == {"Animaux (à plumes)": (2, "green")} and "notes" not in result.header
    assert [next(iter(c["questions"].values())).get("difficulty", 2) for c in result.cards] == [1, 3]


def test_openquizzdb_in_another_language_is_flagged() -> None:
    """Its English, German and Spanish are machine translations."""
    text = json.dumps({**OQ_HEAD, "quizz": {"fr": OQ_LEVELS, "en": OQ_EN}}, ensure_ascii=False)
    result = imported(text, language="en")
    assert [q[0] for q in asked(result)] == ["Which bird does not fly ?"]
    assert result.header["notes"] == ["machine-translated"]


@pytest.mark.parametrize(
    "old, new, reason",
    [
        ('"difficulté": 4', '"difficulté": 2 / 5', "2 / 5 without quotes"),
        ("Il nage très bien.", 'Il dit "nage" très bien.', "a quotation mark inside a text"),
        ("Il nage", "Il n\\'age", "the escape \\'"),
    ],
)
def test_openquizzdb_json_with_the_real_faults(old: str, new: str, reason: str) -> None:
    """The faults counted in the real files lose nothing and are named."""
    text = json.dumps({**OQ_HEAD, "quizz": {"fr": OQ_LEVELS}}, ensure_ascii=False, indent=1).replace(old, new)
    result = imported(text, "openquizzdb_2.json")
    assert len(result.cards) == 2 and reason in {why for _, _, why in notes(result)}


def test_openquizzdb_json_with_raw_control_characters() -> None:
    """A raw line break and a tab inside a text are white space."""
    text = json.dumps({**OQ_HEAD, "quizz": OQ_LEVELS}, ensure_ascii=False).replace("nage très", "nage\n\ttrès")
    (question, *_) = [q for card in imported(text, "q.json").cards for q in card["questions"].values()]
    assert question["explanation"] == "Il nage très bien."


def test_openquizzdb_csv_with_and_without_language() -> None:
    """Nine or ten cells, the right answer first, one semicolon too many in a question."""
    text = (
        "1;Quel est le cri du chat ?;Miaou;Ouaf;Meuh;Bêê;Débutant;Il ronronne aussi.;http://x.org/a\r\n"
        "2;Qui a dit ; « Eurêka » ?;Archimède;Thalès;Euclide;Zénon;Expert;Dans son bain.;http://x.org/b\r\n"
        "3;fr;Combien de pattes ?;Huit;Six;Dix;Deux;Confirmé;;\r\n"
        "4;en;How many legs?;Eight;Six;Ten;Two;Confirmé;;\r\n"
        "5;trop court\r\n"
    )
    result = imported(text, "openquizzdb_3.csv")
    assert [(q, a) for q, a, _ in asked(result)] == [
        ("Quel est le cri du chat ?", "Miaou"), ("Qui a dit; « Eurêka » ?", "Archimède"),
        ("Combien de pattes ?", "Huit"),
    ]  # fmt: skip
    assert (2, False, "one ; too many in its row") in notes(result)
    assert any(line == 5 and lost for line, lost, _ in notes(result))


def test_openquizzdb_text() -> None:
    """Six languages in one file, the right choice with a star."""
    text = (
        "**\n** Quizz : Oiseaux\n** Rédacteur : Jean Exemple\n**\n\n- - -\n F R A N C A I S\n- - -\n\n"
        "[1 - Débutant]\nQuestion: Qui chante ?\nA > Merle *\nB > Carpe\nAnecdote: Au lever du jour.\n\n"
        "[2 - Expert]\nQuestion: Sans étoile ?\nA > Oui\nB > Non\n\n* = Bonne réponse\n\n- - -\n"
        " A N G L A I S\n- - -\n"
        "\n[1 - Débutant]\nQuestion: Who sings ?\nA > Blackbird *\nB > Carp\n"
    )
    result = imported(text, "openquizzdb_4.txt")
    assert asked(result) == [("Qui chante ?", "Merle", ("Merle", "Carpe"))]
    assert [line for line, lost, _ in notes(result) if lost] == [17]
    assert asked(imported(text, language="en")) == [("Who sings ?", "Blackbird", ("Blackbird", "Carp"))]


GIFT = r"""// A comment {=no}
$CATEGORY: $course$/Top/Natur\: Tiere

::T1:: Which bird cannot fly? {~eagle #no, it can
  =ostrich#yes ~%50%hen}

::T2::[html]<p>Ostriches&nbsp;live in <b>Africa</b>.</p> {TRUE}

Eggs are {~cubes =oval things ~%-25%flat} in shape.

Who wrote it?{=Ann Lee =%80%Anne Lee =%20%Lee}

When was it? {#1822:5}

When, roughly? {#1820..1830}

How much? {#=12:0#exact =%50%13:1#near}

Match them. {=cat -> miaow =dog -> woof =cow -> moo}

Is 2 \= 1 + 1 and \{x\} a set\: yes or no? {=yes ~no}

Say what you think. {}

Just a text without braces.

Pick both {~%50%left ~%50%right ~%-100%none}

Broken { =a

::T3:: Still there? {=yes}
"""


def test_gift_in_all_its_kinds() -> None:
    """Choices, weights, feedback, truth, gaps, numbers, pairs, escapes; what cannot be asked is named with its line."""
    result = imported(GIFT, "moodle.gift")
    assert asked(result) == [
        ("Which bird cannot fly?", "ostrich", ("ostrich", "eagle", "hen")),
        ("True or false: Ostriches live in Africa.", "True", ("True", "False")),
        ("Fill the gap: Eggs are blank in shape.", "oval things", ("oval things", "cubes", "flat")),
        ("Who wrote it?", "Ann Lee", ()),
        ("When was it?", "1822", ()),
        ("How much?", "12", ()),
        ("Match them: cat?", "miaow", ("miaow", "woof", "moo")),
        ("Match them: dog?", "woof", ("woof", "miaow", "moo")),
        ("Match them: cow?", "moo", ("moo", "miaow", "woof")),
        ("Is 2 = 1 + 1 and {x} a set: yes or no?", "yes", ("yes", "no")),
        ("Still there?", "yes", ()),
    ]
    assert result.categories == {"Natur: Tiere": (11, "green")}
    lost = {line: reason for line, lost, reason in notes(result) if lost}
    assert set(lost) == {15, 23, 25, 27, 29} and "essay" in lost[23] and "not closed" in lost[29]


def test_gift_short_answers_keep_their_weights() -> None:
    """A misspelling worth most of the points is accepted, one worth little asks for more."""
    judge = one("Who wrote it?{=Ann Lee =%80%Anne Lee =%20%Lee}\n", "q.gift")["judge"]
    assert judge == {"accept": ["Anne Lee"], "prompt": ["Lee"]}


def test_aiken() -> None:
    """Dots and brackets, any case of ANSWER, a stem over two lines, a wrong letter, a missing answer line."""
    text = (
        "Which is red?\r\nA. Rose\r\nB. Grass\r\nANSWER: A\r\n\r\n"
        "Which is the one\nthat barks?\na) Cat\nb) Dog\nAnswer: b\n\n"
        "Wrong letter?\nA. x\nB. y\nANSWER: D\n\nNo answer line?\nA. x\nB. y\n\n"
        "Is it true?\nA) True\nB) False\nANSWER: B\n"
    )
    result = imported(text, "aiken.txt")
    assert asked(result) == [
        ("Which is red?", "Rose", ("Rose", "Grass")),
        ("Which is the one that barks?", "Dog", ("Dog", "Cat")),
        ("True or false: Is it true?", "False", ("False", "True")),
    ]
    assert [line for line, lost, _ in notes(result) if lost] == [12, 17]


KAHOOT_ROWS = [
    [],
    ["", "Quiz template"],
    ["", "Add questions below"],
    [
        "", "Question - max 120 characters", "Answer 1 - max 75 characters", "Answer 2 - max 75 characters",
        "Answer 3 - max 75 characters", "Answer 4 - max 75 characters",
        "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs", "Correct answer(s) - choose at least one",
    ],
    ["1", "Which planet is red?", "Venus", "Mars", "", "", "20", "2"],
    ["2", "Which are planets?", "Venus", "Moon", "Mars", "", "30", "3,1"],
    ["3", "No answer given?", "x", "y", "", "", "20", ""],
    ["4", "How many moons has Mars?", "2", "3", "4", "1", "20", "1"],
]  # fmt: skip
KAHOOT = [
    ("Which planet is red?", "Mars", ("Mars", "Venus")),
    ("Which are planets?", "Mars", ("Mars", "Moon")),
    ("How many moons has Mars?", "1", ("1", "2", "3", "4")),
]


def workbook(rows: list[list[str]], *, shared: bool) -> bytes:
    """A minimal xlsx as spreadsheet programs write it, with shared or inline strings."""
    names: list[str] = []

    def cell(row: int, column: int, value: str) -> str:
        place = f"{chr(65 + column)}{row}"
        if value.isdigit():
            return f'<c r="{place}"><v>{value}.0</v></c>'
        escaped = value.replace("&", "&amp;").replace("<", "&lt;")
        if not shared:
            return f'<c r="{place}" t="inlineStr"><is><t>{escaped}</t></is></c>'
        names.append(f"<si><r><t>{escaped[:3]}</t></r><r><t>{escaped[3:]}</t></r></si>")
        return f'<c r="{place}" t="s"><v>{len(names) - 1}</v></c>'

    body = "".join(
        f'<row r="{r}">' + "".join(cell(r, c, v) for c, v in enumerate(row) if v) + "</row>"
        for r, row in enumerate(rows, 1)
        if row
    )
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", f"<worksheet {space}><sheetData>{body}</sheetData></worksheet>")
        if shared:
            archive.writestr("xl/sharedStrings.xml", f"<sst {space}>{''.join(names)}</sst>")
    return out.getvalue()


@pytest.mark.parametrize("shared", [True, False])
def test_kahoot_workbook(shared: bool) -> None:
    """The header is some rows down, numbers are cells of their own, several answers may be right."""
    result = imported(workbook(KAHOOT_ROWS, shared=shared), "kahoot.xlsx")
    assert asked(result) == KAHOOT
    assert [line for line, lost, _ in notes(result) if lost] == [7]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_kahoot_as_csv(sign: str) -> None:
    """Exports come with commas, semicolons or tabs."""
    text = "\n".join(sign.join(f'"{cell}"' if sign in cell else cell for cell in row) for row in KAHOOT_ROWS)
    assert [q for q, _, _ in asked(imported(text, "kahoot.csv"))] == [q for q, _, _ in KAHOOT]


@pytest.mark.parametrize(
    "correct",
    [["Red", "Two", "Fig"], ["A", "b", "C"], ["1", "2", "3"], ["0", "1", "2"], ["Option A", "option 2", "Answer C"]],
)
@pytest.mark.parametrize("head", ["question,a,b,c,correct", "Frage;Antwort 1;Antwort 2;Antwort 3;Richtige Antwort"])
def test_the_correct_column_is_text_letter_or_number(correct: list[str], head: str) -> None:
    """Whether numbers count from nought or one is found out from the whole file."""
    sign = ";" if ";" in head else ","
    rows = [
        ["Which colour?", "Red", "Blue", "Green"],
        ["How many?", "One", "Two", "Ten"],
        ["Fruit?", "Pea", "Nut", "Fig"],
    ]
    text = "\ufeff" + head + "\r\n"
    text += "".join(sign.join([*row, right]) + "\r\n" for row, right in zip(rows, correct, strict=True))
    assert [a for _, a, _ in asked(imported(text, "home.csv"))] == ["Red", "Two", "Fig"]


def test_numbers_as_choices_are_matched_as_text_first() -> None:
    """Where the right answer is a number and one of the choices, it is that choice, not a place in the list."""
    assert one("question,a,b,c,answer\nHow many legs?,4,2,3,2\n", "n.csv")["answer"] == "2"


@pytest.mark.parametrize(
    "head",
    [
        "pregunta,respuesta,categoria", "Question;Réponse;Thème", "Frage\tAntwort\tKategorie", "q|answer|topic",
    ],
)  # fmt: skip
def test_free_answers_in_four_languages(head: str) -> None:
    """Two columns and a category are enough."""
    sign = next(sign for sign in ",;\t|" if sign in head)
    result = imported(f"{head}\n" + sign.join(["Wer war es?", "Anna", "Film"]) + "\n", "f.csv")
    assert asked(result) == [("Wer war es?", "Anna", ())] and result.categories == {"Film": (1, "pink")}


def test_a_table_without_header() -> None:
    """The first column is taken as the question, and the report says so."""
    result = imported("Who was it?,Anna\nWho else?,Bo\n", "bare.csv")
    assert [a for _, a, _ in asked(result)] == ["Anna", "Bo"] and "no header" in notes(result)[0][2]


def test_anki_notes() -> None:
    """Header lines, tags, markup, clozes, sounds and a long back."""
    text = (
        "#separator:tab\n#html:true\n#tags column:3\n#deck:Welt::Europa\n"
        "Capital of <b>France</b>?\tParis<br>It lies on the Seine\tgeo::europe\n"
        'Capital of "Italy"?\tRome\t\nThe {{c1::Danube::river}} flows through {{c2::Vienna}}.\tIndeed.\tgeo\n'
        "Listen: [sound:x.mp3]\tA dog\t\nNo back\t\t\n"
    )
    result = imported(text, "anki.txt")
    assert asked(result) == [
        ("Capital of France?", "Paris", ()),
        ('Capital of "Italy"?', "Rome", ()),
        ("Fill the gap: The blank flows through Vienna.", "Danube", ()),
    ]
    assert next(iter(result.cards[0]["questions"].values()))["explanation"] == "It lies on the Seine."
    assert [line for line, lost, _ in notes(result) if lost] == [8, 9]


def test_jeopardy_clues() -> None:
    """Statements lose their quotes, keep their category, brackets become aliases, links are left out."""
    clues = [
        {"category": "RIVERS", "air_date": "2000-01-01", "question": "'It runs by Cologne'", "value": "$200",
         "answer": "(the) Rhine", "round": "Jeopardy!", "show_number": "1"},
        {"category": "ANN'S WORDS", "air_date": "2000-01-01", "question": "'A small\\'ish horse'", "value": "$1,000",
         "answer": "a pony (or foal)", "round": "Jeopardy!", "show_number": "1"},
        {"category": "SEEN", "air_date": "2000-01-01", "question": "'<a href=\"http://x/y.jpg\">This</a> bird'",
         "value": None, "answer": "owl", "round": "Jeopardy!", "show_number": "1"},
    ]  # fmt: skip
    result = imported(json.dumps(clues), "JEOPARDY.json")
    assert [(q, a) for q, a, _ in asked(result)] == [
        ("Rivers: It runs by Cologne", "the Rhine"), ("Ann's Words: A small\\'ish horse", "a pony")
    ]  # fmt: skip
    judges = [next(iter(card["questions"].values()))["judge"]["accept"] for card in result.cards]
    assert judges == [["Rhine"], ["foal"]] and "own table" in result.header["licence"]
    assert [lost for _, lost, _ in notes(result)] == [True]


def test_el_cms_records_without_a_frame() -> None:
    """Objects one after another, one answer in a list, an index that points at it, gaps and stray quotes."""
    text = (
        '{"category_id":"LANGUAGE", "lang":"en", "question":"\\"Bonjour\\" means ______.\\"", "answer":0, '
        '"answers":["Good day"], "source":""},\n'
        '{"category_id":"LANGUAGE", "lang":"en", "question":"\u00a0What is a \\"lexicon\\"?\\"", "answer":0, '
        '"answers":["A dictionary"], "source":""},\n'
    )
    assert asked(imported(text, "language.json")) == [
        ('Fill the gap: "Bonjour" means blank.', "Good day", ()), ('What is a "lexicon"?', "A dictionary", ())
    ]  # fmt: skip


def test_home_made_german_script() -> None:
    """Comments between objects, keys with umlauts, a fact, a level."""
    text = (
        "const fragen = [\n\n  ///////\n  { // Erste\n    \"Kategorie\": \"Erdkunde\",\n"
        "    \"Frage\": \"Welcher Fluss?\",\n"
        "    \"Antworten\": [\"Elbe\", \"Rhein\", \"Oder\"],\n    \"RichtigeAntwort\": \"Rhein\",\n"
        "    \"RichtigeAntwortMöglichkeiten\": \"Rhein\",\n    \"Schwierigkeitsgrad\": \"extrem\",\n"
        "    \"Fakt\": \"Er ist lang\"\n  },\n];\n"
    )  # fmt: skip
    question = one(text, "erdkunde.js", language="de")
    assert question["choices"] == ["Rhein", "Elbe", "Oder"] and question["difficulty"] == 3
    assert question["explanation"] == "Er ist lang"


def test_home_made_spanish_lists() -> None:
    """A Python list, integers as answers, categories as keys, the right answer among the wrong ones."""
    python = "# mis preguntas\npreguntas = [\n"
    python += " {'pregunta': '¿Quién fue?', 'opciones': ['Ana', 'Luis'], 'respuesta': 'Ana'},\n]\n"
    assert asked(imported(python, "preguntas.py")) == [("¿Quién fue?", "Ana", ("Ana", "Luis"))]
    script = (
        'export const preguntas = {\n "Historia":[\n  {"Pregunta": "¿En qué año?", "Incorrecta1": 1445, "Incorrecta2":'
        ' 1492, "Correcta": 1492},\n  {"Pregunta": "¿Y cuándo?", "Incorrecta1": 1936, "Correcta": 1939}\n ],\n'
        ' "Deportes":[\n'
        '  {"Pregunta": "¿Quién ganó?", "Correcta": "Nadie"}\n ]\n}\n'
    )
    result = imported(script, "banco.js")
    assert asked(result) == [
        ("¿En qué año?", "1492", ("1492", "1445")), ("¿Y cuándo?", "1939", ("1939", "1936")),
        ("¿Quién ganó?", "Nadie", ()),
    ]  # fmt: skip
    assert result.categories == {"Historia": (2, "yellow"), "Deportes": (1, "orange")}
    assert [reason for _, _, reason in notes(result)] == ["something around the data", "a choice stood there twice"]


@pytest.mark.parametrize(
    "data",
    [
        {"question": "Who?", "options": ["Ann", "Bo"], "answer": 1},
        {"question": "Who?", "options": ["Ann", "Bo"], "correctAnswer": "B"},
        {"question": "Who?", "options": {"a": "Ann", "b": "Bo"}, "answer": "b"},
        {"question": "Who?", "answers": [{"text": "Ann", "isCorrect": False}, {"text": "Bo", "isCorrect": True}]},
        {"question": "Who?", "correct_answers": ["Bo"], "incorrect_answers": ["Ann"]},
        {"q": "Who?", "a": "Ann", "b": "Bo", "solution": "Bo"},
    ],
)
def test_other_shapes_of_objects(data: dict[str, Any]) -> None:
    """Options as list, as mapping, as objects that say themselves which is right."""
    assert asked(imported(json.dumps([data]), "q.json")) == [("Who?", "Bo", ("Bo", "Ann"))]


def test_openquizzdb_of_2022_in_a_script() -> None:
    """Several quizzes in one list, the category in six languages instead of a theme, dots instead of an end."""
    quiz = {
        "fournisseur": "OpenQuizzDB", "rédacteur": "Jeanne Exemple", "difficulté": "4 / 5",
        "catégorie-nom-slogan": {"fr": {"catégorie": "Sports"}, "en": {"catégorie": "Sport"}},
        "quizz": {"débutant": [{**OQ_QUESTION, "question": "Le manchot est un oiseau qui..."}]},
    }  # fmt: skip
    text = (
        "export const Sport = [\n"
        + json.dumps(quiz, ensure_ascii=False)
        + ",\n"
        + json.dumps({**quiz, "quizz": OQ_LEVELS})
    )
    result = imported(text + "\n];\n", "sport.js")
    assert [q for q, _, _ in asked(result)] == [
        "Le manchot est un oiseau qui...", "Quel oiseau ne vole pas ?", "Et lequel nage bien ?"
    ]  # fmt: skip
    assert result.categories == {"Sports": (3, "orange")}


def test_a_moodle_export_with_html_in_every_answer() -> None:
    """Paragraphs and spans inside answers, stars for any letters, formulas and pictures that cannot be heard."""
    text = (
        '// question: 1\n::Q 1::[html]<p style\\="a\\: b;">When was it?</p>{\n\t='
        '<p><span style\\="c\\: d">In 1901</span><br></p>'
        "#<p>Yes! See http\\://x.org/</p>\n\t~<p>In 1902</p>#<p>No</p>\n\t####<p>It was cold.&nbsp;</p>\n}\n\n"
        "::Q 2::[html]<p>It is _______ done.</p>{\n\t=%100%*slowly*#ok\n\t=%0%*slow*#hm\n\t=%0%*#no\n}\n\n"
        "::Q 3::[html]<p>Solve $$x^2 \\= 4$$</p>{#=2:0}\n\n"
        '::Q 4::<img src\\="@@PLUGINFILE@@/a.jpg" /> What is it?{=b}\n'
    )
    result = imported(text, "export.gift")
    assert asked(result) == [
        ("When was it?", "In 1901", ("In 1901", "In 1902")), ("Fill the gap: It is blank done.", "slowly", ())
    ]  # fmt: skip
    assert [reason for _, lost, reason in notes(result) if lost] == [
        "it needs a formula",
        "it needs a picture or a sound",
    ]


def test_anki_notes_with_many_fields() -> None:
    """A number first, the gap in a later field, two right wordings between bars."""
    text = "#separator:tab\n0001\tVerbs\tPut it right.\tShe {{c1::is|'s}} here.\t\t\n0002\tCapital of Peru?\tLima\n"
    result = imported(text, "grammar.txt")
    assert asked(result) == [
        ("Fill the gap: Put it right. She blank here.", "is", ()), ("Capital of Peru?", "Lima", ())
    ]  # fmt: skip
    assert next(iter(result.cards[0]["questions"].values()))["judge"] == {"accept": ["'s"]}


def test_other_programs_tables() -> None:
    """Numbered question columns, optional answers, line breaks in the header, a picture column."""
    text = (
        '"My template"\n"Question #","Question Text","Answer 1","Answer 2","Answer 3\n(Optional)",'
        '"Time Limit (sec)\n(Max: 300)","Correct Answer(s)\n(Only include Answer #)","Image Link"\n'
        '"1","Which is red?","Grass","Rose","","20","2",""\n"2","And this?","a","b","","20","1","http://x/y.png"\n'
    )
    result = imported(text, "template.csv")
    assert asked(result) == [("Which is red?", "Rose", ("Rose", "Grass"))]
    assert [reason for _, lost, reason in notes(result) if lost] == ["it needs a picture or a sound"]


def test_stray_markup_of_typists() -> None:
    """Underscores for emphasis and inside words, full-width signs, quotes around everything."""
    text = '"question","answer"\n"""What is a _mid_point_ line of _squares_？""","A ""median"""\n'
    assert asked(imported(text, "a.csv")) == [("What is a mid-point line of squares?", 'A "median"', ())]


def test_an_import_for_the_pawn_game_has_its_shape() -> None:
    """All questions go to the quiz, with three choices."""
    result = imported(json.dumps(OPENTDB), "api.json", edition="switzergame")
    assert {category for card in result.cards for category in card["questions"]} == {"quiz"}
    assert [len(choices) for _, _, choices in asked(result)] == [3, 2]
