"""A whole evening by voice alone, no line typed: set up, played, contested, undone, paused, killed, resumed, won."""

from __future__ import annotations

from pathlib import Path

import pytest

from host.app.ear import Ear
from host.app.mouth import Mouth
from host.app.performer import Performer
from host.app.players import PlayerVoice, Saying, Troupe
from host.app.session import load
from host.app.stepper import VirtualTable
from host.app.table import Table, Wishes, new_table, saved_table, with_ears
from host.app.voices import host_voice, player_voices
from host.dialogue.machine import Host
from host.dialogue.protocol import Listen, Record
from host.dialogue.talk import Mode, Step
from host.rules.messages import AnswerJudged, Undone
from host.rules.words import Outcome, Phase, Verdict
from host.speech.audio import Pcm
from host.speech.ears import open_ears
from host.speech.vad import SileroVad
from host.speech.virtual import VirtualAudio

pytestmark = [pytest.mark.speech, pytest.mark.slow]
pytest.importorskip("moonshine_voice", reason="needs the english extra")

NAMES = ("Anna", "Ben")
MOST = 5400.0
"""Seconds of virtual time in which the evening must be won."""


class Family(Troupe):
    """Two people who know everything, but misbehave as a family does: they contest, undo and pause."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, skill=1.0)
        self.contests = self.undone = self.pauses = 0
        self.heard_names: tuple[str, ...] = ()

    def reply(self, host: Host, listen: Listen) -> Saying | None:
        """The set-up first; then, between two turns, the interruptions one after the other."""
        speaker = host.player or NAMES[0]
        if host.talk.mode is Mode.PAUSED:
            return Saying(speaker, "go on", host.step)
        match host.step:
            case Step.PLAYERS:
                return Saying(speaker, "Anna and Ben", host.step)
            case Step.NAMES_OK:
                right = len(host.talk.setup.names) == 2
                return Saying(speaker, "yes" if right or host.talk.setup.tries > 1 else "no", host.step)
            case Step.PRECISION:
                return Saying(speaker, "standard", host.step)
            case Step.USUAL:
                return Saying(speaker, "just start", host.step)
            case Step.LANDING if interruption := self._interruption(host):
                return Saying(speaker, interruption, host.step)
        said = super().reply(host, listen)
        if said is None and host.step is not Step.ENDED:
            return Saying(speaker, "one", host.step)  # a closed choice that the host offers after misses
        return said

    def _interruption(self, host: Host) -> str:
        judged = host.talk.judged
        if judged is None:
            return ""
        if judged.verdict == "wrong" and self.contests < 2:
            return "I contest that"
        if self.contests == 2 and not self.undone:
            return "take that back"
        if self.contests == 2 and not self.pauses:
            self.pauses += 1
            return "pause the game"
        return ""

    def _answer(self, host: Host, player: str) -> Saying:
        """Two answers are wrong on purpose, so that there is something to contest."""
        self._skill = 1.0 if self.contests >= 2 else 0.0
        said = super()._answer(host, player)
        if said.truth == "none":
            return Saying(said.player, "banana bread", said.step, said.question, "wrong")
        return said


def room_for(table: Table, voices: dict[str, PlayerVoice], family: Family, seed: int) -> VirtualTable:
    """The table in a virtual room with real engines."""
    voice = host_voice("en")
    audio = VirtualAudio(seed=seed, record=False)
    by_seat = list(voices.values())

    def sound_of(saying: Saying) -> Pcm:
        seats = list(table.host.talk.players) or list(NAMES)
        at = seats.index(saying.player) if saying.player in seats else 0
        return by_seat[at % len(by_seat)].speak(saying.text)

    def watch(action: object) -> None:
        if isinstance(action, Record):
            undone = any(isinstance(event, Undone) for event in action.events)
            judged = any(isinstance(event, AnswerJudged) for event in action.events)
            family.contests += undone and judged
            family.undone += undone and not judged

    performer = Performer(lambda line: None, table.session, watch=watch)
    mouth = Mouth({"en": voice}, audio)
    return VirtualTable(
        with_ears(table).host, audio, Ear(open_ears("en"), SileroVad()), mouth, family, sound_of, performer
    )


def test_an_evening_by_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two contests and an undo put everything right, a pause and a kill lose nothing, and somebody wins."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    family = Family(3)
    voices = player_voices("en", host_voice("en"), NAMES)
    first = new_table(Wishes(language="en", seed=3))
    room = room_for(first, voices, family, 3)
    room.run(lambda: family.pauses > 0 and first.host.step is Step.ANSWER, most=MOST)
    assert (family.contests, bool(family.undone), family.pauses) == (2, True, 1)
    assert first.host.game is not None and first.host.talk.question_id
    pending, wedges = first.host.talk.question_id, [player.wedges for player in first.host.game.players]
    # Killed: nothing is closed or said; what is on the disk is all there is.
    second = saved_table(first.session.path)
    assert second.host.talk.question_id == pending
    assert second.host.game == first.host.game
    assert [player.wedges for player in second.host.game.players] == wedges
    room = room_for(second, voices, family, 4)
    room.run(lambda: second.host.game is not None and second.host.game.phase is Phase.ENDED, most=MOST)
    assert second.host.game is not None and second.host.game.outcome in (Outcome.WON, Outcome.DRAWN)
    second.session.close()
    record = load(second.session.path)
    assert sum(note["note"] == "heard" for note in record.notes) > 6
    assert not [note for note in record.notes if note.get("typed")]
    assert any(isinstance(event, AnswerJudged) and event.verdict is Verdict.RIGHT for event in record.events)
