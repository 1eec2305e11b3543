"""A disk that is full or read-only: nothing is shown that is not kept, people are told, and then it goes on."""

from __future__ import annotations

import errno
import json
import logging
import os
import signal
import sqlite3
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from common.message import Message
from common.sqlite_file import SqliteFile
from engine import Seat
from engine.notation.action_form import parse_action
from firmware_bridge.agent import PtyPort
from hardware.board import LinkChanged, LinkState
from hardware.board_store import BoardStore, StoredBoard
from hardware.calibration import Calibration
from hardware.gpio.stored import PinStorage
from hardware.hand_actions import Lift, Put
from hardware.trace import TraceHead, TraceRecording
from hardware.virtual.virtual_device import VirtualDevice, load_pieces, store_pieces
from hardware.virtual.world import FOUR_SEATS, PieceWorld, StandingPiece
from table.session.answers import Accepted, Refusal, Refused
from table.session.at_board import StepsRead
from table.session.journal_entries import Entry, HostNamed, Opened, SeatTaken, replay
from table.session.saved_state import EndedGame, token_mark
from table.session.session_events import SaveError
from table.session.table_setup import ChooseSettings
from table.session.turns import Act
from table.settings.options import TableSettings
from table.storage.game_archive import GameArchive
from table.storage.journal import FILE_NAME, Journal, JournalError, NotWrittenError
from table.storage.journal_file import CONFIRMED
from tests.house import ROOT
from tests.table.runtime.quiet_board import blank_frame
from tests.table.runtime.test_table_actor import NOBODY, PATIENCE, QuietTable
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.table.storage.small_disk import SmallDisk, mounted
from tests.thera.test_cli import running, state_of


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    with mounted(tmp_path) as small:
        yield small


class FullDisk(Journal):
    """Has room for entries, or has not; ``tried`` says that somebody has found it full."""

    room = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.tried = threading.Event()

    def append(self, *entries: Entry) -> None:
        if not self.room:
            self.tried.set()
            raise NotWrittenError(self.path, "database or disk is full")
        super().append(*entries)


@pytest.fixture
def full(tmp_path: Path) -> Iterator[tuple[FullDisk, QuietTable]]:
    """A game whose disk may be full."""
    journal = FullDisk(tmp_path)
    made = QuietTable(tmp_path, journal=journal)
    made.begin()
    yield journal, made
    made.table.close()


def test_a_phone_is_told_that_the_disk_is_full_and_asks_again(full: tuple[FullDisk, QuietTable]) -> None:
    journal, quiet = full
    journal.room = False
    answer = quiet.ask(quiet.ann, Act(parse_action("@a1")))
    assert isinstance(answer, Refused)
    assert answer.message == Message("table.not_written", (("detail", "database or disk is full"),))
    told = quiet.table.snapshot(NOBODY)
    assert len(told.log) == 1
    assert told.unwritten == Message("storage.full", (("detail", "database or disk is full"),))
    journal.room = True
    assert isinstance(quiet.ask(quiet.ann, Act(parse_action("@a1"))), Accepted)
    assert quiet.table.snapshot(NOBODY).unwritten is None
    assert quiet.table.failure is None


def test_what_hands_do_while_the_disk_is_full_is_shown_once_it_is_kept(full: tuple[FullDisk, QuietTable]) -> None:
    journal, quiet = full
    quiet.reader.told[7] = (StepsRead((parse_action("@a1"),)),)
    quiet.reader.told[8] = (StepsRead((parse_action("@a2"),)),)
    journal.room = False
    quiet.board.coming.put(blank_frame(7))
    assert journal.tried.wait(PATIENCE)
    seen = quiet.wait_until(lambda seen: seen.unwritten is not None)
    assert len(seen.log) == 1
    quiet.board.coming.put(blank_frame(8))
    refused = quiet.ask(quiet.ann, Act(parse_action("@b3")))
    assert isinstance(refused, Refused)
    assert refused.message.key == Refusal.NOT_WRITTEN
    journal.room = True
    seen = quiet.wait_until(lambda seen: seen.unwritten is None)
    assert len(seen.log) == 2
    assert [frame.number for frame in quiet.reader.fed] == [7]


# With a real file system of four megabytes.


def fill_the_journal(journal: Journal) -> None:
    """Until there is no room any more, in the log beside it neither."""
    try:
        while True:
            journal.append(*[Opened()] * 20)
    except NotWrittenError:
        return


