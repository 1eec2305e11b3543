"""All that a power needs, and the tests about it: ``make power-test POWER=iris``.

First a list of what is there and what is missing, with the place where it belongs; then, if nothing is missing, the
tests that a new power can break, in two minutes. ``make test`` and ``make matrix`` run the rest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator

from engine.casting.catalogue import CARDS
from engine.powers import POWERS
from engine.setup import PowerName
from tests.engine.book_pages import GENERATED
from tests.engine.perft_files import FOLDER
from tests.engine.playing import EVERY
from tests.engine.rulings_pages import POWERS as RULINGS_PAGE
from tests.engine.rulings_pages import expected_facts, sections
from tests.golden.record import setups
from tests.house import ROOT
from web_ui.forms.reference_forms import DIAGRAMS
from web_ui.interface import written
from web_ui.languages import REFERENCE, catalogue, filled

TEXTS = ("title", "short", "text", "table", "ruling.1")


def missing_parts(power: PowerName) -> Iterator[str]:
    """What a power lacks: one line each, with the place where it belongs."""
    if not (ROOT / "engine" / "powers" / f"{power}.py").exists():
        yield f"engine/powers/{power}.py: what the power does"
    if power not in {each.name for each in POWERS}:
        yield "engine/powers/__init__.py: the power in the register"
    if power not in json.loads((ROOT / "web_ui/static/drawings.json").read_text("utf-8"))["emblems"]:
        yield "web_ui/static/drawings.json: its emblem"
    if power not in DIAGRAMS:
        yield "web_ui/forms/reference_forms.py: its diagram, played in tests/web_ui/test_power_diagrams.py"
    card = next((card for card in CARDS if card.power == power), None)
    if card is None:
        yield "engine/casting/catalogue.py: its card, as the last one with the next number"
        return
    cases = f"tests/engine/cards/test_{card.number:02}_{power}.py"
    if not (ROOT / cases).exists():
        yield f"{cases}: its cases"
    number = str(card.number)
    yield from missing_texts(power, number)
    if number not in sections(RULINGS_PAGE):
        yield f"docs/rulings/powers.md: its rulings, below the heading '## {number} {power.capitalize()}'"
    elif sections(RULINGS_PAGE)[number].facts != expected_facts()[number]:
        yield "docs/rulings/powers.md: the facts of its card; make rulings writes them"
    if not (FOLDER / f"{power}.txt").exists():
        yield f"tests/engine/perft_powers/: its turns; python -m tests.engine.perft_files {power} writes them"
    if not any(power in player.powers for _, setup in setups() for player in setup.players):
        yield "tests/golden/record.py: a game with it; python -m tests.golden.record records that"
    if stale := [path.relative_to(ROOT) for path, made in GENERATED.items() if path.read_text("utf-8") != made()]:
        yield f"{', '.join(map(str, stale))}: make rulings writes them"
    if (ROOT / "docs" / "openapi.json").read_text("utf-8") != written():
        yield "docs/openapi.json: python -m web_ui.interface writes it"


def missing_texts(power: PowerName, number: str) -> Iterator[str]:
    """The texts that a power lacks, in each language."""
    for language in filled():
        if f"power.{power}.name" not in catalogue(language):
            yield f"web_ui/translations/{language}/page.json: power.{power}.name"
        keys = (f"power.{power}.{text}" for text in TEXTS)
        if missing := [key for key in keys if key not in catalogue(language, "powers")]:
            yield f"web_ui/translations/{language}/powers.json: {', '.join(missing)}"
        rulings = catalogue(language, "rulings")
        own = [key for key in catalogue(REFERENCE, "rulings") if key.split(".")[0] == number]
        if missing := [key for key in own if key not in rulings]:
            yield f"web_ui/translations/{language}/rulings.json: {', '.join(missing)}"


def tests_about(power: PowerName) -> list[str]:
    """The tests that a new power can break, for pytest."""
    numbers = {card.power: index for index, card in enumerate(CARDS)}
    index = numbers[power]
    pairs = FOLDER / "pairs" / f"{power}.txt"
    return [
        f"tests/engine/cards/test_{CARDS[index].number:02}_{power}.py",
        "tests/engine/test_book.py",
        "tests/engine/test_rulings.py",
        "tests/engine/casting/test_card_facts.py",
        f"tests/engine/test_perft_powers.py::test_turns_of_a_power_and_against_it[{power}]",
        *([f"tests/engine/test_perft_powers.py::test_turns_of_pairs[{power}]"] if pairs.exists() else []),
        "tests/engine/test_perft_powers.py::test_a_pair_is_in_the_file_of_its_later_card",
        *(f"tests/engine/test_matrix.py::test_a_sample_of_pairs[{each}]" for each in {EVERY[0], power}),
        f"tests/table/moves/test_every_power.py::test_a_power_is_played_from_phones[{index}]",
        "tests/golden/test_golden_games.py",
        "tests/web_ui/test_power_diagrams.py",
        "tests/web_ui/test_power_texts.py",
        "tests/web_ui/test_languages_complete.py",
        "tests/test_architecture.py::test_each_power_has_a_file",
        "tests/test_architecture.py::test_no_power_names_another",
        "tests/test_architecture.py::test_the_rules_know_no_power_by_name",
        "tests/test_architecture.py::test_the_engine_is_pure",
        "tests/test_names.py",
    ]


def main() -> None:
    """Say what a power lacks; run the tests about it if it lacks nothing."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.power_check", description=main.__doc__)
    parser.add_argument("power", type=PowerName)
    power = parser.parse_args().power
    if missing := list(missing_parts(power)):
        print(f"{power} lacks:", *missing, sep="\n  ")
        sys.exit(1)
    print(f"{power} has all that a power needs. The tests about it:", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *tests_about(power)]
    sys.exit(subprocess.run(command, cwd=ROOT, check=False).returncode)


if __name__ == "__main__":
    main()
