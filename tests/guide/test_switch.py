"""One key or one button for everything (A05): every prompt can be stepped through, and picking does what was said."""

from __future__ import annotations

from random import Random

import pytest
from support.player import PACKS, Player
from support.scripted import Driver, Script, Way, parse, run

from host.dialogue.phrasebook import LANGUAGES
from host.dialogue.protocol import ButtonPressed, Say
from host.dialogue.switch.options import Option, options
from host.dialogue.talk import Step


class OneKey(Driver):
    """Plays with two gestures of one key: steps to something that was offered, and picks it.

    Args:
        header: as in a transcript; what is not given there is asked, and answered with the key as well.
        seed: of what is picked.
    """

    def __init__(self, header: dict[str, str], seed: int) -> None:
        super().__init__(Script(header, "", (), ""), Way.STRAIGHT)
        self.chance = Random(seed)
        self.seen: set[Step] = set()
        self._perform(self.host.start(self.now), hold=False)

    def press(self, button: str) -> None:
        """A press, a second after the last one."""
        self.now += 1.0
        self.run_.lines.append(f"> button  {button}")
        self._send(ButtonPressed(button), hold=False)

    def take(self, wanted: Option) -> None:
        """Steps to an option by what is heard, and picks it."""
        for _ in range(200):
            self.press("step")
            if self.run_.lines[-1].rpartition("HOST: ")[2] == f"{wanted.text[0].upper()}{wanted.text[1:]}.":
                break
        else:
            raise AssertionError((wanted, self.run_.lines[-40:]))
        self.press("pick")

    def turn(self) -> None:
        """One answer, from groups too."""
        self.seen.add(self.host.step)
        offered = [option for option in options(self.host.desk()) if not _leads_away(option)]
        choice = self.chance.choice(offered)
        while choice.inside:
            self.take(choice)  # picking a group says the first of it
            self.press("back")
            choice = self.chance.choice(choice.inside)
        self.take(choice)


def _leads_away(option: Option) -> bool:
    """The commands of every moment are tried elsewhere: here a game is to be played."""
    inside = {other.intent.name for other in option.inside if other.intent}
    name = option.intent.name if option.intent else ""
    return "repeat" in inside or name in ("options", "no", "more")


def header(name: str, mode: str, seed: int, **more: str) -> dict[str, str]:
    """A table at which nothing is agreed yet."""
    return {"ruleset": name, "lang": "en", "seed": str(seed), "mode": mode, "pack": PACKS[name], **more}


@pytest.mark.parametrize("mode", ["colour", "guide"])
@pytest.mark.parametrize("name", ["genus", "familien", "globetrotter", "switzergame"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_game_by_one_key(name: str, mode: str, seed: int) -> None:
    """From "who is playing" on, with two gestures and nothing else: every pick is understood, and the game goes on."""
    game = OneKey(header(name, mode, seed), seed)
    for _ in range(30):
        if game.host.step is Step.ENDED:
            break
        game.turn()
        assert game.host.talk.misses == 0, game.run_.lines[-6:]
    assert len(game.run_.events) > 8, game.run_.lines


def test_the_first_words_by_one_key() -> None:
    """Language and game are picked before there is anything else."""
    game = OneKey(header("genus", "colour", 3, ask="language edition"), 3)
    assert game.host.step is Step.LANGUAGE
    game.take(next(option for option in options(game.host.desk()) if option.text == "español"))
    assert game.host.talk.language == "es" and game.host.step is Step.EDITION
    game.turn()
    assert game.host.step is Step.PLAYERS


def test_everything_of_a_moment_is_within_reach() -> None:
    """Beside the answers there are repeat, score, undo, pause and the rest, behind the last option."""
    game = Player(header("genus", "guide", 5, players="Anna, Ben", precision="standard"), 5)
    game.begin()
    others = options(game.host.desk())[-1].inside
    assert {"repeat", "score", "undo", "help", "pause", "stop"} <= {o.intent.name for o in others if o.intent}


def test_stepping_changes_nothing() -> None:
    """Stepping round leaves the game and what is asked as they were."""
    game = Player(header("genus", "guide", 5, players="Anna, Ben", precision="standard"), 5)
    game.begin()
    for _ in range(12):
        game.say(game.words())
        state, prompt = game.host.game, game.host.talk.prompt
        for n in range(5):
            game.now += 1
            game._send(ButtonPressed("step" if n < 4 else "back"), hold=False)
        assert (game.host.game, game.host.talk.prompt) == (state, prompt)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_are_said_in_the_language_of_the_table(language: str) -> None:
    """Every option has words, and no two of one list sound the same."""
    game = Player(header("genus", "guide", 5, lang=language, players="Anna, Ben", precision="standard"), 5)
    game.begin()
    for words in ("", *[""] * 8):
        listed = options(game.host.desk())
        assert all(option.text.strip() for option in listed) and len({o.text for o in listed}) == len(listed), words
        step = game.host.step
        game._send(ButtonPressed("step"), hold=False)
        game.now += 1
        game._send(ButtonPressed("pick"), hold=False)
        game.now += 1
        assert game.host.talk.misses == 0, step


def test_the_host_steps_by_itself() -> None:
    """For who cannot hold a button: an option every two seconds, one press picks, and after two rounds silence."""
    script = parse(
        "ruleset: genus   lang: en   seed: 7   players: Anna, Ben   precision: standard\n"
        "> say  step by yourself\n> wait  3\n> button  step\n"
    )
    said = run(script)
    assert said.events[-1].__class__.__name__ == "DieRolled"
    game = Driver(script, Way.STRAIGHT)
    game.start()
    game.input("say step by yourself")
    lines = len(game.run_.lines)
    game.input("wait 600")
    listed = options(game.host.desk())
    assert len(game.run_.lines) - lines < 2 * len(listed) + 6


def test_the_wiring_is_two_names() -> None:
    """What a button does hangs on its name alone: ``step`` speaks, ``pick`` takes, an unknown one only silences."""
    game = Player(header("genus", "guide", 5, players="Anna, Ben", precision="standard"), 5)
    game.begin()
    said = [a.line.text for a in game.host.handle(ButtonPressed("step"), 10.0) if isinstance(a, Say)]
    assert said[-1] == "Roll for me."
    assert [a for a in game.host.handle(ButtonPressed("nothing"), 11.0) if isinstance(a, Say)] == []
    game.host.handle(ButtonPressed("pick"), 12.0)
    assert game.host.game is not None and game.host.game.seq > 1
