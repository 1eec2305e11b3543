"""The table plays seats of simulated games: hands read its turns from the lights, carry them out, and are followed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from engine import Build, Move, Place
from engine.actions import Action, Force, Swap
from engine.seats import Seat
from engine.squares import square
from opponent.levels import LevelName
from table.session.table_state import TableState
from table.view.led_patterns import SEAT_COLOURS, Glow, LightPlan, Pattern, lights_of
from thera.cli import main
from thera.command_tree import parse
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.announced_turns import TablePlayers, gaps_shown, gaps_wanted
from thera.simulator.game_simulation import play_game
from thera.simulator.simulated_board import Conditions, SimulatedBoard
from thera.simulator.simulation_options import game_specs
from thera.simulator.simulation_record import SimulationFaultKind

ORANGE = Seat.ORANGE
A1, B1, B2 = square("a1"), square("b1"), square("b2")


def followed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, int]:
    code = main(["simulate", "--json", "--jobs", "1", "--games", "1", "--magnet", "15x5", *arguments])
    found = json.loads(capsys.readouterr().out)
    assert (code, found["faults"], found["total"]["wrong"], found["total"]["stuck"]) == (0, [], 0, 0)
    announced = found["announced"]
    assert isinstance(announced, dict)
    return announced


@pytest.mark.parametrize(
    ("powers", "seed"),
    [
        pytest.param("apollo,minotaur", 2, id="workers that exchange places and that are pushed"),
        pytest.param("zeus,atlas", 4, id="a build below the worker, domes on any level", marks=pytest.mark.slow),
        pytest.param("bia,medusa", 2, id="workers that leave the game"),
        pytest.param("hermes,triton", 3, id="several moves of one worker and of both", marks=pytest.mark.slow),
        pytest.param("hecate,charybdis", 5, id="hidden workers, whirlpools", marks=pytest.mark.slow),
    ],
)
def test_hands_carry_out_each_kind_of_turn(powers: str, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    ideal = ("--physics", "ideal", "--placement-error", "2", "--turns", "10")
    for table in powers.split(","):
        person = next(each for each in powers.split(",") if each != table)
        given = ("--powers", f"{person},{table}", "--seed", f"{seed}", "--table-plays", "orange:any")
        assert followed(capsys, *ideal, *given)["asked"] == 0


def test_careless_hands_are_led_back_to_what_the_table_has_announced(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--powers", "none", "--seed", "12", "--clumsiness", "0.6", "--turns", "7")
    assert followed(capsys, *given, "--table-plays", "orange:child")["steps"] > 5


def test_the_table_may_put_a_token_down_while_hands_put_pieces_right(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--powers", "random", "--frame-rate", "50", "--seed", "3100117", "--turns", "8")
    assert followed(capsys, *given, "--table-plays", "orange:any")["steps"] > 5


@pytest.mark.slow  # over a wire it goes by the clock, and a busy computer is too late for it
def test_the_table_plays_two_of_three_over_a_wire(capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--players", "3", "--seed", "5", "--board", "wire", "--physics", "ideal", "--turns", "9")
    assert followed(capsys, *given, "--table-plays", "orange,white:any")["steps"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4000, 4012))
def test_any_powers_careless_hands_and_a_board_as_people_make_it(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    players = 2 + seed % 3
    seats = ",".join((Seat.ORANGE, Seat.WHITE, Seat.PURPLE)[: players - 1])
    given = ("--seed", f"{seed}", "--players", f"{players}", "--powers", "random", "--clumsiness", "0.2")
    assert followed(capsys, *given, "--table-plays", f"{seats}:any")["steps"] > 0


# -- what hands know of a turn is what the lights show


def shown(*glows: tuple[str, Pattern]) -> LightPlan:
    return LightPlan(tuple(Glow(square(at), SEAT_COLOURS[ORANGE], pattern=pattern) for at, pattern in glows))


@pytest.mark.parametrize("other", [each for each in Pattern if not each.endswith("gaps") and each != Pattern.ONE_GAP])
def test_lights_that_say_what_to_carry_out_are_told_from_all_others(other: Pattern) -> None:
    plan = shown(("a1", Pattern.ONE_GAP), ("b1", Pattern.TWO_GAPS), ("b2", Pattern.THREE_GAPS), ("e5", other))
    assert gaps_shown(plan) == {A1: 1, B1: 2, B2: 3}


@pytest.mark.parametrize(
    ("step", "gaps"),
    [
        (Place(A1), {A1: 2}),
        (Move(A1, B1), {A1: 1, B1: 2}),
        (Force(A1, B1), {A1: 1, B1: 2}),
        (Swap(A1, B1), {A1: 2, B1: 2}),
        (Build(A1, B1), {B1: 3}),
        (Build(A1, A1), {A1: 3}),
    ],
)
def test_each_kind_of_step_has_its_lights(step: Action, gaps: dict[int, int]) -> None:
    assert gaps_wanted(step) == gaps


def test_a_turn_that_the_lights_do_not_show_is_found() -> None:
    def without_builds(state: TableState) -> LightPlan:
        plan = lights_of(state)
        return replace(plan, glows=tuple(glow for glow in plan.glows if glow.pattern is not Pattern.THREE_GAPS))

    @contextmanager
    def opened(conditions: Conditions) -> Iterator[SimulatedBoard]:
        with open_simulated_board(conditions) as bench:
            yield replace(bench, choose_lights=without_builds)

    words = ["simulate", "--games", "1", "--powers", "none", "--physics", "ideal", "--table-plays", "orange:any"]
    words += ["--magnet", "15x5"]
    (fault,) = play_game(game_specs(parse(words))[0], opened).faults
    assert fault.kind is SimulationFaultKind.STUCK
    assert "the lights show nothing" in fault.detail


def test_the_seats_of_the_table_and_their_level_are_named() -> None:
    (spec,) = game_specs(parse(["simulate", "--games", "1", "--players", "3", "--table-plays", "white,orange:strong"]))
    assert spec.table_plays == TablePlayers((Seat.ORANGE, Seat.WHITE), LevelName.STRONG)
