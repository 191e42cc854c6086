"""The hosts and tables of an appliance: between games, for a new game, and for another one with newer packs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from host import config
from host.app.shelves import all_packs
from host.app.table import Table, Wishes, mind_for, new_table
from host.config import Settings
from host.dialogue.machine import Host
from host.dialogue.mind import Box
from host.dialogue.talk import Talk
from host.rules.ruleset import find_ruleset

USUAL = "genus"
"""The game that a host in the lobby has in mind until the table names another."""


def lobby_host(settings: Settings, talk: Talk, box: Box) -> Host:
    """A host that plays nothing; what it is to do in the lobby stands in ``talk``."""
    rules = find_ruleset(settings.ruleset or USUAL, config.data_folder("rulesets"))
    mind, _, _ = mind_for(rules, talk.language, (), 1, {})
    return Host(replace(mind, box=box), None, talk)


def fresh_table(settings: Settings, talk: Talk) -> Table:
    """A table for a new game, spoken to in the manner of ``talk``; what the settings do not say is asked.

    Raises:
        HostError: no pack, or the game cannot be saved.
    """
    table = new_table(
        Wishes(
            ruleset=settings.ruleset or USUAL,
            ask_edition=not settings.ruleset,
            language=talk.language,
            precision=settings.precision or "",
            remember=True,
        )
    )
    boards = table.host.talk.boards  # those of the household
    table.host.talk = replace(table.host.talk.with_manner(talk.manner()), boards=boards)
    return table


def with_new_packs(table: Table) -> Table:
    """The table with the packs that there are now: some may have come since it was set."""
    mind = table.host.mind
    choice = all_packs().choose(edition=mind.ruleset.id, language=table.host.talk.language)
    table.host.base = replace(table.host.base, bank=choice.bank)
    return table


def bad_packs() -> Iterator[tuple[str, str]]:
    """File name and sentence of every file of questions that cannot be read."""
    for fault in all_packs().faults:
        yield Path(fault.where.partition(",")[0]).name or fault.what, fault.sentence()
