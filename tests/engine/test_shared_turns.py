"""The engine agrees with the turns that independent engines computed, but for the differences listed here."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from engine.notation import position_of, state_of
from engine.squares import Direction
from engine.turns.turn_enumeration import complete_turns
from tests.engine.shared_turns import (
    ABSENT,
    FOLDER,
    SEATS,
    Board,
    Compare,
    Line,
    Memory,
    Win,
    count_lines,
    files,
    lines,
    result_of,
    towers_won_before,
)

DIFFERENT: dict[str, str] = {
    "jp_pairs 93": "Selene against Limus: domes on low ground beside a worker of Limus. The exception on the card of "
    "Limus (23) is for a dome that makes a Complete Tower, and the glossary asks three blocks of one.",
    "jp_pairs 94": "Selene against Limus: the same.",
}
"""Lines whose results the engine does not give and will not: what differs, and the rule that decides."""

DECIDED: dict[str, str] = {
    "jp_vs_mortal/chronus 5": "five Complete Towers stand already: Chronus (16) has won before this turn",
    "jp_pairs 643": "five Complete Towers stand already: Chronus (16) has won before this turn",
}
"""Lines that begin in a game that is over by the rulebook; their README says to leave them out."""

LINES = 2598
"""Lines that there are in all files, so that a change of the folder does not silence the comparison."""

SHARE = 0.06
"""Share of the lines that every run compares; the others wait for `make matrix`."""

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason=ABSENT)
FILES = files() if FOLDER.is_dir() else ()


def is_sampled(name: str) -> bool:
    """Whether a line is compared in every run: the same ones always, the first of a file and those that differ among
    them."""
    return name in DIFFERENT or name.endswith(" 1") or random.Random(name).random() < SHARE  # noqa: S311 - no secret


@pytest.mark.parametrize("file", FILES)
def test_turns_are_those_of_the_independent_engines(file: str) -> None:
    check(lines(file, is_sampled))


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_all_turns_are_those_of_the_independent_engines(file: str) -> None:
    check(lines(file))


def test_every_line_is_there() -> None:
    assert sum(count_lines(file) for file in FILES) == LINES


def check(compared: Iterator[Line]) -> None:
    count = 0
    differing: dict[str, str] = {}
    expected: set[str] = set()
    for line in compared:
        count += 1
        if towers_won_before(line.position):
            assert line.name in DECIDED
            continue
        expected |= {line.name} & DIFFERENT.keys()
        if difference := difference_in(line):
            differing[line.name] = f"{' against '.join(line.powers)}: {difference}"
    assert {name: what for name, what in differing.items() if name not in DIFFERENT} == {}
    assert expected - differing.keys() == set(), "these agree now"
    assert count


def difference_in(line: Line) -> str:
    """What differs between the results of a line and ours; nothing, if they agree as the README asks."""
    going_on: dict[Board, set[tuple[Memory, ...]]] = defaultdict(set)
    won: set[Win] = set()
    for turn in complete_turns(state_of(line.position)):
        position = position_of(turn.after)
        if position.winner is None:
            board, memory = result_of(position, line.mover)
            going_on[board].add(memory)
        else:
            won.add((SEATS.index(position.winner), position.sides[line.mover].workers))
    if line.stuck is bool(going_on or won):
        return f"stuck is {line.stuck} there, and here there are {len(going_on)} positions and {len(won)} wins"
    if won != line.won:
        return f"wins that differ: {won ^ line.won}"
    if line.compare is Compare.IGNORE_MEMORY:
        return _without_wind(line, going_on)
    ours = {(board, memory) for board, memories in going_on.items() for memory in memories}
    missing, extra = line.going_on - ours, ours - line.going_on
    if missing or (extra and line.compare is Compare.EXACT):
        return f"{len(missing)} results missing, {len(extra)} too many"
    return ""


def _without_wind(line: Line, going_on: dict[Board, set[tuple[Memory, ...]]]) -> str:
    """The files leave out most directions of Aeolus: each board is to come with all eight, or no wind kept."""
    if {board for board, _ in line.going_on} != going_on.keys():
        return "other boards"
    winds = [len(memories) for memories in going_on.values()]
    return "" if all(len(Direction) <= count <= len(Direction) + 1 for count in winds) else f"winds: {winds}"
