"""Commands about the table itself: its settings, its finished games and its workshop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.message import Message
from engine.squares import Square
from perception.calibration.open_procedure import STORING
from perception.calibration.procedure import ProcedureAnswer, Task, WorkshopView
from table.session.answers import CommandRefused
from table.session.archive import CountGame, DeleteGames, ShowGame, StopShowing
from table.session.game_history import ReplayPosition, history_of
from table.session.journal_entries import NamesRemembered, SettingsChosen
from table.session.snapshot import Corner
from table.session.table_setup import ChooseSettings, ForgetName, ResumeGame, ShowColours, WatchCorner
from table.session.table_state import TableState
from table.session.workshop import AnswerWorkshop, CloseWorkshop, NameMass, NameSquare, OpenWorkshop, WorkshopCommand
from table.settings.options import TableSettings
from tests.table.session.saved_states import GUEST, HOST, NOBODY, decided, game, lobby, refused, table


def test_settings_are_the_hosts() -> None:
    command = ChooseSettings(TableSettings("Oia"))
    assert decided(table(game()), HOST, command) == (SettingsChosen(TableSettings("Oia")),)
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)


def test_the_search_for_a1_and_the_display_of_colours_exclude_each_other() -> None:
    watching = decided(table(lobby()), HOST, WatchCorner(watching=True))
    assert isinstance(watching, TableState)
    assert (watching.corner, watching.colours) == (Corner(), False)
    colours = decided(watching, HOST, ShowColours(showing=True))
    assert isinstance(colours, TableState)
    assert (colours.corner, colours.colours) == (None, True)


@pytest.mark.parametrize("command", [WatchCorner(watching=True), ShowColours(showing=True)])
def test_both_are_for_the_lobby_and_the_host(command: WatchCorner | ShowColours) -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), HOST, command)
    assert refused(caught) == ("table.not_now", False)
    with pytest.raises(CommandRefused) as caught:
        decided(table(lobby()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)


def test_any_player_resumes_a_found_game() -> None:
    found = replace(table(game()), found=True)
    resumed = decided(found, GUEST, ResumeGame())
    assert isinstance(resumed, TableState)
    assert not resumed.found
    with pytest.raises(CommandRefused) as caught:
        decided(found, NOBODY, ResumeGame())
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), GUEST, ResumeGame())
    assert refused(caught) == ("table.not_now", False)


SHOW = ShowGame("2026-01-01 game", 3)


def test_any_player_shows_a_game_in_the_lobby() -> None:
    assert decided(table(lobby()), GUEST, SHOW) == SHOW


def test_a_spectator_shows_none_and_nobody_does_during_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(table(lobby()), NOBODY, SHOW)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), GUEST, SHOW)
    assert refused(caught) == ("table.not_now", False)


def test_showing_stops_at_any_time() -> None:
    played = game().game
    assert played is not None
    showing = replace(table(lobby()), showing=ReplayPosition("game", 0, 4, history_of(played)[0]))
    stopped = decided(showing, GUEST, StopShowing())
    assert isinstance(stopped, TableState)
    assert (stopped.showing, stopped.version) == (None, showing.version + 1)


@pytest.mark.parametrize("command", [DeleteGames(("a", "b")), CountGame("a", counted=False)])
def test_only_the_host_deletes_and_counts_games(command: DeleteGames | CountGame) -> None:
    assert decided(table(game()), HOST, command) == command
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)


TASK, ANSWER = next(iter(Task)), next(iter(ProcedureAnswer))
OPEN = WorkshopView(TASK, "step", Message("workshop.step"), answers=(ANSWER,), names=True, masses=(20.0, 1000.0))
SILENT = WorkshopView(TASK, "step", Message("workshop.step"))
STORES = WorkshopView(TASK, STORING, Message("workshop.storing"), answers=(ANSWER,), names=True, masses=(20.0, 1000.0))
COMMANDS = (
    OpenWorkshop(TASK, restart=False),
    AnswerWorkshop(ANSWER),
    NameSquare(Square(3)),
    NameMass(250.0),
    CloseWorkshop(),
)


def showing(workshop: WorkshopView | None) -> TableState:
    """A lobby whose workshop shows this."""
    return replace(table(lobby()), workshop=workshop)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_host_gives_all_of_them(command: WorkshopCommand) -> None:
    assert decided(showing(OPEN), HOST, command) is command


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_other_players_only_close_the_workshop(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(showing(OPEN), GUEST, command)
    assert refused(caught) == ("table.host_only", True)
    assert decided(showing(OPEN), GUEST, CloseWorkshop()) == CloseWorkshop()


def test_a_spectator_does_not_close_it() -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(showing(OPEN), NOBODY, CloseWorkshop())
    assert refused(caught) == ("table.not_your_seat", True)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_done_while_results_are_stored(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(showing(STORES), HOST, command)
    assert refused(caught) == ("table.not_now", False)


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_a_closed_workshop_can_only_be_opened(command: WorkshopCommand) -> None:
    assert decided(showing(None), HOST, OpenWorkshop(TASK, restart=False)) == OpenWorkshop(TASK, restart=False)
    with pytest.raises(CommandRefused) as caught:
        decided(showing(None), HOST, command)
    assert refused(caught) == ("table.not_now", False)


@pytest.mark.parametrize("command", COMMANDS[1:-1])
def test_answers_squares_and_masses_count_only_where_the_step_asks_for_them(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        decided(showing(SILENT), HOST, command)
    assert refused(caught) == ("table.not_now", False)


def test_the_host_has_a_name_forgotten_before_a_game() -> None:
    command = ForgetName("Ann")
    assert decided(table(lobby()), HOST, command) == (NamesRemembered(("Ben",)),)
    with pytest.raises(CommandRefused) as caught:
        decided(table(lobby()), GUEST, command)
    assert refused(caught) == ("table.host_only", True)
    with pytest.raises(CommandRefused) as caught:
        decided(table(game()), HOST, command)
    assert refused(caught) == ("table.not_now", False)
