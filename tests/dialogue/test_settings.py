"""Settings of players: whatever is said, the game is never touched, nor what anybody else has asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st
from support.scripted import PACKS, ROOT, books, parse, run

from host.bank.choices import choices_for
from host.bank.draw import Bank
from host.bank.pack import load_pack
from host.dialogue.desk import Desk
from host.dialogue.expect import listen_for
from host.dialogue.machine import Host
from host.dialogue.manner import CHANGES, OTHER_WORDS
from host.dialogue.phrasebook import LANGUAGES, placeholders
from host.dialogue.protocol import Heard, Listen, Prompt, Say, SpeechFinished, Transcript, Typed
from host.dialogue.questions import choices_of
from host.dialogue.settings import PAUSES, SETTINGS, USUAL_PAUSE, longer, of_player, patience, shorter
from host.dialogue.talk import Talk
from host.speech.endpoint import endpoint_times

PEOPLE = ("Anna", "Ben", "Mia")
TABLES = {
    "en": "ruleset: genus   lang: en   players: Anna, Ben, Mia   precision: standard\n> say  Anna begins\n",
    "fr": "ruleset: globetrotter   lang: fr   players: Anna, Ben, Mia   precision: standard\n> say  Anna\n",
    "de": (
        "ruleset: familien   lang: de   pack: familien-de-adult   players: Anna, Ben, Mia   precision: standard\n"
        "> say  Anna\n"
    ),
    "es": "ruleset: genus   lang: es   players: Anna, Ben, Mia   precision: standard\n> say  Anna\n",
}
LANDED = {"en": "green", "fr": "vert", "de": "Grün", "es": "verde"}


@cache
def begun(language: str, *, asked: bool) -> Host:
    """A table of three at which Anna is about to roll, or has been asked a question."""
    more = f"> say  {LANDED[language]}\n" if asked else ""
    host = run(parse(TABLES[language] + more)).host
    assert host is not None
    return host


def sentences(language: str) -> list[tuple[str, str]]:
    """(sentence, player) of every way to change a setting: bare, for oneself, for somebody, for everybody."""
    book = books()[language]
    commands = [text for name in CHANGES for text in book.intents.get(name, ())]
    for name in CHANGES:
        for text in book.templates.get(name, ()):
            slots = {slot: book.words[slot]["2"][0] for slot in placeholders(text)}
            commands.append(text.format_map(slots))
    found = [(command, "") for command in commands]
    for scope in (*book.templates["scope.me"], *book.templates["scope.all"]):
        found += [(f"{command} {scope}", "") for command in commands]
    for scope in book.templates["scope.player"]:
        found += [(f"{command} {scope.format(player=who)}", who) for command in commands for who in PEOPLE]
    for name in OTHER_WORDS:
        found += [(text.format(player=who), who) for text in book.templates[name] for who in PEOPLE]
    return found


SENTENCES = {language: sentences(language) for language in LANGUAGES}


def say(host: Host, text: str, *, typed: bool) -> list[Say]:
    """What the host says to words that were typed or heard."""
    signal = Typed(text) if typed else Heard(host.talk.turn_id, Transcript(text, 0.9))
    said = [action for action in host.handle(signal, 0.0) if isinstance(action, Say)]
    host.handle(SpeechFinished(host.talk.line_id), 0.0)
    return said


@limits(max_examples=60, deadline=None)
@given(st.data(), st.sampled_from(LANGUAGES), st.booleans(), st.booleans())
def test_settings_never_change_the_game(data: st.DataObject, language: str, asked: bool, typed: bool) -> None:
    """Any sequence of settings leaves the game as it is, and one player's setting leaves the others' alone."""
    start = begun(language, asked=asked)
    host = Host(start.base, start.game, start.talk)
    for text, player in data.draw(st.lists(st.sampled_from(SENTENCES[language]), min_size=1, max_size=8)):
        before = {who: of_player(host.talk.wishes, who) for who in ("", *PEOPLE)}
        say(host, text, typed=typed)
        assert host.game == start.game and host.talk.asked == start.talk.asked
        after = {who: of_player(host.talk.wishes, who) for who in ("", *PEOPLE)}
        changed = {who for who in after if after[who] != before[who]}
        assert len(changed) <= 1 and (not player or changed <= {player}), (text, before, after)
        for settings in after.values():
            assert all(SETTINGS[name].fits(value) for name, value in settings.items())
        assert Talk.from_dict(host.talk.to_dict()) == host.talk


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_is_said_to_whom_it_concerns(language: str) -> None:
    """For somebody by name: the host confirms it with that name, and the setting is theirs."""
    start, book = begun(language, asked=False), books()[language]
    scope = book.templates["scope.player"][0].format(player="Ben")
    for name in CHANGES:
        for command in book.intents.get(name, ())[:1]:
            host = Host(start.base, start.game, start.talk)
            said = say(host, f"{command} {scope}", typed=False)[0]
            assert of_player(host.talk.wishes, "Ben"), command
            assert "Ben" in said.line.text or said.line.text in limits_of(language), (command, said.line.text)


def limits_of(language: str) -> set[str]:
    """What is said when a setting goes no further."""
    lines = books()[language].lines
    return {text for what in CHANGES.values() if what.limit for text in next(iter(lines[what.limit].values()))}


def test_a_setting_takes_effect_on_the_next_sentence() -> None:
    """The confirmation itself is spoken in the new pace to whom it concerns; others hear theirs."""
    start = begun("en", asked=False)
    host = Host(start.base, start.game, start.talk)
    lines = [said.line for said in say(host, "triple speed for Ben", typed=False)]
    assert [line.rate for line in lines] == [3.0, 1.0]
    assert lines[0].text == "Ben: I speak at triple speed."


def listening(host: Host) -> Listen:
    """What is listened for now."""
    return listen_for(Desk(host.base, host.game, host.talk, 0.0))


def test_more_time_is_for_the_player_on_turn() -> None:
    """A12: without a clock "give me more time" lengthens this player's pauses, again and again up to five seconds."""
    start = begun("en", asked=True)
    host = Host(start.base, start.game, start.talk)
    for seconds in (1.5, 2.0, 3.0, 4.0, 5.0, 5.0):
        say(host, "give me more time", typed=False)
        assert host.talk.own("Anna", "pause") == seconds
        wait = endpoint_times(Prompt.ANSWER, listening(host).patience).end_silence
        assert wait == pytest.approx(seconds, abs=0.01)
    assert host.talk.own("Ben", "pause") == host.talk.own("", "pause") == 0.0


