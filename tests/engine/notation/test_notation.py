"""The written forms of positions, actions and turns: both ways, and what is said about a slip of the pen."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine import MORTAL, Game, InvalidSetup, NotationError, Piece, PowerName, Seat, square
from engine.actions import (
    Action,
    Build,
    Choose,
    Correct,
    Done,
    Force,
    Move,
    Place,
    Point,
    PutToken,
    Recycle,
    RemoveWorker,
    Resign,
    Swap,
    TakeBlock,
    Unseen,
    Use,
)
from engine.casting.setup_checks import cast_of
from engine.field_text import memory_fields
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
    read_record,
    record_of,
    state_of,
    turn_text,
)
from engine.powers import POWERS
from engine.squares import Direction
from tests.engine import playing

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "notation.md").read_text("utf-8")
START = "0" * 25


def examples(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


B2, C3, C4 = square("b2"), square("c3"), square("c4")

ACTIONS: list[tuple[str, Action]] = [
    ("@c3", Place(C3)),
    ("b2-c3", Move(B2, C3)),
    ("c3+c4", Build(C3, C4)),
    ("c3^c4", Build(C3, C4, Piece.DOME)),
    ("b2>c3", Force(B2, C3)),
    ("b2=c3", Swap(B2, C3)),
    ("xc3", RemoveWorker(C3)),
    ("-c3", TakeBlock(C3)),
    ("*c3", PutToken(C3)),
    ("~ne", Point(Direction.NE)),
    ("~", Point(None)),
    ("?c3", Choose(C3)),
    ("%c3", Recycle(C3)),
    ("!ares", Use(PowerName("ares"))),
    (".", Done()),
    ("resign=blue", Resign(Seat.BLUE)),
    ("unseen=blue", Unseen(Seat.BLUE)),
    ("correct=b2:blue,d4:orange,c3:2", Correct(((B2, Seat.BLUE), (square("d4"), Seat.ORANGE)), ((C3, 2),))),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_each_action_is_written_and_read(text: str, action: Action) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action
    assert parse_action(text.upper()) == action


def test_every_action_has_a_text() -> None:
    assert {type(action) for _, action in ACTIONS} == set(get_args(Action))
    documented = re.findall(r"^\| `([^`]+)` \|", DOCUMENT.split("## Positions on one line")[0], re.MULTILINE)
    assert documented == [text for text, _ in ACTIONS]


def test_a_turn_is_its_steps_with_spaces() -> None:
    steps = (Move(square("b2"), square("c3")), Build(square("c3"), square("c4")), Done())
    assert turn_text(steps) == "b2-c3 c3+c4 ."
    assert parse_turn(" b2-C3  c3+c4 .") == steps


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("b2", "cannot be read"),
        ("b2*c3", "cannot be read"),
        ("~north", "unknown direction 'north'; directions are n, ne"),
        ("!odin", "unknown power 'odin'"),
        ("resign=green", "unknown seat 'green'"),
        ("correct=b2:blue,", "'' is not a square"),
        ("correct=b2:green", "unknown seat 'green'"),
        ("correct=b2:5", "5 on b2; heights are 0 to 4 pieces"),
        ("x c3", "cannot be read"),
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
        state = state_of(position)
        assert state_of(position_of(state)) == state


def test_the_document_says_what_each_card_remembers() -> None:
    documented: dict[str, set[str]] = {}
    for names, said in re.findall(r"^\| ((?:`[a-z]+`(?:, )?)+) \| (`[a-z_]+=.*) \|$", DOCUMENT, re.MULTILINE):
        for power in re.findall(r"`([a-z]+)`", names):
            documented[power] = set(re.findall(r"`([a-z_]+)=", said))
    for power in POWERS:
        cast = cast_of(playing.pair(power.name, MORTAL))
        memory = memory_fields(power.memory_at_start(cast, 0))
        assert documented.pop(power.name, set()) == {name for name, _ in memory}, power.name
    assert documented == {}


def test_the_documented_record_replays() -> None:
    text = examples("record")[0]
    assert record_of(read_record(text)) == json.loads(text)


def test_the_documented_turns_read_and_write_the_same() -> None:
    turns = "".join(examples("turns")).splitlines()
    assert [turn_text(parse_turn(turn)) for turn in turns] == turns


def test_the_documented_object_is_a_position() -> None:
    text = examples("json")[0]
    position = read_position(text)
    assert position_json(position) == json.loads(text)
    assert position_text(position) == "0000002100040001111021200/1/athena[^]:b2,c4/gaea[workers=2]:b1,c2"


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
    (f"{START}/1/athena[up]:b2/mortal:b4", "in the brackets: 'up'; allowed are"),
    (f"{START}/1/athena[]:b2/mortal:b4", "in the brackets: ''; allowed are"),
    (f"{START}/1/athena[marked=b4]:b2/mortal:b4", "no worker of blue stands on b4 to be marked"),
    (f"{START}/1/athena[holder=red]:b2/mortal:b4", "unknown seat 'red'"),
    (f"{START}/2/pan:b2/-pan:/ares:b4", "to move is orange; the players are blue, white"),
    (f"{START}/1/pan:b2/-pan:a1/ares:b4", "orange is out of the game and has no workers"),
    (f"{START}/1+odin/pan:b2/ares:b4", "to-move: unknown power 'odin'"),
    (f"{START}/1/mortal:b2/mortal:b4/*pan", "the card beside the Ram: 'pan' cannot be read"),
    (f"{START}/1/mortal:b2/mortal:b4/*pan[^]:c3", r"has \^ or marked=, which belong to players"),
    (f"{START}/1/mortal:b2/mortal:b4/*pan:b2", "the Ram cannot stand on b2"),
    (f"{START}/1/mortal:b2/mortal:b4/?size=4", "the rules after [?]: unknown 'size'; known are seed, recycled, bans"),
    (f"{START}/1/mortal:b2/mortal:b4/?seed=x", "seed is 'x'; it is a number"),
    (f"{START}/1/mortal:b2/mortal:b4/?edition=2007", "'2007' is none of roxley, spin_master, original_2007"),
    (f"{START}/1/mortal:b2/mortal:b4/?ram_blocks=1", "'1' is neither yes nor no"),
    (f"{'0' * 16}/1/mortal:e1/mortal:b4", "off a board of size 4"),
    (f"{START}/1/{'mortal:/' * 5}mortal:a1", "6 player.s.; allowed are 2 to 4"),
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
    (with_changes(players=player(memory={"moved_up_last_turn": 1})), "moved_up_last_turn is 1"),
    (with_changes(players=player(memory={"used": 1.5})), "player 1: memory: 1.5 is neither a text"),
    (with_changes(players=player(memory=[])), "player 1: memory: .* is not an object"),
    (with_changes(players=player(out=1)), "player 1: out is 1; it is true or false"),
    (with_changes(players=player(holders=["red"])), "player 1: holders: unknown seat 'red'"),
    (with_changes(players=player(second={"name": "pan"})), "player 1: second: unknown key 'name'"),
    (with_changes(extra="odin"), "extra: unknown power 'odin'"),
    (with_changes(fleece={"power": "pan", "square": "c3"}), "fleece: unknown key 'square'; allowed keys are power"),
    (with_changes(profile={"size": 4}), "profile: unknown 'size'"),
    (with_changes(profile={"ram_blocks": "1"}), "profile: ram_blocks=1: '1' is neither yes nor no"),
    (with_changes(seed=-1), "seed is -1; it is a whole number from 0"),
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
        (f"{START}/1/apollo[workers=2]:b2,d4/mortal:d2,b4", "apollo of blue remembers nothing, but 'workers' is given"),
        (f"{START}/1/gaea[workers=3]:b2,d4/mortal:d2,b4", "at most 2 wait there"),
        (f"{START}/1/gaea[workers=x]:b2,d4/mortal:d2,b4", "gaea of blue: workers=x: 'x' is not a number"),
        (f"{START}/1/gaea[left=1]:b2,d4/mortal:d2,b4", "gaea of blue: unknown 'left'; known are workers"),
        (f"{START}/1/clio[left=1|left=2]:b2,d4/mortal:d2,b4", "'left' stands twice"),
        (f"{START}/1/europa[square=f9]:b2,d4/mortal:d2,b4", "'f9' is not a square"),
        (f"{START}/1/aeolus[direction=up]:b2,d4/mortal:d2,b4", "'up' is none of n, ne"),
        (f"{'0' * 16}/1/europa[square=e1]:b2,d4/mortal:d2,b4", "europa of blue: there is no e1 in this game"),
        (f"{START}/1/dionysus[owed=white]:b2,d4/mortal:d2,b4", "dionysus of blue: there is no white in this game"),
        (f"{START}/1/chaos[face_up=pan]:b2,d4/pan:d2,b4", "chaos of blue: there is no pan in this game"),
        (f"{START}/1+dionysus/pan:b2,d4/mortal:d2,b4", "dionysus is not in this game to give an additional turn"),
        (f"{START}/1/pan+ares+atlas:b2,d4/mortal:d2,b4", "blue has 3 powers"),
        (f"{START}/1/pan+mortal:b2,d4/mortal:d2,b4", "mortal as a second power"),
        (f"{START}/1/apollo:b2,d4/pan:d2,b4/ares:a1,a2/atlas:", "the workers of white stand with blue"),
    ],
)
def test_a_card_remembers_only_what_it_can(line: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        state_of(parse_position(line))


def test_players_that_form_no_game_are_refused() -> None:
    with pytest.raises(InvalidSetup, match="circe and hecate cannot be carried out"):
        state_of(parse_position(f"{START}/1/circe:b2,d4/hecate:d2,b4"))
    with pytest.raises(InvalidSetup, match="needs a power"):
        state_of(parse_position(f"{START}/1/apollo:a1,a2/mortal:b1,b2/pan:c1,c2"))


def test_what_is_left_out_is_as_in_the_setup() -> None:
    line = position_text(position_of(state_of(parse_position(f"{START}/1/gaea:b2,d4,a1/clio[left=1]:d2,b4"))))
    assert line == f"{START}/1/gaea[workers=2]:a1,b2,d4/clio[squares=-|left=1]:d2,b4"


def test_the_start_of_a_turn_brings_nothing_twice() -> None:
    line = f"{START}/1/morpheus[pieces=3]:b2,d4/mortal:d2,b4"
    assert position_text(position_of(state_of(parse_position(line)))) == line


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


def test_an_additional_turn_is_written_with_its_power() -> None:
    """A fourth level completes a tower, and the same player leads an opponent's worker."""
    levels = "0000000000003000000000000"
    game = Game.at(state_of(parse_position(f"{levels}/1/dionysus:b2,d1/mortal:e4,a5")))
    game = game.play(parse_action("b2-b3")).play(parse_action("b3^c3"))
    assert position_text(position_of(game.state)) == (
        "0000000000004000000000000/1+dionysus/dionysus[owed=-]:d1,b3/mortal:e4,a5"
    )
    assert state_of(position_of(game.state)) == game.state


@given(st.text(max_size=60) | st.text(alphabet="?*/=&+|[]:-~@!%<>^.0123abcde", max_size=30))
@example("?")
@example("*")
@example("?/*")
def test_any_text_is_read_or_refused(text: str) -> None:
    for read in (parse_action, parse_turn, parse_position, read_position):
        with suppress(NotationError):
            read(text)


def test_in_json_a_player_without_a_power_may_also_be_null() -> None:
    named = position_json(parse_position(f"{START}/1/mortal:b2,d4/pan:d2,b4"))
    text = json.dumps(named).replace('"mortal"', "null")
    assert position_json(read_position(text)) == named
