"""``quizhost packs`` as a user calls it: output, files, exit status."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from host.app import pack_cache
from host.app.seen import Mark, SeenList
from host.bank.export import EXPORTS
from host.bank.importers import Wishes, import_files
from host.bank.pack import load_pack, pack_from_data
from host.cli import main

CSV = "question,answer,category,wrong 1\nWho was first?,Anna,Film,Bo\nWho was last?,Cy,Zzz,Di\nWho?,,Zzz,\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    """A small table to import."""
    path = tmp_path / "Mein Quiz.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """(exit status, everything printed)."""
    status = main(["packs", *map(str, words)])
    said = capsys.readouterr()
    return status, said.out + said.err


def data(capsys: pytest.CaptureFixture[str], *words: object) -> Any:
    """The JSON document that a command prints."""
    status = main(["packs", *map(str, words), "--json"])
    said = capsys.readouterr()
    assert status in (0, 1) and said.err == ""
    return json.loads(said.out)


def test_import_writes_a_pack_among_the_users_own(capsys: pytest.CaptureFixture[str], quiz: Path, home: Path) -> None:
    """The pack is written, listed, and the report names the lost line."""
    status, said = run(capsys, "import", quiz)
    assert status == 0 and "line 4: left out, there is no answer in its column: Who?" in said
    pack = load_pack(home / "data" / "questions" / "mein-quiz.yaml")
    assert [q.answer for q in pack.questions] == ["Anna", "Cy"]
    assert "mein-quiz" in {p["id"] for p in data(capsys, "list")["packs"]}


def test_import_maps_categories_once_and_remembers(
    capsys: pytest.CaptureFixture[str], quiz: Path, tmp_path: Path
) -> None:
    """--map decides, also in another language, and the next import knows it."""
    first = data(capsys, "import", quiz, "--out", tmp_path / "a.yaml", "--map", "zzz=Grün")
    again = data(capsys, "import", quiz, "--out", tmp_path / "b.yaml")
    wanted = {"Film": {"questions": 1, "colour": "pink"}, "Zzz": {"questions": 1, "colour": "green"}}
    assert first["categories"] == again["categories"] == wanted


def test_import_asks_at_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, quiz: Path
) -> None:
    """An unknown category is asked about, a known one not; a wrong word is asked again."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    answers = iter(["mauve", "brown"])
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or next(answers))
    _, said = run(capsys, "import", quiz)
    assert len(asked) == 2 and "'Zzz'" in asked[0] and "category Zzz: brown" in said and "no category 'mauve'" in said
    run(capsys, "import", quiz)
    assert len(asked) == 2


@pytest.mark.parametrize(
    "words, status, sentence",
    [
        (["import", "none.csv"], 1, "cannot be read"),
        (["import", "{quiz}", "--map", "x"], 2, "--map wants NAME=COLOUR"),
        (["import", "{quiz}", "--map", "x=mauve"], 2, "there is no category 'mauve'"),
        (["import", "{quiz}", "--id", "../x"], 2, "may hold only"),
        (["import", "{quiz}", "--out", "{quiz}"], 2, "there already and is not this pack"),
        (["import", "{quiz}", "--format", "gift"], 1, "no question found"),
        (["lint", "none.yaml"], 2, "there is no such file"),
        (["lint", "{folder}"], 2, "there is no pack in this folder"),
        (["export", "none"], 1, "there is no pack 'none'"),
        (["lint", "{quiz}"], 1, "must be a block of keys"),
        (["stats", "{quiz}"], 1, "left out:"),
    ],
)
def test_mistakes_end_in_a_sentence(
    capsys: pytest.CaptureFixture[str], quiz: Path, tmp_path: Path, words: list[str], status: int, sentence: str
) -> None:
    """No traceback; 2 for a wrong call, 1 for a wrong file."""
    (tmp_path / "folder").mkdir()
    told = [word.format(quiz=quiz, folder=tmp_path / "folder") for word in words]
    found, said = run(capsys, *told)
    assert found == status and sentence in said


