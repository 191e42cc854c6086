"""Trials: a speaker says an answer, a card listens. The card is the right one, or one whose answer sounds near."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import yaml
from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from benchmarks.listen.clips import clip, spoiled
from benchmarks.listen.speakers import Speaker
from host.app.rivals import sound_of
from host.app.spoken import SpokenCard
from host.dialogue.protocol import Scores, Transcript
from host.judging.decoys import DecoyPool, Rival
from host.judging.evidence import Evidence, weigh
from host.judging.judge import judge
from host.judging.listening import Ruling, decide_answer
from host.judging.record import record_from_text
from host.judging.thresholds import limits_for
from host.speech.audio import Utterance
from host.speech.ports import Ears

LANGUAGE = "en"
WRONG_CARDS = 4
"""Cards with a near-sounding answer that each clip is tried against."""
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

    def for_texts(self, texts: Sequence[str]) -> Scores:
        """The scores as if only these texts had been scored."""
        wanted = set(texts)
        return replace(self.scores, candidates=tuple(s for s in self.scores.candidates if s.text in wanted))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One trial of a clip (and its re-say, where it was asked for) against one card."""

    said: str
    card: str
    trial: str
    """``right``, ``decoy`` (wrong, and known as a decoy) or ``unknown`` (wrong, and not among the decoys)."""
    first: Ruling
    last: Ruling
    evidence: Evidence
    """Of the first take."""
    noise_db: float
    reason: str
    transcript: str


def hear(ears: Ears, folder: Path, speaker: Speaker, text: str, take: int, condition: str, cards: Sequence[SpokenCard],
         babble: list[str]) -> Heard:  # fmt: skip
    """Recognises one take and scores it for all the cards."""
    others = [clip(folder, speaker, other, 0) for other in babble] if condition.startswith("babble") else []
    pcm = spoiled(clip(folder, speaker, text, take), condition, others, len(text) * 31 + take)
    texts = dict.fromkeys(t for card in cards for t in (*card.forms, *card.prompting, *card.decoys, text))
    transcript, scores = ears.hear(Utterance(0, pcm), tuple(texts))
    assert scores is not None
    return Heard(transcript, scores)


def trials(
    ears: Ears, folder: Path, speaker: Speaker, texts: Sequence[str], condition: str, *, resay: bool = True
) -> Iterator[Outcome]:
    """All trials of a speaker in one condition."""
    babble = list(texts[:12])
    for text in texts:
        own = card_of(text)
        wrong = [
            card_of(t) for t in _pool().nearest((text,), count=WRONG_CARDS * 2) if not _same_answer(card_of(t), text)
        ]
        cards = [own, *wrong[:WRONG_CARDS]]
        takes: list[Heard] = []

        def take(number: int, takes: list[Heard] = takes, text: str = text, cards: list[SpokenCard] = cards) -> Heard:
            while len(takes) <= number:
                takes.append(hear(ears, folder, speaker, text, len(takes), condition, cards, babble))
            return takes[number]

        for card in cards:
            kinds = ("right",) if card is own else ("decoy", "unknown")
            for kind in kinds:
                yield _trial(card, text, kind, take, resay)


def _trial(card: SpokenCard, said: str, kind: str, take: object, resay: bool) -> Outcome:
    assert callable(take)
    right = (*card.forms, *card.prompting)
    decoys = [text for text in card.decoys if text not in right]
    if kind == "decoy":
        decoys.append(said)
    if kind == "unknown":
        told = card_of(said)
        decoys = [text for text in decoys if text != said and not _same_answer(told, text)]
    first: Heard = take(0)
    scores = first.for_texts((*right, *decoys))

    def decide(heard: Heard, previous: Scores | None = None) -> tuple[Ruling, str, float | None]:
        made = decide_answer(
            heard.transcript, heard.for_texts((*right, *decoys)), judge=card.judge, forms=card.forms,
            prompting=card.prompting, previous=previous,
        )  # fmt: skip
        return made.ruling, made.reason, made.index

    ruling, reason, index = decide(first)
    last = ruling
    if ruling is Ruling.UNSURE and resay:
        last, reason, _ = decide(take(1), scores)
    evidence = weigh(scores, right, limits_for(scores.engine, scores.noise_db))
    if index is not None:
        evidence = replace(evidence, index=index)
    return Outcome(
        said, card.record.main, kind, ruling, last, evidence, scores.noise_db or 0.0, reason, first.transcript.text
    )


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
