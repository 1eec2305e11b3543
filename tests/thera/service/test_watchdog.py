"""systemd hears that the table is alive as long as its loops go on, and not when one hangs, and one line about the
game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from waitress.trigger import trigger

from common.message import Message
from common.mqtt.broker import BrokerState, BrokerStatus, BrokerTrouble
from engine import Seat
from engine.notation.action_form import parse_action
from hardware.board import LinkChanged, LinkState
from perception.calibration.procedure import Task, WorkshopView
from table.runtime.table_actor import TableActor
from table.session.answers import Accepted
from table.session.lobby import BeginGame
from table.session.snapshot import Phase, Snapshot
from table.session.turns import Act
from table.storage.journal import Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader, blank_frame
from tests.table.session.sitting_down import sit
from tests.thera.service.notify_listener import PATIENCE, ListeningSystemd, listening_systemd
from thera.service.systemd_interface import Notifier
from thera.service.watchdog import CountedLoop, PingedLoop, Watchdog, status_line
from web_ui.app import create_app
from web_ui.serve import THREADS, Server, listen, serve


class Watched:
    """A running table with its page and its watchdog, whose looks are the test's; systemd listens."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.systemd: ListeningSystemd = stack.enter_context(listening_systemd(folder / "notify"))
        self.board = QuietBoard()
        journal = Journal(folder)
        self.table = TableActor(self.board, ScriptedReader(), PlyCountLights, journal, resume(journal, new_table=False))
        self.table.start()
        stack.callback(self.table.close)
        # The server goes on until the process ends, and its socket with it.
        self.server: Server = serve(create_app(self.table, None), listen("127.0.0.1", 0)[0])
        self.scans = False
        self.notifier = Notifier(self.systemd.address, watchdog_seconds=10.0)
        loops = (
            PingedLoop("game", self.table.call_soon),
            CountedLoop("frames", lambda: self.table.board_feed.frames if self.scans else None),
            PingedLoop("web", self.server.ask_for_sign),
        )
        self.watchdog = Watchdog(self.notifier, self.table, loops)

    def settle(self, *, hanging: str = "") -> None:
        """Wait until each loop that goes on has come to what it was asked."""
        for name, ask in (("game", self.table.call_soon), ("web", self.server.ask_for_sign)):
            if name != hanging:
                pass_by(ask)

    def scan(self, number: int) -> None:
        """Let a frame come to the table."""
        self.board.coming.put(blank_frame(number))
        come = threading.Event()
        while self.table.board_feed.frames < number:
            come.wait(0.001)


def pass_by(ask: Callable[[Callable[[], None]], None]) -> None:
    passed = threading.Event()
    ask(passed.set)
    assert passed.wait(PATIENCE)


def hold(ask: Callable[[Callable[[], None]], None]) -> threading.Event:
    """Let a loop hang until the event is set; returns once it hangs."""
    hangs, free = threading.Event(), threading.Event()
    ask(partial(hang, hangs, free))
    assert hangs.wait(PATIENCE)
    return free


def hang(hangs: threading.Event, free: threading.Event) -> None:
    hangs.set()
    free.wait(PATIENCE)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    with ExitStack() as stack:
        yield Watched(tmp_path, stack)


def test_a_table_whose_loops_go_on_is_ready_and_stays_alive(watched: Watched) -> None:
    for _ in range(4):
        watched.watchdog.check()
        watched.settle()
    assert watched.systemd.so_far() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]


@pytest.mark.parametrize("name", ["game", "web"])
def test_a_loop_that_hangs_is_noticed_and_when_it_goes_on_again(watched: Watched, name: str) -> None:
    for _ in range(2):
        watched.watchdog.check()
        watched.settle()
    # The web server's own thread is held by something beside that by which it is asked for signs.
    ask = watched.table.call_soon if name == "game" else trigger(watched.server._server._map).pull_trigger
    free = hold(ask)
    watched.watchdog.check()  # what it was asked before it hung has come
    watched.settle(hanging=name)
    watched.systemd.so_far()
    for _ in range(5):
        watched.watchdog.check()
        watched.settle(hanging=name)
    assert watched.systemd.so_far() == []
    assert watched.watchdog.hanging == (name,)
    free.set()
    watched.settle()
    watched.watchdog.check()
    assert watched.systemd.so_far() == ["WATCHDOG=1"]


