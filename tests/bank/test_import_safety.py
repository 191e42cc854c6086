"""A file from a stranger cannot hurt: bombs, giant lines, control characters, injections and path tricks."""

from __future__ import annotations

import io
import json
import re
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host.bank.importers import FORMATS, Wishes, import_files
from host.bank.importers.xlsx import NotXlsx, read_xlsx
from host.bank.lint import lint_files
from host.bank.pack import load_pack, pack_from_data
from host.bank.reader import MAX_BYTES
from host.bank.speakable import is_speakable, speakable
from host.bank.write import lines_of
from host.errors import HostError, PackError

EVIL = "Who \x1b[2J\u202e is <speak><break time='99s'/> [[ h@l'oU ]] \u0000 here\u200b?"


def test_injections_are_taken_out_of_every_field() -> None:
    """Escapes, right-to-left marks, SSML and phoneme brackets reach neither the terminal nor the voice."""
    evil = {
        "question": EVIL, "answer": "[[b]] <b>x</b>\x07", "wrong": ["\x1b[1mno", "[[[[c]]]]"],
        "category": "<audio src='x'/>[[d]]", "explanation": EVIL,
    }  # fmt: skip
    result = import_files([("<x>[[y]].json", json.dumps([evil]).encode())], Wishes(id="t"))
    text = json.dumps([result.header, result.cards], ensure_ascii=False)
    assert not re.search(
        r"[\x00-\x1f\x7f-\x9f\u200b\u202e]|<\w|\[\[\w|\[\[ ", text.replace("[[{", "").replace("[{", "")
    )
    (card,) = result.cards
    (question,) = card["questions"].values()
    assert question["question"] == "Who [2J is h@l'oU here?" and question["answer"] == "b x"


@given(st.text(max_size=300))
def test_speakable_text_is_harmless(text: str) -> None:
    """Whatever comes in, what goes out is printable, without tags and phoneme brackets, and stays as it is."""
    out = speakable(text)
    assert out == speakable(out) and out.isprintable() and is_speakable(out)
    assert not re.search(r"\[\[|\]\]|</?[A-Za-z!?][^<>]{0,500}>", out)


@given(st.text(alphabet="<>[]ab/! \u200b\x00", max_size=60))
def test_nested_markup_cannot_hide(text: str) -> None:
    """Taking one layer out does not leave another."""
    out = speakable(text)
    assert "[[" not in out and "]]" not in out and not re.search(r"</?[A-Za-z!?][^<>]*>", out)


def test_plain_text_is_left_alone() -> None:
    """Ordinary typography in four languages is not touched."""
    for text in ("Qu'est-ce que « l'Île » ?", "¿Quién fue El Greco?", "„Größe“ – 3 < 5?", "It's 50 % [sic]…"):
        assert speakable(text) == text


@pytest.mark.parametrize("name", FORMATS)
def test_a_giant_line_costs_nothing(name: str) -> None:
    """A line of ten million characters is passed over in every format, in a sentence, within seconds."""
    began = time.process_time()
    for data in (b"x" * 10_000_000, b"[" * 1_000_000, b'{"a":' * 300_000, b"#Q " + b"A " * 3_000_000, b"{" * 400_000):
        with pytest.raises(PackError, match=r"no question found|cannot be read"):
            import_files([("giant.txt", data)], Wishes(id="t", format=name))
    assert time.process_time() - began < 20


def test_a_file_too_large_is_refused_unread() -> None:
    """The limit is checked before anything is decoded."""
    with pytest.raises(PackError, match="larger than 64 MB"):
        import_files([("big.txt", b" " * (MAX_BYTES + 1))], Wishes(id="t"))


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.sampled_from(["auto", *FORMATS]))
def test_any_bytes_end_in_a_sentence(data: bytes, name: str) -> None:
    """Whatever the bytes and the format, an import gives a pack or a PackError."""
    try:
        result = import_files([("x.txt", data)], Wishes(id="t", format=name))
    except HostError:
        return
    pack_from_data({**result.header, "cards": result.cards})


SHAPED = st.text(alphabet='abc ?{}[]"\\:,;=~#%^_<>&\n\r\t0123.>*-AQ|', max_size=300)