def test_a_real_full_disk_stops_the_game_until_there_is_room_and_loses_nothing(disk: SmallDisk) -> None:
    quiet = QuietTable(disk.folder / "thera")
    quiet.begin()
    disk.fill()
    fill_the_journal(quiet.journal)
    quiet.reader.told[7] = (StepsRead((parse_action("@a1"),)),)
    quiet.board.coming.put(blank_frame(7))
    told = quiet.wait_until(lambda seen: seen.unwritten is not None)
    assert len(told.log) == 1
    settings = quiet.ask(quiet.ann, ChooseSettings(TableSettings(name="Kitchen")))
    assert isinstance(settings, Refused)
    assert settings.message.key == Refusal.NOT_WRITTEN
    disk.free()
    seen = quiet.wait_until(lambda seen: seen.unwritten is None)
    assert len(seen.log) == 2
    assert isinstance(quiet.ask(quiet.ann, ChooseSettings(TableSettings(name="Kitchen"))), Accepted)
    quiet.table.close()
    assert quiet.table.wait_closed(PATIENCE)
    with Journal(disk.folder / "thera") as journal:
        assert journal.mended is None
        found = replay(journal.entries)
    assert found.game is not None
    assert len(found.game.plies) == 2
    assert found.settings.name == "Kitchen"


@pytest.mark.parametrize("fill", [SmallDisk.fill, SmallDisk.fill_with_files], ids=["blocks", "files"])
def test_a_table_starts_on_a_full_disk_and_shows_the_game(disk: SmallDisk, fill: Callable[[SmallDisk], None]) -> None:
    """Room for blocks helps nobody where no file can be made: SQLite makes its log anew at each start."""
    first = QuietTable(disk.folder / "thera")
    first.begin()
    first.table.close()
    assert first.table.wait_closed(PATIENCE)
    fill(disk)
    second = QuietTable(disk.folder / "thera")
    assert len(second.table.snapshot(NOBODY).log) == 1
    refused = second.ask(first.ann, Act(parse_action("@a1")))
    assert isinstance(refused, Refused)
    assert refused.message.key == Refusal.NOT_WRITTEN
    disk.free()
    assert isinstance(second.ask(first.ann, Act(parse_action("@a1"))), Accepted)
    second.table.close()
    assert second.table.wait_closed(PATIENCE)
    with Journal(disk.folder / "thera") as journal:
        assert journal.mended is None
        assert [type(entry) for entry in journal.entries].count(Opened) == 2
        assert replay(journal.entries).starts == 2


def test_a_quota_is_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened())
    make = os.open

    def refuse(path: str | Path, how: int, mode: int = 0o777) -> int:
        if how & os.O_CREAT and not os.path.exists(path):
            raise OSError(errno.EDQUOT, os.strerror(errno.EDQUOT), str(path))
        return make(path, how, mode)

    def no_log(_database: SqliteFile) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    with monkeypatch.context() as full:
        full.setattr(os, "open", refuse)
        full.setattr("table.storage.journal.use_log", no_log)
        journal = Journal(tmp_path)
        assert journal.entries == (Opened(),)
        with pytest.raises(NotWrittenError):
            journal.append(Opened())
    journal.append(Opened())
    journal.close()
    with Journal(tmp_path) as again:
        assert again.entries == (Opened(), Opened())


TOKEN = "the-token-of-ann"  # noqa: S105 - of nobody
TRACE = next((ROOT / "tests/golden/traces").glob("*.gz"))


@pytest.mark.parametrize(
    ("kind", "lacks"),
    [
        ("virtual", "blocks"),
        ("virtual", "files"),
        ("wire", "blocks"),
        pytest.param("wire", "files", marks=pytest.mark.slow),
        pytest.param("trace", "blocks", marks=pytest.mark.slow),
        ("trace", "files"),
    ],
)
def test_a_table_with_any_board_starts_on_a_full_disk_and_shows_the_game(
    disk: SmallDisk, kind: str, lacks: str, tmp_path: Path
) -> None:
    """A board on USB and the pins of a Pi are both reached over a wire."""
    folder = disk.folder / "thera"
    with Journal(folder) as journal:
        journal.append(Opened(), SeatTaken(Seat.BLUE, "Ann", token_mark(TOKEN)))
    with PtyPort(VirtualDevice(), link=tmp_path / "board") as port:
        name = {"virtual": "virtual", "wire": port.path, "trace": f"replay:{TRACE}"}[kind]
        with running(folder, "--board", name) as (process, _, _):
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        if lacks == "files":
            disk.fill_with_files()
        else:
            disk.fill()
        with running(folder, "--board", name) as (process, address, _):
            if kind != "trace":  # which shows another game, and keeps nothing
                assert "Ann" in json.dumps(state_of(address)["seats"])
                assert Refusal.NOT_WRITTEN in answer_to_a_name(address)
                disk.free()
                assert '"Kitchen"' in answer_to_a_name(address)
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


