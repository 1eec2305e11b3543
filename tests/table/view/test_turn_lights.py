"""Whom the table waits for now is told by a light along the rim, from that player's corner, over what else is lit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import Seat, square
from engine.notation.action_form import parse_action
from engine.squares import is_perimeter, squares
from hardware.board import DARK, Button, ButtonPressed, Lights, LinkChanged, LinkState
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted
from table.session.command import Command
from table.session.interfaces import Tokens
from table.session.lobby import BeginGame
from table.session.saved_state import TABLE_SEATS
from table.session.seat_claims import seat_corner
from table.session.session_events import HintGiven
from table.session.turns import Act
from table.storage.journal import Journal, resume
from table.view.led_patterns import ROUND_MS, SEAT_COLOURS, lights_of, plan_turn_change
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.session.reduced_table import BLUE, ORANGE, PLACED
from tests.table.session.sitting_down import sit_still

DONE, UNDO = (ButtonPressed(0, button) for button in (Button.DONE, Button.UNDO))


def lit(lights: Lights) -> set[int]:
    return {at for at, colour in enumerate(lights.colours) if colour != DARK}


def opposite(seat: Seat) -> Seat:
    return TABLE_SEATS[(TABLE_SEATS.index(seat) + 2) % 4]


@pytest.mark.parametrize("size", [4, 5])
@pytest.mark.parametrize("seat", TABLE_SEATS)
def test_the_light_passes_each_square_of_the_rim_once_beginning_in_the_players_corner(seat: Seat, size: int) -> None:
    plan = plan_turn_change(seat, size)
    times = {at: [ms for ms in range(0, ROUND_MS + 10, 10) if at in lit(plan.at(ms))] for at in range(25)}
    rim = {at for at in squares(size) if is_perimeter(at, size)}
    assert {at for at, lit_at in times.items() if lit_at} == rim
    for at in rim:
        assert times[at] == list(range(times[at][0], times[at][-1] + 1, 10))
    assert plan.lasts_ms == ROUND_MS
    begin = seat_corner(seat, size)
    assert min(rim, key=lambda at: times[at][0]) == begin
    assert max(rim, key=lambda at: times[at][0]) == seat_corner(opposite(seat), size)
    assert lit(plan.at(ROUND_MS)) == set()


class Sitting:
    """Two players at a table that is not run by itself; its lights are looked at as they come."""

    def __init__(self, journal: Journal) -> None:
        self.board, self.now = QuietBoard(), 0.0
        self.table = TableActor(
            self.board, ScriptedReader(), lights_of, journal, resume(journal), TableFittings(clock=lambda: self.now)
        )
        self.table.runner.begin()
        self.table.runner.handle_event(LinkChanged(LinkState.READY))
        self.ann = sit_still(self.table, BLUE)
        self.ben = sit_still(self.table, ORANGE)
        self.does(self.ann, BeginGame())

    def does(self, tokens: Tokens, command: Command) -> None:
        answer = self.table.runner.answer(tokens, self.table.snapshot(tokens).version, command)
        assert isinstance(answer, Accepted), answer

    def acts(self, tokens: Tokens, *steps: str) -> None:
        for step in steps:
            self.does(tokens, Act(parse_action(step)))

    def watch(self, seconds: float) -> list[Lights]:
        """What is shown in so many seconds."""
        before = len(self.board.shown)
        until = self.now + seconds
        while self.now < until:
            self.table.runner.show_lights()
            self.now += 0.02
        return self.board.shown[before:]


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with Journal(tmp_path) as journal:
        yield Sitting(journal)


def passes(shown: list[Lights], seat: Seat) -> bool:
    """Whether a light of this seat's colour runs along the rim, bright on each square of it that is no worker's."""
    colour = SEAT_COLOURS[seat]
    rim = {at for at in squares(5) if is_perimeter(at, 5)}
    share = max(colour.red, colour.green, colour.blue)

    def bright(lights: Lights, at: int) -> bool:
        seen = lights.colours[at]
        most = max(seen.red, seen.green, seen.blue)
        return most > 40 and [most * each // share for each in (colour.red, colour.blue)] == pytest.approx(
            [seen.red, seen.blue], abs=2
        )

    return all(any(bright(lights, at) for lights in shown) for at in rim)


def test_who_is_to_place_first_and_next_is_told(sitting: Sitting) -> None:
    assert passes(sitting.watch(2), BLUE)
    sitting.acts(sitting.ann, *PLACED[:2])
    assert not passes(sitting.watch(2), ORANGE)
    sitting.table.runner.handle_event(DONE)
    assert passes(sitting.watch(2), ORANGE)


def test_what_may_be_done_is_lit_meanwhile(sitting: Sitting) -> None:
    sitting.acts(sitting.ann, *PLACED[:2])
    sitting.table.runner.handle_event(DONE)
    sitting.acts(sitting.ben, *PLACED[2:])
    sitting.watch(2)
    sitting.table.runner.handle_event(DONE)
    shown = sitting.watch(ROUND_MS / 1000 + 0.1)
    workers = {int(square(name)) for name in ("b2", "b4")}
    assert all(workers <= lit(lights) for lights in shown)
    assert lit(shown[-1]) == workers


def test_done_that_is_no_answer_says_whose_choice_it_still_is(sitting: Sitting) -> None:
    sitting.acts(sitting.ann, *PLACED[:2])
    sitting.table.runner.handle_event(DONE)
    sitting.watch(4)
    for _ in range(2):
        sitting.table.runner.handle_event(DONE)
        assert passes(sitting.watch(2), ORANGE)
    assert not passes(sitting.watch(2), ORANGE)


def test_a_step_and_one_taken_back_are_no_other_turn(sitting: Sitting) -> None:
    sitting.acts(sitting.ann, *PLACED[:2])
    sitting.watch(2)
    sitting.table.runner.handle_event(UNDO)
    assert not passes(sitting.watch(2), BLUE)


def test_a_hint_that_is_given_is_lit_at_once_while_phones_see_nothing_new(sitting: Sitting) -> None:
    sitting.acts(sitting.ann, *PLACED[:2])
    sitting.table.runner.handle_event(DONE)
    sitting.acts(sitting.ben, *PLACED[2:])
    sitting.table.runner.handle_event(DONE)
    sitting.watch(3)
    seen = sitting.table.snapshot(sitting.ann)
    assert seen.known is not None
    assert len(set(sitting.watch(2))) <= 1
    sitting.table.runner.feed(HintGiven(seen.known.state, ((parse_action("b2-b3"),),)))
    shown = sitting.watch(3)
    assert {at for at in range(25) if len({lights.colours[at] for lights in shown}) > 1} == {square("b2"), square("b3")}
    assert sitting.table.snapshot(sitting.ann) == seen
