"""Perft of the base game: the counts in ``perft/`` hold for the engine and for the slow reference alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from engine import complete_turns, perft
from engine.notation import parse_position, state_of
from engine.turns.turn_enumeration import every_turn, turn_list
from tests.engine.reference import perft as slow_perft
from tests.engine.reference.lines import read

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))

FEW = 100_000
"""Leaves that the engine counts in a minute or two; with more of them the reference alone goes three turns deep."""


@dataclass(frozen=True, slots=True)
class Counts:
    """One file: a position, and how many lines of turns there are to each depth."""

    position: str
    by_depth: dict[int, int]


def counts(file: Path) -> Counts:
    position, *rows = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return Counts(position, {int(depth): int(count) for depth, count in (row.split() for row in rows)})


every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def test_there_are_counts_to_depth_three() -> None:
    assert len(FILES) >= 8
    assert all(list(counts(file).by_depth) == [1, 2, 3] for file in FILES)


@every_file
@pytest.mark.parametrize("depth", [1, 2])
def test_counts_hold(file: Path, depth: int) -> None:
    given = counts(file)
    position = parse_position(given.position)
    assert slow_perft(read(given.position), depth) == given.by_depth[depth]
    assert perft(state_of(position), depth) == given.by_depth[depth]


@every_file
def test_the_list_of_turns_holds_every_turn_once(file: Path) -> None:
    state = state_of(parse_position(counts(file).position))
    for start in (state, *(turn.after for turn in complete_turns(state)[::7] if not turn.after.outcome)):
        listed = turn_list(start)
        assert len(set(listed)) == len(listed)
        assert set(listed) == {turn.actions for turn in every_turn(start)}


@pytest.mark.slow
@pytest.mark.timeout(600)
@every_file
def test_counts_hold_three_turns_deep(file: Path) -> None:
    given = counts(file)
    position = parse_position(given.position)
    assert slow_perft(read(given.position), 3) == given.by_depth[3]
    if given.by_depth[3] < FEW:
        assert perft(state_of(position), 3) == given.by_depth[3]
