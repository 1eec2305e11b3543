"""Sitting down is proved at the table: by a worker on the blinking corner, by the rim button, or by those who sit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.squares import square
from hardware.board import Button
from table.claims import CODE_LETTERS
from table.commands import (
    AbandonGame,
    AnswerClaim,
    BeginGame,
    ClaimSeat,
    Command,
    ConfirmTurn,
    HandHost,
    LeaveSeat,
    WithdrawClaim,
)
from table.door import Accepted, Stale
from table.entries import SeatHandedOver, SeatTaken, TurnConfirmed
from table.events import ClaimsExpired, PhonesChanged, Pressed, Retold, Touched, WorkshopChanged
from table.refusals import Refusal
from table.snapshot import ClaimEnd, ClaimView, Message, Phase, Task, TurnedAwayView, WorkshopView
from tests.table.paper_table import (
    ANN,
    BEN,
    BLUE,
    CLEO,
    EVE,
    ORANGE,
    PURPLE,
    WHITE,
    WITH_POWERS,
    Runner,
    playing,
    refusal,
    seated,
)

NEW = frozenset({"new"})
"""The phone that a player comes back with."""


def asking(table: Runner, name: str = "Cleo", mark: str = "cleo") -> Runner:
    """Somebody asks for white."""
    assert isinstance(table.ask(EVE, ClaimSeat(WHITE, name), fresh=mark), Accepted)
    return table


def back_with_another_phone(table: Runner) -> Runner:
    """Ben asks for his own seat with a new phone."""
    assert isinstance(table.ask(EVE, ClaimSeat(ORANGE, "Ben"), fresh="new"), Accepted)
    return table


def press(table: Runner) -> None:
    table.feed(Pressed(Button.DONE))


def touch(name: str) -> Callable[[Runner], None]:
    def touching(table: Runner) -> None:
        table.feed(Touched(square(name)))

    return touching


def consent(marks: frozenset[str]) -> Callable[[Runner], None]:
    return lambda table: table.do(marks, AnswerClaim(WHITE, accept=True))


def test_who_asks_for_a_seat_does_not_sit_yet() -> None:
    table = asking(Runner())
    assert table.seen(CLEO).seats_held == ()
    assert table.seen(CLEO).seats[2].name is None
    assert not any(isinstance(entry, SeatTaken) for entry in table.entries)


@pytest.mark.parametrize("proof", [press, touch("e5"), consent(ANN), consent(BEN)])
def test_each_proof_lets_sit_down(proof: Callable[[Runner], None]) -> None:
    table = asking(seated(2))
    proof(table)
    assert table.seen(CLEO).seats_held == (WHITE,)
    assert table.seen(EVE).seats[2].name == "Cleo"
    assert table.seen(EVE).claims == ()


@pytest.mark.parametrize("name", ["a1", "a5", "e1", "c3"])
def test_another_square_than_the_blinking_one_proves_nothing(name: str) -> None:
    table = asking(seated(2))
    touch(name)(table)
    assert table.seen(CLEO).seats_held == ()


def test_of_two_who_ask_each_touches_a_corner_and_the_button_tells_nobody() -> None:
    table = asking(Runner())
    table.ask(EVE, ClaimSeat(BLUE, "Dan"), fresh="dan")
    press(table)
    assert table.state.evening.seating.sitters == ()
    touch("a1")(table)
    assert table.seen(frozenset({"dan"})).seats_held == (BLUE,)
    assert table.seen(CLEO).seats_held == ()
    press(table)
    assert table.seen(CLEO).seats_held == (WHITE,)


def test_the_code_is_for_those_who_ask_and_those_who_sit() -> None:
    table = asking(seated(2))
    mine, ann, eve = (table.seen(marks).claims[0] for marks in (CLEO, ANN, EVE))
    assert mine.code is not None
    assert len(mine.code) == 4
    assert set(mine.code) <= set(CODE_LETTERS)
    assert mine == ClaimView(WHITE, "Cleo", square("e5"), mine.code, mine=True, answers=False)
    assert ann == ClaimView(WHITE, "Cleo", square("e5"), mine.code, mine=False, answers=True)
    assert eve == ClaimView(WHITE, "Cleo", None, None, mine=False, answers=False)


def test_whoever_does_not_sit_lets_nobody_in_and_nobody_lets_themselves_in() -> None:
    table = asking(seated(2))
    for marks in (EVE, CLEO):
        assert refusal(table.ask(marks, AnswerClaim(WHITE, accept=True))) == (Refusal.NOT_YOUR_SEAT, True)


def test_those_who_sit_may_refuse() -> None:
    table = asking(seated(2))
    table.do(BEN, AnswerClaim(WHITE, accept=False))
    assert table.seen(CLEO).claims == ()
    assert refusal(table.ask(ANN, AnswerClaim(WHITE, accept=True))) == (Refusal.NO_CLAIM, False)


def test_a_yes_is_for_the_one_who_asked_then() -> None:
    table = asking(seated(2))
    seen = table.state.version
    table.do(CLEO, WithdrawClaim(WHITE))
    asking(table, "Mallory", "mallory")
    assert table.ask(ANN, AnswerClaim(WHITE, accept=True), seen) == Stale(table.state.version)


def test_who_sits_already_takes_a_second_seat_at_once() -> None:
    table = seated(1)
    table.ask(ANN, ClaimSeat(PURPLE, "Ann too"), fresh="ann2")
    assert table.seen(ANN | {"ann2"}).seats_held == (BLUE, PURPLE)


def test_a_seat_that_somebody_asks_for_is_not_asked_for_twice() -> None:
    table = asking(Runner())
    assert refusal(table.ask(EVE, ClaimSeat(WHITE, "Eve"), fresh="eve")) == (Refusal.SEAT_CLAIMED, False)


def test_a_phone_that_asks_for_another_seat_asks_for_the_first_no_longer() -> None:
    table = asking(Runner())
    table.ask(CLEO, ClaimSeat(PURPLE, "Cleo"), fresh="cleo2")
    assert [(claim.seat, claim.mine) for claim in table.seen(frozenset({"cleo2"})).claims] == [(PURPLE, True)]


def test_a_claim_ends_when_its_time_is_over_or_it_is_withdrawn() -> None:
    table = asking(Runner())
    table.feed(ClaimsExpired(CLEO))
    assert table.seen(CLEO).claims == ()
    asking(table)
    assert refusal(table.ask(ANN, WithdrawClaim(WHITE))) == (Refusal.NO_CLAIM, False)
    table.do(CLEO, WithdrawClaim(WHITE))
    press(table)
    assert table.state.evening.seating.sitters == ()


def test_once_the_game_begins_nobody_asks_for_a_free_seat() -> None:
    table = asking(seated(2))
    table.do(ANN, BeginGame())
    assert table.seen(CLEO).claims == ()
    assert refusal(table.ask(EVE, ClaimSeat(WHITE, "Cleo"), fresh="cleo")) == (Refusal.NOT_NOW, False)


# Who does not get the seat hears why.


def refuse(table: Runner) -> None:
    table.do(BEN, AnswerClaim(WHITE, accept=False))


def wait_too_long(table: Runner) -> None:
    table.feed(ClaimsExpired(CLEO))


def begin(table: Runner) -> None:
    table.do(ANN, BeginGame())


def somebody_else_sits_down(table: Runner) -> None:
    table.feed(Retold(SeatTaken(WHITE, "Eve", "eve")))


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (refuse, ClaimEnd.REFUSED),
        (wait_too_long, ClaimEnd.LATE),
        (begin, ClaimEnd.BEGUN),
        (somebody_else_sits_down, ClaimEnd.QUICKER),
    ],
)
def test_who_does_not_get_a_seat_hears_why_until_they_have_heard(
    happens: Callable[[Runner], None], why: ClaimEnd
) -> None:
    table = asking(seated(2))
    happens(table)
    assert table.seen(CLEO).turned_away == TurnedAwayView(WHITE, why)
    assert (table.seen(CLEO).claims, table.seen(ANN).turned_away, table.seen(EVE).turned_away) == ((), None, None)
    table.do(CLEO, WithdrawClaim(WHITE))
    assert table.seen(CLEO).turned_away is None


def test_who_asks_for_a_seat_whose_player_leaves_hears_that_it_is_free() -> None:
    table = back_with_another_phone(seated(2))
    table.do(BEN, LeaveSeat(ORANGE))
    assert table.seen(NEW).turned_away == TurnedAwayView(ORANGE, ClaimEnd.FREED)


@pytest.mark.parametrize("marks", [CLEO, CLEO | {"cleo2"}])
def test_who_asks_again_is_not_reminded(marks: frozenset[str]) -> None:
    table = asking(seated(2))
    refuse(table)
    table.ask(CLEO, ClaimSeat(WHITE, "Cleo"), fresh="cleo2")
    assert table.seen(marks).turned_away is None
    press(table)
    assert table.seen(CLEO | {"cleo2"}).seats_held == (WHITE,)


def test_who_gets_the_seat_or_asks_no_longer_was_not_turned_away() -> None:
    table = asking(seated(2))
    press(table)
    assert table.seen(CLEO).turned_away is None
    table = asking(seated(2))
    table.do(CLEO, WithdrawClaim(WHITE))
    assert table.seen(CLEO).turned_away is None


# A phone that was lost.


def test_a_player_goes_on_with_another_phone_and_the_old_one_is_worth_nothing() -> None:
    table = back_with_another_phone(playing())
    press(table)
    assert table.seen(NEW).seats_held == (ORANGE,)
    assert table.seen(BEN).seats_held == ()
    assert table.seen(EVE).seats[1].name == "Ben"
    assert table.entries[-1] == SeatHandedOver(ORANGE, "new")


def test_touching_proves_nothing_during_a_game() -> None:
    table = back_with_another_phone(playing())
    assert table.seen(NEW).claims[0].square is None
    touch("a5")(table)
    assert table.seen(NEW).seats_held == ()


def test_touching_does_while_gods_are_chosen() -> None:
    table = seated(2)
    table.do(ANN, WITH_POWERS, BeginGame())
    back_with_another_phone(table)
    assert table.seen(NEW).claims[0].square == square("a5")
    touch("a5")(table)
    assert table.seen(NEW).seats_held == (ORANGE,)


def test_a_press_that_means_something_to_the_game_is_the_games() -> None:
    """Whoever ends a turn with the button must not hand over a seat by it."""
    table = playing()
    table.act(ANN, "b2-c3", "c3+b3")
    back_with_another_phone(table)
    press(table)
    assert table.entries[-1] == TurnConfirmed()
    assert table.seen(BEN).seats_held == (ORANGE,)
    press(table)
    assert table.seen(NEW).seats_held == (ORANGE,)


def test_whoever_asks_during_a_game_knows_when_the_button_is_free() -> None:
    """While the game needs it, a press would be the game's."""
    table = back_with_another_phone(playing())
    assert table.seen(NEW).claims[0].button
    table.act(ANN, "b2-c3", "c3+b3")
    assert not table.seen(NEW).claims[0].button
    table.do(ANN, ConfirmTurn())
    assert table.seen(NEW).claims[0].button
    table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh="other")
    assert not table.seen(NEW).claims[0].button


