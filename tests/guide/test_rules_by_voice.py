"""The rules answered by voice (A69): every topic in every edition and language, true under the options in force."""

from __future__ import annotations

import pytest
from support.player import PACKS, Player
from support.scripted import books

from host.dialogue.explain.answer import in_force, lines_about, topic_of
from host.dialogue.explain.reading import sections
from host.dialogue.explain.topics import SECTIONS, TOPICS
from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.protocol import Say
from host.dialogue.talk import Step

EDITIONS = ("genus", "familien", "globetrotter", "switzergame")


def table(name: str, language: str = "en", **more: str) -> Player:
    """A game that has begun."""
    header = {
        "ruleset": name, "lang": language, "seed": "3", "pack": PACKS[name],
        "players": "Anna, Ben", "precision": "standard", **more,
    }  # fmt: skip
    game = Player(header, 3)
    game.begin()
    return game


def told(game: Player, words: str) -> str:
    """Everything said in answer, but the pending question that comes again."""
    before = len(game.run_.lines)
    game.say(words)
    return " ".join(line for line in game.run_.lines[before:] if line.startswith("HOST"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_has_phrasings(language: str) -> None:
    """At least 25 topics, each asked in three ways or more, and each phrasing is about its own topic."""
    book = books()[language]
    asked = book.words["question"]
    assert set(asked) == set(TOPICS) - {"leave", "hub"} and len(asked) >= 25
    assert {topic for topic, ways in asked.items() if len(set(ways)) < 3} == set()
    everything = [way for ways in asked.values() for way in ways]
    assert len(set(everything)) == len(everything)


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_in_other_words_find_their_topic(language: str) -> None:
    """With a word more and a word less most phrasings still find their topic, and none finds another."""
    book = books()[language]
    wrong, missed, count = [], 0, 0
    for topic, ways in book.words["question"].items():
        for way in ways:
            words = way.split()
            less = " ".join((*words[:3], *words[4:])) if len(words) > 5 else way
            for changed in (f"{way} {words[-1]}", less):
                found, count = topic_of(book, changed), count + 1
                missed += not found
                if found not in ("", topic):
                    wrong.append((changed, topic, found))
    assert wrong == [] and missed < count / 4, (wrong, missed, count)


@pytest.mark.parametrize("language", LANGUAGES)
def test_table_talk_is_no_question_about_rules(language: str) -> None:
    """What people say otherwise is not taken for one."""
    book = books()[language]
    others = [way for name, ways in book.intents.items() if name != "time_left" for way in ways]
    taken = {way: topic for way in others if (topic := topic_of(book, way))}
    assert taken == {}


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_rules_are_read(name: str, language: str) -> None:
    """Section after section, each short, each ending in what may be said, in every edition and language."""
    game = table(name, language)
    state = game.host.game
    game.say(books()[language].intents["read_rules"][0])
    parts = sections(game.host.desk())
    assert 6 <= len(parts) <= 2 * len(SECTIONS)
    texts = []
    for _ in parts:
        assert game.host.step is Step.RULES
        texts.append(game.host.talk.prompt[-1][1])
        game.say(books()[language].intents["more"][0])
    assert game.host.step is not Step.RULES and game.host.game == state
    assert len(set(texts)) == len(texts)
    assert [text for text in texts if len(text.split()) > 62 or "{" in text] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_every_answer_is_for_this_edition(name: str) -> None:
    """Asked for every topic, an edition answers it or says that it has nothing of the kind; the game stays as it is."""
    game = table(name)
    state, book = game.host.game, books()["en"]
    for topic, ways in book.words["question"].items():
        answer = told(game, ways[0])
        elsewhere = "does not have that" in answer
        assert elsewhere == (not lines_about(game.host.desk(), topic)), (topic, answer)
        assert game.host.game == state


def test_answers_follow_the_options() -> None:
    """The same question has another answer where the table agreed on something else."""
    assert "three back" in told(table("switzergame"), "what are the cards worth")
    assert "need not leave" in told(table("familien", variants="short"), "what if I'm wrong on a headquarters")
    assert "must leave" in told(table("familien"), "what if I'm wrong on a headquarters")
    assert "does not have that" in told(table("genus"), "what happens on a roll again space")
    assert "roll once more" in told(table("globetrotter"), "what happens on a roll again space")
    passports = {"option passport": "false"}
    assert "does not have that" in told(table("globetrotter", **passports), "how does the passport work")
    assert "no time limit" in told(table("genus"), "how long may I think")
    assert "one minute" in told(table("genus", **{"option answer_seconds": "60"}), "how long may I think")
    assert "others vote" in told(table("genus", **{"option overrule": '"vote"'}), "what if I disagree with you")
    assert "We are playing it." in told(table("genus", variants="quick"), "how does the quick game work")


def test_the_example_of_the_requirement() -> None:
    """ "What happens if I'm wrong on a headquarters?", also in words that are not listed."""
    game = table("genus", mode="guide")
    for words in ("what happens if I'm wrong on a headquarters?", "and what happens if I am wrong on a headquarters"):
        assert "on your next turn you must leave it" in told(game, words)


def test_reading_can_be_stopped_by_playing() -> None:
    """Nobody has to wait for the end: what the game waits for can be said at any moment."""
    game = table("genus")
    game.say("Anna begins")
    game.say("read me the rules")
    game.say("next")
    game.say("blue")
    assert game.host.step is Step.ANSWER
    game.say("read the rules")
    game.say("stop")
    assert game.host.step is Step.ANSWER
    said = [a.line.text for a in game.host.start(0.0) if isinstance(a, Say)]
    assert said


def test_before_the_game_the_agreed_rules_count() -> None:
    """Asked during the interview, the answer is for what has been agreed so far."""
    game = Player({"ruleset": "genus", "lang": "en", "seed": "3", "pack": "genus-en", "players": "Anna, Ben"}, 3)
    game.begin()
    assert in_force(game.host.desk()).rules.id == "genus"
    assert "choose the category" in told(game, "what happens on the hub")