def test_a_newer_import_replaces_the_pack_and_keeps_the_ids(
    capsys: pytest.CaptureFixture[str], quiz: Path, home: Path
) -> None:
    """Importing again may replace the pack of the same id; unchanged questions keep their ids wherever they stand."""
    run(capsys, "import", quiz)
    path = home / "data" / "questions" / "mein-quiz.yaml"
    before = {q.answer: q.id for q in load_pack(path).questions}
    quiz.write_text(CSV.replace("Who was first?", "Who was zeroth?,Ed,Film,Fay\nWho was first?"), encoding="utf-8")
    assert run(capsys, "import", quiz)[0] == 0
    after = {q.answer: q.id for q in load_pack(path).questions}
    assert set(after) == {"Anna", "Cy", "Ed"} and all(after[answer] == before[answer] for answer in before)


def test_a_pack_in_our_own_format_is_taken_over(capsys: pytest.CaptureFixture[str], tmp_path: Path, home: Path) -> None:
    """It is checked and put among one's own; a faulty one is refused with its line."""
    path = tmp_path / "friend.yaml"
    path.write_text(EXPORTS["yaml"](SAMPLE), encoding="utf-8")
    assert run(capsys, "import", path)[0] == 0
    assert load_pack(home / "data" / "questions" / "t.yaml") == SAMPLE
    path.write_text(EXPORTS["yaml"](SAMPLE).replace('answer: "Ann"', "answer: 1"), encoding="utf-8")
    status, said = run(capsys, "import", path)
    assert status == 1 and "answer: must be text" in said


def test_lint_counts_and_decides_the_exit_status(capsys: pytest.CaptureFixture[str], quiz: Path, home: Path) -> None:
    """Warnings alone are no failure, with --strict they are; the JSON document has codes and lines."""
    run(capsys, "import", quiz)
    folder = home / "data" / "questions"
    assert run(capsys, "lint", folder)[0] == 0 and run(capsys, "lint", folder, "--strict")[0] == 1
    document = data(capsys, "lint", folder)
    assert document["ok"] and document["errors"] == 0 and document["warnings"] == len(document["findings"]) > 0
    assert {"code", "severity", "message", "question", "file", "line"} == set(document["findings"][0])


def test_stats_count(capsys: pytest.CaptureFixture[str], quiz: Path, home: Path) -> None:
    """Cards, questions and categories."""
    run(capsys, "import", quiz, "--category", "blue")
    document = data(capsys, "stats", home / "data" / "questions")
    assert (document["questions"], document["packs"][0]["categories"]) == (2, {"blue": 2})


def test_a_sample_is_repeatable_and_has_the_answers(capsys: pytest.CaptureFixture[str], quiz: Path, home: Path) -> None:
    """The same seed prints the same questions, with answers; never more than there are."""
    run(capsys, "import", quiz)
    folder = home / "data" / "questions"
    status, said = run(capsys, "sample", folder, "--number", 9)
    assert status == 0 and "1. Who was first? (Anna / Bo)\n   Anna." in said and "2. Who was last?" in said
    assert len(data(capsys, "sample", "--number", 30, "--lang", "fr")) == 30
    assert data(capsys, "sample", "--seed", 4) == data(capsys, "sample", "--seed", 4)


