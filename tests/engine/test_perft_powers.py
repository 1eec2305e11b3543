"""The counts in ``perft_powers/`` hold; where they do not, the differing turns are shown."""

from __future__ import annotations

import pytest

from tests.engine.perft_files import FOLDER, PAIRS, PAIRS_FILE, Listing, listed, read
from tests.engine.playing import EVERY


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


def test_turns_of_pairs() -> None:
    known = read(PAIRS_FILE)
    assert len(known) == PAIRS
    differing = [difference(each, listed(each.position, replies=False)) for each in known]
    assert not any(differing), "\n".join(filter(None, differing))


def test_a_difference_names_the_turns() -> None:
    known = Listing("position", {"a": 1, "b": 2})
    assert difference(known, Listing("position", {"b": 3, "c": 1})) == (
        "position\n- a\n+ c\n! b: 2 replies known, 3 found"
    )
