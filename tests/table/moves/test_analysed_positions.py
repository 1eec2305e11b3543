"""What is worked out about a position, and which earlier ones the players may go back to."""

from __future__ import annotations

from itertools import permutations

from engine import Build, Game, Player, PowerName, Seat, Setup, Square, square
from engine.notation import action_text, parse_action
from perception.arrangements import StandingMagnet
from table.moves.analysed_positions import (
    AnalysedPosition,
    EarlierPositions,
    Revision,
    arrangement_of,
    expectation,
    keeps_every_option,
)
from table.moves.step_search import StepSequence
from tests.table.moves.positions import FLAT, POLARITIES, earlier, game_at, position_at, towers, written

MORTALS = "mortal:b2,d4/mortal:d2,b4"
NOTHING_BEFORE = EarlierPositions()


def texts(sequences: tuple[StepSequence, ...]) -> list[str]:
    return [" ".join(map(action_text, sequence.actions)) for sequence in sequences]


def test_the_results_of_steps_are_the_workers_after_them() -> None:
    results = {action_text(result.action): result.standing for result in position_at().results}
    assert results["b2-c3"] == written("c3 d4/d2 b4")
    assert len(results) == 16
    apollo = position_at("apollo:b2,e1/mortal:b3,e5")
    assert any(result.standing == written("b3 e1/b2 e5") for result in apollo.results)


def test_heights_count_domes() -> None:
    heights = position_at(MORTALS, towers(a1=4, b1=2)).heights
    assert (heights[square("a1")], heights[square("b1")], heights[square("c1")]) == (4, 2, 0)


def test_a_teammate_moves_the_workers_of_the_first_player() -> None:
    powers = ("pan", "atlas", "minotaur", "demeter")
    players = tuple(
        Player(seat, PowerName(power), n % 2) for n, (seat, power) in enumerate(zip(Seat, powers, strict=True))
    )
    game = Game.begin(Setup(players))
    for step in ("@b2", "@d4", "@c1", "@c5"):
        game = game.play(parse_action(step))
    position = AnalysedPosition(game)
    assert (game.to_act, position.mover) == (Seat.WHITE, Seat.BLUE)


def test_a_winning_step_is_final_and_a_plain_move_is_not() -> None:
    position = position_at(MORTALS, towers(b2=2, b3=3))
    (won,) = position.search.explaining(written("b3 d4/d2 b4"))
    (moved,) = position.search.explaining(written("b1 d4/d2 b4"))
    assert position.is_final(won)
    assert not position.is_final(moved)


def test_an_earlier_position_is_known_by_its_workers_and_says_what_is_undone() -> None:
    game = game_at(MORTALS, FLAT, "b2-c3", "c3+b3")
    positions = earlier(game, 2)
    assert [action_text(action) for action in positions.actions(game)] == ["c3+b3", "b2-c3"]
    assert positions.matching(game, written("c3 d4/d2 b4")) == Revision(1, (), (Build(square("c3"), square("b3")),))
    back = positions.matching(game, written("b2 d4/d2 b4"))
    assert back is not None
    assert back.undone == 2
    assert positions.matching(game, written("a1 d4/d2 b4")) is None


def test_only_so_many_steps_can_be_taken_back() -> None:
    game = game_at(MORTALS, FLAT, "b2-c3", "c3+b3")
    assert len(earlier(game, 1).positions) == 1
    assert EarlierPositions().matching(game, written("b2 d4/d2 b4")) is None


def test_a_position_that_is_known_is_not_analysed_again() -> None:
    before = position_at()
    game = before.game.play(parse_action("b2-c3"))
    assert EarlierPositions.of(game, 1, (before,)).positions[0] is before


def test_another_step_from_the_earlier_position_is_an_alternative() -> None:
    game = game_at(MORTALS, FLAT, "b2-c3")
    found = earlier(game, 1).alternative(game, written("b3 d4/d2 b4"))
    assert found is not None
    assert (found.undone, texts(found.sequences)) == (1, ["b2-b3"])
    assert earlier(game, 1).alternative(game, written("e5 d4/d2 b4")) is None


