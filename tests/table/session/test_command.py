"""Commands: which are stale, and what they lead to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from common.message import Message
from engine.notation.action_form import parse_action
from perception.calibration.procedure import Task, WorkshopView
from table.session.answers import CommandRefused
from table.session.archive import CountGame
from table.session.command import Command, CommandReceived
from table.session.journal_entries import Acted, PositionCorrected, TurnConfirmed
from table.session.seating import ClaimSeat, LeaveSeat, WithdrawClaim
from table.session.session_events import TrustReading
from table.session.snapshot import AdoptBoard, OfferKind, TrustGame
from table.session.table_state import TableState, Takeback, unread_board
from table.session.turns import Act, AnswerTakeback, AskTakeback, ChooseReading, ConfirmTurn, TakeOffer
from table.session.workshop import OpenWorkshop
from tests.table.session.saved_states import BLUE, ORANGE, WHITE, acted, game, refused

ANN, BEN = frozenset({"ann"}), frozenset({"ben"})
MOVE = parse_action("b2-c3")
TASK = next(iter(Task))
STATE = TableState(
    saved=game(),
    version=90,
    game_version=10,
    question_version=20,
    recovery_version=30,
    workshop_version=40,
    draft_version=50,
)


def received(command: Command, version: int = 90, marks: frozenset[str] = ANN) -> CommandReceived:
    return CommandReceived(marks, version, command, "fresh")


@pytest.mark.parametrize(
    ("command", "subject"),
    [
        (Act(MOVE), 10),
        (ChooseReading(0), 20),
        (TakeOffer(OfferKind.TRUST), 30),
        (OpenWorkshop(TASK, restart=False), 40),
        (LeaveSeat(ORANGE), 10),
        (ClaimSeat(ORANGE, "Eve"), 10),
        (AnswerTakeback(agree=True), 10),
    ],
)
def test_a_command_is_stale_if_its_subject_changed_since(command: Command, subject: int) -> None:
    assert received(command, subject - 1).is_stale(STATE)
    assert not received(command, subject).is_stale(STATE)


@pytest.mark.parametrize(
    "command",
    [ClaimSeat(WHITE, "Eve"), LeaveSeat(BLUE), WithdrawClaim(WHITE), CountGame("game", counted=True)],
)
def test_some_commands_are_never_stale(command: Command) -> None:
    assert not received(command, 0).is_stale(STATE)


def test_no_command_comes_from_a_later_version() -> None:
    assert received(Act(MOVE), 91).is_stale(STATE)


def test_an_answer_to_a_takeback_is_as_old_as_the_request() -> None:
    asked = replace(STATE, takeback=Takeback(BLUE, frozenset({BLUE}), 60))
    assert received(AnswerTakeback(agree=True), 59, BEN).is_stale(asked)
    assert not received(AnswerTakeback(agree=True), 60, BEN).is_stale(asked)


def test_commands_give_entries_states_or_effects() -> None:
    assert received(Act(MOVE)).decide(STATE) == (Acted((MOVE,)),)
    played = replace(STATE, saved=game(acted("b2-c3", "c3+b3"), TurnConfirmed()))
    asked = received(AskTakeback()).decide(played)
    assert isinstance(asked, TableState)
    assert asked.takeback == Takeback(BLUE, frozenset({BLUE}), 91)
    assert received(CountGame("game", counted=True)).decide(STATE) == CountGame("game", counted=True)
    assert received(OpenWorkshop(TASK, restart=False)).decide(STATE) == OpenWorkshop(TASK, restart=False)


def test_a_question_is_answered_with_one_of_its_choices() -> None:
    asked = replace(STATE, choices=((MOVE,), (parse_action("b2-b3"),)))
    assert received(ChooseReading(1)).decide(asked) == (Acted((parse_action("b2-b3"),)),)
    with pytest.raises(CommandRefused) as caught:
        received(ChooseReading(2)).decide(asked)
    assert refused(caught) == ("table.no_question", False)


def test_a_recovery_option_changes_the_reading_or_the_game() -> None:
    offers = (TrustGame(), AdoptBoard(((3, BLUE),), ()))
    stuck = replace(STATE, board=replace(unread_board(), offers=offers))
    assert received(TakeOffer(OfferKind.TRUST)).decide(stuck) == TrustReading()
    assert received(TakeOffer(OfferKind.ADOPT)).decide(stuck) == (PositionCorrected(((3, BLUE),), ()),)


def test_the_game_waits_while_the_workshop_is_open() -> None:
    busy = replace(STATE, workshop=WorkshopView(TASK, "step", Message("workshop.step")))
    for command in (Act(MOVE), ConfirmTurn()):
        with pytest.raises(CommandRefused) as caught:
            received(command).decide(busy)
        assert refused(caught) == ("table.in_workshop", False)
    claimed = received(ClaimSeat(ORANGE, "Eve"), marks=frozenset()).decide(busy)
    assert isinstance(claimed, TableState)