def test_a_web_server_none_of_whose_threads_answers_hangs(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    free = threading.Event()
    hanging = [threading.Event() for _ in range(THREADS)]
    for each in hanging:  # a sign comes from one of the threads, and holds it here
        watched.server.ask_for_sign(partial(hang, each, free))
    assert all(each.wait(PATIENCE) for each in hanging)
    for _ in range(5):
        watched.watchdog.check()
        watched.settle(hanging="web")
    assert watched.systemd.so_far() == []
    assert watched.watchdog.hanging == ("web",)
    assert not [each for each in caplog.records if each.name.startswith("waitress")]  # requests that wait a moment
    free.set()
    watched.settle()
    watched.watchdog.check()
    assert watched.systemd.so_far() == ["READY=1", "WATCHDOG=1"]


def test_frames_have_to_come_while_there_is_a_board(watched: Watched) -> None:
    watched.scans = True
    watched.scan(1)
    for _ in range(2):
        watched.watchdog.check()
        watched.settle()
    assert "READY=1" in watched.systemd.so_far()
    for _ in range(3):
        watched.watchdog.check()
        watched.settle()
    watched.systemd.so_far()
    watched.watchdog.check()
    assert watched.systemd.so_far() == []
    assert watched.watchdog.hanging == ("frames",)
    watched.scan(2)
    watched.watchdog.check()
    assert watched.systemd.so_far() == ["WATCHDOG=1"]


def test_a_board_that_is_missing_is_no_failure(watched: Watched) -> None:
    watched.board.coming.put(LinkChanged(LinkState.SEARCH, "no board"))
    for _ in range(3):
        watched.watchdog.check()
        watched.settle()
    assert watched.systemd.so_far() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_a_person_reads_how_the_table_stands(watched: Watched) -> None:
    watched.watchdog.start()
    watched.systemd.until("STATUS=nobody at the table; no board found yet; no pages open")
    watched.systemd.until("READY=1")
    sit(watched.table, Seat.BLUE, "Ann")
    watched.systemd.until("STATUS=Ann at the table, no game yet; no board found yet; no pages open")


NOBODY = frozenset[str]()
OUTSIDE = "no board found yet; no pages open"


@pytest.fixture(scope="module")
def snapshots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Snapshot]]:
    """The table as everybody sees it: empty, with two who sit there, with a worker to place, and so on."""
    folder, board = tmp_path_factory.mktemp("snapshots"), QuietBoard()
    journal = Journal(folder)
    table = TableActor(board, ScriptedReader(), PlyCountLights, journal, resume(journal, new_table=False))
    table.start()
    seen = [table.snapshot(NOBODY)]
    ann = sit(table, Seat.BLUE, "Ann")
    sit(table, Seat.ORANGE, "Bo")
    seen.append(table.snapshot(NOBODY))
    for command in (BeginGame(), Act(parse_action("@b2")), Act(parse_action("@b4"))):
        assert isinstance(table.submit(ann, table.snapshot(NOBODY).version, command), Accepted)
        seen.append(table.snapshot(NOBODY))
    yield seen
    table.close()


def test_it_says_whose_turn_it_is(snapshots: list[Snapshot]) -> None:
    empty, sitting, begun, *_, confirming = snapshots
    assert status_line(empty, 0) == f"nobody at the table; {OUTSIDE}"
    assert status_line(sitting, 1) == "Ann and Bo at the table, no game yet; no board found yet; 1 page open"
    assert status_line(begun, 2) == "Ann's turn, Bo waits; no board found yet; 2 pages open"
    broker = BrokerStatus(BrokerState.CONNECTED)
    assert status_line(empty, 0, broker) == f"nobody at the table; {OUTSIDE}; broker connected"
    refused = BrokerStatus(BrokerState.REFUSED, BrokerTrouble.CREDENTIALS, "Not authorized")
    assert status_line(empty, 0, refused).endswith("; broker refused (Not authorized)")
    away = BrokerStatus(BrokerState.CONNECTING, BrokerTrouble.UNREACHABLE, "Connection refused")
    assert status_line(empty, 0, away).endswith("; broker not connected (Connection refused)")
    assert status_line(confirming, 0) == f"Ann's turn, Bo waits; {OUTSIDE}"


def test_it_says_when_the_game_is_over_and_when_the_workshop_is_open(snapshots: list[Snapshot]) -> None:
    begun = snapshots[2]
    assert status_line(replace(begun, phase=Phase.OVER), 0) == f"the game of Ann and Bo is over; {OUTSIDE}"
    assert status_line(replace(snapshots[1], phase=Phase.DRAFT), 0) == f"Ann and Bo choose powers; {OUTSIDE}"
    workshop = WorkshopView(Task.MONITOR, "look", Message("monitor.look"))
    assert status_line(replace(begun, workshop=workshop), 0) == f"the board is in the workshop; {OUTSIDE}"


@pytest.mark.parametrize("link", LinkState)
def test_it_says_how_the_board_stands(snapshots: list[Snapshot], link: LinkState) -> None:
    seen = replace(snapshots[0], board=replace(snapshots[0].board, link=link.value))
    assert "; board " in status_line(seen, 0) or link is LinkState.SEARCH
