"""Sitting down is proved at the table: by hands that do the sign of a claim, or by those who sit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from common.message import Message
from hardware.board import Button
from perception.calibration.procedure import Task, WorkshopView
from table.session.answers import Accepted, Answer, Caller, Origin, Refusal, Stale
from table.session.at_board import Pressed
from table.session.command import Command
from table.session.journal_entries import SeatHandedOver, SeatTaken, replay
from table.session.lobby import AbandonGame, BeginGame
from table.session.seat_claims import CODE_LETTERS, sign_corners
from table.session.seating import (
    AnswerClaim,
    ClaimSeat,
    ClaimsExpired,
    HandHost,
    LeaveSeat,
    PhonesChanged,
    SeatsFreed,
    SquareTouched,
    WithdrawClaim,
)
from table.session.session_events import EntryDecided
from table.session.snapshot import ClaimEnd, ClaimView, Phase, TurnedAwayView
from table.session.turns import ConfirmTurn
from table.session.workshop import WorkshopChanged
from tests.table.session.reduced_table import (
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


def press(table: Runner, *buttons: Button) -> None:
    for button in buttons or (Button.DONE,):
        table.feed(Pressed(button))


def touch(table: Runner, *squares: int) -> None:
    for each in squares:
        table.feed(SquareTouched(each))


def claim_of(table: Runner, marks: frozenset[str]) -> ClaimView:
    """What this phone asks for."""
    return next(claim for claim in table.seen(marks).claims if claim.mine)


def do_sign(marks: frozenset[str]) -> Callable[[Runner], None]:
    """Touch the corners that this phone shows."""
    return lambda table: touch(table, *claim_of(table, marks).corners)


def answer(table: Runner, who: frozenset[str], whose: frozenset[str], *, accept: bool) -> Answer:
    """Say yes or no to the claim of a phone; the answer to that."""
    return table.ask(who, AnswerClaim(claim_of(table, whose).code, accept))


def consent(who: frozenset[str], whose: frozenset[str] = CLEO) -> Callable[[Runner], None]:
    def consenting(table: Runner) -> None:
        assert isinstance(answer(table, who, whose, accept=True), Accepted)

    return consenting


def test_who_asks_for_a_seat_does_not_sit_yet() -> None:
    table = asking(Runner())
    assert table.seen(CLEO).seats_held == ()
    assert table.seen(CLEO).seats[2].name is None
    assert not any(isinstance(entry, SeatTaken) for entry in table.entries)


def press_sign(marks: frozenset[str]) -> Callable[[Runner], None]:
    """Press what this phone shows."""
    return lambda table: press(table, *claim_of(table, marks).presses)


@pytest.mark.parametrize("proof", [do_sign(CLEO), press_sign(CLEO), consent(ANN), consent(BEN)])
def test_each_proof_lets_sit_down(proof: Callable[[Runner], None]) -> None:
    table = asking(seated(2))
    proof(table)
    assert table.seen(CLEO).seats_held == (WHITE,)
    assert table.seen(EVE).seats[2].name == "Cleo"
    assert table.seen(ANN).claims == ()


def test_the_sign_and_the_code_are_for_those_whom_they_concern() -> None:
    """The sign is for who asks alone; the code is for those who sit, too; a spectator hears nothing of it."""
    table = asking(seated(2))
    mine, ann = (table.seen(marks).claims[0] for marks in (CLEO, ANN))
    assert len(mine.code) == 4
    assert set(mine.code) <= set(CODE_LETTERS)
    assert len(set(mine.corners)) == 3
    assert len(mine.presses) == 6
    assert mine == replace(ann, mine=True, answers=False, corners=mine.corners, presses=mine.presses)
    assert ann == ClaimView(WHITE, "Cleo", mine.code, mine=False, answers=True)
    assert table.seen(EVE).claims == ()


@pytest.mark.parametrize("buttons", [(Button.DONE,) * 7, (Button.UNDO,) * 7, (Button.UNDO, Button.DONE) * 4])
def test_who_presses_at_random_before_a_game_proves_nothing(buttons: tuple[Button, ...]) -> None:
    """While as many ask as there is room for."""
    table = Runner()
    for number in range(10):
        caller = Caller(Origin(str(number), str(number)))
        table.ask(EVE, ClaimSeat(WHITE, "X"), fresh=f"far{number}", caller=caller)
    press(table, *buttons)
    assert table.state.saved.seating.players == ()


def test_whoever_does_not_sit_lets_nobody_in_and_nobody_lets_themselves_in() -> None:
    table = asking(seated(2))
    for marks in (EVE, CLEO):
        assert refusal(answer(table, marks, CLEO, accept=True)) == (Refusal.NOT_YOUR_SEAT, True)


def test_those_who_sit_may_refuse() -> None:
    table = asking(seated(2))
    code = claim_of(table, CLEO).code
    table.do(BEN, AnswerClaim(code, accept=False))
    assert table.seen(CLEO).claims == ()
    assert refusal(table.ask(ANN, AnswerClaim(code, accept=True))) == (Refusal.NO_CLAIM, False)


def test_a_yes_is_for_the_one_who_asked_then() -> None:
    table = asking(seated(2))
    seen, code = table.state.version, claim_of(table, CLEO).code
    table.do(CLEO, WithdrawClaim(WHITE))
    asking(table, "Mallory", "mallory")
    assert refusal(table.ask(ANN, AnswerClaim(code, accept=True), seen)) == (Refusal.NO_CLAIM, False)
    other = claim_of(table, frozenset({"mallory"})).code
    assert table.ask(ANN, AnswerClaim(other, accept=True), seen) == Stale(table.state.version)


def test_who_sits_already_takes_a_second_seat_at_once() -> None:
    table = seated(1)
    table.ask(ANN, ClaimSeat(PURPLE, "Ann too"), fresh="ann2")
    assert table.seen(ANN | {"ann2"}).seats_held == (BLUE, PURPLE)


def test_who_changes_seats_keeps_the_name_and_leads_from_the_new_one() -> None:
    table = seated()
    table.ask(ANN, ClaimSeat(WHITE, "Ann", leaving=BLUE), fresh="white")
    seen = table.seen(frozenset({"white"}))
    assert ([seat.name for seat in seen.seats], seen.seats_held, seen.leader) == (
        [None, "Ben", "Ann", None],
        (WHITE,),
        WHITE,
    )
    assert replay(table.entries) == table.state.saved


def test_nobody_changes_to_a_seat_that_is_taken_or_from_one_of_somebody_else() -> None:
    table = seated(3)
    assert refusal(table.ask(ANN, ClaimSeat(WHITE, "Ann", leaving=BLUE)))[0] == Refusal.SEAT_TAKEN
    assert refusal(table.ask(ANN, ClaimSeat(PURPLE, "Ann", leaving=ORANGE))) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(EVE, ClaimSeat(PURPLE, "Eve", leaving=BLUE))) == (Refusal.NOT_YOUR_SEAT, True)


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
    corners = claim_of(table, CLEO).corners
    table.do(CLEO, WithdrawClaim(WHITE))
    touch(table, *corners)
    assert table.state.saved.seating.players == ()


def test_once_the_game_begins_nobody_asks_for_a_free_seat() -> None:
    table = asking(seated(2))
    table.do(ANN, BeginGame())
    assert table.seen(CLEO).claims == ()
    assert refusal(table.ask(EVE, ClaimSeat(WHITE, "Cleo"), fresh="cleo")) == (Refusal.NOT_NOW, False)


# Who does not get the seat hears why.


def refuse(table: Runner) -> None:
    assert isinstance(answer(table, BEN, CLEO, accept=False), Accepted)


def wait_too_long(table: Runner) -> None:
    table.feed(ClaimsExpired(CLEO))


def begin(table: Runner) -> None:
    table.do(ANN, BeginGame())


def others_sit_down(table: Runner) -> None:
    table.feed(EntryDecided(SeatTaken(PURPLE, "Dan", "dan")))
    table.feed(EntryDecided(SeatTaken(WHITE, "Eve", "eve")))


@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (refuse, ClaimEnd.REFUSED),
        (wait_too_long, ClaimEnd.LATE),
        (begin, ClaimEnd.BEGUN),
        (others_sit_down, ClaimEnd.QUICKER),
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
    do_sign(CLEO | {"cleo2"})(table)
    assert table.seen(CLEO | {"cleo2"}).seats_held == (WHITE,)


def test_who_gets_the_seat_or_asks_no_longer_was_not_turned_away() -> None:
    table = asking(seated(2))
    do_sign(CLEO)(table)
    assert table.seen(CLEO).turned_away is None
    table = asking(seated(2))
    table.do(CLEO, WithdrawClaim(WHITE))
    assert table.seen(CLEO).turned_away is None


# A phone that was lost.


def test_a_player_goes_on_with_another_phone_and_the_old_one_is_worth_nothing() -> None:
    table = back_with_another_phone(playing())
    consent(ANN, NEW)(table)
    assert table.seen(NEW).seats_held == (ORANGE,)
    assert table.seen(BEN).seats_held == ()
    assert table.seen(EVE).seats[1].name == "Ben"
    assert table.entries[-1] == SeatHandedOver(ORANGE, "new")


@pytest.mark.parametrize("buttons", [(Button.DONE,) * 3, (Button.UNDO, Button.DONE) * 3])
def test_a_press_proves_nothing_while_a_game_runs(buttons: tuple[Button, ...]) -> None:
    """A stranger far away asks for the host's seat and waits for the players to press."""
    table = playing()
    table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh="far")
    press(table, *buttons)
    far = table.seen(frozenset({"far"}))
    assert (far.seats_held, far.host, far.claims[0].presses) == ((), False, ())
    assert table.seen(ANN).seats_held == (BLUE,)