def test_whoever_asks_knows_who_may_say_yes_on_a_phone_that_is_there() -> None:
    table = back_with_another_phone(seated(3))
    for listening, asked in [((), ()), ((WHITE,), (WHITE,)), ((BLUE, WHITE, ORANGE), (BLUE, ORANGE))]:
        table.feed(PhonesChanged(frozenset(listening)))
        assert table.seen(NEW).claims[0].asked == asked


@pytest.mark.parametrize(
    ("listening", "who", "may"),
    [
        ((BLUE,), ANN, True),
        ((BLUE,), CLEO, True),
        ((BLUE,), NEW, False),
        ((BLUE,), EVE, False),
        ((BLUE, ORANGE), CLEO, False),
        ((BLUE, ORANGE), BEN, True),
        ((BLUE, ORANGE), ANN, True),
    ],
)
def test_who_may_say_yes_to_a_seat_that_has_a_player(
    listening: tuple[object, ...], who: frozenset[str], *, may: bool
) -> None:
    """Ann is the host, Cleo sits, too; Ben's phone listens or does not."""
    table = seated(3)
    table.feed(PhonesChanged(frozenset(seat for seat in (BLUE, ORANGE) if seat in listening)))
    back_with_another_phone(table)
    assert table.seen(who).claims[0].answers == may
    assert isinstance(table.ask(who, AnswerClaim(ORANGE, accept=True)), Accepted) == may
    assert table.seen(NEW).seats_held == ((ORANGE,) if may else ())


