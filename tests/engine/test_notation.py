"""The written forms of positions, actions and turns: both ways, and what is said about a slip of the pen."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Build, Done, Game, InvalidSetup, Move, NotationError, Piece, Place, Seat, square
from engine.notation import (
    action_text,
    parse_action,
    parse_position,
    parse_turn,
    position_from_json,
    position_json,
    position_of,
    position_text,
    read_position,
    state_of,
    turn_text,
)
from tests.engine.reference_boards import position_of_board, random_board

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text("utf-8")
START = "0" * 25


def examples(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


ACTIONS = [
    ("@c3", Place(square("c3"))),
    ("b2-c3", Move(square("b2"), square("c3"))),
    ("c3+c4", Build(square("c3"), square("c4"))),
    ("c3^c4", Build(square("c3"), square("c4"), Piece.DOME)),
    (".", Done()),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_each_action_is_written_and_read(text: str, action: Move) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action
    assert parse_action(text.upper()) == action


def test_a_turn_is_its_steps_with_spaces() -> None:
    steps = (Move(square("b2"), square("c3")), Build(square("c3"), square("c4")), Done())
    assert turn_text(steps) == "b2-c3 c3+c4 ."
    assert parse_turn(" b2-C3  c3+c4 .") == steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b2", "cannot be read"),
        ("b2*c3", "cannot be read"),
        ("b2-f3", "'f3' is not a square"),
        ("@c6", "'c6' is not a square"),
        ("", "cannot be read"),
    ],
)
def test_what_is_no_action_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_action(text)


def test_a_turn_without_steps_is_refused() -> None:
    with pytest.raises(NotationError, match="no steps"):
        parse_turn("  ")


@pytest.mark.parametrize("line", "".join(examples("positions")).splitlines())
def test_the_documented_positions_read_and_write_the_same(line: str) -> None:
    position = parse_position(line)
    assert position_text(position) == line
    assert position_from_json(position_json(position)) == position
    if position.winner is None:
        assert position_text(position_of(state_of(position))).count("/") == line.count("/")


def test_the_documented_turns_read_and_write_the_same() -> None:
    turns = "".join(examples("turns")).splitlines()
    assert [turn_text(parse_turn(turn)) for turn in turns] == turns


def test_the_documented_object_is_a_position() -> None:
    text = examples("json")[0]
    position = read_position(text)
    assert position_json(position) == json.loads(text)
    assert position_text(position) == "0000002100040001111021200/1/athena[^]:b2,c4/gaea[2]:b1,c2"


def test_levels_are_read_from_the_north_west_and_rows_from_the_south_west() -> None:
    position = parse_position("0123400000000000000000ABC/1/mortal:a2,b2/mortal:c2,d2")
    by_name = {name: position.levels[square(name)] for name in ("a5", "b5", "c5", "d5", "e5", "c1", "d1", "e1")}
    assert by_name == {"a5": 0, "b5": 1, "c5": 2, "d5": 3, "e5": 3, "c1": 0, "d1": 1, "e1": 2}
    assert position.domes == {square(name) for name in ("e5", "c1", "d1", "e1")}
    assert position_json(position)["levels"] == [[0, 0, 0, 1, 2], [0] * 5, [0] * 5, [0] * 5, [0, 1, 2, 3, 3]]


def test_squares_powers_and_seats_are_read_in_either_case() -> None:
    assert parse_position(f"{START}/1/Blue=Apollo:B2,D4/ORANGE=pan:D2,b4") == parse_position(
        f"{START}/1/apollo:b2,d4/pan:d2,b4"
    )


def test_seats_are_named_where_they_are_not_the_usual_ones() -> None:
    position = parse_position(f"{START}/2/purple=mortal:b2,d4/blue=mortal:d2,b4")
    assert [side.seat for side in position.sides] == [Seat.PURPLE, Seat.BLUE]
    assert position.to_move is Seat.BLUE
    assert position_text(position) == f"{START}/2/purple=mortal:b2,d4/blue=mortal:d2,b4"


BAD_LINES = [
    ("", "1 part"),
    ("000/1/mortal:b2/mortal:b4", "3 levels; there must be 25 or 16"),
    (f"{START[:-1]}7/1/mortal:b2/mortal:b4", "'7' on e1"),
    (f"{START}/3/mortal:b2/mortal:b4", "to-move is '3'; allowed are the players' numbers 1 to 2"),
    (f"{START}/x/mortal:b2/mortal:b4", "to-move is 'x'"),
    (f"{START}/²/mortal:b2/mortal:b4", "to-move is '²'"),
    (f"{START}/1/odin:b2/mortal:b4", "player 1: unknown power 'odin'; known are mortal, apollo"),
    (f"{START}/1/mortal:b9/mortal:b4", "player 1: 'b9' is not a square"),
    (f"{START}/1/mortal/mortal:b4", "player 1: 'mortal' cannot be read; write power:squares"),
    (f"{START}/1/mortal:b4/mortal:b4", "two workers on b4"),
    (f"4{START[:-1]}/1/mortal:a5/mortal:b4", "a worker of blue on the dome on a5"),
    (f"{START}/1/green=mortal:b2/mortal:b4", "unknown seat 'green'; seats are blue, orange, white, purple"),
    (f"{START}/1/orange=mortal:b2/orange=mortal:b4", "the seat orange plays twice"),
    (f"{START}/1/athena[up]:b2/mortal:b4", "in the brackets: unknown power 'up'"),
    (f"{START}/1/athena[?]:b2/mortal:b4", r"'\?' in the brackets; allowed are"),
    (f"{'0' * 16}/1/mortal:e1/mortal:b4", "off a board of size 4"),
    (f"{START}/1/{'mortal:/' * 5}mortal:a1", "there are seats for 4 players"),
]


@pytest.mark.parametrize(("line", "said"), BAD_LINES)
def test_a_bad_line_is_refused_with_what_where_and_what_is_allowed(line: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        parse_position(line)


def with_changes(**changes: object) -> str:
    good = {
        "size": 5,
        "levels": [[0] * 5 for _ in range(5)],
        "domes": [],
        "players": [
            {"seat": "blue", "power": "mortal", "workers": ["b2", "d4"], "memory": {}},
            {"seat": "orange", "power": "mortal", "workers": ["b4", "d2"], "memory": {}},
        ],
        "to_move": "blue",
    }
    return json.dumps({**good, **changes})


def player(**changes: object) -> list[object]:
    one = {"seat": "blue", "power": "mortal", "workers": ["b2", "d4"], "memory": {}}
    other = {"seat": "orange", "power": "mortal", "workers": ["b4", "d2"], "memory": {}}
    return [{**one, **changes}, other]


BAD_OBJECTS = [
    ("{", "not JSON"),
    ("[" * 100_000, "not JSON"),
    ("{}", "'levels' is missing"),
    ("[]", "not an object"),
    ("7", "not an object"),
    (with_changes(size=6), "size is 6; allowed are 4 and 5"),
    (with_changes(size=True), "size is True"),
    (with_changes(size=[5]), r"size is \[5\]"),
    (with_changes(levels=[[0] * 5] * 4), "4 rows; there must be 5"),
    (with_changes(levels=[[0] * 4] * 5), "row 1 has 4 levels"),
    (with_changes(levels=[[0] * 5] * 4 + [[0, 0, 4, 0, 0]]), "4 on c5; a level is 0 to 3"),
    (with_changes(levels=[[0] * 5] * 4 + [[0, 0, 1.0, 0, 0]]), "1.0 on c5"),
    (with_changes(levels="0" * 25), "not a list"),
    (with_changes(domes=["b2"]), "a worker of blue on the dome on b2"),
    (with_changes(domes=["b1", "B1"]), "b1 is named twice"),
    (with_changes(domes=[1]), "1 is not a text"),
    (with_changes(to_move="white"), "to move is white; the players are blue, orange"),
    (with_changes(to_move=1), "to_move: 1 is not a text"),
    (with_changes(board=[]), "unknown key 'board'"),
    (with_changes(players=[]), r"0 player\(s\); allowed are 2 to 4"),
    (with_changes(players=player()[:1]), r"1 player\(s\)"),
    (with_changes(players=player(seat="orange")), "the seat orange plays twice"),
    (with_changes(players=player(seat="red")), "unknown seat 'red'"),
    (with_changes(players=player(power="odin")), "player 1: unknown power 'odin'"),
    (with_changes(players=player(workers=["b2", "b4"])), "two workers on b4"),
    (with_changes(players=player(workers="b2")), "player 1: workers: .* is not a list"),
    (with_changes(players=player(memory={"moved_up": True})), "unknown key 'moved_up'; allowed keys are moved_up_last"),
    (with_changes(players=player(memory={"moved_up_last_turn": 1})), "moved_up_last_turn is 1"),
    (with_changes(players=player(memory={"reserve": -1})), "reserve is -1"),
    (with_changes(players=player(memory={"holds": "odin"})), "holds: unknown power 'odin'"),
    (with_changes(players=[{"seat": "blue"}]), "player 1: 'power' is missing"),
]


@pytest.mark.parametrize(("text", "said"), BAD_OBJECTS)
def test_a_bad_object_is_refused_with_what_where_and_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_position(text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"{START}/1/#mortal:b2,d4/mortal:d2,b4", "blue has won"),
        (f"{START}/1/apollo[^]:b2,d4/mortal:d2,b4", "no power here asks"),
        (f"{START}/1/apollo[2]:b2,d4/mortal:d2,b4", "no workers on its card"),
        (f"{START}/1/gaea[3]:b2,d4/mortal:d2,b4", "at most 2 wait there"),
        (f"{START}/1/apollo[pan]:b2,d4/pan:d2,b4", "cannot hold pan"),
        (f"{START}/1/circe[pan]:b2,d4/apollo:d2,b4", "cannot hold pan"),
    ],
)
def test_a_card_remembers_only_what_it_can(line: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        state_of(parse_position(line))


def test_players_that_form_no_game_are_refused() -> None:
    with pytest.raises(InvalidSetup, match="circe and hecate cannot be carried out together"):
        state_of(parse_position(f"{START}/1/circe:b2,d4/hecate:d2,b4"))
    with pytest.raises(InvalidSetup, match="needs a power"):
        state_of(parse_position(f"{START}/1/apollo:a1,a2/mortal:b1,b2/pan:c1,c2"))


def test_a_reserve_left_out_is_what_the_squares_leave() -> None:
    line = position_text(position_of(state_of(parse_position(f"{START}/1/gaea:b2,d4,a1/mortal:d2,b4"))))
    assert line == f"{START}/1/gaea[1]:a1,b2,d4/mortal:d2,b4"


def test_a_position_is_written_only_between_turns() -> None:
    game = Game.at(state_of(parse_position(f"{START}/1/mortal:b2,d4/mortal:d2,b4")))
    with pytest.raises(NotationError, match="in the middle of a turn"):
        position_of(game.play(parse_action("b2-b3")).state)
    with pytest.raises(NotationError, match="still being placed"):
        position_of(Game.begin(game.setup).state)


def test_the_end_of_a_game_is_written_with_its_winner() -> None:
    game = Game.at(state_of(parse_position("0000000000003200000000000/1/mortal:d3,a1/mortal:a5,e5")))
    ended = position_of(game.play(parse_action("d3-c3")).state)
    assert ended.winner is Seat.BLUE
    assert position_text(ended) == "0000000000003200000000000/1/#mortal:a1,c3/mortal:a5,e5"
    assert position_json(ended)["winner"] == "blue"


def test_a_team_of_two_has_its_workers_with_its_first_player() -> None:
    line = f"{START}/3/apollo:b2,d4/pan:d2,b4/athena[^]:/atlas:"
    state = state_of(parse_position(line))
    assert state.team_squares(0) == (square("b2"), square("d4"))
    assert state.turn is not None
    assert state.turn.seat is Seat.WHITE
    assert position_text(position_of(state)) == line


CARDS = ("mortal", "apollo", "athena", "atlas", "gaea", "circe", "persephone")


@given(st.integers(0, 10**6), st.sampled_from(CARDS), st.sampled_from(CARDS))
def test_positions_by_chance_come_back_the_same(seed: int, one: str, other: str) -> None:
    position = position_of_board(random_board(random.Random(seed), (one, other)))  # noqa: S311 - no secret
    assert parse_position(position_text(position)) == position
    assert read_position(json.dumps(position_json(position))) == position
    state = state_of(position)
    assert state_of(position_of(state)) == state


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_action, parse_turn, parse_position, read_position):
        with suppress(NotationError):
            read(text)


def test_in_json_a_player_without_a_power_may_also_be_null() -> None:
    named = position_json(parse_position(f"{START}/1/mortal:b2,d4/pan:d2,b4"))
    text = json.dumps(named).replace('"mortal"', "null")
    assert position_json(read_position(text)) == named
