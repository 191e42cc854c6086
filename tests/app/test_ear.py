"""The microphone gate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.hearing import LevelVad, ScriptedEars, blocks

from host.app.ear import Ear, candidates_of
from host.dialogue.expect import MANY
from host.dialogue.protocol import DeviceLost, Heard, Listen, NoInput, Notice, Prompt, Signal, UtteranceStarted
from host.speech.audio import RATE, AudioBlock

ANSWER = Listen(3, Prompt.ANSWER, phrases=("repeat", "pass"), candidates=("Paris",), decoys=("Rome", "pass"))
CLOSED = Listen(4, Prompt.CLOSED, phrases=("two", "two hundred", "red"))
SPEECH = [(0.8, 20), (0.6, 8000), (2.0, 20)]


def feed(ear: Ear, pieces: list[AudioBlock]) -> list[Signal]:
    """All signals of these blocks."""
    return [signal for block in pieces for signal in ear.feed(block)]


def opened(listen: Listen, **ears: object) -> tuple[Ear, ScriptedEars, LevelVad]:
    """An ear that is open for a listening turn."""
    scripted, vad = ScriptedEars(**ears), LevelVad()  # type: ignore[arg-type]
    ear = Ear(scripted, vad)
    ear.open(listen)
    return ear, scripted, vad


def test_one_utterance_is_started_and_heard() -> None:
    """Speech gives UtteranceStarted, then Heard with transcript, scores and length; then the gate is shut."""
    ear, _, _ = opened(ANSWER)
    started, heard = feed(ear, blocks(SPEECH))
    assert started == UtteranceStarted(3)
    assert isinstance(heard, Heard) and heard.turn_id == 3 and heard.transcript.text == "paris"
    assert heard.scores is not None and heard.scores.of("Paris") == 0.0
    assert heard.seconds == pytest.approx(0.6, abs=0.07)
    assert not ear.is_open and ear.turn_id is None


def test_a_shut_gate_hears_nothing() -> None:
    """Before open and after close no block is looked at, however loud."""
    ear, ears, _ = opened(ANSWER)
    ear.close()
    assert feed(ear, blocks(SPEECH)) == [] and ears.asked == []
    ear.open(ANSWER)
    assert len(feed(ear, blocks(SPEECH))) == 2


def test_what_was_said_before_the_gate_opened_is_forgotten() -> None:
    """Neither the pre-roll nor the detector's memory reaches back behind the opening."""
    ear, ears, vad = opened(ANSWER)
    feed(ear, blocks([(0.4, 8000)]))
    ear.open(ANSWER)
    feed(ear, blocks([(0.2, 20), (0.6, 8000), (1.5, 20)]))
    ((utterance, _),) = ears.asked
    assert vad.resets == 2
    assert len(utterance.pcm) / RATE == pytest.approx(0.2 + 0.6 + 0.25, abs=0.07)


def test_candidates_carry_decoys_and_commands_once() -> None:
    """The right answer is never scored alone, and no text twice; free speech is not scored."""
    assert candidates_of(ANSWER) == ("Paris", "Rome", "pass", "repeat")
    assert candidates_of(CLOSED) == CLOSED.phrases
    assert candidates_of(Listen(1, Prompt.OPEN, phrases=("stop",))) == ()
    ear, ears, _ = opened(ANSWER)
    feed(ear, blocks(SPEECH))
    assert ears.asked[0][1] == ("Paris", "Rome", "pass", "repeat")


def test_what_is_hoped_for_is_prepared_while_the_speaker_thinks() -> None:
    """Opening for an answer prepares everything that will be scored; a closed list, of which little is, is not."""
    ear, ears, _ = opened(ANSWER)
    ear.open(CLOSED)
    assert ears.expected == [candidates_of(ANSWER)]


def test_recognition_is_done_in_the_pause() -> None:
    """When nothing follows the pause, the result is ready at the end and is not made twice."""
    ear, ears, _ = opened(ANSWER)
    feed(ear, blocks(SPEECH))
    assert len(ears.asked) == 1 and ear.last is not None and ear.last.tail == 0.0
    assert ear.last.endpoint == pytest.approx(0.9, abs=0.033)