def test_the_player_whose_seat_is_asked_for_may_refuse() -> None:
    table = back_with_another_phone(playing())
    table.do(BEN, AnswerClaim(ORANGE, accept=False))
    press(table)
    assert table.seen(BEN).seats_held == (ORANGE,)


def test_a_seat_that_was_free_for_the_phone_is_not_asked_of_its_new_player() -> None:
    table = seated(1)
    seen = table.state.version
    table.sit(ORANGE, "Ben", "ben")
    assert table.ask(EVE, ClaimSeat(ORANGE, "Eve"), seen, fresh="eve") == Stale(table.state.version)


def test_ones_own_seat_is_nothing_to_ask_for() -> None:
    assert refusal(seated(1).ask(ANN, ClaimSeat(BLUE, "Ann"), fresh="x")) == (Refusal.SEAT_TAKEN, False)


# The host.


def test_the_host_hands_on_the_lead() -> None:
    table = seated(3)
    table.do(ANN, HandHost(WHITE))
    assert [table.seen(marks).host for marks in (ANN, BEN, CLEO)] == [False, False, True]
    assert table.seen(EVE).leader is WHITE
    table.do(CLEO, LeaveSeat(WHITE))
    assert table.seen(ANN).host


@pytest.mark.parametrize(
    ("who", "command", "told"),
    [
        (BEN, HandHost(ORANGE), (Refusal.HOST_ONLY, True)),
        (EVE, HandHost(ORANGE), (Refusal.HOST_ONLY, True)),
        (ANN, HandHost(PURPLE), (Refusal.NOT_NOW, False)),
        (BEN, AbandonGame(), (Refusal.HOST_ONLY, True)),
    ],
)
def test_what_only_the_host_may(who: frozenset[str], command: Command, told: tuple[str, bool]) -> None:
    assert refusal(playing().ask(who, command)) == told


