"""Whole games through the conversation, typed by simulated players: each ends, and its log tells the same game."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest

from host.app.performer import Performer
from host.app.players import Troupe
from host.app.session import load
from host.app.table import Wishes, new_table
from host.dialogue.protocol import Listen, Signal, Typed
from host.rules.engine import replay
from host.rules.words import Outcome, Phase

MOST = 2000
"""Typed lines within which every game must be over."""


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("ruleset, language", [("genus", "en"), ("genus", "es"), ("familien", "de")])
def test_a_whole_game_is_won(
    ruleset: str, language: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the start roll to the final question, and the saved log gives the same state."""
    monkeypatch.setenv("QUIZHOST_HOME", str(tmp_path))
    table = new_table(
        Wishes(ruleset=ruleset, language=language, players=("Anna", "Ben"), precision="standard", seed=seed)
    )
    host, troupe = table.host, Troupe(seed, skill=0.8)
    listens: list[Listen] = []
    said: list[str] = []
    performer = Performer(
        lambda line: said.append(line.text),
        table.session,
        watch=lambda action: listens.append(action) if isinstance(action, Listen) else None,
    )
    signals: deque[Signal] = deque(performer.perform(host.start(0.0)))
    for _ in range(MOST):
        while signals:
            signals.extend(performer.perform(host.handle(signals.popleft(), 0.0)))
        if host.game is not None and host.game.phase is Phase.ENDED:
            break
        saying = troupe.reply(host, listens[-1])
        assert saying is not None, said[-3:]
        signals.extend(performer.perform(host.handle(Typed(saying.text), 0.0)))
    assert host.game is not None and host.game.outcome is Outcome.WON
    table.session.close()
    assert replay(load(table.session.path).decisions, host.mind.ruleset) == host.game
    assert any(host.game.winners[0] in line for line in said[-2:])