def test_a_hesitation_is_recognised_again_with_what_follows() -> None:
    """What is said after a pause belongs to the answer; the guess made in the pause is thrown away."""
    ear, ears, _ = opened(ANSWER, texts=["the answer is", "the answer is paris"])
    signals = feed(ear, blocks([(0.5, 20), (0.6, 8000), (0.7, 20), (0.5, 8000), (2, 20)]))
    assert [type(s).__name__ for s in signals] == ["UtteranceStarted", "Heard"]
    assert isinstance(signals[1], Heard) and signals[1].transcript.text == "the answer is paris"
    assert len(ears.asked[1][0].pcm) > len(ears.asked[0][0].pcm)


@pytest.mark.parametrize("text, patience, wait", [
    ("Red.", 1.0, 0.3), ("Red.", 2.0, 1.0), ("Two.", 1.0, 0.5), ("green", 1.0, 0.5), ("two hundred", 1.0, 0.3),
])  # fmt: skip
def test_a_complete_phrase_ends_a_closed_prompt_early(text: str, patience: float, wait: float) -> None:
    """Early when a phrase is complete; not when it could go on, is none of them, or the player asked for time."""
    ear, _, _ = opened(replace(CLOSED, patience=patience), texts=[text])
    feed(ear, blocks(SPEECH))
    assert ear.last is not None and ear.last.endpoint == pytest.approx(wait, abs=0.033)


def test_an_answer_never_ends_early() -> None:
    """A matching answer may still be corrected: the last word counts."""
    ear, _, _ = opened(ANSWER, texts=["Paris"])
    feed(ear, blocks(SPEECH))
    assert ear.last is not None and ear.last.endpoint > 0.89


def test_sound_without_words_is_no_input() -> None:
    """When nothing was understood the machine is told so, not handed an empty answer."""
    ear, _, _ = opened(ANSWER, texts=[" "])
    assert feed(ear, blocks(SPEECH)) == [UtteranceStarted(3), NoInput(3)]


def test_silence_and_hiss_give_nothing() -> None:
    """A minute of either is no event at all."""
    ear, ears, _ = opened(ANSWER)
    assert feed(ear, blocks([(30, 0), (30, 200)])) == [] and ears.asked == []


def test_lost_sound_is_asked_for_again() -> None:
    """An utterance with more than 200 ms missing is not judged, and the players are asked to say it again."""
    for lost, kind in ((3000, Heard), (3500, NoInput)):
        ear, _, _ = opened(ANSWER)
        pieces = blocks(SPEECH)
        pieces[30] = AudioBlock(30, pieces[30].pcm, True, lost)
        signals = feed(ear, pieces)
        assert isinstance(signals[-1], kind) and (Notice("lost_sound") in signals) == (kind is NoInput)


def test_a_broken_recogniser_is_reported() -> None:
    """The machine learns that the ears are gone, and that this turn heard nothing."""
    ear, _, _ = opened(ANSWER, failing=True)
    signals = feed(ear, blocks(SPEECH))
    assert [type(s) for s in signals] == [UtteranceStarted, DeviceLost, NoInput]
    assert not ear.is_open


def test_the_hosts_own_words_are_not_an_answer() -> None:
    """Four or more words in a row of what the host has just said are dropped; one word of it is an answer."""
    for text, kind in (("the capital of France is Paris", NoInput), ("Paris", Heard), ("the capital is Paris", Heard)):
        ear, _, _ = opened(ANSWER, texts=[text])
        ear.host_said("Remember: the capital of France is Paris. Or Rome.")
        assert isinstance(feed(ear, blocks(SPEECH))[-1], kind)


def test_of_a_long_list_only_what_is_near_is_scored() -> None:
    """The phrases most like transcript and alternatives are scored, fewer when it is one to the letter."""
    phrases = tuple(f"{n}, {c}" for n in ("one", "two", "three", "four") for c in [f"colour{i}" for i in range(20)])
    listen = Listen(1, Prompt.CLOSED, phrases=phrases)
    ear, ears, _ = opened(listen, texts=["Two, colour7."])
    feed(ear, blocks(SPEECH))
    assert ears.asked[0][1] == () and len(ears.asked[1][1]) == 24 and ears.asked[1][1][0] == "two, colour7"
    ear, ears, _ = opened(listen, texts=["To colour seven"])
    feed(ear, blocks(SPEECH))
    scored = ears.asked[1][1]
    assert len(scored) == 64 and "two, colour7" in scored[:20]