@settings(max_examples=300, deadline=None)
@given(SHAPED, st.sampled_from(["auto", *FORMATS]))
def test_any_signs_end_in_a_valid_pack_or_a_sentence(text: str, name: str) -> None:
    """Text made of the formats' own signs never breaks an importer, and what it yields is a valid pack."""
    try:
        result = import_files([("x.txt", text.encode())], Wishes(id="t", format=name))
    except HostError:
        return
    pack = pack_from_data({**result.header, "cards": result.cards})
    for question in pack.questions:
        assert is_speakable(question.text) and is_speakable(question.answer)
        assert not question.choices or question.choices[0] == question.answer


def zipped(**files: bytes) -> bytes:
    """A zip file with these entries; double underscores are slashes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/") + ".xml", content)
    return out.getvalue()


@pytest.mark.parametrize(
    "data, words",
    [
        (zipped(xl__worksheets__sheet1=b"<a>" + b" " * 70_000_000 + b"</a>"), "larger than 60 MB"),
        (zipped(xl__worksheets__sheet1=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "declares entities"),
        (zipped(xl__worksheets__sheet1=b"<a><b></a>"), "mismatched tag"),
        (zipped(other=b"<a/>"), "no sheet"),
        (b"PK\x03\x04broken", "not a zip file"),
    ],
)
def test_a_hostile_workbook_is_refused(data: bytes, words: str) -> None:
    """Zip bombs, entity bombs and broken archives are refused with the reason."""
    with pytest.raises(NotXlsx, match=words):
        list(read_xlsx(data))
    with pytest.raises(PackError, match="this workbook cannot be read"):
        import_files([("x.xlsx", data)], Wishes(id="t"))


@pytest.mark.parametrize("large", [True, False])
def test_a_pack_in_our_own_format_is_made_harmless_too(tmp_path: Path, large: bool) -> None:
    """Escapes in YAML strings can hold anything; what is loaded can be printed and spoken, and the lint names it."""
    question = {"question": EVIL, "answer": "[[b]] x", "choices": ["[[b]] x", "\x1by"], "explanation": EVIL}
    header = {
        "format": 1,
        "id": "t",
        "title": "T\x1b",
        "edition": "any",
        "language": "en",
        "author": "a",
        "licence": "l",
    }
    path = tmp_path / "t.yaml"
    path.write_text("".join(lines_of(header, [{"id": "1", "questions": {"blue": question}}], large=large)))
    pack = load_pack(path)
    (loaded,) = pack.questions
    texts = [pack.title, loaded.text, loaded.answer, loaded.explanation, *loaded.choices]
    assert texts == ["T", "Who [2J is h@l'oU here?", "b x", "Who [2J is h@l'oU here?", "b x", "y"]
    assert "unspeakable" in {finding.code for finding in lint_files([path])}


def test_path_tricks_in_names_and_ids_go_nowhere(tmp_path: Path) -> None:
    """Card ids are made by us, the pack's id is checked, and names from a file are only text."""
    result = import_files([("../../etc/passwd", b"question,answer\nWho?,../../x\n")], Wishes(id="t"))
    assert all(re.fullmatch(r"[0-9a-f]{12}", card["id"]) for card in result.cards)
    with pytest.raises(PackError, match="id: may hold only"):
        pack_from_data({**result.header, "id": "../t", "cards": result.cards})


@given(
    st.lists(st.tuples(st.text(min_size=1, max_size=40), st.text(max_size=40)), min_size=1, max_size=4), st.booleans()
)
def test_written_packs_read_back_the_same(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]], large: bool
) -> None:
    """Any cleaned text survives writing and reading, in blocks and one card a line."""
    cards = [
        {"id": f"c{at}", "questions": {"blue": {"question": speakable(q) or "?", "answer": speakable(a) or "-"}}}
        for at, (q, a) in enumerate(pairs)
    ]
    header = {"format": 1, "id": "t", "title": "T", "edition": "any", "language": "en", "author": "a", "licence": "l"}
    path = tmp_path_factory.mktemp("w") / "t.yaml"
    path.write_text("".join(lines_of(header, cards, large=large)), encoding="utf-8")
    assert load_pack(path) == pack_from_data({**header, "cards": cards})
