"""Commands about seats: claims, their signs at the board, answers to them, and the host."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.squares import Square
from hardware.board import Button
from table.session.answers import UNKNOWN_CALLER, Caller, CommandRefused, Origin
from table.session.command import Command, CommandReceived, Decided
from table.session.journal_entries import Entry, HostNamed, SeatHandedOver, SeatTaken
from table.session.seat_claims import MOST_CLAIMS_PER_ADDRESS, SIGNS, Claim, sign_corners, sign_presses
from table.session.seating import (
    AnswerClaim,
    ClaimSeat,
    HandHost,
    SquareTouched,
    WithdrawClaim,
    free_sign,
    pressed_for_sign,
)
from table.session.session_events import EventOutcome
from table.session.snapshot import ClaimEnd, Corner
from table.session.table_state import TableState
from tests.table.session.saved_states import BLUE, ORANGE, WHITE, game, lobby, refused, table

ANN, BEN, EVE = (frozenset({mark}) for mark in ("ann", "ben", "eve"))
NO_MARKS = frozenset[str]()


def decided_for(state: TableState, marks: frozenset[str], command: Command, fresh: str, caller: Caller) -> Decided:
    """What a command of a phone with these marks leads to."""
    return CommandReceived(marks, state.version, command, fresh, caller=caller).decide(state)


def touched(state: TableState, square: int) -> tuple[TableState, tuple[Entry, ...]]:
    outcome = SquareTouched(square).handle(state)
    return outcome.state, outcome.entries


def claimed(state: TableState, seat_mark: str = "eve", origin: Origin | None = None) -> TableState:
    """The state after a stranger's claim for white."""
    caller = Caller(origin or Origin("net", seat_mark))
    after = decided_for(state, NO_MARKS, ClaimSeat(WHITE, "Eve"), seat_mark, caller)
    assert isinstance(after, TableState)
    return after


def test_a_stranger_gets_a_claim_with_a_sign_and_a_code() -> None:
    after = claimed(table(lobby()))
    (claim,) = after.claims
    assert (claim.seat, claim.name, claim.mark, claim.taken) == (WHITE, "Eve", "eve", False)
    assert (claim.sign, claim.since) == (after.sign, after.version)


@pytest.mark.parametrize(("marks", "caller"), [(ANN, UNKNOWN_CALLER), (NO_MARKS, Caller(hands=True))])
def test_who_is_known_to_be_at_the_table_takes_a_free_seat_at_once(marks: frozenset[str], caller: Caller) -> None:
    taken = decided_for(table(lobby()), marks, ClaimSeat(WHITE, " Cleo  B "), "new", caller)
    assert taken == (SeatTaken(WHITE, "Cleo B", "new"),)


def test_who_gives_no_name_has_none() -> None:
    taken = decided_for(table(lobby()), ANN, ClaimSeat(WHITE, "  "), "new", UNKNOWN_CALLER)
    assert taken == (SeatTaken(WHITE, "", "new"),)


def test_a_name_can_be_shown_and_the_own_seat_is_not_claimed() -> None:
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(lobby()), ANN, ClaimSeat(WHITE, "a\x00b"), "new", UNKNOWN_CALLER)
    assert refused(caught) == ("table.name_unreadable", False)
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(lobby()), ANN, ClaimSeat(BLUE, "Ann"), "new", UNKNOWN_CALLER)
    assert refused(caught) == ("table.seat_taken", False)


def test_a_free_seat_is_for_the_lobby_and_a_taken_one_can_be_claimed_during_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(game()), NO_MARKS, ClaimSeat(WHITE, "Eve"), "eve", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_now", False)
    after = decided_for(table(game()), NO_MARKS, ClaimSeat(ORANGE, "Ben"), "new", UNKNOWN_CALLER)
    assert isinstance(after, TableState)
    assert [claim.taken for claim in after.claims] == [True]
    answered = decided_for(after, ANN, AnswerClaim(after.claims[0].code, accept=True), "", UNKNOWN_CALLER)
    assert answered == (SeatHandedOver(ORANGE, "new"),)


