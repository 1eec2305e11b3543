"""What a review says of a finished game: who stood better, and what a turn that threw a game away should have been."""

from __future__ import annotations

import pytest

from engine import Game, Seat
from engine.notation import parse_position, parse_turn, state_of
from engine.squares import square
from engine.turns.winning import winning_turn
from opponent.budget import Allowance, Budget
from opponent.hints import HintFact, HintReason, reason_for
from opponent.process import Advice, AdvisedTurn, Question, StandingQuestion
from opponent.review import MOST_SECONDS, TurnReview, review, state_after
from opponent.standing import Standing, share_of_wins, standing
from opponent.thinking import think
from tests.engine.cases import line
from tests.table.storage.finished_games import played


class ThinkingHere:
    """Answers with a few nodes, so that each run says the same, and adds up how long the answers might take."""

    def __init__(self, nodes: int = 300) -> None:
        self.nodes = nodes
        self.seconds = 0.0

    def think(self, question: Question) -> Advice:
        self._note(question.allowance)
        thoughts = think(question.known, Budget(Allowance(nodes=self.nodes)))
        turns = tuple(AdvisedTurn(turn.actions, turn.value) for turn in thoughts.turns)
        why = question.explained and thoughts.turns
        reason = reason_for(question.known, thoughts.best.actions, thoughts.best.end) if why else None
        return Advice(turns, thoughts.nodes, thoughts.depth, reason)

    def standing(self, question: StandingQuestion) -> Standing:
        self._note(question.allowance)
        return standing(question.state, question.team, Budget(Allowance(nodes=self.nodes)))

    def _note(self, allowance: Allowance) -> None:
        assert allowance.seconds is not None
        self.seconds += allowance.seconds


def reviewed(position: str, *turns: str) -> list[TurnReview]:
    game = Game.at(state_of(parse_position(position)))
    for turn in turns:
        for action in parse_turn(turn):
            game = game.play(action)
    return list(review(game, ThinkingHere()))


def test_a_turn_that_lets_the_other_win_is_the_turning_point_and_the_better_turn_stops_it() -> None:
    position = line("mortal:b3,e5", "mortal:d4,a5", "d4:2 d3:3 c3:1 c2:1")
    thrown_away, won = reviewed(position, "e5-e4 e4+e5", "d4-d3")
    assert (thrown_away.seat, won.seat) == (Seat.BLUE, Seat.ORANGE)
    assert won.shares == (0, 1000)
    assert thrown_away.loss > 100
    after = state_after(state_of(parse_position(position)), Seat.BLUE, thrown_away.better)
    assert after is not None
    assert winning_turn(after) is None
    assert thrown_away.reason is not None
    assert (thrown_away.reason.fact, thrown_away.reason.seat) == (HintFact.STOPS, Seat.ORANGE)
    assert won.loss == 0, "who wins loses nothing"


def test_a_win_that_was_not_taken_is_shown() -> None:
    missed, *_ = reviewed(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-c2 c2+c1", "d5-d4 d4+d5")
    assert missed.shares == (1000, 0)
    assert missed.loss > 100
    assert missed.better == parse_turn("b2-b3")
    assert missed.reason == HintReason(HintFact.WINS, square("b3"))


def test_the_best_turn_loses_nothing() -> None:
    won, *_ = reviewed(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3")
    assert (won.loss, won.better) == (0, ())


@pytest.mark.parametrize("powers", [("hecate", "pan"), ("apollo", "artemis", "atlas")])
def test_every_turn_of_a_game_is_reviewed_in_the_time_that_there_is(powers: tuple[str, ...]) -> None:
    game, thinker = played(*powers, steps=30), ThinkingHere(nodes=5)
    turns = list(review(game, thinker))
    assert [turn.turn for turn in turns] == list(range(1, len(turns) + 1))
    assert all(len(turn.shares) == len(powers) and sum(turn.shares) == 1000 for turn in turns)
    assert thinker.seconds <= MOST_SECONDS + 1


def test_who_gave_up_is_not_told_of_a_better_turn() -> None:
    game = Game.at(state_of(parse_position(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3")))).resign(Seat.BLUE)
    (turn,) = review(game, ThinkingHere())
    assert (turn.loss, turn.better) == (0, ())


@pytest.mark.parametrize("nodes", [1, 20, 500])
def test_a_position_is_worth_to_one_side_what_it_costs_the_other(nodes: int) -> None:
    state = state_of(parse_position(line("hermes:b2,d4", "minotaur:d2,b4", "c3:1 c4:2 b3:1")))
    ours, theirs = (standing(state, team, Budget(Allowance(nodes=nodes))) for team in (0, 1))
    assert ours.depth == theirs.depth
    assert ours.value == -theirs.value
    assert 0 < share_of_wins(ours.value) < 1
