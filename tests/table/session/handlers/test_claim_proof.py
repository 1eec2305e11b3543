"""Signs at the board: touches and presses that prove a claim."""

from __future__ import annotations

from dataclasses import replace

from engine.squares import Square
from hardware.board import Button
from table.session.callers import Origin
from table.session.handlers.claim_proof import free_sign, handle_press, handle_touch
from table.session.journal_entries import Entry, SeatTaken
from table.session.seat_claims import SIGNS, Claim, sign_corners, sign_presses
from table.session.snapshot import Corner
from table.session.table_state import TableState
from tests.table.session.handlers.saved_states import WHITE, game, lobby, table


def claiming(*signs: int) -> TableState:
    """A lobby with a claim for white for each of these signs."""
    claims = [Claim(WHITE, "Eve", f"eve{sign}", sign, f"C{sign}", Origin(), taken=False, since=1) for sign in signs]
    return replace(table(lobby()), claims=tuple(claims))


def test_the_corners_of_a_sign_prove_the_claim_that_has_it() -> None:
    state = claiming(2, 5)
    entries: tuple[Entry, ...] = ()
    for corner in sign_corners(5, 5):
        assert entries == ()
        state, entries = handle_touch(state, corner)
    assert entries == (SeatTaken(WHITE, "Eve", "eve5"),)
    assert state.touched == ()


def test_the_corners_of_another_sign_prove_nothing() -> None:
    state = claiming(2)
    entries: tuple[Entry, ...] = ()
    for corner in sign_corners(3, 5):
        state, entries = handle_touch(state, corner)
    assert (entries, state.touched) == ((), ())


def test_other_squares_and_touches_without_a_claim_mean_nothing() -> None:
    for state, square in ((claiming(2), 12), (table(lobby()), 0), (replace(claiming(2), saved=game()), 0)):
        assert handle_touch(state, square) == (state, ())


def test_a_corner_is_shown_to_a_host_who_looks_for_a1() -> None:
    state = replace(table(lobby()), corner=Corner())
    after, entries = handle_touch(state, 4)
    assert (after.corner, entries) == (Corner(Square(4)), ())


def test_the_presses_of_a_sign_prove_the_claim_that_has_it() -> None:
    state = claiming(2, 5)
    entries: tuple[Entry, ...] = ()
    for button in sign_presses(2):
        result = handle_press(state, button)
        assert result is not None
        state, entries = result
    assert entries == (SeatTaken(WHITE, "Eve", "eve2"),)
    assert state.pressed == ()


def test_a_press_belongs_to_the_game_while_one_is_played_or_no_sign_has_begun() -> None:
    playing = replace(claiming(2), saved=game())
    assert handle_press(playing, Button.UNDO) is None
    assert handle_press(claiming(2), Button.DONE) is None
    assert handle_press(table(lobby()), Button.UNDO) is None


def test_undo_is_ignored_before_a_found_game_is_resumed() -> None:
    found = replace(table(game()), found=True)
    assert handle_press(found, Button.UNDO) == (found, ())


def test_the_free_sign_that_was_given_longest_ago_comes_next() -> None:
    assert free_sign(replace(claiming(0, 1), sign=1)) == 2
    assert free_sign(replace(claiming(0, 2), sign=SIGNS - 1)) == 1
