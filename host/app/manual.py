"""The manual: what can be said, the rules of every game, help for playing without seeing (A86).

It is made from the phrase books, so that it says what the host does, in any of the four languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from host import config
from host.bank.draw import Bank
from host.dialogue.anytime import ANYTIME
from host.dialogue.desk import Desk
from host.dialogue.explain.reading import sections
from host.dialogue.mind import Mind
from host.dialogue.phrasebook import Phrasebook, load_phrasebook
from host.dialogue.talk import Step, Talk
from host.rules.ruleset import list_rulesets

SAID = 4
"""Ways of saying a command that are printed."""
TACTILE = 8
UNASKED = (Step.ENDED, Step.MENU, Step.RULES, Step.PRACTICE)
"""Steps whose help says nothing that the others do not."""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with what stands under it."""

    level: int
    """1 for the title, 2 and 3 below."""
    title: str
    lines: tuple[str, ...] = ()


def parts(language: str) -> Iterator[Part]:
    """The whole manual in one language."""
    book = load_phrasebook(language)

    def line(name: str) -> str:
        return book.say(name, {}, pick="manual")

    yield Part(1, line("manual_title"), (line("overview"), line("help_always")))
    helps = (f"help_{step}" for step in Step if step not in UNASKED and f"help_{step}" in book.lines)
    yield Part(2, line("manual_answers"), tuple(dict.fromkeys(map(line, helps))))
    yield Part(2, line("manual_commands"), tuple(_commands(book)))
    yield Part(2, line("manual_access"), (line("access_help"), line("access_help_more")))
    yield Part(2, line("manual_board"), tuple(line(f"tactile_{n}") for n in range(1, TACTILE + 1) if n != 4))
    yield Part(2, line("manual_rules"))
    for rules in list_rulesets(config.data_folder("rulesets")):
        desk = Desk(Mind(rules, {language: book}, Bank(())), None, Talk(language=language), 0.0)
        told = tuple(" ".join(texts) for texts in sections(desk))
        yield Part(3, rules.names[language], told)


def _commands(book: Phrasebook) -> Iterator[str]:
    """Every command by the ways it is said."""
    for name in ANYTIME:
        if name in book.intents:
            first, *others = book.intents[name][:SAID]
            yield f"{first[:1].upper()}{first[1:]}: {', '.join(others)}."


def as_text(language: str) -> str:
    """Plain text: every heading on a line of its own, one thing a line."""
    blocks = ("\n".join((part.title, *part.lines)) for part in parts(language))
    return "\n\n".join(blocks) + "\n"


def as_markdown(language: str) -> str:
    """Markdown."""
    blocks = []
    for part in parts(language):
        blocks.append(f"{'#' * part.level} {part.title}")
        if part.lines:
            blocks.append("\n".join(f"- {line}" for line in part.lines))
    return "\n\n".join(blocks) + "\n"


def as_html(language: str) -> str:
    """A page with headings, for a screen reader to go by."""
    found = list(parts(language))
    body = []
    for part in found:
        body.append(f"<h{part.level}>{escape(part.title)}</h{part.level}>")
        if part.lines:
            items = "\n".join(f"<li>{escape(line)}</li>" for line in part.lines)
            body.append(f"<ul>\n{items}\n</ul>")
    head = f'<meta charset="utf-8">\n<title>{escape(found[0].title)}</title>'
    before = ("<!DOCTYPE html>", f'<html lang="{language}">', "<head>", head, "</head>", "<body>")
    return "\n".join((*before, *body, "</body>", "</html>")) + "\n"
