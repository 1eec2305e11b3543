"""What one player hides leaves the table for nobody else: the bytes that other phones get, and the lights, are the same
whatever the secret is, until the rules reveal something of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Protocol

import pytest

from common.atomic_files import write_whole
from engine.actions import (
    Action,
    Build,
    Choose,
    Done,
    Force,
    Move,
    Piece,
    Place,
    PutToken,
    Recycle,
    RemoveWorker,
    Swap,
    TakeBlock,
    Use,
)
from engine.notation import action_text
from engine.setup import PowerName
from engine.squares import Square, square, square_name, squares
from hardware.hand_actions import Lift, Put, PutInBox, Stack
from hardware.virtual.spread import SensorSpread
from hardware.virtual.virtual_device import VirtualDevice
from table.session.snapshot import Phase
from table.storage.game_archive import GameArchive
from tests.web_ui.posted import action_json
from tests.web_ui.recorded_traffic import ListeningPhone, OverheardTable, everything_to_look_at

Game = Callable[[OverheardTable], None]
Told = list[list[bytes]]


class Overhears(Protocol):
    """Plays a game; what the others are told of it. ``wood`` is the board that hands can touch."""

    def __call__(self, game: Game, wood: VirtualDevice | None = None) -> Told: ...


ANNS = ("@b2", "@d4")
OPTIONS = {"powers": True, "confirm": "ask", "clock": {"minutes": 20, "increment": 5}}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Overhears:
    """What the others are told of a game, up to where something of the secret is revealed."""

    def play(game: Game, wood: VirtualDevice | None = None) -> Told:
        table = OverheardTable(monkeypatch, GameArchive(tmp_path, write_whole), wood)
        game(table)
        return table.told

    return play


class Revealed(Exception):
    """From here on the others may know more, or this secret leaves no way to go on as the others did."""


def until_revealed(game: Game) -> Game:
    def play(table: OverheardTable) -> None:
        try:
            game(table)
        except Revealed:
            table.told.pop()

    return play


def goes_on(table: OverheardTable) -> None:
    if table.revealed:
        raise Revealed


def draft(table: OverheardTable, power: str, start: str) -> None:
    """Ann plays Apollo, Ben the power with the secret."""
    table.does(table.ann, {"kind": "choose_options", "options": OPTIONS})
    table.does(table.ann, {"kind": "begin_game"})
    table.does(table.ann, {"kind": "offer_powers", "powers": ["apollo", power]})
    table.does(table.ben, {"kind": "choose_power", "power": power})
    table.does(table.ann, {"kind": "name_start_player", "seat": start})


def turn(table: OverheardTable, phone: ListeningPhone, *steps: str) -> None:
    """Steps of a turn with some time between them, and the confirmation."""
    for step in steps:
        table.time_passes()
        table.acts(phone, step)
        goes_on(table)
    table.does(phone, {"kind": "confirm_turn"})
    goes_on(table)


# What others may try and look at meanwhile.

MEANWHILE: tuple[dict[str, object], ...] = (
    {"kind": "confirm_turn"},
    {"kind": "undo_step"},
    {"kind": "restart_turn"},
    {"kind": "answer_takeback", "agree": True},
    {"kind": "choose_reading", "index": 0},
    {"kind": "take_offer", "offer": "trust"},
    {"kind": "take_offer", "offer": "adopt"},
    {"kind": "rematch", "again": "same"},
    {"kind": "answer_rematch", "agree": True},
    {"kind": "choose_power", "power": "pan"},
    {"kind": "act", "action": {"kind": "done"}},
    {"kind": "act", "action": {"kind": "place", "square": "a1"}},
    {"kind": "act", "action": {"kind": "token", "square": "a1"}},
    {"kind": "act", "action": {"kind": "move", "worker": "a1", "square": "b1"}},
)


def meanwhile(table: OverheardTable) -> None:
    """Both others try what is not theirs to do, look at all there is to look at, and open their streams again."""
    for phone in table.others:
        for command in MEANWHILE:
            table.tries(phone, command)
        table.tries(phone, {"kind": "undo_step"}, version=1)
    table.tries(table.eve, {"kind": "ask_takeback"})
    look(table)
    table.note()


def look(table: OverheardTable) -> None:
    for phone in table.others:
        for path in everything_to_look_at(table.app):
            phone.get(path)


ONE_SQUARE: tuple[Callable[[Square], Action], ...] = (Place, RemoveWorker, TakeBlock, PutToken, Choose, Recycle)
TWO_SQUARES: tuple[Callable[[Square, Square], Action], ...] = (
    Move,
    Force,
    Swap,
    Build,
    lambda worker, on: Build(worker, on, Piece.DOME),
)


def every_try(own: Iterable[Square]) -> Iterator[Action]:
    """Whatever a phone could think of: with one's own workers everywhere, with any square next to them."""
    yield from (make(on) for make, on in product(ONE_SQUARE, squares(5)))
    yield from (make(of, on) for make, of, on in product(TWO_SQUARES, own, squares(5)))
    yield from (make(of, Square(12)) for make, of in product(TWO_SQUARES, squares(5)))
    yield Done()
    yield Use(PowerName("apollo"))


