"""What is listed is what can be played: turns lapse as in a game, and no listing goes on without end."""

from __future__ import annotations

import pytest

from engine import Game, State, TooManyTurns, complete_turns, perft
from engine.notation import parse_position, position_of, position_text, state_of, turn_text
from engine.turns import turn_enumeration as turns
from engine.turns.turn_enumeration import MOST_STATES, every_turn, turn_list
from tests.engine.cases import canonical, line


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