def test_forms_and_decoys_are_scored_however_many_commands_there_are() -> None:
    """Beside an answer it is the commands that are left out, not what the card hopes for or must be told apart from."""
    commands = tuple(f"command number {n}" for n in range(80))
    listen = Listen(1, Prompt.ANSWER, phrases=commands, candidates=("Paris", "Lutetia"), decoys=("Rome", "Ferris"))
    ear, ears, _ = opened(listen, texts=["Command number seven"])
    feed(ear, blocks(SPEECH))
    scored = ears.asked[1][1]
    assert scored[:4] == ("Paris", "Lutetia", "Rome", "Ferris") and len(scored) == 64


def test_slowness_is_known_for_each_kind_of_prompt() -> None:
    """A closed list that takes long to score does not keep answers from being recognised in the pause."""
    clock = [0.0]

    def slow() -> None:
        clock[0] += 2.0 if ear.turn_id == 4 else 0.1

    ears = ScriptedEars(["green"], on_hear=slow)
    ear = Ear(ears, LevelVad(), clock=lambda: clock[0])
    for listen in (CLOSED, ANSWER, replace(CLOSED)):
        ear.open(listen)
        feed(ear, blocks(SPEECH))
        if listen is ANSWER:
            assert ear.last is not None and ear.last.tail == 0.0
    assert ear.last is not None and ear.last.tail == pytest.approx(2.0)


def test_a_slow_machine_does_not_recognise_on_the_off_chance() -> None:
    """After a recognition of more than a second only finished utterances are recognised."""
    clock = [0.0]

    def slow() -> None:
        clock[0] += 2.0

    ears = ScriptedEars(on_hear=slow)
    ear = Ear(ears, LevelVad(), clock=lambda: clock[0])
    for turn in (1, 2):
        ear.open(replace(ANSWER, turn_id=turn))
        feed(ear, blocks([(0.5, 20), (0.5, 8000), (0.7, 20), (0.5, 8000), (2, 20)]))
    assert len(ears.asked) == 2 + 1
    assert ear.last is not None and ear.last.tail == pytest.approx(2.0)


def test_times_count_from_the_beginning_of_the_stream() -> None:
    """Stage times can be laid beside those of the loudspeaker: blocks fed to a shut gate count as well."""
    ear, _, _ = opened(ANSWER)
    ear.close()
    feed(ear, blocks([(10, 20)]))
    ear.open(ANSWER)
    feed(ear, blocks(SPEECH))
    assert ear.last is not None and ear.last.ended == pytest.approx(10 + 0.8 + 0.6, abs=0.07)


def test_a_command_that_the_host_has_just_named_is_no_echo() -> None:
    """ "Say 'ça va comme ça'": whoever says so is not taken for the host's own voice; a stretch of an answer is."""
    ears = ScriptedEars(["ça va comme ça"])
    ear = Ear(ears, LevelVad())
    ear.host_said("Voici mon volume. Dites « plus fort », « moins fort » ou « ça va comme ça ».")
    ear.open(Listen(1, Prompt.CLOSED, phrases=("plus fort", "ça va comme ça")))
    signals = [signal for block in blocks([(0.3, 0), (0.6, 9000), (1.5, 0)]) for signal in ear.feed(block)]
    assert isinstance(signals[-1], Heard)
    ear.open(Listen(2, Prompt.OPEN))
    signals = [signal for block in blocks([(0.3, 0), (0.6, 9000), (2.0, 0)]) for signal in ear.feed(block)]
    assert signals[-1] == NoInput(2)


def test_a_question_in_all_languages_asks_for_no_ears_of_a_language_called_many() -> None:
    """Where nothing can open ears for every language at once, those in use listen: no engine is opened for ``mul``."""
    asked: list[str] = []

    def opening(language: str) -> ScriptedEars:
        asked.append(language)
        return ScriptedEars(["Deutsch"], language=language)

    ear = Ear(ScriptedEars(["Deutsch"]), LevelVad(), opening=opening)
    ear.open(Listen(1, Prompt.CLOSED, phrases=("Deutsch",), language=MANY))
    assert asked == [] and ear.ears.language == "en"
    ear = Ear(ScriptedEars(["Deutsch"]), LevelVad(), opening=opening, many=True)
    ear.open(Listen(1, Prompt.CLOSED, phrases=("Deutsch",), language=MANY))
    assert asked == [MANY]
