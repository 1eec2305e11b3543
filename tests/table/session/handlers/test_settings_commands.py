"""Commands about the table itself: settings, orientation, colours, a found game, a repaired journal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from table.session.commands import ChooseSettings, ResumeGame, ShowColours, WatchCorner
from table.session.handlers.settings_commands import handle_settings_command
from table.session.journal_entries import SettingsChosen
from table.session.refusals import CommandRefused
from table.session.snapshot import Corner
from table.session.table_state import TableState
from table.settings.table_settings import TableSettings
from tests.table.session.handlers.saved_states import GUEST, HOST, NOBODY, game, lobby, refused, table


def test_settings_are_the_hosts() -> None:
    command = ChooseSettings(TableSettings("Oia"))
    assert handle_settings_command(table(game()), HOST, command) == (SettingsChosen(TableSettings("Oia")),)
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(game()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)


def test_the_search_for_a1_and_the_display_of_colours_exclude_each_other() -> None:
    watching = handle_settings_command(table(lobby()), HOST, WatchCorner(watching=True))
    assert isinstance(watching, TableState)
    assert (watching.corner, watching.colours) == (Corner(), False)
    colours = handle_settings_command(watching, HOST, ShowColours(showing=True))
    assert isinstance(colours, TableState)
    assert (colours.corner, colours.colours) == (None, True)


@pytest.mark.parametrize("command", [WatchCorner(watching=True), ShowColours(showing=True)])
def test_both_are_for_the_lobby_and_the_host(command: WatchCorner | ShowColours) -> None:
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(game()), HOST, command)
    assert refused(caught) == ("table.not_now", False)
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(lobby()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)


def test_any_player_resumes_a_found_game() -> None:
    found = replace(table(game()), found=True)
    resumed = handle_settings_command(found, GUEST, ResumeGame())
    assert isinstance(resumed, TableState)
    assert not resumed.found
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(found, NOBODY, ResumeGame())
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(game()), GUEST, ResumeGame())
    assert refused(caught) == ("table.not_now", False)