def test_who_leads_does_not_change_who_is_the_challenger() -> None:
    """Turn order begins with whoever sat down first, as it always did."""
    table = seated(2)
    table.do(ANN, HandHost(ORANGE))
    table.do(BEN, BeginGame())
    assert table.state.evening.to_act is BLUE


def test_a_handed_over_seat_leads_on() -> None:
    table = playing()
    table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh="new")
    press(table)
    assert table.seen(NEW).host
    assert table.seen(NEW).phase is Phase.PLAYING
    table.act(NEW, "b2-c3", "c3+b3")
    table.do(NEW, ConfirmTurn())


def test_the_host_frees_the_seat_of_the_one_they_saw_there() -> None:
    table = seated(2)
    seen = table.state.version
    table.do(BEN, LeaveSeat(ORANGE))
    table.sit(ORANGE, "Cleo", "cleo")
    assert table.ask(ANN, LeaveSeat(ORANGE), seen) == Stale(table.state.version)
    table.do(ANN, LeaveSeat(ORANGE))
    assert table.seen(CLEO).seats_held == ()


def test_who_stands_up_need_not_have_seen_everything() -> None:
    table = seated(1)
    seen = table.state.version
    table.sit(ORANGE, "Ben", "ben")
    assert isinstance(table.ask(ANN, LeaveSeat(BLUE), seen), Accepted)


def test_in_the_workshop_the_board_proves_nothing() -> None:
    """Its lights and buttons are the workshop's."""
    table = asking(seated(2))
    table.feed(WorkshopChanged(WorkshopView(Task.MONITOR, "watch", Message("adjust.monitor"))))
    claim = table.seen(CLEO).claims[0]
    assert (claim.square, claim.button) == (None, False)
