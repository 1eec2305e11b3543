"""Commands about seats: claims, answers to them, and the host."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table.session.callers import UNKNOWN_CALLER, Caller, Origin
from table.session.commands import AnswerClaim, ClaimSeat, HandHost, WithdrawClaim
from table.session.handlers.seat_commands import handle_seat_command
from table.session.journal_entries import HostNamed, SeatHandedOver, SeatTaken
from table.session.refusals import CommandRefused
from table.session.seat_claims import MOST_CLAIMS_PER_ADDRESS
from table.session.snapshot import ClaimEnd
from table.session.table_state import TableState
from tests.table.session.handlers.saved_states import BLUE, ORANGE, WHITE, game, lobby, refused, table

ANN, BEN, EVE = (frozenset({mark}) for mark in ("ann", "ben", "eve"))
NO_MARKS = frozenset[str]()


def claimed(state: TableState, seat_mark: str = "eve", origin: Origin | None = None) -> TableState:
    """The state after a stranger's claim for white."""
    caller = Caller(origin or Origin("net", seat_mark))
    after = handle_seat_command(state, NO_MARKS, ClaimSeat(WHITE, "Eve"), seat_mark, caller)
    assert isinstance(after, TableState)
    return after


def test_a_stranger_gets_a_claim_with_a_sign_and_a_code() -> None:
    after = claimed(table(lobby()))
    (claim,) = after.claims
    assert (claim.seat, claim.name, claim.mark, claim.taken) == (WHITE, "Eve", "eve", False)
    assert (claim.sign, claim.since) == (after.sign, after.version)


@pytest.mark.parametrize(("marks", "caller"), [(ANN, UNKNOWN_CALLER), (NO_MARKS, Caller(hands=True))])
def test_who_is_known_to_be_at_the_table_takes_a_free_seat_at_once(marks: frozenset[str], caller: Caller) -> None:
    taken = handle_seat_command(table(lobby()), marks, ClaimSeat(WHITE, " Cleo  B "), "new", caller)
    assert taken == (SeatTaken(WHITE, "Cleo B", "new"),)


def test_a_name_is_needed_and_the_own_seat_is_not_claimed() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(lobby()), ANN, ClaimSeat(WHITE, "  "), "new", UNKNOWN_CALLER)
    assert refused(caught) == ("table.name_needed", False)
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(lobby()), ANN, ClaimSeat(BLUE, "Ann"), "new", UNKNOWN_CALLER)
    assert refused(caught) == ("table.seat_taken", False)


def test_a_free_seat_is_for_the_lobby_and_a_taken_one_can_be_claimed_during_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(game()), NO_MARKS, ClaimSeat(WHITE, "Eve"), "eve", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_now", False)
    after = handle_seat_command(table(game()), NO_MARKS, ClaimSeat(ORANGE, "Ben"), "new", UNKNOWN_CALLER)
    assert isinstance(after, TableState)
    assert [claim.taken for claim in after.claims] == [True]
    answered = handle_seat_command(after, ANN, AnswerClaim(after.claims[0].code, accept=True), "", UNKNOWN_CALLER)
    assert answered == (SeatHandedOver(ORANGE, "new"),)


def test_a_new_claim_of_a_phone_replaces_its_old_one_and_a_withdrawn_one_is_gone() -> None:
    after = claimed(table(lobby()))
    again = handle_seat_command(after, EVE, ClaimSeat(WHITE, "Eva"), "eve2", UNKNOWN_CALLER)
    assert isinstance(again, TableState)
    assert [(claim.name, claim.mark) for claim in again.claims] == [("Eva", "eve2")]
    gone = handle_seat_command(again, frozenset({"eve2"}), WithdrawClaim(WHITE), "", UNKNOWN_CALLER)
    assert isinstance(gone, TableState)
    assert gone.claims == ()
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(gone, EVE, WithdrawClaim(WHITE), "", UNKNOWN_CALLER)
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
    accepted = handle_seat_command(after, BEN, AnswerClaim(code, accept=True), "", UNKNOWN_CALLER)
    assert accepted == (SeatTaken(WHITE, "Eve", "eve"),)
    refusal = handle_seat_command(after, BEN, AnswerClaim(code, accept=False), "", UNKNOWN_CALLER)
    assert isinstance(refusal, TableState)
    assert (refusal.claims, [each.why for each in refusal.turned_away]) == ((), [ClaimEnd.REFUSED])


def test_nobody_answers_the_own_claim_or_one_that_is_gone() -> None:
    after = claimed(table(lobby()))
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(after, EVE, AnswerClaim(after.claims[0].code, accept=True), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(lobby()), ANN, AnswerClaim("ABCD", accept=True), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.no_claim", False)


def test_the_host_names_another_and_any_player_does_once_the_host_is_gone() -> None:
    assert handle_seat_command(table(lobby()), ANN, HandHost(ORANGE), "", UNKNOWN_CALLER) == (HostNamed(ORANGE),)
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(lobby()), BEN, HandHost(ORANGE), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.host_only", True)
    gone = replace(table(lobby()), host_gone=True)
    assert handle_seat_command(gone, BEN, HandHost(ORANGE), "", UNKNOWN_CALLER) == (HostNamed(ORANGE),)
    with pytest.raises(CommandRefused) as caught:
        handle_seat_command(table(lobby()), ANN, HandHost(WHITE), "", UNKNOWN_CALLER)
    assert refused(caught) == ("table.not_now", False)
