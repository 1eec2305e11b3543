"""Commands about the chess clock, and the entries that confirm a timed turn."""

from __future__ import annotations

import pytest

from table.session.chess_clock import ChessClock
from table.session.commands import PauseClock
from table.session.handlers.clock_commands import confirmation_entries, handle_clock_command
from table.session.journal_entries import ClockPaused, TimeUsed, TurnConfirmed
from table.session.refusals import CommandRefused
from table.settings.game_options import ClockRule, GameOptions
from tests.table.session.handlers.saved_states import BLUE, GUEST, NOBODY, ORANGE, acted, game, lobby, refused

TIMED = GameOptions(clock=ClockRule(5, 3))


def test_any_player_pauses_and_resumes_the_clock() -> None:
    assert handle_clock_command(game(options=TIMED), GUEST, PauseClock(paused=True)) == ClockPaused(paused=True)
    assert handle_clock_command(game(options=TIMED), GUEST, PauseClock(paused=False)) == ClockPaused(paused=False)


def test_a_spectator_does_not_pause_it_nor_anybody_without_a_clock_or_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_clock_command(game(options=TIMED), NOBODY, PauseClock(paused=True))
    assert refused(caught) == ("table.not_your_seat", True)
    for saved in (game(), lobby(options=TIMED)):
        with pytest.raises(CommandRefused) as caught:
            handle_clock_command(saved, GUEST, PauseClock(paused=True))
        assert refused(caught) == ("table.not_now", False)


def test_a_timed_turn_is_confirmed_with_the_time_that_it_took() -> None:
    clock = ChessClock(9000, ((ORANGE, 200), (BLUE, 4000)))
    finished = game(acted("b2-c3", "c3+b3"), options=TIMED)
    assert confirmation_entries(finished, clock) == (TimeUsed(BLUE, 4000), TimeUsed(ORANGE, 200), TurnConfirmed())
    assert confirmation_entries(game(acted("b2-c3", "c3+b3")), clock) == (TurnConfirmed(),)


def test_whose_clock_runs() -> None:
    moved, finished = (game(acted(*steps), options=TIMED) for steps in (("b2-c3",), ("b2-c3", "c3+b3")))
    assert (moved.running_clock, finished.running_clock) == (BLUE, BLUE)
    assert game(ClockPaused(paused=True), options=TIMED).running_clock is None
    assert (game(acted("b2-c3")).running_clock, lobby(options=TIMED).running_clock) == (None, None)