def test_a_move_is_not_revised_past_a_build() -> None:
    game = game_at(MORTALS, FLAT, "b2-c3", "c3+b3")
    assert earlier(game, 2).alternative(game, written("a2 d4/d2 b4")) is None


def test_a_walk_that_ends_where_it_began_leads_back() -> None:
    game = game_at("artemis:b2,e1/mortal:a5,e5", FLAT, "b2-b3")
    positions = earlier(game, 1)
    away = AnalysedPosition(game).search.explaining(written("c4 e1/a5 e5"))
    assert away
    assert not positions.leads_back(game, written("c4 e1/a5 e5"), away)
    assert positions.leads_back(game, written("b2 e1/a5 e5"), ())


def test_steps_of_another_turn_keep_no_options() -> None:
    before = game_at()
    assert keeps_every_option(before, before)
    assert not keeps_every_option(before, before.play(parse_action("b2-c3")))
    assert not keeps_every_option(before, before.play(parse_action("b2-c3")).play(parse_action("c3+b3")))


def squares(names: str) -> set[int]:
    return {int(square(name)) for name in names.split()}


def test_a_hypothesis_has_one_order_whatever_order_its_workers_came_in() -> None:
    """A set of seats has another order in each process. The sums over a reading follow the order of the hypothesis."""
    for first in range(20):
        workers = [(Square(place), Seat.BLUE) for place in (first, first + 3)]
        workers += [(Square(place), Seat.ORANGE) for place in (first + 1, first + 5)]
        orders = {tuple(arrangement_of(frozenset(each), (0,) * 25, POLARITIES)) for each in permutations(workers)}
        assert len(orders) == 1


def test_a_hypothesis_has_a_magnet_on_each_workers_tower() -> None:
    heights = [0] * 25
    heights[square("b2")] = 2
    found = arrangement_of(written("b2/d2"), tuple(heights), POLARITIES)
    assert found == {StandingMagnet(square("b2"), 2, 1), StandingMagnet(square("d2"), 0, -1)}


def test_a_move_may_land_on_each_legal_square() -> None:
    expected = expectation(position_at("mortal:a1,a2/mortal:e5,e4"), NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.open == squares("b1 b2 a3 b3")
    assert (expected.tapped, expected.awaited, expected.box) == (frozenset(), frozenset(), ())
    assert expected.arrangement == arrangement_of(written("a1 a2/e5 e4"), (0,) * 25, POLARITIES)


def test_a_locked_game_expects_nothing_but_itself() -> None:
    expected = expectation(position_at(), NOTHING_BEFORE, POLARITIES, locked=True)
    assert (expected.open, expected.tapped, expected.likely) == (frozenset(), frozenset(), ())


def test_after_the_move_only_touches_are_awaited() -> None:
    position = position_at("mortal:a1,a2/mortal:e5,e4", FLAT, "a1-b1")
    expected = expectation(position, NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.tapped == expected.awaited == squares("a1 b2 c1 c2")


def test_a_step_that_moves_two_workers_is_likely_as_a_whole() -> None:
    expected = expectation(position_at("apollo:b2,e1/mortal:b3,e5"), NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.likely == (arrangement_of(written("b3 e1/b2 e5"), (0,) * 25, POLARITIES),)


def test_an_earlier_position_and_its_other_steps_are_expected_also_while_locked() -> None:
    game = game_at("mortal:a1,a2/mortal:e5,e4", FLAT, "a1-b1", "b1+a1")
    for locked in (False, True):
        expected = expectation(AnalysedPosition(game), earlier(game, 2), POLARITIES, locked=locked)
        before = arrangement_of(written("a1 a2/e5 e4"), (0,) * 25, POLARITIES)
        assert before in expected.likely
        assert squares("b1 b2 a3 b3") <= expected.open


def test_workers_come_from_the_box_during_placement() -> None:
    players = (Player(Seat.BLUE, PowerName("mortal"), 0), Player(Seat.ORANGE, PowerName("mortal"), 1))
    begun = AnalysedPosition(Game.begin(Setup(players)))
    expected = expectation(begun, NOTHING_BEFORE, POLARITIES, locked=False)
    assert expected.box == (-1, -1, 1, 1)
    assert len(expected.open) == 25