def answer_to_a_name(address: str) -> str:
    """What the table answers to the host who gives it a name."""
    settings = {"name": "Kitchen", "language": "en", "brightness": 100, "greeted": True}
    version = state_of(address, f"thera_seats={TOKEN}")["version"]
    asked = urllib.request.Request(  # noqa: S310 - our own http address
        f"{address}command",
        json.dumps({"version": version, "command": {"kind": "choose_settings", "settings": settings}}).encode(),
        {"Content-Type": "application/json", "Origin": address[:-1], "Cookie": f"thera_seats={TOKEN}"},
    )
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:  # noqa: S310 - our own http address
            return str(answer.read().decode())
    except urllib.error.HTTPError as refused:
        return refused.read().decode()


def test_pieces_that_cannot_be_kept_are_where_they_were_when_there_is_room(disk: SmallDisk) -> None:
    memory = disk.folder / "virtual-board.json"
    store_pieces(memory, PieceWorld.new(FOUR_SEATS).moved("blue-1", StandingPiece(7, 0.0, 0.0)), 3)
    disk.fill()
    board = VirtualDevice(memory=memory, workers=FOUR_SEATS, patience=0.0)
    assert board.trouble is not None
    assert "No space left on device" in board.trouble
    assert board.world.place("blue-1") == StandingPiece(7, 0.0, 0.0)
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 8))
    assert [path.name for path in disk.folder.glob("virtual-board*")] == ["virtual-board.json"]
    disk.free()
    board.act(Lift("blue-1"))
    board.act(Put("blue-1", 9))
    assert board.trouble is None
    kept = load_pieces(memory, FOUR_SEATS)
    assert kept.world == board.world
    assert kept.boots == 4


def test_pins_are_served_on_a_full_disk(disk: SmallDisk, caplog: pytest.LogCaptureFixture) -> None:
    first = PinStorage(disk.folder / "pins")
    first.store_calibration(Calibration.nominal())
    disk.fill()
    for _ in range(2):
        second = PinStorage(disk.folder / "pins")
        assert (second.boots, second.calibration) == (2, Calibration.nominal())
    assert "cannot be stored: No space left on device" in caplog.text
    with pytest.raises(OSError, match="No space left on device"):
        second.store_calibration(Calibration.nominal(37.0))
    disk.free()
    assert PinStorage(disk.folder / "pins").boots == 2


def test_on_a_read_only_disk_a_table_says_so_and_starts_when_it_is_mended(disk: SmallDisk) -> None:
    folder = disk.folder / "thera"
    with Journal(folder) as journal:
        journal.append(Opened())
    before = (folder / FILE_NAME).read_bytes()
    disk.make_read_only()
    with pytest.raises(JournalError, match="cannot store the journal there: Read-only file system") as told:
        Journal(folder)
    assert "\n" not in str(told.value)
    disk.make_writable()
    assert (folder / FILE_NAME).read_bytes() == before
    with Journal(folder) as journal:
        assert journal.entries == (Opened(),)


def test_a_card_that_fails_during_a_game_is_told_of_and_what_was_shown_is_kept(disk: SmallDisk) -> None:
    quiet = QuietTable(disk.folder / "thera")
    quiet.begin()
    disk.fail()
    quiet.reader.told[7] = (StepsRead((parse_action("@a1"),)),)
    quiet.board.coming.put(blank_frame(7))
    told = quiet.wait_until(lambda seen: seen.unwritten is not None)
    assert told.unwritten == Message("storage.full", (("detail", "disk I/O error"),))
    assert len(told.log) == 1
    refused = quiet.ask(quiet.ann, ChooseSettings(TableSettings(name="Kitchen")))
    assert isinstance(refused, Refused)
    assert refused.message.key == Refusal.NOT_WRITTEN
    quiet.table.close()
    assert quiet.table.wait_closed(PATIENCE)
    disk.mend()
    with Journal(disk.folder / "thera") as journal:
        assert journal.mended is None
        found = replay(journal.entries)
    assert found.game is not None
    assert len(found.game.plies) == 1


