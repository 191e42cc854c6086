"""Moonshine tiny-en under onnxruntime: open transcript, and how well given texts fit the sound.

The sound is encoded, and a small beam search over the decoder gives the transcript and its alternatives; the
cross-attention keys it computes on the way are kept, so that scoring any number of texts costs one decoder call
a batch: every text is fed as if it had been decoded ("teacher forcing") and its tokens' log-probabilities are summed.

Texts are scored on two looks at the sound, cleaned in different ways, and the mean counts. A small network's mistakes
hang on chance; where the looks disagree about a text, one of them is mistaken. In talk around the player seven more of
a hundred answers are taken after at most one re-say. What is plain in a quiet room is looked at once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from host.dialogue.protocol import Scored, Scores, Transcript
from host.errors import DeviceError
from host.speech.audio import RATE, Utterance
from host.speech.denoise import babbling, denoised
from host.speech.noise import cut_out, foreground, is_silent, normalised, trimmed
from host.speech.tokenizer import BOS, EOS, Tokenizer

LONGEST = 16.0
"""Seconds of sound listened to; an answer is shorter, and the model gets lost in more."""
SHORTEST = 0.5
"""Seconds: shorter clips are padded with silence, which the model needs to settle."""
QUIET_ROOM = 25.0
"""Signal-to-noise ratio in decibel from which the sound needs no cleaning."""
MORE_QUIET = 0.2
"""Seconds of silence around the second look in a quiet room, on either side."""
BEAM = 4
_TOKENS_PER_SECOND = 6.5
"""People speak no faster; more tokens are the model going round in circles."""
_ROW_FRAMES = 4096
"""Rows x frames of one scoring batch: bounds its memory to some 100 MB."""

NEVER = -1e3
"""Log-likelihood of a text that was not scored at all, as for silence."""
_PRIORS_KEPT = 20_000

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class _Sound:
    """One utterance, encoded: what transcript and scores share."""

    states: Floats
    """(1, frames, width)."""
    cross: dict[str, Floats]
    """Cross-attention keys and values, (1, heads, frames, head width) each."""
    first: Floats
    """Log-probabilities of the first token, (vocabulary,)."""
    past: dict[str, Floats]
    """Self-attention keys and values after the start token."""
    seconds: float
    snr_db: float


class MoonshineEars:
    """Hears English. Loads its model at the first utterance.

    Args:
        folder: holds ``encoder_model.ort``, ``decoder_model_merged.ort`` and ``tokenizer.bin``.
        threads: processor cores to use.
    """

    name = "Moonshine tiny-en"
    language = "en"

    def __init__(self, folder: Path, *, threads: int = 2) -> None:
        self._folder, self._threads = folder, threads
        self._loaded: _Model | None = None
        self._last: tuple[Utterance, list[_Sound]] | None = None

    def load(self) -> None:
        """Loads the model now (about 0.5 s) and warms it up; raises DeviceError when its files are damaged."""
        if self._loaded is None:
            self._loaded = _Model(self._folder, self._threads)
            self._loaded.priors(("Yes", "No"))

    def expect(self, candidates: Sequence[str]) -> None:
        """Works out the texts' priors now, which is half the work of scoring them."""
        self._model.priors(candidates)

    def transcribe(self, utterance: Utterance) -> Transcript:
        """The best open transcript and up to three alternatives; empty for silence."""
        looks = self._looks(utterance, 1)
        if not looks:
            return Transcript("", engine=self.name)
        texts = [(text, loglik) for text, loglik, _ in self._model.hypotheses(looks[0])]
        best = texts[0] if texts else ("", 0.0)
        return Transcript(
            best[0], float(np.exp(best[1])), tuple(text for text, _ in texts[1:] if text), engine=self.name
        )

    def score(self, utterance: Utterance, candidates: Sequence[str]) -> Scores:
        """One log-likelihood and one prior a candidate, spelling and final stop left to the model."""
        looks = self._looks(utterance, 1)
        if not looks:
            return Scores(tuple(Scored(text, NEVER) for text in candidates), Scored("", 0.0), self.name, 0.0)
        hypotheses = [text for text, _, _ in self._model.hypotheses(looks[0])]
        texts = list(dict.fromkeys((*candidates, *hypotheses)))
        plain = bool(hypotheses) and hypotheses[0].casefold() in {text.casefold() for text in candidates}
        if looks[0].snr_db < QUIET_ROOM or not plain:  # what is plain in a quiet room needs no second look
            looks = self._looks(utterance, 2)
        priors = self._model.priors(texts)
        seen = [self._model.likelihoods(look, texts) for look in looks]
        found = {
            both[0].text: replace(both[0], loglik=sum(s.loglik for s in both) / len(both), prior=priors[both[0].text])
            for both in zip(*seen, strict=True)
        }
        heard = tuple(found[text] for text in hypotheses)
        return Scores(
            tuple(found[text] for text in candidates), heard[0] if heard else Scored("", -50.0), self.name,
            looks[0].snr_db, heard,
        )  # fmt: skip

    def hear(self, utterance: Utterance, candidates: Sequence[str]) -> tuple[Transcript, Scores | None]:
        """Transcript, and scores when there are candidates."""
        transcript = self.transcribe(utterance)
        return transcript, self.score(utterance, candidates) if candidates else None

    @property
    def _model(self) -> _Model:
        self.load()
        assert self._loaded is not None
        return self._loaded

    def _looks(self, utterance: Utterance, count: int) -> list[_Sound]:
        """The first so many looks at an utterance, the last utterance's kept; none at silence."""
        if self._last is None or self._last[0] is not utterance:
            self._last = (utterance, [])
        looks = self._last[1]
        if len(looks) < count:
            samples = utterance.samples()[: int(LONGEST * RATE)]
            if is_silent(samples):
                return []
            looks += [self._model.encode(samples, look) for look in range(len(looks), count)]
        return looks[:count]


