"""One spoken answer or phrase from a sound file: what `quizhost listen` and the benchmark run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from host.app.rivals import decoys_for, sound_of
from host.dialogue.protocol import Scores, Transcript
from host.judging.decoys import PRUNE_ABOVE, prune
from host.judging.forms import prompting_forms, spoken_forms
from host.judging.guard import Guard
from host.judging.judge import judge
from host.judging.listening import ByText, Decision, Match, decide_answer, decide_closed
from host.judging.policy import Policy, Precision
from host.judging.record import JudgeRecord
from host.speech.audio import Utterance
from host.speech.phonemes import phonemizer
from host.speech.ports import Ears

BESIDE = {
    "en": ("I don't know", "Pass", "Repeat the question", "Skip"),
    "fr": ("Je ne sais pas", "Je passe", "Répète la question", "Passe"),
    "de": ("Weiß ich nicht", "Weiter", "Wiederhole die Frage", "Passe"),
    "es": ("No lo sé", "Paso", "Repite la pregunta", "Siguiente"),
}
"""What players say instead of an answer."""
COMMON = {
    "en": ("Yes", "No", "Okay", "Thank you", "What is it", "I think so", "Come on", "That's right", "Not really",
           "Is it my turn", "One moment please", "Who is next", "I have no idea", "Let me think"),
    "fr": ("Oui", "Non", "D'accord", "Merci", "C'est quoi", "Je crois", "Attends", "C'est à qui"),
    "de": ("Ja", "Nein", "Okay", "Danke", "Was ist das", "Ich glaube", "Moment mal", "Wer ist dran"),
    "es": ("Sí", "No", "Vale", "Gracias", "Qué es", "Creo que sí", "Espera", "A quién le toca"),
}  # fmt: skip
"""Table talk: garbage hypotheses beside the open transcripts."""


@dataclass(frozen=True)
class SpokenCard:
    """A card as it is listened for: its forms, and what they must be told apart from.

    Args:
        record: the judge's record of the card.
        policy: the agreed precision.
        near: further answers to tell it apart from.
        guard: known things, for the text judge; None: the shipped ones.
    """

    record: JudgeRecord
    policy: Policy = field(default_factory=Policy)
    near: tuple[str, ...] = ()
    guard: Guard | None = None
    _judged: dict[str, ByText] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """What the precision accepts."""
        return spoken_forms(self.record, self.policy)

    @cached_property
    def prompting(self) -> tuple[str, ...]:
        """What is right but too vague."""
        return prompting_forms(self.record)

    @cached_property
    def decoys(self) -> tuple[str, ...]:
        """What is wrong but might be said: the given neighbours first, then what sounds nearest."""
        language = self.record.language
        known = decoys_for(
            self.record.main, self.forms, language, kind=self.record.kind.value, neighbours=self.record.neighbours
        )
        every = dict.fromkeys((*self.near, *known, *BESIDE.get(language, ()), *COMMON.get(language, ())))
        return tuple(text for text in every if not self._right(text))

    def _right(self, text: str) -> bool:
        return judge(text, self.record, self.policy, guard=self.guard, phonemes=phonemizer()).kind.word in (
            "accept",
            "prompt",
        )

    def judge(self, text: str) -> ByText:
        """The text judge's verdict; each text is judged once."""
        if text not in self._judged:
            self._judged[text] = ByText(judge(text, self.record, self.policy, guard=self.guard, phonemes=phonemizer()))
        return self._judged[text]

    def hear(
        self, ears: Ears, utterance: Utterance, previous: Scores | None = None
    ) -> tuple[Transcript, Scores | None, Decision]:
        """Listens for the card in one utterance; ``previous``: the scores of an unsure first try."""
        texts = (*self.forms, *self.prompting, *self.decoys)
        if len(texts) > PRUNE_ABOVE:
            first, _ = ears.hear(utterance, ())
            heard = (first.text, *first.alternatives)
            texts = prune(texts, heard, sound_of(self.record.language), keep=(*self.forms, *self.prompting))
        transcript, scores = ears.hear(utterance, texts)
        decision = decide_answer(
            transcript, scores, judge=self.judge, forms=self.forms, prompting=self.prompting,
            previous=previous, precision=Precision(self.policy.precision),
        )  # fmt: skip
        return transcript, scores, decision


def hear_phrase(
    ears: Ears, utterance: Utterance, phrases: Sequence[str], others: Iterable[str] = ()
) -> tuple[Transcript, Scores | None, Match]:
    """Which of the phrases was said; ``others`` are the phrases of other prompts, which count as none of these."""
    known = {phrase.casefold() for phrase in phrases}
    garbage = (*others, *COMMON.get(ears.language, ()))
    texts = (*phrases, *(text for text in dict.fromkeys(garbage) if text.casefold() not in known))
    transcript, scores = ears.hear(utterance, texts)
    return transcript, scores, decide_closed(transcript, scores, phrases)