def test_a_card_that_is_gone_during_a_game_is_no_damage(disk: SmallDisk) -> None:
    """SQLite calls what it cannot read malformed. The table waits, as on a full disk, and goes on with the card."""
    quiet = QuietTable(disk.folder / "thera")
    quiet.begin()
    disk.die()
    for _ in range(2):
        refused = quiet.ask(quiet.ann, ChooseSettings(TableSettings(name="Kitchen")))
        assert isinstance(refused, Refused)
        assert refused.message.key == Refusal.NOT_WRITTEN
        assert refused.message.args == (("detail", "Input/output error"),)
    assert quiet.table.failure is None
    quiet.table.close()
    assert quiet.table.wait_closed(PATIENCE)
    with pytest.raises(JournalError, match="Input/output error"):
        Journal(disk.folder / "thera")
    disk.mend()
    with Journal(disk.folder / "thera") as journal:
        assert journal.mended is None
        found = replay(journal.entries)
    assert found.game is not None
    assert len(found.game.plies) == 1


def test_a_damaged_journal_on_a_full_disk_is_left_as_it_is_until_there_is_room(disk: SmallDisk) -> None:
    folder = disk.folder / "thera"
    with Journal(folder) as journal:
        journal.append(*[HostNamed(Seat.BLUE)] * 400)
    whole = (folder / FILE_NAME).read_bytes()
    damaged = whole[: len(whole) // 2]
    (folder / FILE_NAME).write_bytes(damaged)
    disk.fill()
    for _ in range(2):
        with pytest.raises(JournalError, match="its good part cannot be stored"):
            Journal(folder)
    assert (folder / FILE_NAME).read_bytes() == damaged
    assert sorted(path.name for path in folder.iterdir()) == sorted([FILE_NAME, CONFIRMED])
    disk.free()
    with Journal(folder) as journal:
        assert journal.mended is not None
        assert journal.mended.kept > 100


@pytest.mark.parametrize("way", ["full", "read-only"])
def test_a_finished_game_and_a_calibration_are_written_whole_or_not_at_all(disk: SmallDisk, way: str) -> None:
    games = GameArchive(disk.folder / "games", write_whole, lambda: NOW)
    boards = BoardStore(disk.folder / "boards")
    game = EndedGame(NAME, played(), ANN_AND_BEN)
    first = StoredBoard(Calibration.nominal(), None, "then")
    games.save(game, just_now=True)
    boards.write("a", first)
    before = {path.name for path in (disk.folder / "games").iterdir()}
    disk.fill()
    if way == "read-only":
        disk.make_read_only()
    with pytest.raises(SaveError, match=r"cannot store the game: (No space left on device|Read-only file system)"):
        games.save(EndedGame("other", played(seed=4), ANN_AND_BEN), just_now=True)
    with pytest.raises(OSError, match=r"(No space left on device|Read-only file system)"):
        boards.write("a", StoredBoard(Calibration.nominal(37.0), None, "now"))
    assert {path.name for path in (disk.folder / "games").iterdir()} == before
    assert boards.read("a") == first
    assert [name for name, _ in games.games] == [NAME]
    if way == "read-only":
        disk.make_writable()
    disk.free()
    games.save(EndedGame("other", played(seed=4), ANN_AND_BEN), just_now=True)
    boards.write("a", StoredBoard(Calibration.nominal(37.0), None, "now"))
    assert len(GameArchive(disk.folder / "games", write_whole).games) == 2


def test_a_trace_ends_on_a_full_disk_and_says_so(disk: SmallDisk, caplog: pytest.LogCaptureFixture) -> None:
    recording = TraceRecording(disk.folder / "trace", TraceHead("{}"))
    disk.fill()
    with caplog.at_level(logging.ERROR):
        for _ in range(20):
            recording.put(LinkChanged(LinkState.READY, "x" * 100_000))
        recording.close()
    assert recording.over
    assert "the recording ends here, the game goes on: No space left on device" in caplog.text
