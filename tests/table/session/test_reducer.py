from __future__ import annotations

from dataclasses import replace

import pytest

from common.message import Message
from engine import PUBLIC, Game, IllegalAction, PowerName, square
from engine.events import ActionCancelled
from engine.notation import parse_position, state_of
from engine.notation.action_form import parse_action
from hardware.board import Button
from table.session.answers import Accepted, Refusal, Refused, Stale
from table.session.at_board import BoardStatusChanged, Pressed, QuestionAsked, StepsRead
from table.session.board_reports import meant_by_done
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import Opened, replay
from table.session.lobby import BeginGame, ChooseOptions
from table.session.seating import ClaimSeat, LeaveSeat, PhonesChanged, SquareTouched
from table.session.snapshot import BoardIssue, BoardMode, BoardView, Phase
from table.session.table_state import TableState, unread_board
from table.session.turns import Act, ChooseReading, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from tests.engine.cases import NO_TOWERS, line
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    EVE,
    ORANGE,
    PLACED,
    TURNS,
    WITH_POWERS,
    Runner,
    playing,
    refusal,
    seated,
)
from web_ui.languages import sentence

# Seats.


def test_the_first_to_sit_down_is_host() -> None:
    table = Runner()
    table.sit(ORANGE, "  Ben  B. ", "ben")
    table.sit(BLUE, "Ann", "ann")
    assert table.seen(BEN).host
    assert not table.seen(ANN).host
    assert [seat.name for seat in table.seen(EVE).seats] == ["Ann", "Ben B.", None, None]


def test_two_phones_race_for_one_seat_and_the_second_gets_another_one() -> None:
    table = Runner()
    seen = table.state.version
    for mark in ("ann", "eve"):
        assert isinstance(table.ask(EVE, ClaimSeat(BLUE, mark.title()), seen, fresh=mark), Accepted)
    for corner in table.seen(ANN).claims[0].corners:
        table.feed(SquareTouched(corner))
    assert table.seen(EVE).seats[0].name == "Ann"
    (claim,) = table.seen(frozenset({"eve"})).claims
    assert claim.seat is ORANGE
    for corner in claim.corners:
        table.feed(SquareTouched(corner))
    assert [seat.name for seat in table.seen(EVE).seats] == ["Ann", "Eve", None, None]


def test_two_phones_take_two_seats_at_once() -> None:
    table = Runner()
    seen = table.state.version
    assert isinstance(table.ask(EVE, ClaimSeat(BLUE, "Ann"), seen, fresh="ann"), Accepted)
    assert isinstance(table.ask(EVE, ClaimSeat(ORANGE, "Ben"), seen, fresh="ben"), Accepted)


@pytest.mark.parametrize("name", ["x" * 25, "a\x00b"])
def test_a_name_must_be_something_to_show(name: str) -> None:
    assert refusal(Runner().ask(EVE, ClaimSeat(BLUE, name), fresh="f")) == (Refusal.NAME_UNREADABLE, False)


def test_when_the_host_leaves_the_next_player_leads() -> None:
    table = seated()
    table.do(ANN, LeaveSeat(BLUE))
    assert table.seen(BEN).host
    assert table.seen(ANN).seats_held == ()


def test_nobody_but_the_host_can_make_another_leave() -> None:
    table = seated()
    assert refusal(table.ask(BEN, LeaveSeat(BLUE))) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(ANN, LeaveSeat(ORANGE))
    assert not isinstance(table.ask(ANN, BeginGame()), Accepted)


def test_only_the_host_leads() -> None:
    table = seated()
    for command in (WITH_POWERS, BeginGame()):
        assert refusal(table.ask(BEN, command)) == (Refusal.HOST_ONLY, True)
        assert refusal(table.ask(EVE, command)) == (Refusal.HOST_ONLY, True)


# A turn.


def test_only_the_seat_that_is_asked_acts() -> None:
    table = playing()
    for marks in (BEN, EVE):
        assert refusal(table.ask(marks, Act(parse_action("b2-c3")))) == (Refusal.NOT_YOUR_SEAT, True)
    table.act(ANN, "b2-c3")


