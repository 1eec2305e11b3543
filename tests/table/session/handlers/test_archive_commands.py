"""Commands about finished games: who may show, count and delete them, and when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table.session.commands import CountGame, DeleteGames, ShowGame, StopShowing
from table.session.game_history import ReplayPosition, history_of
from table.session.handlers.archive_commands import handle_archive_command
from table.session.refusals import CommandRefused
from table.session.session_events import LoadHistory
from tests.table.session.handlers.saved_states import GUEST, HOST, NOBODY, game, lobby, refused, table

SHOW = ShowGame("2026-01-01 game", 3)


def test_any_player_shows_a_game_in_the_lobby() -> None:
    assert handle_archive_command(table(lobby()), GUEST, SHOW) == LoadHistory(SHOW)


def test_a_spectator_shows_none_and_nobody_does_during_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_archive_command(table(lobby()), NOBODY, SHOW)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_archive_command(table(game()), GUEST, SHOW)
    assert refused(caught) == ("table.not_now", False)


def test_showing_stops_at_any_time() -> None:
    played = game().game
    assert played is not None
    showing = replace(table(lobby()), showing=ReplayPosition("game", 0, 4, history_of(played)[0]))
    stopped = handle_archive_command(showing, GUEST, StopShowing())
    assert not isinstance(stopped, LoadHistory)
    assert (stopped.showing, stopped.version) == (None, showing.version + 1)


@pytest.mark.parametrize("command", [DeleteGames(("a", "b")), CountGame("a", counted=False)])
def test_only_the_host_deletes_and_counts_games(command: DeleteGames | CountGame) -> None:
    assert handle_archive_command(table(game()), HOST, command) == LoadHistory(command)
    with pytest.raises(CommandRefused) as caught:
        handle_archive_command(table(game()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)
