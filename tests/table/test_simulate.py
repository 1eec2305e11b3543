"""`thera simulate`: whole games through wire, recognition, session and lights, and what it says of them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine import Game, Move, PowerName
from hardware.board import Frame
from table import simulate
from table.cli import main
from table.compose import open_bench
from table.follow.status import BoardStatus, Intent, Steps
from table.runtime import Reads
from table.simulation.bench import Bench, Conditions, OpenBench
from table.simulation.play import GameSpec, play_game
from table.simulation.record import GameRecord, Summary


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    code = main(["simulate", "--json", "--jobs", "1", *arguments])
    return code, json.loads(capsys.readouterr().out)


def test_the_table_follows_whole_games_of_the_simple_gods(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = figures(capsys, "--games", "2", "--seed", "7", "--placement-error", "3", "--noise", "0.03")
    assert (code, found["wrong"], found["stuck"], found["faults"]) == (0, 0, 0, [])
    assert found["games"] == 2
    assert isinstance(found["share"], float)
    assert found["share"] >= 0.97  # 99 % over many games; one question weighs more in two
    assert found["lights_median"] is not None


def test_hands_that_walk_into_the_unknown_are_followed_too(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = figures(capsys, "--games", "1", "--seed", "303", "--powers", "hermes,hecate")
    assert (code, found["wrong"], found["stuck"], found["faults"]) == (0, 0, 0, [])


@pytest.mark.parametrize("powers", ["bia,medusa", "zeus,theseus", "selene,siren"])
def test_hands_take_workers_away_build_under_them_and_tell_the_rest_on_the_phone(
    powers: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = figures(capsys, "--games", "1", "--seed", "2", "--powers", powers)
    assert (code, found["wrong"], found["stuck"], found["faults"]) == (0, 0, 0, [])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--powers", "zorro,pan"], "zorro"),
        (["--powers", "pan"], "two different powers"),
        (["--powers", "pan,pan"], "two different powers"),
        (["--powers", "hecate,circe"], "cannot be carried out"),
        (["--games", "-1"], "--games"),
        (["--jobs", "0"], "--jobs"),
        (["--seed", "-7"], "--seed"),
        (["--placement-error", "-3"], "--placement-error"),
        (["--noise", "nan"], "--noise"),
        (["--players", "5"], "--players"),
    ],
)
def test_arguments_that_make_no_game_get_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert complaint in said.err


# -- that faults are found


def bench_with(reader: Callable[[Reads], Reads]) -> OpenBench:
    @contextmanager
    def opened(conditions: Conditions) -> Iterator[Bench]:
        with open_bench(conditions) as bench:
            yield replace(bench, reader=reader(bench.reader))

    return opened


class Misreader:
    """Reads the first move as another legal one."""

    def __init__(self, reader: Reads) -> None:
        self._reader = reader
        self._game: Game | None = None

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        self._game = game
        self._reader.expect(game, locked=locked, undoable=undoable)

    def trust(self) -> None:
        self._reader.trust()

    def restart(self) -> None:
        self._reader.restart()

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        return tuple(self._misread(intent) for intent in self._reader.feed(frame))

    @property
    def status(self) -> BoardStatus:
        return self._reader.status

    def _misread(self, intent: Intent) -> Intent:
        if isinstance(intent, Steps) and isinstance(intent.actions[0], Move) and self._game is not None:
            other = next(each for each in self._game.legal_actions() if each != intent.actions[0])
            return Steps((other,))
        return intent


class Blind(Misreader):
    """Sees nothing after the placement."""

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        return () if self._game is not None and self._game.turn else super().feed(frame)


def play(reader: Callable[[Reads], Reads]) -> tuple[int, GameRecord]:
    args = argparse.Namespace(
        games=1, seed=3, powers="none", players=2, placement_error=2.0, noise=0.03, jobs=1, json=True, explain=True
    )
    bench = bench_with(reader)
    return simulate.run(args, bench), play_game(simulate.game_specs(args)[0], bench)


def test_a_step_that_hands_did_not_do_is_found_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, record = play(Misreader)
    (fault,) = record.faults
    assert code == 1
    assert (fault.kind, fault.turn) == ("wrong", 1)
    assert "the table played" in fault.detail
    assert f"seed {record.seed}" in capsys.readouterr().err


def test_a_game_that_does_not_go_on_is_found_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, record = play(Blind)
    (fault,) = record.faults
    assert code == 1
    assert (fault.kind, fault.turn, len(record.doubts)) == ("stuck", 2, 2)
    assert "the table sees nothing" in fault.detail
    assert "blue-1:" in fault.board
    assert fault.intended in capsys.readouterr().err


class Tiring(Misreader):
    """Sees nothing from the fifth turn on."""

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        return () if self._game is not None and self._game.turn >= 5 else self._reader.feed(frame)


@pytest.mark.parametrize("powers", [("artemis", "minotaur"), ("chaos", "nemesis")])
def test_the_same_seed_plays_the_same_game(powers: tuple[str, str]) -> None:
    first, second = map(PowerName, powers)
    spec = GameSpec(Conditions(seed=11, placement=2.0, noise=0.03), (first, second))
    one, other = (play_game(spec, bench_with(Tiring)) for _ in range(2))
    assert 5 <= one.turns <= 7
    assert (one.steps, one.asked, one.frames, one.faults) == (other.steps, other.asked, other.frames, other.faults)


def test_the_summary_counts_every_step_once() -> None:
    game = GameRecord(
        seed=1,
        turns=9,
        steps=200,
        asked=1,
        chosen=3,
        told=2,
        frames=5,
        waits=tuple(range(100)),
        seconds=1.0,
        doubts=(),
        faults=(),
    )
    summary = Summary.of([game, game], 4.0)
    assert (summary.steps, summary.unasked, summary.asked, summary.share) == (400, 398, 2, 0.995)
    assert (summary.lights_median, summary.lights_p99) == (49.5, 99)
    assert summary.games_per_second == 0.5