def test_one_phone_may_hold_both_seats() -> None:
    table = seated()
    both = ANN | BEN
    table.do(both, BeginGame())
    table.act(both, *PLACED[:2])
    table.do(both, ConfirmTurn())
    table.act(both, *PLACED[2:])
    table.do(both, ConfirmTurn())
    assert table.seen(both).seats_held == (BLUE, ORANGE)
    prompt = table.seen(both).prompt
    assert prompt is not None
    assert prompt.seat is BLUE


def test_an_illegal_step_is_refused_with_the_rules_reason() -> None:
    table = playing()
    before = table.state
    answer = table.ask(ANN, Act(parse_action("b2-e5")))
    assert isinstance(answer, Refused)
    game = table.state.saved.game
    assert game is not None
    reason = game.why_not(parse_action("b2-e5"))
    assert reason is not None
    assert (answer.message.key, answer.message.args) == (reason.key, reason.args)
    assert table.state == before


def test_a_finished_turn_waits_for_its_player() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    seen = table.seen(BEN)
    assert (seen.confirming, seen.prompt) == (BLUE, None)
    assert seen.game is not None
    assert (seen.game.active, seen.game.options) == (BLUE, ())
    assert refusal(table.ask(BEN, Act(parse_action("d2-e2")))) == (Refusal.CONFIRM_FIRST, False)
    assert refusal(table.ask(BEN, ConfirmTurn())) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(ANN, ConfirmTurn())
    assert table.seen(BEN).prompt is not None


def test_steps_come_back_until_the_turn_is_confirmed_and_no_further() -> None:
    table = playing()
    start = table.state.saved.game
    assert refusal(table.ask(ANN, UndoStep()))[0] == Refusal.NOTHING_TO_UNDO
    table.act(ANN, *TURNS[:2])
    assert table.seen(ANN).can_undo
    assert not table.seen(BEN).can_undo
    assert refusal(table.ask(BEN, UndoStep())) == (Refusal.NOT_YOUR_SEAT, True)
    table.do(ANN, UndoStep(), UndoStep())
    assert table.state.saved.game == start
    assert not table.seen(ANN).can_undo
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())
    assert refusal(table.ask(ANN, UndoStep()))[0] == Refusal.NOTHING_TO_UNDO
    assert refusal(table.ask(BEN, UndoStep()))[0] == Refusal.NOTHING_TO_UNDO


def test_placements_are_confirmed_like_a_turn() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    assert table.state.saved.phase is Phase.PLACING
    table.act(ANN, *PLACED[:2])
    assert table.seen(ANN).confirming is BLUE
    table.do(ANN, UndoStep())
    table.act(ANN, "@a1")
    table.do(ANN, ConfirmTurn())
    assert table.state.saved.to_act is ORANGE


def test_the_first_to_sit_down_starts_a_game_without_powers() -> None:
    table = Runner()
    table.sit(ORANGE, "Ben", "ben")
    table.sit(BLUE, "Ann", "ann")
    table.do(BEN, BeginGame())
    assert table.state.saved.to_act is ORANGE


# Versions.


def test_a_phone_that_missed_a_step_is_stale() -> None:
    table = playing()
    seen = table.state.version
    table.act(ANN, "b2-c3")
    assert table.ask(ANN, Act(parse_action("b4-b3")), seen) == Stale(table.state.version)
    assert table.ask(ANN, UndoStep(), table.state.version + 1) == Stale(table.state.version)


def test_a_worker_in_the_hand_or_a_phone_that_wakes_makes_nothing_stale() -> None:
    table = playing()
    seen = table.state.version
    table.feed(BoardStatusChanged(BoardView("ready", BoardMode.IN_HAND, 6, (), None)))
    table.feed(PhonesChanged(frozenset({BLUE})))
    assert table.state.version == seen + 2
    assert isinstance(table.ask(ANN, Act(parse_action("b2-c3")), seen), Accepted)


def test_versions_grow_over_restarts() -> None:
    table = playing()
    entries = [*table.entries, Opened()]
    again = TableState.opening(replay(entries))
    assert again.version > table.state.version + 1_000_000
    assert again.saved.game == table.state.saved.game


