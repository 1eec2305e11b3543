"""Two boards behind one port: what each says and shows, and when the table goes from one to the other."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from math import inf

import pytest

from common.message import Message
from hardware.board import ALL_DARK, BoardEvent, Colour, Lights, LinkChanged, LinkState, ScaleInUse
from table.runtime.board_pair import BoardInUse, BoardPair, PairNews, RealBoardSeen
from table.runtime.two_boards import FittedBoard, TwoBoards
from table.session.board_choice import PATIENCE, BoardKind
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from tests.perception.calibration.weighed_plate import plain_scale
from tests.table.runtime.quiet_board import QuietBoard, blank_frame
from tests.table.session.reduced_table import playing

REAL, VIRTUAL = BoardKind.REAL, BoardKind.VIRTUAL
READY = LinkChanged(LinkState.READY)
LOST = LinkChanged(LinkState.LOST)
SILENT = Message("boards.no_board", (("port", "/dev/ttyACM0"),))
LIT = Lights((Colour(9, 9, 9),) * 25)


class HeardBoard(QuietBoard):
    """Lets a test wait until what it says has been heard."""

    def __init__(self) -> None:
        super().__init__()
        self._heard: queue.SimpleQueue[BoardEvent] = queue.SimpleQueue()

    def events(self) -> Iterator[BoardEvent]:
        for event in super().events():
            yield event
            self._heard.put(event)

    def say(self, event: BoardEvent) -> None:
        self.coming.put(event)
        assert self._heard.get(timeout=20) == event


class CountedPlug:
    """Counts how often the virtual board was plugged in and out."""

    def __init__(self) -> None:
        self.turns: list[str] = []

    def plug_in(self) -> None:
        self.turns.append("in")

    def unplug(self) -> None:
        self.turns.append("out")


class Heard:
    """A pair of boards, and all that it says, in order."""

    def __init__(self) -> None:
        self.real, self.virtual, self.plug = HeardBoard(), HeardBoard(), CountedPlug()
        self.troubles: tuple[Message, ...] = ()
        self.pair = BoardPair(self.real, self.virtual, self.plug, lambda: self.troubles)
        self.said: queue.SimpleQueue[BoardEvent | PairNews | None] = queue.SimpleQueue()
        self.pair.report_to(self.said.put)

    def begin(self) -> None:
        self.pair.forward(self.said.put, lambda: self.said.put(None))

    def next(self) -> BoardEvent | PairNews | None:
        return self.said.get(timeout=20)


@pytest.fixture
def heard() -> Iterator[Heard]:
    made = Heard()
    made.begin()
    yield made
    made.pair.close()


def test_the_board_in_use_is_heard_and_the_other_one_only_comes_and_goes(heard: Heard) -> None:
    heard.virtual.say(blank_frame(1))
    heard.real.say(READY)
    assert [heard.next(), heard.next()] == [RealBoardSeen(LinkState.READY, ()), READY]
    heard.pair.use(VIRTUAL)
    assert [heard.next(), heard.next()] == [BoardInUse(VIRTUAL), LinkChanged(LinkState.SEARCH)]
    heard.real.say(blank_frame(2))
    heard.troubles = (SILENT,)
    heard.real.say(LOST)
    assert heard.next() == RealBoardSeen(LinkState.LOST, (SILENT,))
    heard.virtual.say(blank_frame(3))
    assert heard.next() == blank_frame(3)


def test_a_board_that_comes_into_use_says_first_how_its_link_stands(heard: Heard) -> None:
    heard.pair.use(VIRTUAL)
    heard.real.coming.put(READY)
    heard.pair.use(VIRTUAL)
    for _ in range(3):
        heard.next()
    heard.pair.use(REAL)
    assert [heard.next(), heard.next()] == [BoardInUse(REAL), READY]


def test_a_board_that_comes_into_use_says_by_which_scale_it_weighs(heard: Heard) -> None:
    of_real, of_virtual = ScaleInUse(plain_scale()), ScaleInUse(replace(plain_scale(), noise=0.03))
    heard.real.say(of_real)
    assert heard.next() == of_real
    heard.virtual.say(of_virtual)
    heard.pair.use(VIRTUAL)
    assert [heard.next(), heard.next(), heard.next()] == [
        BoardInUse(VIRTUAL),
        of_virtual,
        LinkChanged(LinkState.SEARCH),
    ]
    heard.pair.use(REAL)
    assert [heard.next(), heard.next()] == [BoardInUse(REAL), of_real]


def test_lights_are_those_of_the_board_in_use_and_the_other_one_is_dark(heard: Heard) -> None:
    heard.pair.show(LIT)
    heard.pair.use(VIRTUAL)
    assert heard.real.shown == [LIT, ALL_DARK]
    heard.pair.show(LIT)
    assert heard.virtual.shown == [LIT]
    assert heard.plug.turns == ["in"]
    heard.pair.use(REAL)
    assert heard.virtual.shown == [LIT, ALL_DARK]
    assert heard.plug.turns == ["in", "out"]


def test_it_ends_once_when_both_have_ended() -> None:
    heard = Heard()
    heard.begin()
    heard.pair.close()
    assert heard.next() is None
    assert heard.said.empty()


def lobby() -> TableState:
    return TableState.opening(SavedState())


def test_the_table_waits_a_little_for_a_board_that_is_gone_and_not_for_ever(heard: Heard) -> None:
    boards = TwoBoards(heard.pair, {kind: FittedBoard() for kind in BoardKind})
    boards.hear(RealBoardSeen(LinkState.READY, ()))
    boards.follow(lobby(), 10.0)
    boards.hear(RealBoardSeen(LinkState.LOST, ()))
    boards.follow(lobby(), 20.0)
    assert (boards.due, heard.pair.in_use) == (20.0 + PATIENCE, REAL)
    boards.follow(lobby(), 20.0 + PATIENCE)
    assert heard.pair.in_use is VIRTUAL
    boards.hear(RealBoardSeen(LinkState.READY, ()))
    boards.follow(lobby(), 30.0)
    assert heard.pair.in_use is REAL


def test_in_a_game_it_waits_and_what_players_chose_is_not_undone_before_it_is_heard(heard: Heard) -> None:
    boards, game = TwoBoards(heard.pair, {kind: FittedBoard() for kind in BoardKind}), playing().state
    boards.hear(RealBoardSeen(LinkState.LOST, ()))
    boards.follow(game, 0.0)
    boards.follow(game, 3600.0)
    assert (boards.due, heard.pair.in_use) == (inf, REAL)
    heard.pair.use(VIRTUAL)
    boards.follow(game, 3600.1)
    assert heard.pair.in_use is VIRTUAL


def test_what_was_measured_on_one_board_is_not_used_on_the_other(heard: Heard) -> None:
    boards = TwoBoards(heard.pair, {REAL: FittedBoard(measured=(9.0, 8.0, 7.0, 6.0)), VIRTUAL: FittedBoard()})
    boards.measured((5.0, 4.0, 3.0, 2.0))
    known = []
    for kind in (VIRTUAL, REAL):
        boards.hear(BoardInUse(kind))
        known.append(boards.fitted.measured)
    assert known == [(), (5.0, 4.0, 3.0, 2.0)]