def tries_all_that_is_not_legal(table: OverheardTable, own: Iterable[str]) -> None:
    """Ann tries everything that she cannot do as far as she knows: what is refused must not tell more."""
    legal = frozenset(table.legal()) if table.state.saved.to_act == "blue" else frozenset[Action]()
    for action in every_try([square(name) for name in own]):
        if action not in legal:
            table.tries(table.ann, {"kind": "act", "action": action_json(action)})
    table.note()


# Hecate: two workers that nobody sees, and their moves.


def hecates_turn(table: OverheardTable, on: str) -> tuple[str, str]:
    """A move and a build on this square, if there is one with the workers as they stand."""
    game = table.state.saved.game
    assert game is not None
    for move in game.legal_actions():
        for build in game.play(move).legal_actions():
            if isinstance(build, Build) and square_name(build.on) == on and build.piece is Piece.BLOCK:
                return action_text(move), action_text(build)
    raise Revealed


def hecate(*places: str, thorough: bool = False) -> Game:
    def game(table: OverheardTable) -> None:
        draft(table, "hecate", "blue")
        turn(table, table.ann, *ANNS)
        first, second = places
        table.acts(table.ben, f"@{first}")
        meanwhile(table)
        if thorough:
            tries_all_that_is_not_legal(table, ("b2", "d4"))
        table.acts(table.ben, f"@{second}")
        table.does(table.ben, {"kind": "undo_step"})
        table.acts(table.ben, f"@{second}")
        meanwhile(table)
        table.does(table.ben, {"kind": "confirm_turn"})
        if thorough:
            tries_all_that_is_not_legal(table, ("b2", "d4"))
        turn(table, table.ann, "b2-b3", "b3+a3")
        move, build = hecates_turn(table, "c5")
        table.acts(table.ben, move)
        meanwhile(table)
        if thorough:
            tries_all_that_is_not_legal(table, ("b3", "d4"))
        table.does(table.ben, {"kind": "undo_step"})
        table.acts(table.ben, move, build)
        meanwhile(table)
        table.does(table.ben, {"kind": "restart_turn"})
        turn(table, table.ben, move, build)
        table.does(table.ben, {"kind": "ask_takeback"})
        table.does(table.ann, {"kind": "answer_takeback", "agree": True})
        turn(table, table.ben, move, build)
        if thorough:
            tries_all_that_is_not_legal(table, ("b3", "d4"))
        table.acts(table.ann, "d4-d3")
        goes_on(table)
        if thorough:
            tries_all_that_is_not_legal(table, ("b3", "d3"))
        meanwhile(table)
        turn(table, table.ann, "d3+e3")
        turn(table, table.ben, *hecates_turn(table, "e5"))

    return until_revealed(game)


def hecate_beside_wood(*places: str) -> Game:
    """Ann plays with her hands on the board; of Hecate's workers nothing stands there."""

    def game(table: OverheardTable) -> None:
        draft(table, "hecate", "blue")
        table.hands(Lift("blue-1"), Put("blue-1", square("b2")))
        table.hands(Lift("blue-2"), Put("blue-2", square("d4")))
        table.does(table.ann, {"kind": "confirm_turn"})
        turn(table, table.ben, *(f"@{place}" for place in places))
        table.hands(Lift("blue-1"), Put("blue-1", square("b3")))
        goes_on(table)
        turn(table, table.ann, "b3+a3")
        table.hands(Stack(square("a3"), dome=False))
        turn(table, table.ben, *hecates_turn(table, "c5"))
        table.hands(Lift("orange-1"), Put("orange-1", square("c3")))  # where nobody's worker may be
        table.hands(Lift("orange-1"), PutInBox("orange-1"))
        table.hands(Stack(square("c5"), dome=False))
        table.hands(Lift("blue-2"), Put("blue-2", square("e2")))  # too far
        table.hands(Lift("blue-2"), Put("blue-2", square("d3")))
        goes_on(table)
        turn(table, table.ann, "d3+e3")

    return until_revealed(game)


FREE = tuple(name for name in map(square_name, squares(5)) if name not in ("b2", "d4"))


def assert_same(told: dict[object, Told], steps: int) -> None:
    """The longest of the stories begins like each of the others; some are told to the end."""
    longest = max(told.values(), key=len)
    whole = [secret for secret, heard in told.items() if len(heard) == len(longest)]
    assert len(longest) >= steps
    assert len(whole) > 1, "only one secret was played to the end"
    for secret, heard in told.items():
        for number, (one, other) in enumerate(zip(heard, longest, strict=False)):
            assert one == other, f"thing {number} tells {secret} from {whole[0]}"


HALF = len(FREE) // 2
SOME_PAIRS = (("c4", "e4"), ("b5", "e1"), ("a1", "e5"), ("c3", "d3"))
"""With a worker in the middle, in a corner, beside Ann's, and where Ann moves to."""
ALL_PAIRS = (*zip(FREE[:HALF], FREE[HALF:], strict=False), *SOME_PAIRS)