class _Model:
    """The two networks and the tokenizer."""

    def __init__(self, folder: Path, threads: int) -> None:
        import onnxruntime  # heavy: only when English is really listened to

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # Every utterance has another length, and memory would be kept for each.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        # Idle cores must be free for the voice and the next block of sound.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._encoder, self._decoder = (
                onnxruntime.InferenceSession(str(folder / name), options, providers=["CPUExecutionProvider"])
                for name in ("encoder_model.ort", "decoder_model_merged.ort")
            )
        except Exception as error:  # onnxruntime raises its own, undocumented kinds
            raise DeviceError(
                "the English recogniser's files are damaged or missing", where=str(folder),
                todo='Run pip install --force-reinstall "quizhost[english]"',
            ) from error  # fmt: skip
        self.tokenizer = Tokenizer(folder / "tokenizer.bin")
        self._inputs = {i.name for i in self._decoder.get_inputs()}
        self._outputs = [o.name for o in self._decoder.get_outputs()]
        shape = next(i.shape for i in self._decoder.get_inputs() if i.name.startswith("past"))
        self._heads, self._width = int(shape[1]), int(shape[3])
        self._marks = [token for mark in ".?!" if (token := self.tokenizer.id_of(mark)) is not None]
        self._kept: tuple[_Sound, list[tuple[str, float, int]]] | None = None
        self._nothing: _Sound | None = None
        self._priors: dict[str, float] = {}

    def encode(self, samples: Floats, look: int = 0) -> _Sound:
        """Runs the encoder and the decoder's first step on the first or the second look (0, 1) at a sound.

        In a quiet room the voice is left as it is at first; in noise the first look is at the cleaned speaker alone, as
        the recogniser would write down what is said around it. The second look is the other way round.
        """
        part = foreground(samples)
        noisy = part.snr_db < QUIET_ROOM
        if noisy == bool(look):
            seen = trimmed(samples)
        elif noisy:
            seen = cut_out(denoised(samples), part)
        else:
            seen = np.pad(trimmed(denoised(samples)), int(MORE_QUIET * RATE))
        return self._states(normalised(seen), part.snr_db)

    def _states(self, samples: Floats, snr_db: float = 60.0) -> _Sound:
        seconds = len(samples) / RATE
        missing = int(SHORTEST * RATE) - len(samples)
        if missing > 0:
            samples = np.pad(samples, (missing // 2, missing - missing // 2))
        wave = samples[None]
        states = self._encoder.run(None, {"input_values": wave, "attention_mask": np.ones(wave.shape, np.int64)})[0]
        empty = np.zeros((1, self._heads, 0, self._width), np.float32)
        past = {name: empty for name in self._inputs if name.startswith("past")}
        logits, present = self._step(np.array([[BOS]], np.int64), states, past, cached=False)
        cross = {name: value for name, value in present.items() if ".encoder." in name}
        return _Sound(
            states, cross, _log_softmax(logits[0, -1]),
            {name: value for name, value in present.items() if ".decoder." in name}, seconds, snr_db,
        )  # fmt: skip

    def _step(
        self, ids: npt.NDArray[np.int64], states: Floats, past: dict[str, Floats], *, cached: bool
    ) -> tuple[Floats, dict[str, Floats]]:
        feed: dict[str, Any] = {
            "input_ids": ids,
            "encoder_hidden_states": states,
            # The decoder thins this mask out by 384, the encoder's stride; one entry a row is stretched over all.
            "encoder_attention_mask": np.ones((len(states), 1), np.int64),
            "use_cache_branch": np.array([cached]),
            **past,
        }
        out = self._decoder.run(None, {name: value for name, value in feed.items() if name in self._inputs})
        present = {
            name.replace("present", "past_key_values"): value
            for name, value in zip(self._outputs[1:], out[1:], strict=True)
        }
        return out[0], present

    def hypotheses(self, sound: _Sound) -> list[tuple[str, float, int]]:
        """Up to BEAM different open transcripts as (text, log-likelihood, tokens), best first; beam search."""
        if self._kept is not None and self._kept[0] is sound:
            return self._kept[1]
        longest = max(6, int(sound.seconds * _TOKENS_PER_SECOND) + 4)
        starts = np.argsort(sound.first)[::-1][:BEAM]
        beams: list[tuple[float, tuple[int, ...]]] = [(float(sound.first[t]), (int(t),)) for t in starts if t != EOS]
        done: list[tuple[float, tuple[int, ...]]] = [(float(sound.first[EOS]), ())] if EOS in starts else []
        past = {name: np.repeat(value, len(beams), 0) for name, value in sound.past.items()}
        while beams and len(beams[0][1]) <= longest:
            ids = np.array([[tokens[-1]] for _, tokens in beams], np.int64)
            rows = len(beams)
            cross = {name: np.repeat(value, rows, 0) for name, value in sound.cross.items()}
            logits, present = self._step(ids, np.repeat(sound.states, rows, 0), past | cross, cached=True)
            grown: list[tuple[float, int, tuple[int, ...]]] = []
            for row, (loglik, tokens) in enumerate(beams):
                logp = _log_softmax(logits[row, -1])
                for token in np.argpartition(logp, -BEAM - 1)[-BEAM - 1 :]:
                    grown.append((loglik + float(logp[token]), row, (*tokens, int(token))))
            grown.sort(reverse=True)
            kept = grown[: BEAM * 2]
            done += [(loglik, tokens[:-1]) for loglik, _, tokens in kept if tokens[-1] == EOS]
            alive = [(loglik, row, tokens) for loglik, row, tokens in kept if tokens[-1] != EOS][:BEAM]
            done.sort(reverse=True)
            if len(done) >= BEAM and (not alive or alive[0][0] < done[BEAM - 1][0]):
                break
            if done and alive and alive[0][0] < done[0][0] - 12:
                break
            order = [row for _, row, _ in alive]
            past = {name: value[order] for name, value in present.items() if ".decoder." in name}
            beams = [(loglik, tokens) for loglik, _, tokens in alive]
        done = done or [(loglik - 10, tokens) for loglik, tokens in beams]
        self._kept = (sound, self._merged(done))
        return self._kept[1]

    def _merged(self, done: list[tuple[float, tuple[int, ...]]]) -> list[tuple[str, float, int]]:
        """Hypotheses that differ only in their last mark count as one text: their likelihoods are added."""
        sums: dict[str, tuple[float, int]] = {}
        for loglik, tokens in done:
            text = self.tokenizer.decode(tokens).rstrip(".?!,; ")
            before, _ = sums.get(text, (-np.inf, 0))
            sums[text] = (float(np.logaddexp(before, loglik)), len(tokens) + 1)
        ranked = sorted(((text, loglik, n) for text, (loglik, n) in sums.items()), key=lambda h: -h[1])
        return ranked[:BEAM]

    def likelihoods(self, sound: _Sound, texts: Sequence[str]) -> tuple[Scored, ...]:
        """Log P(text | sound), end included, of every text, in the order given."""
        spelt = {text: _spellings(text) for text in texts}
        unique = list(dict.fromkeys(form for forms in spelt.values() for form in forms))
        rows = [self.tokenizer.encode(text) for text in unique]
        order = sorted((i for i in range(len(rows)) if rows[i]), key=lambda i: len(rows[i]))
        batch = max(1, min(64, _ROW_FRAMES // sound.states.shape[1]))
        found: dict[str, Scored] = {"": Scored("", float(sound.first[EOS]), 1)}
        for at in range(0, len(order), batch):
            part = order[at : at + batch]
            for i, loglik in zip(part, self._forced(sound, [rows[i] for i in part]), strict=True):
                found[unique[i]] = Scored(unique[i], loglik, len(rows[i]) + 1)
        best = [max((found[form] for form in spelt[text]), key=lambda s: s.loglik) for text in texts]
        return tuple(Scored(text, s.loglik, s.tokens) for text, s in zip(texts, best, strict=True))

    def priors(self, texts: Sequence[str]) -> dict[str, float]:
        """Log P(text) of each text when there is only a babbling noise to hear; computed once a text."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._priors]
        if missing:
            if self._nothing is None:
                self._nothing = self._states(babbling())
            if len(self._priors) > _PRIORS_KEPT:
                self._priors.clear()
                missing = list(dict.fromkeys(texts))
            self._priors |= {s.text: s.loglik for s in self.likelihoods(self._nothing, missing)}
        return {text: self._priors[text] for text in texts}

    def _forced(self, sound: _Sound, rows: list[tuple[int, ...]]) -> list[float]:
        # One row serves four spellings: the text alone, and with a full stop, a question or an exclamation mark.
        count, width = len(rows), max(map(len, rows)) + 1
        ids = np.full((count, width), EOS, np.int64)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            ids[at, len(row)] = self._marks[0]
        past = {name: np.repeat(value, count, 0) for name, value in (sound.past | sound.cross).items()}
        logits, _ = self._step(ids, np.repeat(sound.states, count, 0), past, cached=True)
        peak = logits.max(-1)
        total = np.log(np.exp(logits - peak[..., None]).sum(-1)) + peak
        out = []
        for at, row in enumerate(rows):
            loglik = float(sound.first[row[0]])
            loglik += sum(float(logits[at, k, token] - total[at, k]) for k, token in enumerate(row[1:]))
            last, marked = len(row) - 1, len(row)
            after = float(logits[at, marked, EOS] - total[at, marked])
            ends = [float(logits[at, last, EOS] - total[at, last])]
            ends += [float(logits[at, last, mark] - total[at, last]) + after for mark in self._marks]
            out.append(loglik + float(np.logaddexp.reduce(ends)))
        return out


def _spellings(text: str) -> tuple[str, ...]:
    """A text as the model may write it: a capital first, no mark at the end, with and without its accents."""
    text = " ".join(text.split()).rstrip(".?!,; ")
    text = text[:1].upper() + text[1:]
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return (text, plain) if plain != text else (text,)


def _log_softmax(logits: Floats) -> Floats:
    shifted = logits - logits.max()
    return np.asarray(shifted - np.log(np.exp(shifted).sum()), dtype=np.float32)