def test_without_files_every_pack_is_looked_at(capsys: pytest.CaptureFixture[str], quiz: Path) -> None:
    """The shipped packs and one's own."""
    run(capsys, "import", quiz)
    packs = {pack["id"] for pack in data(capsys, "stats")["packs"]}
    assert {"genus-en", "mein-quiz"} <= packs and data(capsys, "lint")["files"] == len(packs)


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """Pipes these lines in."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


def test_add_takes_piped_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    """Dictated words become a question, a faulty card is refused with the reason, the end of input ends it."""
    type_lines(
        monkeypatch,
        "which river runs through cologne", "the Rhine", "mauve", "blau", "Rhein, Father Rhine", "It is long.",
        "which of these is blue", "Sky", "pink", "", "",
        "who \x07was [[x]] first", "Anna", "pink", "", "",
    )  # fmt: skip
    status, said = run(capsys, "add", "--author", "Anna")
    pack = load_pack(home / "data" / "questions" / "my-cards.yaml")
    assert status == 0 and "Not saved: it asks for one of a list" in said and "no category 'mauve'" in said
    assert [(q.text, q.answer, q.category) for q in pack.questions] == [
        ("Which river runs through cologne?", "the Rhine", "blue"), ("Who was x first?", "Anna", "pink")
    ]  # fmt: skip
    assert pack.questions[0].judge.accept == ("Rhein", "Father Rhine") and pack.author == "Anna"


@pytest.mark.parametrize("style", ["block", "lines", "cards first"])
def test_add_to_a_pack_keeps_the_rest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, style: str
) -> None:
    """The card is put at the end in the file's own style; comments stay; an odd file is written anew."""
    header = "# mine\nformat: 1\nid: t\ntitle: T\nedition: any\nlanguage: fr\nauthor: me\nlicence: CC0\n"
    cards = {
        "block": 'cards:\n  # first\n  - id: a\n    questions:\n      blue: {question: "Qui ?", answer: "Moi"}\n',
        "lines": 'cards:\n- {"id": "a", "questions": {"blue": {"question": "Qui ?", "answer": "Moi"}}}\n',
    }
    cards["cards first"] = cards["block"]
    path = tmp_path / "t.yaml"
    parts = (cards[style], header) if style == "cards first" else (header, cards[style])
    path.write_text("".join(parts), encoding="utf-8")
    type_lines(monkeypatch, "quel fleuve traverse Lyon", "le Rhône", "", "")
    status, _ = run(capsys, "add", "--to", path, "--category", "bleu")
    pack = load_pack(path)
    assert status == 0 and [q.text for q in pack.questions] == ["Qui ?", "Quel fleuve traverse Lyon ?"]
    assert ("# mine" in path.read_text(encoding="utf-8")) is (style != "cards first")


def test_seen_counts_what_is_left(capsys: pytest.CaptureFixture[str], quiz: Path, home: Path) -> None:
    """Asked and disputed questions are gone until they are forgotten."""
    run(capsys, "import", quiz)
    questions = load_pack(home / "data" / "questions" / "mein-quiz.yaml").questions
    with SeenList() as seen:
        seen.mark(questions[0].id, Mark.ASKED, when=1)
        seen.mark(questions[1].id, Mark.DISPUTED, when=1)
    assert "mein-quiz: 0 of 2 left: 1 asked, 1 disputed" in run(capsys, "seen")[1]
    assert "1 question forgotten" in run(capsys, "seen", "--forget", "mein-quiz")[1]
    rows = {row["id"]: row["left"] for row in data(capsys, "seen")["packs"]}
    assert rows["mein-quiz"] == 1


SAMPLE = pack_from_data(
    {
        "format": 1, "id": "t", "title": "Tables & chairs", "edition": "any", "language": "en", "author": "Ann",
        "licence": "CC-BY-SA-4.0", "attribution": "Ann Example",
        "cards": [
            {"id": "1", "questions": {"blue": {
                "question": "What = {this} ~ \"thing\": a, b; c?", "answer": "A 3 < 4 chair\\", "difficulty": 1,
                "explanation": "It has 4 legs & a back.", "choices": ["A 3 < 4 chair\\", "A table; round", "A bed"]}}},
            {"id": "2", "questions": {"pink": {
                "question": "Who sits?", "answer": "Ann", "judge": {"accept": ["Anna", "Annie"]}, "difficulty": 3}}},
        ],
    }
)  # fmt: skip


