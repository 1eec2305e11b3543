"""The engine and the slow reference lead to the same positions, for every pair of powers, on positions by chance.

Turns against Hecate are not in the reference (what the mover tries and what comes of it differ there): she is
compared on her own turns only.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from engine import MORTAL, complete_turns
from engine.notation import Position, parse_position, position_of, position_text, state_of, turn_text
from engine.powers import POWERS
from engine.turns import every_turn
from tests.engine.reference import Board
from tests.engine.reference import complete_turns as slow_turns
from tests.engine.reference_boards import (
    Facts,
    board_of_position,
    facts_of_board,
    facts_of_position,
    position_of_board,
    random_board,
)

NAMES = (str(MORTAL), *(str(power.name) for power in POWERS))
PAIRS = [
    pair
    for pair in product(NAMES, NAMES)
    if pair not in {("hecate", "hecate"), ("circe", "circe")} | {("hecate", "circe"), ("circe", "hecate")}
]


def boards(pair: tuple[str, str], count: int) -> list[Board]:
    chance = random.Random("-".join(pair))  # noqa: S311 - a seed for repeatable chance, no secret
    found = [random_board(chance, pair) for _ in range(count)]
    if "hecate" in pair:
        return [replace(board, to_move=pair.index("hecate")) for board in found]
    return found


def engine_facts(position: Position) -> set[Facts]:
    turns = complete_turns(state_of(position))
    return {facts_of_position(position_of(turn.after), position.to_move) for turn in turns}


def slow_facts(board: Board) -> set[Facts]:
    return {facts_of_board(turn.result, turn.winner) for turn in slow_turns(board)}


def check(pair: tuple[str, str], count: int) -> None:
    for board in boards(pair, count):
        position = position_of_board(board)
        assert engine_facts(position) == slow_facts(board), position_text(position)


@pytest.mark.parametrize("power", NAMES)
def test_each_power_to_move_against_each(power: str) -> None:
    for pair in PAIRS:
        if pair[0] == power:
            check(pair, 3)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("power", NAMES)
def test_each_pair_on_many_positions(power: str) -> None:
    for pair in PAIRS:
        if pair[0] == power:
            check(pair, 40)


@pytest.mark.parametrize("power", [name for name in NAMES if name != "hermes"])
def test_the_turns_themselves_are_the_same(power: str) -> None:
    """Except where Hermes walks in circles, and where Gaea tries a space on which Hecate stands in secret."""
    for pair in PAIRS:
        if pair[0] == power and "hermes" not in pair and set(pair) != {"gaea", "hecate"}:
            for board in boards(pair, 1):
                position = position_of_board(board)
                ours = [turn_text(turn.actions).replace(" .", "") for turn in every_turn(state_of(position))]
                theirs = [" ".join(turn.steps) for turn in slow_turns(board)]
                assert sorted(ours) == sorted(theirs), position_text(position)


LEARNED = {
    "a worker of Gaea's can leave Prometheus no move after his dome: he loses":
        "1330323222323103232023232/1/prometheus:e1,b3/gaea[workers=2]:d2,d4",
    "a dome before the move lets Gaea in before the second build":
        "1223330232230123232100424/2/gaea[workers=1]:a1,d1,d3/prometheus:d2,c3",
    "two Gaeas may both answer one dome":
        "0A000A023B021212030002C11/2/gaea[workers=1]:a2,a3,c5/gaea[workers=2]:b2,b3",
    "a build before the move that only a further build beside the left space can follow":
        "0000010000000001000001000/1/prometheus:a3,c2/mortal:c5,d2",
}  # fmt: skip
"""Positions on which the engine, the reference or an engine of others once was wrong."""


@pytest.mark.parametrize("line", LEARNED.values(), ids=LEARNED.keys())
def test_positions_that_taught_something(line: str) -> None:
    position = parse_position(line)
    assert engine_facts(position) == slow_facts(board_of_position(position))
