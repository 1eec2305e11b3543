"""Turns one by one are those of the whole listing, and a win is found where the listing has one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from engine import Game, State, TooManyTurns, complete_turns
from engine.actions import Move
from engine.casting.cast import holdings
from engine.effects import Option
from engine.notation import parse_position, state_of, turn_text
from engine.power import Power
from engine.powers import POWERS
from engine.setup import MORTAL
from engine.state import StepKind
from engine.turns import turn_enumeration
from engine.turns.lookahead import continuations
from engine.turns.steps import offered
from engine.turns.successors import successors
from engine.turns.winning import has_won, winning_turn
from tests.engine.cases import line
from tests.engine.perft_files import FOLDER, PAIRS_FOLDER, read
from tests.engine.playing import pair, walk

FILES = sorted((*FOLDER.glob("*.txt"), *PAIRS_FOLDER.glob("*.txt")))
OTHERS_CHOOSE = ("gaea", "hecate")
"""Against these the listing has turns besides: where the other player answers, and where a hidden worker is met."""


def states_of_file(names: str) -> Iterator[State]:
    for file in FILES:
        if f"{file.parent.name}/{file.stem}" == names:
            for listing in read(file):
                yield state_of(parse_position(listing.position))


@pytest.mark.parametrize("names", [f"{file.parent.name}/{file.stem}" for file in FILES])
def test_turns_one_by_one_are_those_of_the_listing(names: str) -> None:
    for state in states_of_file(names):
        assert state.turn is not None
        listed = {turn.end: turn for turn in complete_turns(state)}
        found = list(successors(state))
        ends = [each.end for each in found]
        assert len(set(ends)) == len(ends), "each position comes once"
        rivals = {player.power for player in state.setup.players if player.seat is not state.turn.seat}
        if rivals & set(OTHERS_CHOOSE):
            assert set(ends) <= set(listed)
        else:
            assert set(ends) == set(listed)
        truth = any(has_won(turn.after, state.turn.seat) for turn in listed.values())
        win = winning_turn(state)
        assert (win is not None) == truth
        assert win is None or has_won(win.after, state.turn.seat)


HIGH = "c2:2 c3:3 b2:1 b3:2 d2:2 d3:3 b4:3 c4:2 d4:1"


@pytest.mark.parametrize(
    ("power", "rival"),
    [
        pytest.param(power, rival, marks=() if (row + column) % 3 == 0 else pytest.mark.slow)
        for row, power in enumerate(sorted(file.stem for file in FOLDER.glob("*.txt")))
        for column, rival in enumerate(("mortal", "hera", "apollo"))
    ],
)
def test_a_win_in_one_is_found_where_towers_are_high(power: str, rival: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each power, on positions where a win is near: workers on each level, beside towers of each height."""
    monkeypatch.setattr(turn_enumeration, "MOST_STATES", 300)  # a hero who domes at will has too many turns
    for mine, theirs, towers in (
        ("b2,e1", "d4,a5", HIGH),
        ("c2,a1", "c3,e5", HIGH),
        ("b3,b2", "d2,c4", HIGH),
        ("d4,a4", "b1,e3", HIGH),
        ("d1,e2", "b2,a2", f"{HIGH} e1:2 d1:1 e2:1"),
    ):
        if power == rival:
            continue
        try:
            state = state_of(parse_position(line(f"{power}:{mine}", f"{rival}:{theirs}", towers)))
            turns = complete_turns(state)
        except TooManyTurns:
            continue
        assert state.turn is not None
        truth = any(has_won(turn.after, state.turn.seat) for turn in turns)
        assert (winning_turn(state) is not None) == truth, f"{power} against {rival}: {mine}; {theirs}"


@pytest.mark.parametrize(
    ("towers", "wins"),
    [
        ("a5:4 b5:4 c5:4 e5:4 b3:3", True),
        ("a5:4 b5:4 c5:4 e5:4 b3:2", False),
        ("a5:4 b5:4 c5:4 d5:3 b3:3", False),
    ],
)
def test_chronus_wins_in_one_by_a_fifth_tower(towers: str, wins: bool) -> None:  # noqa: FBT001 - a column of a table
    state = state_of(parse_position(line("chronus:b2,e1", "mortal:d2,a1", towers)))
    assert (winning_turn(state) is not None) == wins


def test_the_steps_of_a_turn_can_be_played() -> None:
    for position in (
        line("hermes:b2,d4", "mortal:d2,b4", "c3:1"),
        line("apollo:b2,c2", "mortal:b3,b4", "c3:1"),
        line("prometheus:b2,d4", "gaea:d2,b4", "c3:3"),
        "0000000000000000000000000/1/minotaur+apollo:b2,d4/mortal:b3,e5/?edition=original_2007&gods_per_player=2",
    ):
        state = state_of(parse_position(position))
        for found in islice(successors(state), 25):
            game = Game.at(state)
            for action in found.actions:
                game = game.play(action)
            assert game.active is not game.state.setup.players[0].seat or game.outcome, turn_text(found.actions)


def test_turns_come_in_the_order_that_is_asked_for() -> None:
    state = state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", "c3:1 b3:1")))

    def higher_first(now: State, option: Option) -> int:
        return now.levels[option.action.to] if isinstance(option.action, Move) else 0

    move = next(successors(state, higher_first)).actions[0]
    assert isinstance(move, Move)
    assert state.levels[move.to] == 1
    everything = {found.end for found in successors(state)}
    assert {found.end for found in successors(state, higher_first, share=2)} == everything


def test_turns_are_given_before_there_are_too_many() -> None:
    state = state_of(parse_position(line("hermes:b2,d4", "mortal:d2,b4")))
    given = successors(state, most=3)
    assert next(given).actions
    with pytest.raises(TooManyTurns):
        list(given)


def test_options_that_are_not_followed_are_left_out() -> None:
    state = state_of(parse_position(line("mortal:b2,d4", "mortal:d2,b4", "c3:1")))

    def of_one_worker(now: State) -> list[Option]:
        return [option for option in continuations(now) if option.worker == 0]

    found = list(successors(state, follow=of_one_worker))
    assert found
    assert {found.end for found in successors(state)} > {each.end for each in found}


@pytest.mark.parametrize("squares", ["c3+a5", "a5+c3", "a5+e5", "c1+b4", "a3", ""])
@pytest.mark.parametrize("towers", [HIGH, "c3:3 a5:1 c1:2", "c3:2 b2:2 b4:3", "e5:3 c3:1"])
@pytest.mark.parametrize("mine", ["b2,e1", "c2,d4", "b3,a1"])
def test_a_win_by_whirlpools_is_found_wherever_they_lie(squares: str, towers: str, mine: str) -> None:
    card = f"charybdis[squares={squares or '-'}]"
    for players in ((f"{card}:{mine}", "mortal:d2,a2"), (f"mortal:{mine}", f"{card}:d2,a2")):
        state = state_of(parse_position(line(*players, towers)))
        assert state.turn is not None
        truth = any(has_won(turn.after, state.turn.seat) for turn in complete_turns(state))
        assert (winning_turn(state) is not None) == truth


def test_cards_that_bar_tokens_only_bar_nothing_in_other_steps() -> None:
    met = set()
    for barring in POWERS:
        if not barring.forbids_tokens_only:
            continue
        for game in walk(pair(barring.name, MORTAL), 5).steps():
            state = game.state
            if state.step is None or state.step.kind is StepKind.TOKEN:
                continue
            for power, holding in holdings(state, Power.forbid):
                met.add(power.name)
                assert not any(power.forbid(holding, state.step, option) for option in offered(state, state.step))
    assert met == {"charybdis", "europa"}
