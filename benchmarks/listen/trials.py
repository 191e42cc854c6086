"""Trials: a speaker says an answer, a card listens. The card is the right one, or one whose answer sounds near."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import yaml
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

import host.speech
from benchmarks.listen.clips import clip, spoiled
from benchmarks.listen.speakers import Speaker
from host.app.rivals import sound_of
from host.app.spoken import SpokenCard
from host.dialogue.protocol import Scores, Transcript
from host.judging.decoys import DecoyPool, Rival
from host.judging.judge import judge
from host.judging.listening import Decision, Ruling, decide_answer
from host.judging.record import record_from_text
from host.judging.thresholds import Limits
from host.speech.audio import Pcm, Utterance
from host.speech.ports import Ears

LANGUAGE = "en"
NEAR_CARDS, OTHER_CARDS = 3, 3
"""Wrong cards that each clip is tried against: those whose answers sound nearest, and any others."""
KINDS = {"place": "place", "person": "person", "thing": "", "number": ""}


@cache
def answers() -> dict[str, str]:
    """Every answer of the list with its kind ('' where the judge shall infer it)."""
    data = yaml.safe_load((Path(__file__).parent / "answers_en.yaml").read_text(encoding="utf-8"))
    return {text: KINDS[kind] for kind, texts in data.items() for text in texts}


def sample(count: int, role: str) -> list[str]:
    """Answers to be spoken, spread over the whole list; fit and report get different ones."""
    every = sorted(answers())
    half = [text for at, text in enumerate(every) if at % 2 == (role == "fit")]
    random.Random(7).shuffle(half)
    return half[:count]


@cache
def _pool() -> DecoyPool:
    return DecoyPool((Rival(text, kind) for text, kind in answers().items()), sound_of(LANGUAGE))


@cache
def card_of(text: str) -> SpokenCard:
    """The card of an answer with the 8 nearest-sounding and 4 random other answers of the list as given neighbours."""
    record = record_from_text(text, LANGUAGE, kind=answers()[text])
    others = [t for t in answers() if t != text]
    near = (*_pool().nearest((text,), count=8), *random.Random(text).sample(others, 4))
    return SpokenCard(record, near=near)


@cache
def _same_answer(card: SpokenCard, said: str) -> bool:
    return judge(said, card.record, card.policy).kind.word != "reject"


@dataclass(frozen=True, slots=True)
class Heard:
    """One clip, recognised once and scored for all cards that it is tried against."""

    transcript: Transcript
    scores: Scores

    def for_texts(self, texts: Collection[str]) -> Scores:
        """The scores as if only these texts had been scored."""
        return replace(self.scores, candidates=tuple(s for s in self.scores.candidates if s.text in texts))


@dataclass(slots=True)
class Takes:
    """The takes of one answer by one speaker: each is recognised once, and scored for all the cards it is tried on."""

    ears: Ears
    folder: Path
    speaker: Speaker
    said: str
    condition: str
    texts: tuple[str, ...]
    _heard: list[Heard] = field(default_factory=list)

    def take(self, number: int) -> Heard:
        """The first try (0) or the re-say (1)."""
        while len(self._heard) <= number:
            self._heard.append(self._hear(len(self._heard)))
        return self._heard[number]

    def _hear(self, take: int) -> Heard:
        babbling = self.condition.startswith("babble")
        others = [clip(self.folder, self.speaker, text) for text in sample(12, self.speaker.role)] if babbling else []
        first = {"slow": 1, "quick": 2}.get(self.condition, 0)
        pcm = clip(self.folder, self.speaker, self.said, take or first)
        pcm = spoiled(pcm, self.condition, others, len(self.said) * 31 + take)
        return kept_or_heard(self.ears, self.folder, pcm, self.texts)


def kept_or_heard(ears: Ears, folder: Path, pcm: Pcm, texts: tuple[str, ...]) -> Heard:
    """What the ears make of a clip, from the folder where the same engine has heard and scored the same before."""
    key = hashlib.sha256(f"{ears.name}|{engine_version()}|{'|'.join(texts)}|".encode() + pcm.tobytes()).hexdigest()
    path = folder / "heard" / f"{key[:32]}.pickle"
    if path.is_file():
        found = pickle.loads(path.read_bytes())
        assert isinstance(found, Heard)
        return found
    transcript, scores = ears.hear(Utterance(0, pcm), texts)
    assert scores is not None
    heard = Heard(transcript, scores)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(heard))
    return heard


@cache
def engine_version() -> str:
    """Changes whenever the code of an engine does, so that nothing outdated is taken from the folder."""
    speech = Path(host.speech.__file__).parent
    names = ("denoise", "moonshine", "noise", "tokenizer", "whisper", "vosk_engine")
    return hashlib.sha256(b"".join((speech / f"{name}.py").read_bytes() for name in names)).hexdigest()


@dataclass(frozen=True, slots=True)
class Trial:
    """One card that an answer is tried on."""

    said: str
    card: str
    kind: str
    """``right``, ``decoy`` (wrong, and known as a decoy) or ``unknown`` (wrong, and not among the decoys)."""
    near: bool
    """The card's answer is among those that sound nearest to what was said."""

    def decide(self, heard: Heard, previous: Heard | None = None, limits: Limits | None = None) -> Decision:
        """The decision on a take; ``previous``: the unsure first one."""
        card, texts = card_of(self.card), texts_of(self)
        return decide_answer(
            heard.transcript, heard.for_texts(texts), judge=card.judge, forms=card.forms, prompting=card.prompting,
            previous=previous.for_texts(texts) if previous else None, limits=limits,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one trial."""

    trial: Trial
    first: Decision
    """On the first try alone."""
    last: Ruling
    """After the re-say, where one was asked for."""
    heard: Heard
    """The first try."""


@cache
def right_of(card: str) -> tuple[str, ...]:
    """What a card accepts or asks more about."""
    return (*card_of(card).forms, *card_of(card).prompting)


@cache
def texts_of(trial: Trial) -> frozenset[str]:
    """Everything the card is scored with in a trial."""
    decoys = set(card_of(trial.card).decoys)
    if trial.kind == "decoy":
        decoys.add(trial.said)
    if trial.kind == "unknown":
        decoys = {t for t in decoys if t != trial.said and not _same_answer(card_of(trial.said), t)}
    return frozenset((*right_of(trial.card), *decoys))


def trials_of(said: str) -> tuple[list[Trial], tuple[str, ...]]:
    """The trials of an answer, and every text to score for them."""
    near = _wrong(said, _pool().nearest((said,), count=NEAR_CARDS * 3), NEAR_CARDS)
    others = random.Random(said).sample([t for t in answers() if t not in near], 30)
    far = _wrong(said, others, OTHER_CARDS)
    texts = dict.fromkeys(
        t for c in (said, *near) for t in (*card_of(c).forms, *card_of(c).prompting, *card_of(c).decoys)
    )
    texts |= dict.fromkeys(t for c in far for t in (*card_of(c).forms, *card_of(c).prompting))
    wrong = [Trial(said, c, kind, c in near) for c in (*near, *far) for kind in ("decoy", "unknown")]
    return [Trial(said, said, "right", True), *wrong], (*texts, *([] if said in texts else [said]))


def outcomes(ears: Ears, folder: Path, speaker: Speaker, texts: Sequence[str], condition: str) -> Iterator[Outcome]:
    """The outcomes of all trials of a speaker in one condition."""
    for said in texts:
        listed, scored = trials_of(said)
        takes = Takes(ears, folder, speaker, said, condition, scored)
        for trial in listed:
            first = trial.decide(takes.take(0))
            last = first
            if first.ruling is Ruling.UNSURE:
                last = trial.decide(takes.take(1), takes.take(0))
            yield Outcome(trial, first, last.ruling, takes.take(0))


def _wrong(said: str, texts: Sequence[str], count: int) -> list[str]:
    """The first of the texts on whose cards what was said is wrong."""
    return [text for text in texts if text != said and not _same_answer(card_of(text), said)][:count]


def baselines(card: SpokenCard, transcript: str) -> dict[str, bool]:
    """What other ways would make of the transcript alone: equal, rapidfuzz, phonemes, the text judge."""
    sound = sound_of(LANGUAGE)
    said, texts = transcript.casefold().strip(" .?!"), [form.casefold() for form in card.forms]
    key = sound(transcript)
    return {
        "equal": said in texts,
        "rapidfuzz 85": max(fuzz.ratio(said, text) for text in texts) >= 85,
        "phonemes 75": max(Levenshtein.normalized_similarity(key, sound(form)) for form in card.forms) >= 0.75,
        "text judge": card.judge(transcript).verdict == "accept" if transcript else False,
    }
