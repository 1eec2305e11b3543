"""What the options of a judge ask for, and what they are refused with."""

from __future__ import annotations

import re

import pytest

from engine.seats import Seat
from engine.setup import Edition, PowerName
from table.errors import CannotPlayError
from table.log_forms import setup_in
from thera.judge.judge_plan import JudgeOptions, judge_plan

TWO = "home: blue; away: orange"
THREE = "a: blue; b: orange; c: white"


def test_powers_belong_to_the_seats_as_they_are_named() -> None:
    plan = judge_plan(JudgeOptions("home: orange; away: blue", ("apollo", "pan"), rules=("edition=spin_master",)), 7)
    setup = setup_in(plan.setup)
    assert {player.seat: player.power for player in setup.players} == {
        Seat.ORANGE: PowerName("apollo"),
        Seat.BLUE: PowerName("pan"),
    }
    assert setup.players[0].seat is Seat.ORANGE, "the seat that is named first begins"
    assert setup.profile.edition is Edition.SPIN_MASTER
    assert plan.label_of((Seat.BLUE,)) == "away"


def test_four_players_are_two_teams_clockwise_from_who_begins() -> None:
    asked = JudgeOptions("home: blue white; away: orange purple", ("apollo", "pan", "atlas", "hermes"), "white")
    players = setup_in(judge_plan(asked, 0).setup).players
    assert [player.seat for player in players] == [Seat.WHITE, Seat.PURPLE, Seat.BLUE, Seat.ORANGE]
    assert [player.team for player in players] == [0, 1, 0, 1]
    assert [player.power for player in players] == ["pan", "hermes", "apollo", "atlas"]


def test_a_table_may_have_several_seats_where_nobody_knows_more_than_another() -> None:
    plan = judge_plan(JudgeOptions("a: blue orange; b: white", ("chaos", "pan", "atlas")), 5)
    assert [len(each.seats) for each in plan.tables] == [2, 1]
    assert plan.setup.seed == 5


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (JudgeOptions(TWO, ("apolo", "pan")), "unknown power 'apolo'; known are mortal, apollo"),
        (JudgeOptions(TWO, ("apollo",)), "1 power(s) for 2 seats"),
        (JudgeOptions("home: blue; away: red"), "unknown seat 'red'; seats are blue"),
        (JudgeOptions("home: blue; away: blue"), "blue is named twice"),
        (JudgeOptions("home: blue; home: orange"), "'home' is named twice"),
        (JudgeOptions("home blue"), "'home blue' names no table with its seats"),
        (JudgeOptions("home: blue"), "1 seat(s); a game has two to four"),
        (JudgeOptions(TWO, first="white"), "--first: white does not play; those that do are blue, orange"),
        (JudgeOptions(TWO, rules=("edition",)), "'edition' has no value"),
        (JudgeOptions(TWO, rules=("editoin=spin_master",)), "unknown 'editoin'; known are"),
        (
            JudgeOptions(TWO, ("hecate", "gaea")),
            "in a game with hecate the tables cannot be told enough of gaea",
        ),
        (
            JudgeOptions("a: blue orange", ("moerae", "pan")),
            "'a' has 2 seats; in this game each table has one, since what one seat knows",
        ),
        (JudgeOptions(THREE, ("tartarus", "pan", "atlas")), "tartarus is not for 3 players"),
        (JudgeOptions(THREE), "each of 3 players needs a power"),
    ],
)
def test_what_cannot_be_is_named_with_what_is_allowed(asked: JudgeOptions, told: str) -> None:
    with pytest.raises(CannotPlayError, match=re.escape(told)):
        judge_plan(asked, 0)