def test_touching_proves_nothing_during_a_game() -> None:
    table = back_with_another_phone(playing())
    sign = sign_corners(table.state.claims[0].sign, 5)
    assert claim_of(table, NEW).corners == ()
    touch(table, *sign)
    assert table.seen(NEW).seats_held == ()


def test_touching_does_while_gods_are_chosen() -> None:
    table = seated(2)
    table.do(ANN, WITH_POWERS, BeginGame())
    back_with_another_phone(table)
    do_sign(NEW)(table)
    assert table.seen(NEW).seats_held == (ORANGE,)


def test_whoever_asks_knows_who_may_say_yes_on_a_phone_that_is_there() -> None:
    table = back_with_another_phone(seated(3))
    for listening, asked in [((), ()), ((WHITE,), (WHITE,)), ((BLUE, WHITE, ORANGE), (BLUE, ORANGE))]:
        table.feed(PhonesChanged(frozenset(listening)))
        assert claim_of(table, NEW).asked == asked


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
    assert any(claim.answers for claim in table.seen(who).claims) == may
    assert isinstance(answer(table, who, NEW, accept=True), Accepted) == may
    assert table.seen(NEW).seats_held == ((ORANGE,) if may else ())


def test_the_player_whose_seat_is_asked_for_may_refuse() -> None:
    table = back_with_another_phone(playing())
    assert isinstance(answer(table, BEN, NEW, accept=False), Accepted)
    assert table.seen(ANN).claims == ()
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
    assert table.state.saved.to_act is BLUE


