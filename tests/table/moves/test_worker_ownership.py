"""Whose worker stands where, with three seats of which two have magnets of one kind (blue and white)."""

from __future__ import annotations

import pytest

from engine import Game, Player, PowerName, Seat, Setup, square
from engine.notation import parse_action
from perception.arrangements import Arrangement, StandingMagnet
from table.moves.analysed_positions import AnalysedPosition
from table.moves.step_search import Pieces
from table.moves.worker_ownership import assign_seats, polarities_are_shared

BLUE, ORANGE, WHITE, PURPLE = Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE
POLES = {BLUE: 1, ORANGE: -1, WHITE: 1, PURPLE: -1}
THREE = {seat: POLES[seat] for seat in (BLUE, ORANGE, WHITE)}
SEATS = {"b": BLUE, "o": ORANGE, "w": WHITE}


def pieces(text: str) -> Pieces:
    """``b:b2,d4 w:e5``"""
    groups = (group.split(":") for group in text.split())
    return frozenset((square(name), SEATS[seat]) for seat, names in groups for name in names.split(","))


def world(north_down: str, north_up: str = "c1 c5") -> Arrangement:
    down = {StandingMagnet(square(name), 0, 1) for name in north_down.split()}
    return frozenset(down | {StandingMagnet(square(name), 0, -1) for name in north_up.split()})


GAME = pieces("b:b2,d4 o:c1,c5 w:a5,e5")
NOTHING: Pieces = frozenset()


@pytest.mark.parametrize(
    ("seen", "mover", "results", "expected"),
    [
        pytest.param("b2 d4 a5 e5", BLUE, "", "b:b2,d4 w:a5,e5", id="as the game has them"),
        pytest.param("c3 d4 a5 e5", BLUE, "", "b:c3,d4 w:a5,e5", id="only one is missing"),
        pytest.param("b2 d4 a4 e5", BLUE, "", "b:b2,d4 w:a4,e5", id="another's was moved"),
        pytest.param("c3 d4 a5", BLUE, "", "b:c3,d4 w:a5", id="the mover's landed, another's is in a hand"),
        pytest.param("c3 d4 e5 a4", BLUE, "", "b:c3,d4 w:a4,e5", id="each to the nearest"),
        pytest.param("d5 b2 a5", BLUE, "", "b:d5,b2 w:a5", id="as near to both: the mover's"),
        pytest.param("d5 b2 a5", WHITE, "", "w:d5,a5 b:b2", id="as near to both: the mover's, who is white"),
        pytest.param("b2 a5 d5 e4", BLUE, "b:b2,e4 w:a5,d5", "b:b2,e4 w:a5,d5", id="so that it is a legal step"),
        pytest.param("b2 d4 a5 e5 c3", BLUE, "", "b:b2,d4,c3 w:a5,e5", id="one from the box is the mover's"),
        pytest.param("b2 d4 a5 e5 c3", WHITE, "", "b:b2,d4 w:a5,e5,c3", id="one from the box is the mover's, white"),
        pytest.param("b2 d4 a5 e4 b3", BLUE, "", "b:b2,d4,b3 w:a5,e4", id="one came from the box, another was moved"),
    ],
)
def test_what_polarity_cannot_tell_the_game_does(seen: str, mover: Seat, results: str, expected: str) -> None:
    likely = [pieces(results) | pieces("o:c1,c5")] if results else []
    assert assign_seats(world(seen), GAME, THREE, mover=mover, results=likely) == pieces(expected) | pieces("o:c1,c5")


def test_workers_of_who_is_out_stay_theirs_until_they_are_taken_off() -> None:
    """Blue is out and White has the turn: what stands on b2 and d4 is Blue's still, whatever its magnet says."""
    left = GAME - pieces("b:b2,d4")
    assert assign_seats(world("b2 d4 a5 e5"), left, THREE, mover=WHITE, before=GAME) == GAME
    assert assign_seats(world("d4 a5 e5"), left, THREE, mover=WHITE, before=GAME) == GAME - pieces("b:b2")


def test_a_worker_that_stayed_where_a_step_was_taken_back_is_not_missed_twice() -> None:
    before = GAME - pieces("b:b2") | pieces("b:c3")
    assert assign_seats(world("c3 d4 a5 e5"), GAME, THREE, mover=BLUE, before=before) == before
    assert assign_seats(world("c3 d4 a4 e5"), GAME, THREE, mover=BLUE, before=before) == before - pieces(
        "w:a5"
    ) | pieces("w:a4")


def test_whose_workers_there_are() -> None:
    powers = dict(zip(POLES, ("artemis", "demeter", "hephaestus", "apollo"), strict=True))
    players = (Player(seat, PowerName(power), number % 2) for number, (seat, power) in enumerate(powers.items()))
    game = Game.begin(Setup(tuple(players)))
    for step in ("@b2", "@d4", "@c1", "@c5"):
        game = game.play(parse_action(step))
    stage = AnalysedPosition(game)
    assert (game.to_act, stage.mover, stage.seats) == (WHITE, BLUE, (BLUE, ORANGE))
    assert stage.pieces == pieces("b:b2,d4 o:c1,c5")


@pytest.mark.parametrize(
    ("seats", "shared"), [((BLUE, ORANGE), False), ((BLUE, WHITE), True), ((BLUE, ORANGE, WHITE), True)]
)
def test_when_a_magnet_does_not_say_whose_worker_it_is(seats: tuple[Seat, ...], shared: bool) -> None:  # noqa: FBT001 - a column of the table above
    assert polarities_are_shared({seat: POLES[seat] for seat in seats}) == shared