# The board.


def test_steps_from_the_board_act_for_the_seat_that_is_asked() -> None:
    table = playing()
    table.feed(StepsRead((parse_action("b2-c3"),)))
    table.feed(StepsRead((parse_action("c3+b3"),)))
    assert table.state.saved.confirming is BLUE


def test_while_a_turn_waits_the_board_moves_nothing() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    before = table.state
    table.feed(StepsRead((parse_action("d2-e2"),)))
    assert table.state == before


def test_a_chain_past_the_end_of_the_turn_is_no_step() -> None:
    table = playing()
    with pytest.raises(IllegalAction, match="after the end of the turn"):
        table.feed(StepsRead(tuple(parse_action(step) for step in TURNS[:3])))


def test_a_reading_that_the_rules_refuse_is_the_readers_fault() -> None:
    table = playing()
    with pytest.raises(IllegalAction, match="is not legal"):
        table.feed(StepsRead((parse_action("b2-e5"),)))


def test_after_a_step_that_came_to_nothing_the_rest_of_a_carry_is_not_done() -> None:
    """Artemis is carried over a space where Hecate hides: the first move is cancelled, and with it the turn."""
    table = seated()
    table.do(ANN, WITH_POWERS, BeginGame(), OfferPowers((PowerName("artemis"), PowerName("hecate"))))
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    table.act(ANN, "@b2", "@d4")
    table.do(ANN, ConfirmTurn())
    table.act(BEN, "@c3", "@e5")
    table.do(BEN, ConfirmTurn())
    table.feed(StepsRead((parse_action("b2-c3"), parse_action("c3-c4"))))
    game = table.state.saved.game
    assert game is not None
    assert ActionCancelled(BLUE, square("c3")) in game.events(PUBLIC)
    assert set(game.state.team_squares(0)) == {square("b2"), square("d4")}
    assert table.state.saved.confirming is BLUE
    assert replay(table.entries) == table.state.saved
    before = table.state
    table.feed(Pressed(Button.UNDO))  # what told a secret stands
    assert table.state == before


def test_the_rim_buttons_confirm_and_take_back() -> None:
    table = playing()
    table.feed(Pressed(Button.UNDO))
    table.feed(Pressed(Button.DONE))
    table.act(ANN, *TURNS[:2])
    table.feed(Pressed(Button.UNDO))
    assert table.state.saved.confirming is None
    table.act(ANN, TURNS[1])
    table.feed(Pressed(Button.DONE))
    assert table.state.saved.to_act is ORANGE


def perhaps_touched(on: str, issue: BoardIssue = BoardIssue.PERHAPS_BUILT) -> BoardStatusChanged:
    """The board asks whether this square was touched."""
    key = "board.touch_unsure" if issue is BoardIssue.PERHAPS_BUILT else "board.touch_again"
    message = Message(key, (("square", on),))
    return BoardStatusChanged(replace(unread_board(), message=message, issue=issue, doubtful=(square(on),)))


def test_done_says_that_a_square_was_touched_of_which_the_table_is_not_sure_and_ends_the_turn() -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    table.feed(perhaps_touched("b3"))
    table.feed(Pressed(Button.DONE))
    game = table.state.saved.game
    assert game is not None
    assert game.plies[-1].action == parse_action(TURNS[1])
    assert table.state.saved.to_act is ORANGE
    assert replay(table.entries) == table.state.saved


def test_done_builds_nothing_before_the_move_and_where_it_is_no_answer() -> None:
    table = playing()
    table.feed(perhaps_touched("c3"))
    table.feed(Pressed(Button.DONE))
    table.act(ANN, TURNS[0])
    for question in (perhaps_touched("b3", BoardIssue.PERHAPS_TOUCHED), perhaps_touched("e5")):
        table.feed(question)
        table.feed(Pressed(Button.DONE))
    assert table.state.saved.to_act is BLUE
    assert table.state.saved.game is not None
    assert table.state.saved.game.plies[-1].action == parse_action(TURNS[0])


