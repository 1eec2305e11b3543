"""Simulated hands that do what a calibration asks."""

from __future__ import annotations

import pytest

from common.message import Message
from hardware.board_file import BoardFile
from hardware.hand_actions import HandAction, Lift, Put, Stack
from hardware.virtual.virtual_board import QueuedHands
from hardware.virtual.virtual_device import VirtualDevice
from perception.calibration.procedure import ProcedureAnswer, ProcedureState
from perception.calibration.terminal import WORKER, Demonstration
from table.errors import CannotPlayError
from thera.commands import simulate_command
from thera.commands.simulate_command import calibrated_by_maker

B4 = 16


class NotedHands(QueuedHands):
    """Hands of a virtual board that note what they do."""

    def __init__(self, board: VirtualDevice) -> None:
        super().__init__(board)
        self.done: list[HandAction] = []

    def do(self, action: HandAction) -> None:
        self.done.append(action)
        super().do(action)


def asking(*answers: ProcedureAnswer) -> ProcedureState:
    """A calibration that asks for a worker on two blocks on b4."""
    return ProcedureState("place", (), Message("calibrate.put_2"), 30, 35, frozenset(answers), expected=B4, level=2)


def act(demonstration: Demonstration, board: VirtualDevice, view: ProcedureState) -> object:
    answer = demonstration.act(view)
    while not board.idle:
        board.scan()
    return answer


def test_a_worker_that_is_felt_too_little_is_put_again_and_then_it_is_insisted_that_it_stands_there() -> None:
    board = VirtualDevice()
    hands = NotedHands(board)
    demonstration = Demonstration(hands)
    assert act(demonstration, board, asking()) is None
    assert hands.done == [Lift(WORKER), *(Stack(B4, dome=False),) * 2, Put(WORKER, B4)]
    assert act(demonstration, board, asking()) is None
    assert len(hands.done) == 4, "it stands there, and nothing is wrong"
    assert act(demonstration, board, asking(ProcedureAnswer.NEXT)) is None
    assert hands.done[4:] == [Lift(WORKER), Put(WORKER, B4)]
    assert act(demonstration, board, asking(ProcedureAnswer.NEXT)) is ProcedureAnswer.NEXT


def test_a_simulated_calibration_that_comes_to_no_end_is_given_up_with_what_it_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulate_command, "LONGEST_CALIBRATION", 4000)
    with pytest.raises(CannotPlayError, match=r"could not be calibrated: step \d+ of 35, .*calibrate\.put_"):
        calibrated_by_maker(VirtualDevice(), BoardFile())
