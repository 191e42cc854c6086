"""quizhost words: the table's own command words, and all the words there are."""

from __future__ import annotations

import argparse
import json

from host import config
from host.app.words import OwnWords, checked, listed
from host.dialogue.phrasebook import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds ``list``, ``commands``, ``add NEW KNOWN`` and ``remove NEW``."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="your own words, and what they stand for")
    every = actions.add_parser("commands", help="all commands, and every way to say them")
    add = actions.add_parser("add", help="a word of your own: quizhost words add 'next please' skip")
    add.add_argument("new", metavar="NEW", help="what you want to say")
    add.add_argument("known", metavar="KNOWN", help="what it stands for")
    remove = actions.add_parser("remove", help="take a word of your own back")
    remove.add_argument("new", metavar="NEW")
    for action in (listing, every, add, remove):
        action.add_argument("--lang", metavar="CODE", choices=LANGUAGES, help="en, fr, de or es")
        action.add_argument("--json", action="store_true", help="print one JSON document")


def run(args: argparse.Namespace) -> int:
    """Exit status 1 when a word to be removed is not there."""
    language = args.lang or config.load_settings().language or "en"
    if args.action == "commands":
        return _print_commands(language, as_json=args.json)
    own = OwnWords()
    if args.action == "add":
        own.change(language, *checked(language, args.new, args.known))
    elif args.action == "remove":
        before = own.words
        own.change(language, args.new, "")
        if own.words == before:
            print(json.dumps([]) if args.json else f"'{args.new}' is none of your words in '{language}'.")
            return 1
    words = [word for word in own.words if not args.lang or word[0] == args.lang]
    if args.json:
        print(json.dumps([{"language": code, "new": new, "known": known} for code, new, known in words]))
    elif not words:
        print(f"You have no words of your own. They are kept in {own.path}.")
    else:
        print(*(f"{code}: '{new}' means '{known}'" for code, new, known in words), sep="\n")
    return 0


def _print_commands(language: str, *, as_json: bool) -> int:
    found = dict(listed(language))
    if as_json:
        print(json.dumps({name: list(ways) for name, ways in found.items()}, ensure_ascii=False))
    else:
        print(*(f"{name}: {', '.join(ways)}" for name, ways in found.items()), sep="\n")
    return 0