def test_done_says_what_it_lacks_where_it_is_no_answer() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    table.feed(Pressed(Button.DONE))
    assert told(table) == "board.done_place"
    table.act(ANN, *PLACED[:2])
    assert told(table) is None
    table.feed(Pressed(Button.DONE))
    assert told(table) is None  # it confirms
    table.act(BEN, *PLACED[2:])
    table.do(BEN, ConfirmTurn())
    table.feed(Pressed(Button.DONE))
    assert told(table) == "board.done_move"
    table.act(ANN, TURNS[0])
    table.feed(Pressed(Button.DONE))
    assert told(table) == "board.done_build"
    assert "Touch the square where the block stands" in told_english(table)
    table.feed(BoardStatusChanged(replace(unread_board(), mode=BoardMode.IN_HAND)))
    assert told(table) is None
    table.feed(perhaps_touched("e5"))
    table.feed(Pressed(Button.DONE))
    assert told(table) == "board.touch_unsure"  # what the board asks stays


def told(table: Runner) -> str | None:
    """What is said of the board."""
    message = table.state.board.message
    return None if message is None else message.key


def told_english(table: Runner) -> str:
    message = table.state.board.message
    assert message is not None
    return sentence("en", message.key, dict(message.args))


def test_done_in_secret_tells_nothing_of_the_step() -> None:
    table = seated()
    table.do(
        ANN, ChooseOptions(GameOptions(powers=True)), BeginGame(), OfferPowers((PowerName("pan"), PowerName("hecate")))
    )
    table.do(BEN, ChoosePower(PowerName("hecate")))
    table.do(ANN, NameStartPlayer(BLUE))
    table.act(ANN, "@b2", "@d4")
    table.do(ANN, ConfirmTurn())
    table.feed(Pressed(Button.DONE))
    assert told(table) == "board.done_choose"


def test_done_declines_where_a_god_may_build_again_whatever_was_touched() -> None:
    game = Game.at(state_of(parse_position(line("demeter:b3,d5", "mortal:d2,e4", NO_TOWERS)))).play(
        parse_action("b3-b2")
    )
    assert meant_by_done(game, square("c3")) == parse_action("b2+c3")
    again = game.play(parse_action("b2+c3"))
    assert meant_by_done(again, square("b3")) is None


def test_done_does_not_choose_between_block_and_dome() -> None:
    game = Game.at(state_of(parse_position(line("atlas:b3,d5", "mortal:d2,e4", NO_TOWERS)))).play(parse_action("b3-b2"))
    assert meant_by_done(game, square("c3")) is None


def test_a_question_is_asked_of_the_player_and_answered_by_the_phone() -> None:
    table = playing()
    readings = ((parse_action("b2-c3"),), (parse_action("b4-c3"),))
    before = table.state.version
    table.feed(QuestionAsked(readings))
    assert table.seen(ANN).choices == readings
    assert table.seen(BEN).choices == table.seen(EVE).choices == ()
    assert isinstance(table.ask(ANN, ChooseReading(1), before), Stale)
    assert refusal(table.ask(BEN, ChooseReading(1))) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(ANN, ChooseReading(2))) == (Refusal.NO_QUESTION, False)
    table.do(ANN, ChooseReading(1))
    assert table.seen(ANN).choices == ()
    game = table.state.saved.game
    assert game is not None
    assert game.plies[-1].action == readings[1][0]


def test_a_question_is_gone_when_the_pieces_move_again() -> None:
    table = playing()
    table.feed(QuestionAsked(((parse_action("b2-c3"),), (parse_action("b4-c3"),))))
    table.feed(
        BoardStatusChanged(
            BoardView("ready", BoardMode.FOLLOWING, None, (), Message("board.which"), issue=BoardIssue.WHICH_STEPS)
        )
    )
    assert table.seen(ANN).choices
    asked = table.state.version
    table.feed(BoardStatusChanged(BoardView("ready", BoardMode.IN_HAND, 6, (), None)))
    assert table.seen(ANN).choices == ()
    assert isinstance(table.ask(ANN, ChooseReading(0), asked), Stale)
