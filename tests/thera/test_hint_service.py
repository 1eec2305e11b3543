"""Hints come from another process, one at a time, and none after the table has closed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from common.message import Message
from engine.notation import parse_position, parse_turn, state_of
from engine.seats import Seat
from opponent.hints import HintFact, HintReason
from opponent.process import Advice, AdvisedTurn, Question, ThinkingProcess
from table.session.interfaces import HintsBusy, NoHint
from tests.engine.cases import line
from tests.opponent.test_hints import LETS_ORANGE_WIN, turn_of
from thera.hint_service import HintService

WIN = state_of(parse_position(line("mortal:b2,e5", "mortal:d5,a5", "b2:2 b3:3")))


@pytest.fixture
def service() -> Iterator[HintService]:
    service = HintService()
    yield service
    service.close()


def test_a_hint_is_the_winning_turn_and_a_warning_names_the_square(service: HintService) -> None:
    hint = service.hint(WIN)
    assert hint.turns[0] == parse_turn("b2-b3")
    assert hint.reason == Message("hint.wins", (("square", "b3"),))
    told = service.warning(*turn_of(LETS_ORANGE_WIN, "e5-e4 e4+e5"), Seat.BLUE)
    assert told == Message("guard.loses", (("seat", "orange"), ("square", "d3")))
    assert service.warning(*turn_of(LETS_ORANGE_WIN, "b3-c3 c3^d3"), Seat.BLUE) is None
    service.close()
    with pytest.raises(NoHint):
        service.hint(WIN)


class SlowProcess(ThinkingProcess):
    """Answers when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.may = threading.Event(), threading.Event()
        self.count = 0

    def think(self, question: Question, stop: object = None) -> Advice:  # noqa: ARG002 - nobody stops it here
        self.count += 1
        self.asked.set()
        assert self.may.wait(60)
        return Advice((AdvisedTurn(parse_turn("b2-b3"), 5),), 1, 1, HintReason(HintFact.WINS))


def test_while_one_question_is_answered_the_others_are_refused_at_once_and_the_same_again_costs_nothing() -> None:
    process = SlowProcess()
    service = HintService(lambda: process)
    first = threading.Thread(target=service.hint, args=(WIN,))
    first.start()
    assert process.asked.wait(60)
    with pytest.raises(HintsBusy):
        service.hint(WIN)
    process.may.set()
    first.join(60)
    assert service.hint(WIN).reason == Message("hint.wins")
    assert process.count == 1
    service.close()