def test_a_new_claim_of_a_phone_replaces_its_old_one_and_a_withdrawn_one_is_gone() -> None:
    after = claimed(table(lobby()))
    again = decided_for(after, EVE, ClaimSeat(WHITE, "Eva"), "eve2", UNKNOWN_CALLER)
    assert isinstance(again, TableState)
    assert [(claim.name, claim.mark) for claim in again.claims] == [("Eva", "eve2")]
    gone = decided_for(again, frozenset({"eve2"}), WithdrawClaim(WHITE), "", UNKNOWN_CALLER)
    assert isinstance(gone, TableState)
    assert gone.claims == ()
    with pytest.raises(CommandRefused) as caught:
        decided_for(gone, EVE, WithdrawClaim(WHITE), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.no_claim", False)


def test_an_address_with_too_many_claims_loses_its_oldest() -> None:
    state = table(lobby())
    for number in range(MOST_CLAIMS_PER_ADDRESS + 1):
        state = claimed(state, f"eve{number}", Origin("net", "one"))
    assert [claim.mark for claim in state.claims] == [
        f"eve{number}" for number in range(1, MOST_CLAIMS_PER_ADDRESS + 1)
    ]
    assert [(each.mark, each.why) for each in state.turned_away] == [("eve0", ClaimEnd.CROWDED)]


def test_a_player_answers_a_claim() -> None:
    after = claimed(table(lobby()))
    code = after.claims[0].code
    accepted = decided_for(after, BEN, AnswerClaim(code, accept=True), "", UNKNOWN_CALLER)
    assert accepted == (SeatTaken(WHITE, "Eve", "eve"),)
    refusal = decided_for(after, BEN, AnswerClaim(code, accept=False), "", UNKNOWN_CALLER)
    assert isinstance(refusal, TableState)
    assert (refusal.claims, [each.why for each in refusal.turned_away]) == ((), [ClaimEnd.REFUSED])


def test_nobody_answers_the_own_claim_or_one_that_is_gone() -> None:
    after = claimed(table(lobby()))
    with pytest.raises(CommandRefused) as caught:
        decided_for(after, EVE, AnswerClaim(after.claims[0].code, accept=True), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(lobby()), ANN, AnswerClaim("ABCD", accept=True), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.no_claim", False)


def test_the_host_names_another_and_any_player_does_once_the_host_is_gone() -> None:
    assert decided_for(table(lobby()), ANN, HandHost(ORANGE), "", UNKNOWN_CALLER) == (HostNamed(ORANGE),)
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(lobby()), BEN, HandHost(ORANGE), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.host_only", True)
    gone = replace(table(lobby()), host_gone=True)
    assert decided_for(gone, BEN, HandHost(ORANGE), "", UNKNOWN_CALLER) == (HostNamed(ORANGE),)
    with pytest.raises(CommandRefused) as caught:
        decided_for(table(lobby()), ANN, HandHost(WHITE), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_now", False)


def claiming(*signs: int) -> TableState:
    """A lobby with a claim for white for each of these signs."""
    claims = [Claim(WHITE, "Eve", f"eve{sign}", sign, f"C{sign}", Origin(), taken=False, since=1) for sign in signs]
    return replace(table(lobby()), claims=tuple(claims))


def test_the_corners_of_a_sign_prove_the_claim_that_has_it() -> None:
    state = claiming(2, 5)
    entries: tuple[Entry, ...] = ()
    for corner in sign_corners(5, 5):
        assert entries == ()
        state, entries = touched(state, corner)
    assert entries == (SeatTaken(WHITE, "Eve", "eve5"),)
    assert state.touched == ()


def test_the_corners_of_another_sign_prove_nothing() -> None:
    state = claiming(2)
    entries: tuple[Entry, ...] = ()
    for corner in sign_corners(3, 5):
        state, entries = touched(state, corner)
    assert (entries, state.touched) == ((), ())


def test_other_squares_and_touches_without_a_claim_mean_nothing() -> None:
    for state, square in ((claiming(2), 12), (table(lobby()), 0), (replace(claiming(2), saved=game()), 0)):
        assert touched(state, square) == (state, ())


def test_a_corner_is_shown_to_a_host_who_looks_for_a1() -> None:
    state = replace(table(lobby()), corner=Corner())
    after, entries = touched(state, 4)
    assert (after.corner, entries) == (Corner(Square(4)), ())


def test_the_presses_of_a_sign_prove_the_claim_that_has_it() -> None:
    state = claiming(2, 5)
    entries: tuple[Entry, ...] = ()
    for button in sign_presses(2):
        result = pressed_for_sign(state, button)
        assert result is not None
        state, entries = result.state, result.entries
    assert entries == (SeatTaken(WHITE, "Eve", "eve2"),)
    assert state.pressed == ()


def test_a_press_belongs_to_the_game_while_one_is_played_or_no_sign_has_begun() -> None:
    playing = replace(claiming(2), saved=game())
    assert pressed_for_sign(playing, Button.UNDO) is None
    assert pressed_for_sign(claiming(2), Button.DONE) is None
    assert pressed_for_sign(table(lobby()), Button.UNDO) is None


def test_undo_is_ignored_before_a_found_game_is_resumed() -> None:
    found = replace(table(game()), found=True)
    assert pressed_for_sign(found, Button.UNDO) == EventOutcome(found)


def test_the_free_sign_that_was_given_longest_ago_comes_next() -> None:
    assert free_sign(replace(claiming(0, 1), sign=1)) == 2
    assert free_sign(replace(claiming(0, 2), sign=SIGNS - 1)) == 1
