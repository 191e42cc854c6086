"""What a demo prints, keeps and counts: lines, what was said and heard, verdicts beside the truth, the summary."""

from __future__ import annotations

import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from host.app.players import Saying
from host.dialogue.machine import Host
from host.dialogue.protocol import Action, Heard, Line, Note, Record, Signal
from host.dialogue.talk import Step
from host.errors import HostError
from host.rules.messages import AnswerJudged, to_dict


class DemoLog:
    """Watches a simulated game.

    Args:
        host: the quizmaster, read only.
        json_lines: print one JSON object a line instead of text.
    """

    def __init__(self, host: Host, *, json_lines: bool) -> None:
        self._host, self._json = host, json_lines
        self._text: list[str] = []
        self._saying: Saying | None = None
        self._answer: Saying | None = None
        self._table = False
        self.judged = 0
        """Answers judged so far."""
        self.agreed = 0
        self.by_table = 0
        """Verdicts that the table had to give."""
        self.resaid = 0

    def begin(self, seed: int, voice: str, ears: str, players: Mapping[str, str], save: Path) -> None:
        """Who takes part, and with what."""
        cast = ", ".join(f"{name} ({label})" for name, label in players.items())
        self._out(
            f"Demo with seed {seed}. Host: {voice}. Players: {cast}. Ears: {ears}.",
            type="begin", seed=seed, voice=voice, ears=ears, players=dict(players), save=str(save),
        )  # fmt: skip

    def remark(self, text: str) -> None:
        """Something the people at the screen should know, in the language of the game."""
        self._out(text, type="remark", text=text)

    def line(self, line: Line) -> None:
        """The host says a line."""
        self._out(f"Host: {line.text}", type="line", id=line.id, text=line.text)

    def heard(self, what: Saying | Signal) -> None:
        """A player speaks, or the host has heard something."""
        if isinstance(what, Saying):
            self._saying = what
            if what.step == Step.ANSWER:
                self.resaid += self._answer is what
                self._answer = what
            self._text.append(f"{what.player} says: {what.text}")
            if not self._json:
                print(f"{what.player} says: {what.text}", flush=True)
        elif isinstance(what, Heard):
            said = self._saying
            self._out(
                f"(heard: {what.transcript.text})",
                type="heard", turn=what.turn_id, transcript=what.transcript.text,
                said=said.text if said else "", player=said.player if said else "", step=said.step if said else "",
            )  # fmt: skip

    def action(self, action: Action) -> None:
        """Sees events and notes go by."""
        if isinstance(action, Note) and action.kind == "table":
            self._table = True
        if isinstance(action, Record):
            for event in action.events:
                if self._json:
                    data = to_dict(event)  # type: ignore[arg-type]
                    print(
                        json.dumps({"type": "event", "event": data.pop("type"), **data}, ensure_ascii=False), flush=True
                    )
                if isinstance(event, AnswerJudged):
                    self._verdict(event)

    def _verdict(self, event: AnswerJudged) -> None:
        truth = self._answer.truth if self._answer else ""
        # "I don't know" and a wrong answer come to the same for the game.
        agreed = (event.verdict == "right") == (truth == "right")
        self.judged += 1
        self.agreed += agreed
        by_table, self._table = self._table, False
        self.by_table += by_table
        if self._json:
            judged = self._host.talk.judged
            self._out(
                "", type="verdict", player=event.player, verdict=str(event.verdict), truth=truth, agreed=agreed,
                heard=event.text, by_table=by_table, question=judged.answer if judged else "",
            )  # fmt: skip

    def summary(self, latencies: Sequence[float], seconds: float, recording: Path, transcript: Path) -> None:
        """How often host and truth agreed, how quick the replies were, and where the files are."""
        median = statistics.median(latencies) if latencies else 0.0
        self._out(
            f"Host and truth agreed in {self.agreed} of {self.judged} answers"
            f" ({self.by_table} decided by the table, {self.resaid} said twice)."
            f"\nMedian time from end of speech to first reply sample: {median:.2f} seconds."
            f"\nThe evening lasted {seconds:.0f} seconds. Listen to it: {recording}"
            f"\nRead it: {transcript}",
            type="summary", agreed=self.agreed, judged=self.judged, by_table=self.by_table, said_twice=self.resaid,
            median_latency=round(median, 3), seconds=round(seconds, 1), recording=str(recording),
            transcript=str(transcript),
        )  # fmt: skip

    def write(self, path: Path) -> None:
        """Writes everything that was said as text."""
        try:
            path.write_text("\n".join(self._text) + "\n", encoding="utf-8")
        except OSError as error:
            raise HostError(f"cannot write the transcript ({error.strerror})", where=str(path)) from error

    def _out(self, text: str, /, **data: Any) -> None:
        if text:
            self._text.append(text)
        if self._json:
            print(json.dumps(data, ensure_ascii=False), flush=True)
        elif text:
            print(text, flush=True)