@pytest.mark.parametrize("prompt", list(Prompt))
@pytest.mark.parametrize("pause", [0.0, *PAUSES])
def test_a_pause_is_what_the_ear_waits_for(prompt: Prompt, pause: float) -> None:
    """The seconds that were asked for end an utterance; the usual ones are those of the ear."""
    assert endpoint_times(prompt).end_silence == USUAL_PAUSE[prompt]
    waits = endpoint_times(prompt, patience(pause, prompt)).end_silence
    usual = not pause or (prompt is Prompt.CLOSED and pause <= 1)
    assert waits == pytest.approx(USUAL_PAUSE[prompt] if usual else pause, abs=0.01)


def test_pauses_go_step_by_step() -> None:
    """From the usual one to the longest and back to the shortest."""
    up, pause = [], 0.0
    for _ in PAUSES:
        up.append(pause := longer(pause))
    assert up == [1.5, 2.0, 3.0, 4.0, 5.0, 5.0, 5.0]
    assert shorter(0.0) == 0.5 and shorter(1.5) == 1.0 and shorter(0.5) == 0.5


@pytest.mark.parametrize("name, command", [("Xóchitl", "sochil"), ("Ben", "it sounds like bain")])
def test_a_name_is_spoken_as_its_owner_wants(name: str, command: str) -> None:
    """The voice gets the respelling, the printed line the name, in every line from then on."""
    table = f"ruleset: genus   lang: en   players: {name}, Mia   precision: standard\n> say  {name} begins\n"
    host = run(parse(f"{table}> say  you say my name wrong\n> say  {command}\n> say  yes\n")).host
    assert host is not None
    sound = command.split()[-1]
    for text in ("score", "whose turn is it"):
        lines = [said.line for said in say(host, text, typed=False) if name in said.line.text]
        assert lines and all(sound in line.spoken.lower() and name not in line.spoken for line in lines)


