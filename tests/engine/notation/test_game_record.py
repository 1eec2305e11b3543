"""Records of games: what is written, that it plays again to the same end, and what is said of a damaged one."""

from __future__ import annotations

import copy
import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game, NotationError, Player, PowerName, Profile, Seat, Setup
from engine.notation import Json, parse_action, parse_position, read_record, record_of, replay, state_of

TURNS = ["@a1 @b1 @a3 @b3", "a1-a2 a2+a1", "a3-a4 a4+a5"]


def a_game(*turns: str, setup: Setup | None = None) -> Game:
    game = Game.begin(setup or Setup((Player(Seat.BLUE, PowerName("pan"), 0), Player(Seat.ORANGE, team=1))))
    for turn in turns:
        for text in turn.split():
            game = game.play(parse_action(text))
    return game


def damaged(*path: str | int, to: Json = None) -> dict[str, Json]:
    """The record of a short game with one value changed, added, or left out (``to`` is None)."""
    record = copy.deepcopy(record_of(a_game(*TURNS)))
    *way, last = path
    part: object = record
    for key in way:
        part = part[key]  # type: ignore[index]  # JSON of any shape
    if to is None:
        del part[last]  # type: ignore[attr-defined]
    else:
        part[last] = to  # type: ignore[index]  # as above
    return record


def test_a_record_has_the_setup_and_the_actions_turn_by_turn() -> None:
    assert record_of(a_game(*TURNS)) == {
        "version": 1,
        "setup": {
            "players": [
                {"seat": "blue", "power": "pan", "team": 0},
                {"seat": "orange", "power": "mortal", "team": 1},
            ]
        },
        "turns": TURNS,
        "result": None,
    }


def test_what_is_not_as_usual_stands_in_the_setup() -> None:
    profile = Profile(size=4, gods_per_player=2)
    one = Player(Seat.BLUE, PowerName("pan"), 0, PowerName("ares"))
    setup = Setup((one, Player(Seat.ORANGE, team=1)), profile, seed=5)
    record = record_of(Game.begin(setup))
    assert record["setup"] == {
        "players": [
            {"seat": "blue", "power": "pan", "second": "ares", "team": 0},
            {"seat": "orange", "power": "mortal", "team": 1},
        ],
        "size": 4,
        "seed": 5,
        "profile": {"gods_per_player": 2},
    }
    assert replay(record).setup == setup


def test_positions_may_stand_in_a_record_and_are_checked() -> None:
    record = record_of(a_game(*TURNS), with_positions=True)
    empty = "0" * 20
    assert record["positions"] == [
        f"{empty}00000/1/pan:a1,b1/mortal:a3,b3",
        f"{empty}10000/2/pan:b1,a2/mortal:a3,b3",
        f"1{empty[1:]}10000/1/pan:b1,a2/mortal:b3,a4",
    ]
    assert record_of(replay(record), with_positions=True) == record


def test_a_resignation_stands_in_the_turn_in_which_it_was_said() -> None:
    game = a_game(*TURNS[:2], "a3-a4").resign(Seat.BLUE)
    record = record_of(game)
    assert record["turns"] == [*TURNS[:2], "a3-a4 resign=blue"]
    assert record["result"] == {"winners": ["orange"], "reason": "lose.resigned", "args": {"loser": "blue"}}
    assert replay(record) == game


def test_a_game_that_goes_on_from_a_position_has_no_record() -> None:
    game = Game.at(state_of(parse_position(f"{'0' * 25}/1/mortal:b2,d4/mortal:d2,b4")))
    with pytest.raises(NotationError, match="a record begins with the setup"):
        record_of(game)


DAMAGED: list[tuple[dict[str, Json], str]] = [
    (damaged("version", to=2), "record: version is 2; known is 1"),
    (damaged("version"), "record: 'version' is missing"),
    (damaged("result"), "record: 'result' is missing"),
    (damaged("date", to="today"), "record: unknown key 'date'"),
    (damaged("setup", to=[]), "record: setup: .* is not an object"),
    (damaged("setup", "board", to=5), "record: setup: unknown key 'board'"),
    (damaged("setup", "size", to=6), "record: setup: size is 6; allowed are 4 and 5"),
    (damaged("setup", "seed", to="x"), 'record: setup: seed is "x"'),
    (damaged("setup", "fleece", to="odin"), "record: setup: fleece: unknown power 'odin'"),
    (damaged("setup", "fleece", to="athena"), "record: setup: "),
    (damaged("setup", "profile", to={"colour": 1}), "record: setup: profile: unknown 'colour'"),
    (damaged("setup", "profile", to={"bans": "maybe"}), "record: setup: profile: bans=maybe"),
    (damaged("setup", "players", 1), "record: setup: Santorini is for 2, 3 or 4 players, not 1"),
    (damaged("setup", "players", 1, "seat"), "record: setup: player 2: 'seat' is missing"),
    (damaged("setup", "players", 1, "seat", to="red"), "record: setup: player 2: seat: unknown seat 'red'"),
    (damaged("setup", "players", 1, "power", to="odin"), "record: setup: player 2: power: unknown power 'odin'"),
    (damaged("setup", "players", 1, "name", to="Ann"), "record: setup: player 2: unknown key 'name'"),
    (damaged("setup", "players", 1, "team", to=7), "record: setup: teams"),
    (damaged("turns", to="a1"), "record: turns: .* is not a list"),
    (damaged("turns", 1, to=7), "record: turn 1: 7 is not a text"),
    (damaged("turns", 1, to="a1-a2 a2?a1"), "record: turn 1: action 'a2[?]a1' cannot be read"),
    (damaged("turns", 1, to="a1-a2 a2+c3"), "turn 1: step 2, a2[+]c3, is not legal: build.not_neighboring square=c3"),
    (damaged("turns", 1, to="a1-a2"), "record: turn 1: step 1, a1-a2: the turn goes on after it"),
    (damaged("turns", 1, to="a1-a2 a2+a1 a3-a4"), "record: turn 1: step 2, a2[+]a1: the turn ends with it"),
    (damaged("turns", 1), "record: turn 1: step 1, a3-a4, is not legal"),
    (
        damaged("result", to={"winners": ["blue"], "reason": "pan.win", "args": {}}),
        "record: result is .*; the game comes to null",
    ),
    (damaged("positions", to=["x"]), 'record: position 1 is "x"; the game comes to 0000000000000000000000000/1/pan'),
    (damaged("positions", to=[]), "record: there are 0 positions; the game comes to 3"),
    (damaged("result", to={"winner": "blue"}), "record: result: unknown key 'winner'"),
]


@pytest.mark.parametrize(("record", "said"), DAMAGED)
def test_a_damaged_record_is_refused_with_the_part(record: dict[str, Json], said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_record(json.dumps(record))


@pytest.mark.parametrize("text", ["", "{", "7", "[]"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="record"):
        read_record(text)


@given(st.integers(0, 400), st.sampled_from('{}[]":,0a3-+^ '))
def test_a_slip_in_a_record_is_read_or_refused(at: int, character: str) -> None:
    text = json.dumps(record_of(a_game(*TURNS)))
    at %= len(text)
    with suppress(NotationError):
        read_record(text[:at] + character + text[at + 1 :])
