"""What the opponent does: it always answers, takes a win, stops one, and thinks alike each time."""

from __future__ import annotations

import random

import pytest

from engine import Game, PowerName, Seat, State, complete_turns
from engine.actions import Build, Done, PutToken
from engine.notation import parse_position, state_of, turn_text
from engine.secrets import known_to
from engine.setup import MORTAL
from engine.squares import square
from engine.turns.flow import open_turn
from engine.turns.winning import winning_turn
from opponent.alpha_beta import SURE
from opponent.budget import Allowance, Budget
from opponent.levels import LEVELS, LevelName
from opponent.thinking import Thoughts, think
from tests.engine.cases import line
from tests.engine.playing import EVERY, of_2007, of_fleece, of_teams, of_three, pair, walk


def known_to_mover(state: State) -> tuple[State, Seat]:
    """A state as the seat to act knows it, and the seat."""
    assert state.step is not None
    return known_to(state, state.step.seat), state.step.seat


def thoughts_about(state: State, nodes: int, seed: int = 0) -> Thoughts:
    return think(known_to_mover(state)[0], Budget(Allowance(nodes=nodes)), seed)


def checked_play(game: Game, thoughts: Thoughts) -> Game:
    """The game after the turn that was thought of, each step of it as a phone would send it."""
    for action in thoughts.best.actions:
        if game.to_act is None or action not in game.legal_actions():
            break
        game = game.play(action)
    return game


@pytest.mark.parametrize("power", EVERY)
def test_there_is_a_legal_turn_for_every_power_with_a_budget_of_one_node(power: PowerName) -> None:
    game = Game.begin(pair(power, MORTAL, seed=3))
    for number in range(14):
        if game.outcome is not None:
            break
        thoughts = thoughts_about(game.state, 1, seed=number)
        first, *_ = thoughts.best.actions or (None,)
        assert first in game.legal_actions(), "each step has to be legal as the seat knows it"
        game = checked_play(game, thoughts)


@pytest.mark.parametrize("deal", [of_three, of_teams, of_fleece, of_2007])
def test_there_is_a_legal_turn_in_every_kind_of_game(deal: object) -> None:
    assert callable(deal)
    game = Game.begin(deal(random.Random(5)))  # noqa: S311 - repeatable chance, no secret
    for number in range(20):
        if game.outcome is not None:
            break
        thoughts = thoughts_about(game.state, 30, seed=number)
        assert thoughts.best.actions[0] in game.legal_actions()
        game = checked_play(game, thoughts)


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        (line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3"), "b2-b3"),
        (line("artemis:b2,e5", "mortal:d5,a5", "b2:1 b3:2 b4:3"), "b2-b3 b3-b4"),
        (line("apollo:b2,e5", "mortal:c3,a5", "b2:2 c3:3"), "b2-c3"),
    ],
    ids=["a step up", "two steps", "by a swap"],
)
def test_a_win_is_taken_whatever_the_budget(position: str, turn: str) -> None:
    assert turn_text(thoughts_about(state_of(parse_position(position)), 1).best.actions) == turn


@pytest.mark.parametrize(
    "position",
    [
        line("mortal:b2,e5", "mortal:d4,a5", "d4:2 d3:3 c3:1 c2:1"),
        line("demeter:c2,e1", "hera:d4,a5", "d4:2 d3:3 c3:1"),
        line("atlas:c3,e1", "artemis:d4,a5", "d4:1 d3:2 d2:3"),
    ],
)
def test_a_win_that_can_be_stopped_is_stopped(position: str) -> None:
    state = state_of(parse_position(position))
    safe = [turn for turn in complete_turns(state) if winning_turn(turn.after) is None]
    assert safe, "there is a way to stop it"
    after = open_turn(thoughts_about(state, 3_000).best.end)
    assert winning_turn(after) is None


def test_the_same_seed_and_nodes_give_the_same_turn() -> None:
    state = state_of(parse_position(line("hermes:b2,d4", "minotaur:d2,b4", "c3:1 c4:2 b3:1")))
    assert thoughts_about(state, 500, seed=4) == thoughts_about(state, 500, seed=4)


def test_thinking_ends_at_its_nodes_and_when_it_is_told_to() -> None:
    state = state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", "c3:1")))
    assert thoughts_about(state, 700).nodes <= 700
    stopped = think(state, Budget(Allowance(seconds=600), is_stopped=lambda: True))
    assert stopped.best.actions


