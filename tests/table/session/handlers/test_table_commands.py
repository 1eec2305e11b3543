"""Commands about the table itself: its settings, its finished games and its workshop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.open_procedure import STORING
from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task, WorkshopView
from common.message import Message
from engine.squares import Square
from table.session.commands import (
    AnswerWorkshop,
    ChooseSettings,
    CloseWorkshop,
    CountGame,
    DeleteGames,
    ForgetName,
    NameSquare,
    OpenWorkshop,
    ResumeGame,
    ShowColours,
    ShowGame,
    StopShowing,
    WatchCorner,
    WorkshopCommand,
)
from table.session.game_history import ReplayPosition, history_of
from table.session.handlers.table_commands import (
    handle_archive_command,
    handle_settings_command,
    permitted_workshop_command,
)
from table.session.journal_entries import NamesRemembered, SettingsChosen
from table.session.session_events import LoadHistory
from table.session.snapshot import Corner
from table.session.table_api import CommandRefused
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


TASK, ANSWER = next(iter(Task)), next(iter(ProcedureAnswer))
OPEN = WorkshopView(TASK, "step", Message("workshop.step"), answers=(ANSWER,), names=True)
SILENT = WorkshopView(TASK, "step", Message("workshop.step"))
STORES = WorkshopView(TASK, STORING, Message("workshop.storing"), answers=(ANSWER,), names=True)
COMMANDS = (OpenWorkshop(TASK, restart=False), AnswerWorkshop(ANSWER), NameSquare(Square(3)), CloseWorkshop())


@pytest.mark.parametrize("command", COMMANDS)
def test_the_host_gives_all_of_them(command: WorkshopCommand) -> None:
    assert permitted_workshop_command(lobby(), HOST, command, OPEN) is command


@pytest.mark.parametrize("command", COMMANDS[:3])
def test_other_players_only_close_the_workshop(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), GUEST, command, OPEN)
    assert refused(caught) == ("table.host_only", True)
    assert permitted_workshop_command(lobby(), GUEST, CloseWorkshop(), OPEN) == CloseWorkshop()


def test_a_spectator_does_not_close_it() -> None:
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), NOBODY, CloseWorkshop(), OPEN)
    assert refused(caught) == ("table.not_your_seat", True)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_done_while_results_are_stored(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), HOST, command, STORES)
    assert refused(caught) == ("table.not_now", False)


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_a_closed_workshop_can_only_be_opened(command: WorkshopCommand) -> None:
    assert permitted_workshop_command(lobby(), HOST, OpenWorkshop(TASK, restart=False), None) == OpenWorkshop(
        TASK, restart=False
    )
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), HOST, command, None)
    assert refused(caught) == ("table.not_now", False)


@pytest.mark.parametrize("command", COMMANDS[1:3])
def test_answers_and_squares_count_only_where_the_step_asks_for_them(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), HOST, command, SILENT)
    assert refused(caught) == ("table.not_now", False)


def test_the_host_has_a_name_forgotten_before_a_game() -> None:
    command = ForgetName("Ann")
    assert handle_settings_command(table(lobby()), HOST, command) == (NamesRemembered(("Ben",)),)
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(lobby()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        handle_settings_command(table(game()), HOST, command)
    assert refused(caught) == ("table.not_now", False)
