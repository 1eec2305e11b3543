"""What the tracker may expect next: hypotheses, and the squares and box from which magnets may come."""

from __future__ import annotations

from engine import Game, Player, PowerName, Seat, Setup, square
from perception.hypotheses import StandingMagnet
from table.moves.analysed_positions import AnalysedPosition, EarlierPositions
from table.moves.expectation import expectation, hypothesis_of
from tests.table.moves.positions import FLAT, POLARITIES, earlier, game_at, position_at, written

NOTHING_BEFORE = EarlierPositions()


def squares(names: str) -> set[int]:
    return {int(square(name)) for name in names.split()}


def test_a_hypothesis_has_a_magnet_on_each_workers_tower() -> None:
    heights = [0] * 25
    heights[square("b2")] = 2
    found = hypothesis_of(written("b2/d2"), tuple(heights), POLARITIES)
    assert found == {StandingMagnet(square("b2"), 2, 1), StandingMagnet(square("d2"), 0, -1)}


def test_a_move_may_land_on_each_legal_square() -> None:
    expected = expectation(position_at("mortal:a1,a2/mortal:e5,e4"), NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.open == squares("b1 b2 a3 b3")
    assert (expected.tapped, expected.awaited, expected.box) == (frozenset(), frozenset(), frozenset())
    assert expected.arrangement == hypothesis_of(written("a1 a2/e5 e4"), (0,) * 25, POLARITIES)


def test_a_locked_game_expects_nothing_but_itself() -> None:
    expected = expectation(position_at(), NOTHING_BEFORE, POLARITIES, locked=True)
    assert (expected.open, expected.tapped, expected.likely) == (frozenset(), frozenset(), ())


def test_after_the_move_only_touches_are_awaited() -> None:
    position = position_at("mortal:a1,a2/mortal:e5,e4", FLAT, "a1-b1")
    expected = expectation(position, NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.tapped == expected.awaited == squares("a1 b2 c1 c2")


def test_a_step_that_moves_two_workers_is_likely_as_a_whole() -> None:
    expected = expectation(position_at("apollo:b2,e1/mortal:b3,e5"), NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.likely == (hypothesis_of(written("b3 e1/b2 e5"), (0,) * 25, POLARITIES),)


def test_an_earlier_position_and_its_other_steps_are_expected_also_while_locked() -> None:
    game = game_at("mortal:a1,a2/mortal:e5,e4", FLAT, "a1-b1", "b1+a1")
    for locked in (False, True):
        expected = expectation(AnalysedPosition(game), earlier(game, 2), POLARITIES, locked=locked)
        before = hypothesis_of(written("a1 a2/e5 e4"), (0,) * 25, POLARITIES)
        assert before in expected.likely
        assert squares("b1 b2 a3 b3") <= expected.open


def test_workers_come_from_the_box_during_placement() -> None:
    players = (Player(Seat.BLUE, PowerName("mortal"), 0), Player(Seat.ORANGE, PowerName("mortal"), 1))
    begun = AnalysedPosition(Game.begin(Setup(players)))
    expected = expectation(begun, NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.box >= {1}
    assert len(expected.open) == 25