@pytest.mark.parametrize("name", EXPORTS)
def test_what_is_exported_comes_back(name: str) -> None:
    """Question, answer, choices and aliases survive the way out and in; licence and names are in the file."""
    text = EXPORTS[name](SAMPLE)
    assert "CC-BY-SA-4.0" in text and "Ann Example" in text
    if name == "yaml":
        return
    result = import_files([("t.txt", text.encode())], Wishes(id="t"))
    found = [question for card in result.cards for question in card["questions"].values()]
    choices = name != "anki"
    assert [(q["question"], q["answer"]) for q in found] == [(q.text, q.answer) for q in SAMPLE.questions]
    assert found[0].get("choices", []) == (list(SAMPLE.questions[0].choices) if choices else [])
    if name in ("csv", "gift", "json"):
        assert found[1]["judge"]["accept"] == ["Anna", "Annie"]


def test_a_pack_written_as_yaml_is_the_same_pack(tmp_path: Path) -> None:
    """Export to our own format loses nothing."""
    path = tmp_path / "t.yaml"
    path.write_text(EXPORTS["yaml"](SAMPLE), encoding="utf-8")
    assert load_pack(path) == SAMPLE


def test_export_to_a_file_never_overwrites(capsys: pytest.CaptureFixture[str], quiz: Path, tmp_path: Path) -> None:
    """A second export to the same place is refused."""
    run(capsys, "import", quiz)
    out = tmp_path / "out.gift"
    assert run(capsys, "export", "mein-quiz", "--format", "gift", "--out", out)[0] == 0 and "Anna" in out.read_text()
    assert run(capsys, "export", "mein-quiz", "--format", "gift", "--out", out)[0] == 2


def test_a_large_pack_is_cached_and_the_cache_is_never_stale(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second load comes from the cache; a changed file or a damaged entry is read anew."""
    monkeypatch.setattr(pack_cache, "SMALLEST", 10)
    path = tmp_path / "t.yaml"
    path.write_text(EXPORTS["yaml"](SAMPLE), encoding="utf-8")
    assert pack_cache.load_cached(path) == SAMPLE
    (entry,) = (home / "cache" / "packs").iterdir()
    monkeypatch.setattr(pack_cache, "load_pack", lambda _: pytest.fail("the cache was not used"))
    assert pack_cache.load_cached(path) == SAMPLE
    monkeypatch.setattr(pack_cache, "load_pack", load_pack)
    for damage in (b"", b"rubbish", entry.read_bytes()[:-20]):
        entry.write_bytes(damage)
        assert pack_cache.load_cached(path) == SAMPLE
    path.write_text(path.read_text().replace("Who sits?", "Who stands?"), encoding="utf-8")
    assert pack_cache.load_cached(path).questions[1].text == "Who stands?"


def test_the_cache_does_not_grow_without_end(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Old entries go."""
    monkeypatch.setattr(pack_cache, "SMALLEST", 10)
    monkeypatch.setattr(pack_cache, "KEPT", 3)
    for number in range(6):
        path = tmp_path / "t.yaml"
        path.write_text(EXPORTS["yaml"](SAMPLE) + f"# {number}\n", encoding="utf-8")
        pack_cache.load_cached(path)
    assert len(list((home / "cache" / "packs").iterdir())) == 3


@pytest.mark.slow
def test_fifty_thousand_questions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """They come in and load; benchmarks/packs.py holds time and memory against their limits."""
    rows = "".join(f"What is number {n} of the long list?,Thing {n},Other {n},None {n}\n" for n in range(50_000))
    source = tmp_path / "big.csv"
    source.write_text("question,right,wrong 1,wrong 2\n" + rows, encoding="utf-8")
    assert run(capsys, "import", source, "--out", tmp_path / "big.yaml")[0] == 0
    pack = pack_cache.load_cached(tmp_path / "big.yaml")
    assert len(pack.questions) == 50_000 and pack.questions[7].answer == "Thing 7"
