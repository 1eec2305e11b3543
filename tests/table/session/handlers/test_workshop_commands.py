"""Commands of the workshop: who may give them, and when."""

from __future__ import annotations

import pytest

from calibration.open_procedure import STORING
from calibration.procedure import ProcedureAnswer
from calibration.procedure_view import Task, WorkshopView
from common.message import Message
from engine.squares import Square
from table.session.commands import AnswerWorkshop, CloseWorkshop, NameSquare, OpenWorkshop, WorkshopCommand
from table.session.handlers.workshop_commands import permitted_workshop_command
from table.session.refusals import CommandRefused
from tests.table.session.handlers.saved_states import GUEST, HOST, NOBODY, lobby, refused

TASK, ANSWER = next(iter(Task)), next(iter(ProcedureAnswer))
OPEN = WorkshopView(TASK, "step", Message("workshop.step"), answers=(ANSWER,), names=True)
SILENT = WorkshopView(TASK, "step", Message("workshop.step"))
STORES = WorkshopView(TASK, STORING, Message("workshop.storing"), answers=(ANSWER,), names=True)
COMMANDS = (OpenWorkshop(TASK, anew=False), AnswerWorkshop(ANSWER), NameSquare(Square(3)), CloseWorkshop())


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
    assert permitted_workshop_command(lobby(), HOST, OpenWorkshop(TASK, anew=False), None) == OpenWorkshop(
        TASK, anew=False
    )
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), HOST, command, None)
    assert refused(caught) == ("table.not_now", False)


@pytest.mark.parametrize("command", COMMANDS[1:3])
def test_answers_and_squares_count_only_where_the_step_asks_for_them(command: WorkshopCommand) -> None:
    with pytest.raises(CommandRefused) as caught:
        permitted_workshop_command(lobby(), HOST, command, SILENT)
    assert refused(caught) == ("table.not_now", False)
