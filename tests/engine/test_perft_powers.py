"""The counts in ``perft_powers/`` hold; where they do not, the differing turns are shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.casting.catalogue import CARDS, card_of
from tests.engine import perft_files
from tests.engine.perft_files import FOLDER, PAIRS_FOLDER, Listing, drawn_pairs, listed, powers_of, read
from tests.engine.playing import EVERY, NAMES

PAIR_FILES = sorted(PAIRS_FOLDER.glob("*.txt"))
LEAST_PAIRS = 200


def difference(known: Listing, found: Listing) -> str:
    """What differs between two listings of one position, turn by turn; empty if nothing does."""
    rows = [f"- {turn}" for turn in known.turns if turn not in found.turns]
    rows += [f"+ {turn}" for turn in found.turns if turn not in known.turns]
    rows += [
        f"! {turn}: {known.turns[turn]} replies known, {count} found"
        for turn, count in found.turns.items()
        if turn in known.turns and known.turns[turn] != count
    ]
    return "\n".join((known.position, *rows)) if rows else ""


@pytest.mark.parametrize("power", EVERY)
def test_turns_of_a_power_and_against_it(power: str) -> None:
    known = read(FOLDER / f"{power}.txt")
    assert len(known) == 2
    for each in known:
        alone = Listing(each.position, dict.fromkeys(each.turns))
        assert not (differs := difference(alone, listed(each.position, replies=False))), differs


@pytest.mark.slow
@pytest.mark.parametrize("power", EVERY)
def test_replies_to_the_turns_of_a_power(power: str) -> None:
    for each in read(FOLDER / f"{power}.txt"):
        assert not (differs := difference(each, listed(each.position, replies=True))), differs


@pytest.mark.parametrize("file", PAIR_FILES, ids=lambda file: file.stem)
def test_turns_of_pairs(file: Path) -> None:
    for known in read(file):
        assert not (differs := difference(known, listed(known.position, replies=False))), differs


def test_there_are_pairs_of_all_powers() -> None:
    pairs = [powers_of(known) for file in PAIR_FILES for known in read(file)]
    assert len(pairs) >= LEAST_PAIRS
    assert {power for pair in pairs for power in pair} == set(NAMES)


def test_a_pair_is_in_the_file_of_its_later_card() -> None:
    for file in PAIR_FILES:
        for known in read(file):
            assert max(powers_of(known), key=lambda power: card_of(power).number) == file.stem


def test_a_new_power_changes_no_pairs_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {power: drawn_pairs(power) for power in NAMES}
    last = CARDS[-1]
    monkeypatch.setattr(perft_files, "CARDS", CARDS[:-1])
    assert {power: drawn_pairs(power) for power in NAMES if power != last.power} == {
        power: pairs for power, pairs in drawn.items() if power != last.power
    }
    assert len(drawn[last.power]) == perft_files.PAIRS_OF_A_POWER


def test_a_difference_names_the_turns() -> None:
    known = Listing("position", {"a": 1, "b": 2})
    assert difference(known, Listing("position", {"b": 3, "c": 1})) == (
        "position\n- a\n+ c\n! b: 2 replies known, 3 found"
    )