def test_an_opponent_does_not_know_where_hidden_workers_stand() -> None:
    """Two positions that look alike to a player give it the same turn."""
    text = "0000000000000000000000000/1/mortal:b2,d4/hecate:{}"
    here, there = (state_of(parse_position(text.format(squares))) for squares in ("a1,a2", "e4,e5"))
    assert thoughts_about(here, 200).best.actions == thoughts_about(there, 200).best.actions


def test_it_goes_on_within_a_turn() -> None:
    game = Game.at(state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", "c3:1"))))
    moved = game.play(game.legal_actions()[0])
    thoughts = thoughts_about(moved.state, 100)
    assert moved.play(thoughts.best.actions[0]).to_act is not moved.to_act


def test_a_player_who_is_stuck_has_no_turn() -> None:
    state = state_of(parse_position(line("mortal:a1", "mortal:d5,a5", "a2:4 b1:4 b2:4")))
    assert thoughts_about(state, 10).turns == ()


@pytest.mark.parametrize("name", list(LEVELS))
def test_each_level_takes_a_turn(name: LevelName) -> None:
    level = LEVELS[name]
    nodes = level.allowance.nodes or 300
    game = next(game for game in walk(pair(MORTAL, MORTAL), 1).steps() if game.turn == 6)
    thoughts = think(game.state, Budget(Allowance(nodes=min(nodes, 300))), 1, manner=level.manner)
    assert thoughts.best.actions[0] in game.legal_actions()


def test_the_expected_line_can_be_played_and_more_turns_come_with_their_values() -> None:
    state = state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", "c3:1 b3:1 c4:2")))
    thoughts = think(state, Budget(Allowance(nodes=4_000)), wanted=3)
    values = [turn.value for turn in thoughts.turns]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)
    assert thoughts.best.line, "a reply is expected"
    game = Game.at(state)
    for actions in (thoughts.best.actions, *thoughts.best.line):
        for action in actions:
            game = game.play(action)


def test_a_turn_that_surely_loses_is_not_preferred_to_one_that_was_not_looked_at() -> None:
    """However the budget ends, a stoppable win is stopped once one turn that stops it was found."""
    state = state_of(parse_position(line("mortal:b2,e5", "mortal:d4,a5", "d4:2 d3:3 c3:1 c2:1")))
    for nodes in (150, 200, 300, 500):
        assert winning_turn(open_turn(thoughts_about(state, nodes).best.end)) is None


def test_the_order_of_a_deck_costs_no_more_than_one_position_that_may_be_the_true_one() -> None:
    """Nobody knows which card comes after a dome; turns are followed three deep all the same."""
    towers = "c3:1 b3:1 c4:2"
    thoughts = thoughts_about(state_of(parse_position(line("chaos:b2,d4", "mortal:d2,b4", towers))), 4_000)
    assert thoughts.depth >= 3


def test_a_hero_keeps_the_power_while_nothing_is_to_be_gained_by_it() -> None:
    """At the start of a game two domes somewhere on the board are worth little."""
    state = state_of(parse_position(line("polyphemus:b2,d4", "mortal:d2,b4")))
    best = thoughts_about(state, 1_500).best
    assert len(best.actions) == 2 or best.actions[2:] == (Done(),)


def test_a_hero_uses_the_power_to_stop_two_wins_at_once() -> None:
    """The other player could step up on two squares, and no worker of the hero is near one of them."""
    state = state_of(parse_position(line("polyphemus:a1,a2", "mortal:d4,b5", "d4:2 e5:3 d5:3")))
    best = thoughts_about(state, 300).best
    assert winning_turn(open_turn(best.end)) is None
    assert {action.on for action in best.actions if isinstance(action, Build)} >= {square("e5"), square("d5")}


def test_a_whirlpool_is_put_on_a_tower_that_nobody_can_reach() -> None:
    """One lies beside her worker: with the other on the tower she wins next turn, whatever is done against it."""
    state = state_of(parse_position(line("charybdis[squares=b2]:a1,c1", "mortal:e1,d1", "c5:3")))
    best = thoughts_about(state, 2_000).best
    assert PutToken(square("c5")) in best.actions
    assert best.value > SURE
