"""quizhost models: list, get, add, verify and remove voices and recognisers, and bundle them for other machines."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from host import config
from host.app.models import bundling
from host.app.models.bring import bring
from host.app.models.catalogue import Catalogue, Entry, read_catalogue, shipped_catalogue
from host.app.models.fetch import Fetcher
from host.app.models.found import Found, everything
from host.app.models.get import get
from host.app.models.machine import Pick, has_library, suitable, this_machine
from host.app.models.remarks import described, languages_of, say
from host.app.models.store import Store, Verdict
from host.app.models.sums import megabytes, sums_of
from host.errors import HostError, UsageError

_HOMES = {"yours": "in your models folder", "package": "in a Python package", "system": "on this system"}


def configure(parser: argparse.ArgumentParser) -> None:
    """The sub-commands and their flags."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)

    one = actions.add_parser("list", help="what is installed, and what can be had")
    one.add_argument("--lang", metavar="CODE", help="only this language")
    one.add_argument("--installed", action="store_true", help="only what is installed")
    _common(one)

    one = actions.add_parser("get", help="download voices and recognisers")
    one.add_argument("names", metavar="NAME", nargs="*", help="as 'models list' names it, or a part of that")
    one.add_argument("--for", dest="languages", metavar="CODES", help='what suits this machine, e.g. --for "fr,de"')
    one.add_argument("--mirror", metavar="URL", help="ask this address first")
    one.add_argument("--quiet", action="store_true", help="no lines about how far it is")
    one.add_argument("--dry-run", action="store_true", help="say what would be fetched, and why")
    _common(one)

    one = actions.add_parser("add", help="take over what is on this machine or a USB stick")
    one.add_argument("name", metavar="NAME", nargs="?", default="", help="which one, or what to call it (all)")
    one.add_argument("--from", dest="paths", metavar="PATH", type=Path, nargs="+", required=True,
                     help="folder, zip or wheel")  # fmt: skip
    _common(one)

    one = actions.add_parser("verify", help="check that every byte is as it was published")
    one.add_argument("names", metavar="NAME", nargs="*", help="which ones (all)")
    one.add_argument("--try", dest="attempt", action="store_true", help="let each one speak or listen, too")
    _common(one)

    bundling.configure(actions.add_parser("bundle", help="fill a folder from which a machine without network installs"))

    one = actions.add_parser("remove", help="delete a model from your models folder")
    one.add_argument("names", metavar="NAME", nargs="+", help="which ones")
    _common(one)


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--catalogue", type=Path, metavar="FILE", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Does what was asked; 1 when something wrong was found."""
    catalogue = read_catalogue(args.catalogue) if args.catalogue else shipped_catalogue()
    match args.action:
        case "list":
            return _list(args, catalogue)
        case "get":
            return _get(args, catalogue)
        case "add":
            return _add(args, catalogue)
        case "verify":
            return _verify(args, catalogue)
        case "bundle":
            return bundling.run(args, catalogue)
        case _:
            return _remove(args)


def _list(args: argparse.Namespace, catalogue: Catalogue) -> int:
    if args.lang:
        languages_of(args.lang)
    here = [one for one in everything() if args.lang is None or args.lang in one.languages]
    names = {one.name for one in here}
    there = [] if args.installed else [e for e in catalogue if args.lang is None or args.lang in e.languages]
    if args.json:
        installed = [_found_data(one) for one in here]
        print(json.dumps({"installed": installed, "catalogue": [_entry_data(e, names) for e in there]}, indent=1))
        return 0
    print("Installed:" if here else "Installed: nothing. espeak-ng speaks, and answers are typed.")
    for one in here:
        spoken = ", ".join(one.languages) or "language unknown"
        print(f"  {one.name}: {one.kind}, {spoken}, {megabytes(one.size)}, {_HOMES[one.home]}.")
    for name, size in Store(config.models_folder()).begun().items():
        entry = catalogue.get(name)
        whole = f" of {megabytes(entry.size)}" if entry else ""
        print(f"  {name}: {megabytes(size)}{whole} have come; 'quizhost models get {name}' goes on.")
    left = [entry for entry in there if entry.name not in names]
    if left:
        print("To be had with 'quizhost models get NAME':")
    for entry in left:
        doubt = " (licence not confirmed)" if "licence" in entry.unconfirmed else ""
        print(
            f"  {entry.name}: {entry.kind}, {', '.join(entry.languages)}, {entry.title}, {entry.level}, "
            f"{megabytes(entry.size)}, {entry.licence}{doubt}, for a {entry.machine}."
        )
    if left:
        print("'quizhost models get --for fr' chooses what suits this machine.")
    return 0


def _found_data(one: Found) -> dict[str, Any]:
    return {**asdict(one), "place": str(one.place), "languages": list(one.languages)}


def _entry_data(entry: Entry, names: set[str]) -> dict[str, Any]:
    shown = ("name", "kind", "engine", "languages", "title", "level", "licence", "licence_url", "page", "memory_mb",
             "machine", "notes", "unconfirmed")  # fmt: skip
    return {**entry.model_dump(mode="json", include=set(shown)), "size": entry.size, "installed": entry.name in names}


