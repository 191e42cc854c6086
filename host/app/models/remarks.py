"""What the models commands say while they work, and how they read a list of languages."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from host.app.models.machine import Pick
from host.app.models.sums import megabytes
from host.dialogue.phrasebook import LANGUAGES
from host.errors import UsageError


def say(line: str) -> None:
    """A line about how far it is: on standard error, so that what a command prints stays clean."""
    print(line, file=sys.stderr, flush=True)


def languages_of(text: str) -> tuple[str, ...]:
    """The languages in "fr,de" or "fr de"; raises UsageError for one that quizhost does not speak."""
    codes = tuple(dict.fromkeys(text.replace(",", " ").casefold().split()))
    for code in codes:
        if code not in LANGUAGES:
            raise UsageError(f"quizhost does not speak '{code}'", todo=f"Languages: {', '.join(LANGUAGES)}")
    if not codes:
        raise UsageError("--for needs a language", todo=f"Languages: {', '.join(LANGUAGES)}")
    return codes


def described(pick: Pick) -> Iterator[str]:
    """What is about to be fetched: before anything is, so that size and licence are known."""
    entry = pick.entry
    because = f" Chosen because {pick.why}." if pick.why else ""
    yield f"{entry.name}: {entry.title}, {megabytes(entry.size)}.{because}"
    doubt = f" ({entry.unconfirmed['licence']})" if "licence" in entry.unconfirmed else ""
    yield f"Licence: {entry.licence}{doubt}, {entry.licence_url}. More: {entry.page}."
    if entry.notes:
        yield f"Note: {entry.notes}"
