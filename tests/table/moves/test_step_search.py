"""Chains of steps that explain what hands did: only what differs in its consequences is worth a question."""

from __future__ import annotations

import pytest

from engine import Done, Game, Seat, square
from engine.notation import parse_action, parse_position, state_of
from table.moves.step_search import Pieces, SquareTouch, StepSearch


@pytest.mark.parametrize(
    ("opponent", "ways"),
    [
        ("mortal", [("b2-b3", "b3-c4")]),
        ("persephone", [("b2-c3", "c3-c4")]),
    ],
)
def test_two_ways_to_one_position_are_one_unless_a_power_makes_a_difference(
    opponent: str, ways: list[tuple[str, str]]
) -> None:
    """Artemis carries her worker from b2 to c4; on the way over c3 it climbs a block."""
    game = Game.at(state_of(parse_position(f"0000000000001000000000000/1/artemis:b2,e1/{opponent}:a5,e5")))
    standing = frozenset({(square("c4"), Seat.BLUE), (square("e1"), Seat.BLUE)})
    standing |= {(square("a5"), Seat.ORANGE), (square("e5"), Seat.ORANGE)}
    found = [chain.actions for chain in StepSearch(game).explaining(standing)]
    assert found == [tuple(parse_action(step) for step in way) for way in ways]


def test_into_the_unknown_goes_one_step_at_a_time() -> None:
    """Against Hecate each step may come to nothing: two moves in one carry are no steps, one move is (rulings 39)."""
    game = Game.at(state_of(parse_position("0000000000001000000000000/1/artemis:b2,e1/hecate:a5,e5")))
    e1 = (square("e1"), Seat.BLUE)
    assert StepSearch(game).explaining(frozenset({(square("c4"), Seat.BLUE), e1})) == ()
    (chain,) = StepSearch(game).explaining(frozenset({(square("c3"), Seat.BLUE), e1}))
    assert chain.actions == (parse_action("b2-c3"),)
    moved = game.play(parse_action("b2-b3"))
    standing = frozenset({(square("b3"), Seat.BLUE), e1})
    (chain,) = StepSearch(moved).explaining(standing, (SquareTouch(square("b3"), square("b4")),))
    assert chain.actions == (Done(), parse_action("b3+b4"))


@pytest.mark.parametrize(
    ("position", "left", "step"),
    [
        ("charon:b2,e1/mortal:b3,e5", "b2 e1/b1 e5", "b3>b1"),
        ("apollo:b2,e1/mortal:b3,e5", "b3 e1/b2 e5", "b2-b3"),
    ],
)
def test_hands_may_force_a_worker(position: str, left: str, step: str) -> None:
    game = Game.at(state_of(parse_position(f"0000000000000000000000000/1/{position}")))
    (chain,) = StepSearch(game).explaining(standing(left))
    assert chain.actions == (parse_action(step),)


def test_a_worker_that_goes_on_from_where_it_rested_has_built_nothing_there() -> None:
    """Prometheus may build before he moves, but by a touch only if the worker comes back from it."""
    game = Game.at(state_of(parse_position("0000000000000000000000000/1/prometheus:d4,e1/mortal:a5,e3")))
    touched = (SquareTouch(square("d4"), square("d3")),)
    (gone_on,) = StepSearch(game).explaining(standing("e5 e1/a5 e3"), touched)
    assert gone_on.actions == (parse_action("d4-e5"),)
    (back,) = StepSearch(game).explaining(standing("d4 e1/a5 e3"), touched)
    assert back.actions == (parse_action("d4+d3"),)


@pytest.mark.parametrize(
    ("then", "steps"),
    [("c3 b4/e1 e5", ("c4-c3", "a4^b4")), ("b4/e1 e5", ("c4-c3",)), ("c4 b4/e1 e5", ("c4-c3",))],
)
def test_who_has_not_moved_builds_only_once_the_other_has(then: str, steps: tuple[str, ...]) -> None:
    """Selene moves one worker and builds with the other. With both in hands, one that seems to touch does not build."""
    game = Game.at(state_of(parse_position("0000000000000000000000000/1/selene[marked=a4]:a4,c4/mortal:e1,e5")))
    touched = (SquareTouch(None, square("b4"), standing(then)),)
    (chain,) = StepSearch(game).explaining(standing("c3 a4/e1 e5"), touched)
    assert chain.actions == tuple(parse_action(step) for step in steps)


def test_who_moved_first_builds_after_the_other_has_moved_too() -> None:
    """Hermes: one worker rests on its new square while the other is still in a hand."""
    game = Game.at(state_of(parse_position("0000000000000000000000000/1/hermes:b2,e2/mortal:a5,e5")))
    b3, c3 = square("b3"), square("c3")
    touched = (SquareTouch(None, b3, standing("b3/a5 e5")), SquareTouch(None, c3, standing("c3 e3/a5 e5")))
    chains = StepSearch(game).explaining(standing("b3 e3/a5 e5"), touched)
    assert [chain.actions[-1] for chain in chains] == [parse_action("b3+c3")]


def test_a_build_that_petrifies_is_believed_before_the_victim_is_gone() -> None:
    """Medusa builds; the lower worker next to hers still stands until somebody takes it away."""
    begun = Game.at(state_of(parse_position("0000000000001000000000000/1/medusa:b3,e1/mortal:c4,e5")))
    game = begun.play(parse_action("b3-c3"))
    touched = (SquareTouch(square("c3"), square("c2")),)
    for left in ("c3 e1/c4 e5", "c3 e1/e5"):
        (chain,) = StepSearch(game).explaining(standing(left), touched)
        assert chain.actions == (parse_action("c3+c2"),)


def standing(text: str) -> Pieces:
    """Blue's workers and, after the stroke, Orange's."""
    return frozenset(
        (square(name), seat) for seat, part in zip(Seat, text.split("/"), strict=False) for name in part.split()
    )
