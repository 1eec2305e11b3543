"""Another program that plays a match: what it shows is the turn that leads there."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Mapping

import pytest

from engine.notation import parse_position, state_of, turn_text
from engine.seats import Seat
from opponent.match import PlayerError, Program

ENCLOSING = "0000000000000004440000000/1/mortal:d1,e5/mortal:a1,b1"
"""Orange has only c1 to go to."""
ENCLOSED = {
    "workers": {"blue": ["e5", "c1"], "orange": ["a1", "b1"]},
    "levels": [[0, 0, 0, 1, 0], [3, 3, 3, 0, 0], *[[0] * 5] * 3],
    "domes": ["a2", "b2", "c2"],
}
ANSWERS = "import sys\nfor line in sys.stdin: print(sys.argv[1], flush=True)"


def answered(position: str, answer: Mapping[str, object]) -> str:
    """The turn that is played for a program which answers each position so."""
    program = Program(shlex.join([sys.executable, "-c", ANSWERS, json.dumps(answer)]))
    try:
        return turn_text(program.choose(state_of(parse_position(position)), seed=0).turn.actions)
    finally:
        program.close()


@pytest.mark.parametrize("winner", [None, Seat.BLUE])
def test_a_program_may_call_a_game_won_when_the_other_player_cannot_move(winner: Seat | None) -> None:
    assert answered(ENCLOSING, {**ENCLOSED, "winner": winner}) == "d1-c1 c1+d1"


def test_a_position_to_which_no_turn_leads_is_named() -> None:
    elsewhere = {**ENCLOSED, "workers": {"blue": ["e5", "c3"], "orange": ["a1", "b1"]}}
    with pytest.raises(PlayerError, match=r"a position that no legal turn leads to.*c3"):
        answered(ENCLOSING, elsewhere)


def test_a_turn_may_be_answered_in_writing() -> None:
    assert answered(ENCLOSING, {"turn": "d1-c1 c1+d1"}) == "d1-c1 c1+d1"