@pytest.mark.parametrize(
    "pairs", [pytest.param(SOME_PAIRS, id="some"), pytest.param(ALL_PAIRS, marks=pytest.mark.slow, id="every")]
)
def test_hecates_workers_and_their_moves_are_told_to_nobody_else(
    told: Overhears, pairs: tuple[tuple[str, str], ...]
) -> None:
    assert_same({pair: told(hecate(*pair)) for pair in pairs}, 30)


def test_what_is_refused_reveals_nothing_of_hecates_workers(told: Overhears) -> None:
    assert_same({pair: told(hecate(*pair, thorough=True)) for pair in (("c4", "e5"), ("b5", "d5"))}, 30)


def test_the_reading_of_the_board_reveals_nothing_of_hecates_workers(told: Overhears) -> None:
    spread = SensorSpread(placement=4.0, gain=0.05)
    wood = {pair: VirtualDevice(spread=spread, seed=3) for pair in (("c4", "e5"), ("b5", "d2"))}
    assert_same({pair: told(hecate_beside_wood(*pair), board) for pair, board in wood.items()}, 20)


# Moerae and Tartarus: a secret space, chosen before the first turn.


def marked(power: str, secret: str, due: Mapping[str, tuple[str, ...]], *, thorough: bool = False) -> Game:
    """Ben marks his secret when he is asked to; then both play their turns, Ben first."""

    def game(table: OverheardTable) -> None:
        draft(table, power, "orange")
        phones = {"blue": table.ann, "orange": table.ben}
        places = {seat: list(steps) for seat, steps in due.items()}
        while (saved := table.state.saved).phase is Phase.PLACING or saved.confirming is not None:
            if saved.confirming is not None:
                table.does(phones[saved.confirming], {"kind": "confirm_turn"})
                continue
            seat = str(saved.to_act)
            if any(isinstance(action, PutToken) for action in table.legal()):
                meanwhile(table)
                table.acts(table.ben, f"*{secret}")
                meanwhile(table)
                if saved.confirming is None and table.state.saved.to_act == "orange":
                    table.does(table.ben, {"kind": "undo_step"})
                    table.acts(table.ben, f"*{secret}")
            else:
                table.acts(phones[seat], places[seat].pop(0))
        for number, steps in enumerate(TURNS):
            turn(table, table.ann if number % 2 else table.ben, *steps)
            if number in (0, 5):
                meanwhile(table)
            if thorough and number in (0, 2):
                tries_all_that_is_not_legal(table, ANNS_AFTER[number])

    return until_revealed(game)


TURNS = (
    ("b2-a2", "a2+a1"),
    ("b4-c4", "c4+b4"),
    ("d4-d5", "d5+e5"),
    ("c4-c3", "c3+c4"),
    ("d5-c5", "c5+b5"),
    ("d2-e1", "e1+d1"),
)


ANNS_AFTER = {0: ("b4", "d2"), 2: ("c4", "d2")}
"""Where Ann's workers stand after so many of these turns."""
MOERAE = {"blue": ("@b4", "@d2"), "orange": ("@b2", "@d4", "@e3")}
TARTARUS = {"blue": ("@b4", "@d2"), "orange": ("@b2", "@d4")}


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param(("a1", "d4", "b3", "d1"), id="some"),
        pytest.param(tuple(map(square_name, squares(4))), marks=pytest.mark.slow, id="every"),
    ],
)
def test_where_fate_lies_is_told_to_nobody_else(told: Overhears, corners: tuple[str, ...]) -> None:
    assert_same({corner: told(marked("moerae", corner, MOERAE)) for corner in corners}, 20)


FREE_OF_FOUR = tuple(name for name in map(square_name, squares(5)) if name not in ("b2", "b4", "d2", "d4"))


@pytest.mark.parametrize(
    "free",
    [
        pytest.param(("a5", "e4", "d1", "c4", "c3"), id="some"),
        pytest.param(FREE_OF_FOUR, marks=pytest.mark.slow, id="every"),
    ],
)
def test_where_the_abyss_lies_is_told_to_nobody_else(told: Overhears, free: tuple[str, ...]) -> None:
    assert_same({name: told(marked("tartarus", name, TARTARUS)) for name in free}, 20)


@pytest.mark.parametrize(
    ("power", "secrets", "places"),
    [("moerae", ("a1", "d4"), MOERAE), ("tartarus", ("a5", "e4"), TARTARUS)],
)
def test_what_is_refused_reveals_nothing_of_a_secret_space(
    told: Overhears, power: str, secrets: tuple[str, ...], places: Mapping[str, tuple[str, ...]]
) -> None:
    assert_same({secret: told(marked(power, secret, places, thorough=True)) for secret in secrets}, 20)


def test_in_the_end_secrets_are_shown(told: Overhears) -> None:
    def to_the_end(secret: str) -> Game:
        def game(table: OverheardTable) -> None:
            marked("moerae", secret, MOERAE)(table)
            table.does(table.ben, {"kind": "act", "action": {"kind": "resign", "seat": "orange"}})

        return game

    one, other = told(to_the_end("a1")), told(to_the_end("d4"))
    assert one[:-1] == other[:-1]
    assert one[-1] != other[-1]
