"""Whole games over a cable that is cut, a board that starts again, noise and stalls: the game is what hands did, the
link is there again by itself, and nothing is left over."""

from __future__ import annotations

import os
import threading
from functools import partial
from pathlib import Path

import pytest

from tests.firmware_bridge.faulty_cable import Luck, Trouble, bad_bench
from thera.simulator.game_simulation import play_game
from thera.simulator.simulated_board import Conditions, Physics, SimulatedWiring
from thera.simulator.simulation_options import GameSpec
from thera.simulator.simulation_record import GameRecord

BACK_WITHIN = 1.0
"""Seconds from the return of a board to its first reading."""


def play(folder: Path, seed: int, turns: int, luck: Luck) -> GameRecord:
    """A short game over a bad cable."""
    conditions = Conditions(seed, Physics.IDEAL, 2.0, wiring=SimulatedWiring.DIRECT)
    spec = GameSpec(conditions, players=2, powers=None, turns=turns)
    return play_game(spec, partial(bad_bench, folder=folder, luck=luck))


def held() -> tuple[set[str], int]:
    """The threads that run, and how many files are open."""
    return {thread.name for thread in threading.enumerate()}, len(os.listdir("/proc/self/fd"))


def test_a_game_survives_whatever_happens_to_the_cable(tmp_path: Path) -> None:
    luck = Luck(seed=1, every=3, left=12)
    before = held()
    record = play(tmp_path, 1, 4, luck)
    assert [fault.line() for fault in record.faults] == []
    assert held() == before
    assert luck.left == 0
    assert all(luck.told.troubles.values())


@pytest.mark.faults
@pytest.mark.timeout(3600)
def test_fifty_games_and_a_thousand_troubles(tmp_path: Path) -> None:
    games, troubles = 50, 1000
    before = held()
    luck = Luck(seed=0, every=4, left=troubles)
    faults: list[str] = []
    game = 0
    while game < games or luck.left:
        left = luck.left
        luck.left = share = max(min(left, 10), left // max(1, games - game))
        faults += [fault.line() for fault in play(tmp_path, game, 6, luck).faults]
        luck.left += left - share
        assert held() == before, f"game {game} left something over"
        game += 1
    told = luck.told
    slowest = sorted(told.returns)
    for trouble in Trouble:
        times = [seconds for seconds, kind, _ in slowest if kind is trouble]
        middle, last = times[len(times) // 2], times[-1]
        print(f"{trouble:<8} {len(times):>4} times, back within {middle:.3f} s, at most {last:.3f} s")
    assert faults == []
    assert slowest[-1][0] <= BACK_WITHIN, slowest[-1]