def _get(args: argparse.Namespace, catalogue: Catalogue) -> int:
    if bool(args.names) == bool(args.languages):
        raise UsageError("name models, or languages with --for", todo='For example quizhost models get --for "fr"')
    picks = [Pick(catalogue.find(name), "") for name in args.names]
    if args.languages:
        machine = this_machine()
        say(f"For {machine.words}:")
        picks = suitable(languages_of(args.languages), machine, catalogue)
    settings = config.load_settings()
    store = Store(config.models_folder())
    fetcher = Fetcher(mirror=args.mirror or settings.mirror or "", say=(lambda line: None) if args.quiet else say)
    done: list[dict[str, Any]] = []
    for pick in picks:
        for line in described(pick):
            say(line)
        outcome = {"name": pick.entry.name, "why": pick.why, "size": pick.entry.size, "licence": pick.entry.licence}
        if args.dry_run:
            done.append({**outcome, "state": "not fetched"})
            continue
        try:
            new = args.languages and _elsewhere(pick.entry.name)
            state = "present elsewhere" if new else "installed" if get(pick.entry, store, fetcher) else "present"
        except HostError as error:
            say(f"{pick.entry.name}: {error.sentence()}")
            done.append({**outcome, "state": "failed", "error": error.sentence()})
            continue
        done.append({**outcome, "state": state})
        if not args.json:
            print(f"{pick.entry.name}: {_STATES[state]}")
        if not has_library(pick.entry):
            say(f'{pick.entry.name} needs a library as well: pip install "quizhost[{pick.entry.extra}]"')
    if args.json:
        print(json.dumps({"models": done}, ensure_ascii=False))
    return 1 if any(one["state"] == "failed" for one in done) else 0


_STATES = {
    "installed": "installed.",
    "present": "is installed already, every byte as published.",
    "present elsewhere": "is installed already, not in your models folder.",
}


def _elsewhere(name: str) -> bool:
    return any(one.name == name and one.home != "yours" for one in everything())


def _add(args: argparse.Namespace, catalogue: Catalogue) -> int:
    names = bring(args.paths, Store(config.models_folder()), catalogue, name=args.name, say=say)
    if args.json:
        print(json.dumps({"added": names}))
    else:
        for name in names:
            print(f"{name}: added.")
    return 0


def _verify(args: argparse.Namespace, catalogue: Catalogue) -> int:
    store = Store(config.models_folder())
    elsewhere = {one.name: one for one in everything() if one.home != "yours"}
    names = args.names or [*store.names(), *(name for name in elsewhere if name not in store.names())]
    verdicts = []
    for name in names:
        if name in elsewhere and not store.folder(name).is_dir():
            verdict = _verify_found(elsewhere[name], catalogue.get(name))
        else:
            verdict = store.verify(name, catalogue.get(name))
        tried = ""
        if args.attempt and not verdict.fault:
            from host.app.models.trial import trial

            found = next((one for one in everything() if one.name == name), None)
            try:
                tried = trial(found) if found else ""
            except HostError as error:
                verdict = Verdict(name, error.what, verdict.compared)
        verdicts.append((verdict, tried))
        if not args.json:
            print(_verdict_line(verdict, tried, _remedy(name, name in elsewhere, catalogue)), flush=True)
    if args.json:
        print(json.dumps({"models": [{**asdict(v), "tried": tried} for v, tried in verdicts]}, ensure_ascii=False))
    elif not verdicts:
        print("No model is installed.")
    return 1 if any(verdict.fault for verdict, _ in verdicts) else 0


def _verify_found(found: Found, entry: Entry | None) -> Verdict:
    """Checks a model that lies outside the models folder against the catalogue."""
    folder = found.place.parent if found.engine == "piper" else found.place
    for part in entry.files if entry else ():
        path = folder / part.path
        fault = sums_of(path).fault(part) if path.is_file() else "it is missing"
        if fault:
            return Verdict(found.name, f"{part.path}: {fault}")
    return Verdict(found.name, compared=bool(entry and entry.files))


def _remedy(name: str, elsewhere: bool, catalogue: Catalogue) -> str:
    """What mends a damaged model."""
    if elsewhere:
        return "Install its package again"
    return f"'quizhost models get {name}' mends it" if catalogue.get(name) else "Add it again from where you have it"


def _verdict_line(verdict: Verdict, tried: str, remedy: str) -> str:
    if verdict.fault:
        return f"WRONG {verdict.name}: {verdict.fault}. {remedy}."
    held = "every byte as it should be" if verdict.compared else "its files are there; there is nothing to compare with"
    return f"OK {verdict.name}: {held}.{f' {tried}' if tried else ''}"


def _remove(args: argparse.Namespace) -> int:
    store = Store(config.models_folder())
    gone = []
    for name in args.names:
        _refuse_elsewhere(name, store)
        store.remove(name)
        gone.append(name)
        if not args.json:
            print(f"{name}: removed.")
    if args.json:
        print(json.dumps({"removed": gone}))
    return 0


def _refuse_elsewhere(name: str, store: Store) -> None:
    """What lies elsewhere is not ours to delete; raises UsageError saying where it is."""
    if store.folder(name).exists():
        return
    for one in everything():
        if one.name == name and one.home != "yours":
            todo = "Uninstall that package with pip" if one.home == "package" else "Delete it there"
            raise UsageError(
                f"{name} is not in your models folder but {_HOMES[one.home]}", where=str(one.place), todo=todo
            )
