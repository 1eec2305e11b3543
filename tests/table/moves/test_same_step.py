"""Two cards of one player allow the same step: the board tells them apart where it can, else the player is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import Game, Player, PowerName, Profile, Seat, Setup
from engine.notation import action_text, parse_action, parse_position, state_of
from engine.setup import Edition
from hardware.hand_actions import Lift, Put, Tap
from table.session.at_board import QuestionAsked
from table.session.journal_entries import Acted, evolve
from table.session.turns import Act, ChooseReading
from table.storage.entry_format import entry_text, parse_entry
from table.typed_json import MalformedError
from tests.table.moves.followed_game import FollowedGame, S, actions, steps
from tests.table.session.reduced_table import ANN, Runner, playing, refusal
from tests.web_ui.posted import action_json, read_action

TWO = Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2)


def at_the_board(one: str, other: str, blue: tuple[str, str], orange: tuple[str, str]) -> FollowedGame:
    """A virtual board where blue has these two cards."""
    followed = FollowedGame()
    players = (Player(Seat.BLUE, PowerName(one), 0, PowerName(other)), Player(Seat.ORANGE, PowerName("mortal"), 1))
    followed.game = Game.begin(Setup(players, TWO))
    followed.expect()
    followed.set_out(blue, orange)
    return followed


def test_a_swap_on_the_board_is_apollos() -> None:
    followed = at_the_board("minotaur", "apollo", ("b2", "e1"), ("b3", "e5"))
    said = followed.hands(Lift("orange-1"), Lift("blue-1"), Put("blue-1", S("b3")), Put("orange-1", S("b2")))
    assert steps(said) == [actions("b2-b3!apollo")]
    assert followed.agrees()


def test_a_push_on_the_board_is_the_minotaurs() -> None:
    followed = at_the_board("minotaur", "apollo", ("b2", "e1"), ("b3", "e5"))
    said = followed.hands(Lift("orange-1"), Put("orange-1", S("b4")), Lift("blue-1"), Put("blue-1", S("b3")))
    assert steps(said) == [actions("b2-b3!minotaur")]
    assert followed.agrees()


def test_a_build_before_the_move_looks_the_same_and_is_asked_about() -> None:
    followed = at_the_board("achilles", "prometheus", ("b2", "e1"), ("d4", "e5"))
    said = followed.hands(Tap("blue-1", S("b3")))
    (asked,) = [intent for intent in said if isinstance(intent, QuestionAsked)]
    assert set(asked.choices) == {actions("b2+b3!achilles"), actions("b2+b3!prometheus")}
    assert steps(said) == []


def with_two_cards() -> Runner:
    """A table at which Ann is to move, as Achilles and Prometheus."""
    table = playing()
    position = f"{'0' * 25}/1/achilles+prometheus:b2,b4/mortal:d2,d4/?edition=original_2007&gods_per_player=2"
    saved = replace(table.state.saved, game=Game.at(state_of(parse_position(position))), confirming=None)
    table.state = replace(table.state, saved=saved)
    return table


def played(table: Runner) -> list[str]:
    game = table.state.saved.game
    assert game is not None
    return [action_text(ply.action) for ply in game.plies]


def test_a_command_that_names_no_card_is_refused_and_one_that_does_is_carried_out() -> None:
    table = with_two_cards()
    assert refusal(table.ask(ANN, Act(parse_action("b2+b3")))) == ("card.which", False)
    assert played(table) == []
    table.act(ANN, "b2+b3!achilles")
    assert played(table) == ["b2+b3!achilles"]
    assert parse_entry(entry_text(table.entries[-1])) == Acted((parse_action("b2+b3!achilles"),))


def test_the_answer_to_the_question_is_what_is_played() -> None:
    table = with_two_cards()
    table.feed(QuestionAsked(((parse_action("b2+b3!achilles"),), (parse_action("b2+b3!prometheus"),))))
    table.do(ANN, ChooseReading(1))
    assert played(table) == ["b2+b3!prometheus"]


def test_a_journal_of_a_time_when_no_card_was_named_means_what_it_meant() -> None:
    table = with_two_cards()
    entry = parse_entry('{"entry":"acted","actions":["b2+b3"]}')
    game = evolve(table.state.saved, entry).game
    assert game is not None
    assert action_text(game.plies[-1].action) == "b2+b3!prometheus"


@pytest.mark.parametrize("text", ["b2-b3", "b2-b3!apollo", "b2+b3!mortal", ".!heracles", ".", "!ares", "a1>b2!charon"])
def test_an_action_is_read_from_json_as_it_was_sent(text: str) -> None:
    sent = action_json(parse_action(text))
    assert ("by" in sent) is (text.find("!") > 0)
    assert action_text(read_action(sent)) == text


def test_a_card_that_is_no_text_is_malformed() -> None:
    with pytest.raises(MalformedError):
        read_action({**action_json(parse_action("b2-b3")), "by": 3})