def test_a_handed_over_seat_leads_on() -> None:
    table = playing()
    table.ask(EVE, ClaimSeat(BLUE, "Ann"), fresh="new")
    consent(BEN, NEW)(table)
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
    assert (claim_of(table, CLEO).corners, claim_of(table, CLEO).presses) == ((), ())


def test_seats_that_were_freed_go_to_the_next_phone_that_asks_and_the_game_goes_on() -> None:
    table = playing()
    game = table.state.saved.game
    assert isinstance(table.feed(SeatsFreed(frozenset())), Accepted)
    assert [table.seen(marks).seats_held for marks in (ANN, BEN)] == [(), ()]
    back_with_another_phone(table)
    assert table.seen(NEW).seats_held == (ORANGE,)
    assert table.seen(NEW).seats[1].name == "Ben"
    assert isinstance(table.ask(EVE, ClaimSeat(ORANGE, "Eve"), fresh="eve"), Accepted)
    assert not table.seen(frozenset({"eve"})).seats_held, "it is freed for one phone"
    assert table.state.saved.game is game
    assert replay(table.entries).seating == table.state.saved.seating


def test_a_phone_that_waits_alone_for_a_seat_gets_it_when_it_is_freed() -> None:
    table = back_with_another_phone(playing())
    table.feed(SeatsFreed(frozenset({ORANGE})))
    assert table.seen(NEW).seats_held == (ORANGE,)
    assert table.seen(ANN).seats_held == (BLUE,)


def test_of_two_who_wait_for_a_freed_seat_nobody_gets_it_by_that() -> None:
    table = back_with_another_phone(playing())
    table.ask(EVE, ClaimSeat(ORANGE, "Ben"), fresh="other")
    table.feed(SeatsFreed(frozenset({ORANGE})))
    assert [table.seen(frozenset({each})).seats_held for each in ("new", "other")] == [(), ()]


def test_a_seat_that_is_freed_before_a_game_is_empty() -> None:
    table = seated()
    table.feed(SeatsFreed(frozenset({ORANGE})))
    assert table.state.saved.seating.at(ORANGE) is None
    assert table.seen(ANN).seats_held == (BLUE,)


def test_a_seat_without_a_player_cannot_be_freed() -> None:
    answer = playing().feed(SeatsFreed(frozenset({WHITE})))
    assert answer is not None
    assert refusal(answer) == (Refusal.NOT_NOW.value, False)
