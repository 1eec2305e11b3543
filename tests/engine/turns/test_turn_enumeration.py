"""What is listed is what can be played: turns lapse as in a game, and no listing goes on without end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from engine import Game, Setup, State, TooManyTurns, complete_turns, perft
from engine.notation import is_turn_start, parse_position, position_of, position_text, state_of, turn_text
from engine.turns import turn_enumeration as turns
from engine.turns.turn_enumeration import MOST_STATES, every_turn, turn_list
from tests.engine.cases import canonical, line
from tests.engine.playing import of_2007, of_fleece, of_teams, of_three, ordered_pairs, pair


def start(position: str) -> State:
    return state_of(parse_position(position))


TOWER = line("dionysus:b2,e5", "hecate:d1,a5", "b4:3")
OWED = line("dionysus[owed=-]:b3,e5", "hecate:d1,a5", "b4:4", "1+dionysus")
"""Nobody sees a worker that could be led."""


def test_a_turn_leads_past_an_additional_one_that_nobody_can_take() -> None:
    for listing in (complete_turns, every_turn):
        (turn,) = [each for each in listing(start(TOWER)) if turn_text(each.actions) == "b2-b3 b3^b4"]
        assert position_text(position_of(turn.after)) == canonical(
            line("dionysus[owed=-]:b3,e5", "hecate:d1,a5", "b4:4", 2)
        )


def test_where_nobody_can_take_it_the_turns_are_those_of_the_next_player() -> None:
    following = start(line("dionysus[owed=-]:b3,e5", "hecate:d1,a5", "b4:4", 2))
    assert Game.at(start(OWED)).state == following
    for listing in (complete_turns, every_turn):
        assert [turn.actions for turn in listing(start(OWED))] == [turn.actions for turn in listing(following)]
    assert turn_list(start(OWED)) == turn_list(following)
    assert perft(start(OWED), 1) == perft(following, 1) > 1


def test_one_that_can_be_taken_is_listed_with_declining_it() -> None:
    taken = start(line("dionysus[owed=-]:b3,e5", "mortal:d1,a5", "b4:4", "1+dionysus"))
    assert "." in {turn_text(turn.actions) for turn in complete_turns(taken)}


DOMES_AT_WILL = line(
    "heracles:c3,c4", "mortal:a1,a2", "b1:4 c1:4 d1:4 e1:4 a5:4 b5:4 c5:4 d5:4 e5:4"
)  # nine domes stand, sixteen squares are left to put others on


@pytest.mark.parametrize("listing", [complete_turns, every_turn, turn_list, lambda state: perft(state, 1)])
def test_a_turn_of_too_many_states_is_not_listed(listing: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(listing)
    few = MOST_STATES // 20  # the bound is counted, so a twentieth shows it in a twentieth of the time
    monkeypatch.setattr(turns, "MOST_STATES", few)
    with pytest.raises(TooManyTurns, match=f"{few} states"):
        listing(start(DOMES_AT_WILL))


@pytest.mark.slow
def test_the_bound_itself_stops_what_would_take_minutes() -> None:
    with pytest.raises(TooManyTurns, match=f"{MOST_STATES} states"):
        complete_turns(start(DOMES_AT_WILL))


def test_the_same_hero_is_listed_once_he_has_used_his_power() -> None:
    assert len(complete_turns(start(DOMES_AT_WILL.replace("heracles", "heracles[used=yes]")))) > 50


@pytest.mark.parametrize(
    ("position", "turn", "leads_to"),
    [
        pytest.param(
            "2121301121113041223411122/1/limus:e1,b3/atlas:b1/hypnus:c1,c2",
            "b3-b4 b4+b5",
            "2221301121113041223411122/3/limus:e1,b4/-atlas:/hypnus:c1,c2",
            id="the next of three has no turn and is out",
        ),
        pytest.param(
            "0200222103000002323230401/1/hestia:e1,e2/athena[^]:d1,e3",
            "e2-d3 d3+d4 d3+d4",
            "0200222123000002323230401/1/#hestia:e1,d3/athena[^]:d1,e3",
            id="the other of two has no turn: the game is over",
        ),
    ],
)
def test_a_turn_leads_past_a_player_who_can_take_none(position: str, turn: str, leads_to: str) -> None:
    for listing in (complete_turns, every_turn):
        found = {turn_text(each.actions): each for each in listing(start(position))}
        if turn in found:
            assert position_text(position_of(found[turn].leads_to)) == leads_to
    assert turn in found


MAKERS = (of_three, of_teams, of_fleece, of_2007, lambda chance: pair(*chance.choice(list(ordered_pairs()))))


@pytest.mark.parametrize("enough", [60, pytest.param(600, marks=pytest.mark.slow)])
@pytest.mark.parametrize("maker", MAKERS, ids=["three", "teams", "fleece", "2007", "two"])
def test_every_turn_leads_where_it_leads_when_it_is_played(maker: Callable[[Random], Setup], enough: int) -> None:
    chance = Random("led")  # noqa: S311 - repeatable chance, no secret
    compared = 0
    while compared < enough:
        game = Game.begin(maker(chance))
        while game.outcome is None and game.turn < 40:
            if is_turn_start(game.state) and chance.random() < 0.15:
                compared += led_as_played(game.state, chance)
            game = game.play(chance.choice(game.legal_actions()))


def led_as_played(state: State, chance: Random) -> int:
    """Compare some turns with the games in which they are played; how many."""
    try:
        turns = complete_turns(state)
    except TooManyTurns:
        return 0
    some = chance.sample(turns, min(5, len(turns)))
    for turn in some:
        played = Game.at(turn.start)
        for action in turn.actions:
            played = played.play(action)
        assert position_text(position_of(turn.leads_to)) == position_text(position_of(played.state))
    return len(some)


def test_counting_stops_after_so_many_turns() -> None:
    opening = start(line("mortal:b2,d4", "mortal:d2,b4"))
    assert perft(opening, 2, most=10_000) == perft(opening, 2)
    with pytest.raises(TooManyTurns, match="1000 were listed"):
        perft(opening, 99, most=1000)