def test_a_name_is_said_by_the_sounds_of_another_language() -> None:
    """Offered in three ways, each for the ear only; the one that was chosen is marked for the voice from then on."""
    start = begun("en", asked=False)
    host = Host(start.base, start.game, start.talk)
    say(host, "you say Mia wrong", typed=False)
    offered = [said.line for said in say(host, "let me choose", typed=False)]
    assert [line.text for line in offered[:3]] == [
        "One, as in French: Mia.", "Two, as in German: Mia.", "Three, as in Spanish: Mia.",
    ]  # fmt: skip
    assert [line.marked.partition(": ")[2] for line in offered[:3]] == [
        f'<lang xml:lang="{language}">Mia</lang>.' for language in ("fr", "de", "es")
    ]
    say(host, "the second one", typed=False)
    told = [said.line for said in say(host, "score", typed=False)]
    assert {line.marked for line in told if "Mia" in line.text} == {'<lang xml:lang="de">Mia</lang>: no wedge yet.'}
    assert not any(line.marked for line in told if "Ben" in line.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_by_their_names_make_a_word(language: str) -> None:
    """Whoever spells a name may say the letters as letters or by their names."""
    from host.dialogue.naming import spelled

    host, names = begun(language, asked=False), books()[language].words["letter"]
    desk = Desk(host.base, host.game, host.talk, 0.0)
    assert spelled(desk, "Z, O-E. y") == "Zoey"
    assert spelled(desk, " ".join(names[letter][0] for letter in "zwilk")) == "Zwilk"
    assert spelled(desk, "Zoe Y") == spelled(desk, "z") == ""


@pytest.mark.parametrize("wish, difficulty", [("easier questions", 1), ("harder questions", 3)])
def test_difficulty_and_choices_on_a_shipped_pack(wish: str, difficulty: int) -> None:
    """A92: the cards drawn are of that level, and any of them can be asked with three choices or two."""
    start = begun("en", asked=False)
    bank = Bank((load_pack(ROOT / "questions" / "genus-en.yaml"),))
    host = Host(replace(start.base, bank=bank), start.game, start.talk)
    say(host, wish, typed=False)
    say(host, "green", typed=False)
    question = bank.question(host.talk.question_id)
    assert question is not None and question.difficulty == difficulty
    for how, count in (("questions with choices", 3), ("fifty-fifty", 2), ("no choices", 0)):
        say(host, how, typed=False)
        made = choices_of(Desk(host.base, host.game, host.talk, 0.0), question)
        assert len(made) == count and (question.answer in made or not count)
    say(host, "fifty-fifty", typed=False)
    made = choices_of(Desk(host.base, host.game, host.talk, 0.0), question)
    say(host, ("one", "two")[made.index(question.answer)], typed=False)
    assert host.talk.judged is not None and host.talk.judged.verdict == "right"


def test_another_game_keeps_everybodys_settings() -> None:
    """The same people play again: nothing has to be said twice."""
    start = begun("en", asked=False)
    host = Host(start.base, start.game, start.talk)
    for text in ("triple speed for me", "wait four seconds for Ben", "be brief for everybody"):
        say(host, text, typed=False)
    assert host.talk.again().wishes == host.talk.wishes
    assert Talk().with_manner(host.talk.manner()).wishes == host.talk.wishes


def test_choices_hold_the_right_answer_once() -> None:
    """Made of the author's neighbours, else of other answers of the same kind; the same ones every time."""
    pack = load_pack(PACKS / "genus-en.yaml")
    for question in pack.questions:
        others = tuple(pack.of(question.category))
        for count in (2, 3):
            made = choices_for(question, count=count, seed=7, others=others)
            assert made == choices_for(question, count=count, seed=7, others=others)
            assert not made or (made[0] == question.answer and len(set(made)) == len(made) <= count)
    mercury = next(question for question in pack.questions if question.answer == "Mercury")
    assert set(choices_for(mercury, count=3, seed=1)) <= {"Mercury", "Gallium", "Lead", "Tin"}
