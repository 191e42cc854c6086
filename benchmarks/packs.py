"""How long 50,000 questions take: import, first start of a game on them, memory.

    python benchmarks/packs.py [--questions N] [--json]

Each step runs in a process of its own, as a user would start it, so that start-up and peak memory count.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LIMITS = {"import computing": 20.0, "import megabytes": 300.0, "start computing": 1.0}
_SYLLABLES = [a + b for a in "bdfglmnrstvz" for b in "aeiou"]
_START = """
import sys, time; from pathlib import Path
from host.app.shelves import library
from host.bank.draw import draw
choice = library([Path(sys.argv[1])]).choose(edition="genus", language="en")
found = draw(choice.bank, category="pink", seed=1)
print(len(choice.bank), found is not None)
"""


def _words(chance: random.Random, number: int) -> str:
    return " ".join("".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(number))


def _name(chance: random.Random) -> str:
    return _words(chance, chance.randint(1, 3)).title()


def opentdb_file(path: Path, number: int) -> None:
    """An Open Trivia DB file of made-up questions, with entities as the real one has."""
    chance = random.Random(50)
    categories = ["Entertainment: Film", "Science & Nature", "Geography", "History", "Sports"]
    results = []
    for at in range(number):
        text = f'In "{_name(chance)}", who isn\'t the {_words(chance, 6)} of {_name(chance)} & {at}?'
        names = [_name(chance) for _ in range(4)]
        results.append(
            {
                "category": chance.choice(categories),
                "type": "multiple",
                "difficulty": chance.choice(["easy", "medium", "hard"]),
                "question": html.escape(text),
                "correct_answer": html.escape(names[0]),
                "incorrect_answers": [html.escape(name) for name in names[1:]],
            }
        )
    path.write_text(json.dumps({"response_code": 0, "results": results}), encoding="utf-8")


def opentriviaqa_file(path: Path, number: int) -> None:
    """An OpenTriviaQA file of made-up questions, with CRLF, LF and cp1252 bytes mixed."""
    chance = random.Random(51)
    with path.open("wb") as file:
        for at in range(number):
            names = [_name(chance) for _ in range(4)]
            lines = [f"#Q What is the {_words(chance, 8)} of {_name(chance)} number {at}?", f"^ {names[0]}"]
            lines += [f"{letter} {name}" for letter, name in zip("ABCD", sorted(names), strict=True)]
            end = "\r\n" if at % 3 else "\n"
            encoded = (end.join(lines) + end * 2).encode()
            file.write(encoded.replace(b"What is", b"What\x92s", 1) if at % 1000 == 0 else encoded)


def measure(command: list[str], home: Path) -> tuple[float, float, float]:
    """(seconds, seconds of computing, peak megabytes) of one process; on a busy machine only the second says much."""
    environment = {**os.environ, "QUIZHOST_HOME": str(home)}
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(command)}\n{out}")
    megabytes = usage.ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    return time.perf_counter() - before, usage.ru_utime + usage.ru_stime, megabytes


def main() -> int:
    """Measures and compares with the limits; 1 when one is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=50_000)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    args = parser.parse_args()
    results = []
    for name, write in (("opentdb.json", opentdb_file), ("trivia.txt", opentriviaqa_file)):
        with tempfile.TemporaryDirectory() as folder:
            source, out = Path(folder) / name, Path(folder) / "packs" / "big.yaml"
            write(source, args.questions)
            brought = measure(
                [sys.executable, "-m", "host.cli", "packs", "import", str(source), "--out", str(out)], Path(folder)
            )
            start = [sys.executable, "-c", _START, str(out.parent)]
            first, second = measure(start, Path(folder)), measure(start, Path(folder))
            numbers = {"source megabytes": source.stat().st_size / 1e6, "pack megabytes": out.stat().st_size / 1e6}
            for what, (seconds, computing, megabytes) in (
                ("import", brought),
                ("start", first),
                ("next start", second),
            ):
                numbers |= {f"{what} seconds": seconds, f"{what} computing": computing, f"{what} megabytes": megabytes}
            results.append({"file": name, "questions": args.questions, **{k: round(v, 2) for k, v in numbers.items()}})
    missed = [f"{r['file']}: {key}" for r in results for key, limit in LIMITS.items() if float(str(r[key])) > limit]
    if args.json:
        print(json.dumps({"results": results, "limits": LIMITS, "missed": missed}, indent=2))
        return 1 if missed else 0
    for result in results:
        print("\n".join(f"{result['file']} {key}: {value}" for key, value in result.items() if key != "file"))
    print(f"missed: {', '.join(missed) or 'nothing'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
