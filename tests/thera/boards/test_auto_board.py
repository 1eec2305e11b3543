"""A table without options plays at the board that is plugged in, else at the virtual one, and changes while it runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from common.message import Message
from engine.squares import square
from hardware.board_file import BoardFile
from hardware.device import DeviceFault
from hardware.hand_actions import Lift, Put
from table.session.answers import Refused
from table.session.board_choice import BoardKind
from table.session.journal_entries import Acted, BoardChanged, StepUndone, TurnConfirmed, replay
from table.session.lobby import AbandonGame
from table.session.table_setup import ResumeGame, UseBoard
from table.session.table_state import CONNECTED_LINK_STATES
from table.session.turns import ConfirmTurn, UndoStep
from table.storage.journal import Journal
from tests.thera.boards.plugged_boards import UsbSocket, WoodenBoard, in_use, plugged_table, usb
from thera.cli import main

REAL, VIRTUAL = BoardKind.REAL, BoardKind.VIRTUAL


@pytest.fixture
def socket() -> Iterator[UsbSocket]:
    with usb() as made:
        yield made


def move(board: WoodenBoard, start: str, to: str) -> None:
    """A hand moves the worker that stands there."""
    name = next(piece.piece for piece in board.look().pieces if piece.square == square(start))
    board.act(Lift(name))
    board.act(Put(name, square(to)))


def test_one_game_goes_from_the_virtual_board_to_the_real_one_and_back(socket: UsbSocket, tmp_path: Path) -> None:
    wood = WoodenBoard()
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
        plugged.turn("b2-b3", "b3+a3")
        plugged.plays("b4-c4")  # which is not confirmed yet
        path = socket.plug_in(wood)
        assert in_use(plugged.offered(REAL)) is VIRTUAL
        assert wood.dark

        moved = plugged.goes_to(REAL)
        assert moved.found
        assert moved.boards is not None
        assert moved.boards.moved
        plugged.until(lambda seen: bool(seen.board.differences))
        wood.set_up(plugged.position())
        plugged.reads_the_game()
        plugged.does(ResumeGame(), UndoStep())
        plugged.until(lambda seen: bool(seen.board.differences))
        move(wood, "c4", "b4")
        plugged.reads_the_game()
        before = len(plugged.game.plies)
        move(wood, "b4", "a4")
        plugged.until(lambda _seen: len(plugged.game.plies) > before)
        plugged.plays("a4+a5")
        plugged.does(ConfirmTurn())
        assert plugged.opened.link is not None
        assert plugged.opened.link().unique_id == "e660"
        assert not wood.dark
        assert not any(any(light) for light in plugged.simulated.look().lights)

        socket.unplug(path)
        assert in_use(plugged.offered(VIRTUAL)) is REAL
        assert plugged.goes_to(VIRTUAL).found is False
        plugged.reads_the_game()
        plugged.turn("b3-c3", "c3+b3")
        plugged.reads_the_game()
        saved = plugged.saved
    with Journal(tmp_path) as journal:
        entries = journal.entries
        assert replay(entries) == saved
    assert [entry.kind for entry in entries if isinstance(entry, BoardChanged)] == [VIRTUAL, REAL, VIRTUAL]
    assert len([entry for entry in entries if isinstance(entry, TurnConfirmed)]) == 5
    assert len([entry for entry in entries if isinstance(entry, StepUndone)]) == 1
    assert len([entry for entry in entries if isinstance(entry, Acted)]) == 11


def test_a_board_that_is_there_at_the_start_is_played_at_from_the_start(socket: UsbSocket, tmp_path: Path) -> None:
    socket.plug_in(WoodenBoard())
    with plugged_table(tmp_path) as plugged:
        plugged.at(REAL)
    with Journal(tmp_path) as journal:
        assert [entry for entry in journal.entries if isinstance(entry, BoardChanged)] == [BoardChanged(REAL)]


def test_between_games_the_table_goes_over_by_itself_both_ways(socket: UsbSocket, tmp_path: Path) -> None:
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        path = socket.plug_in(WoodenBoard())
        plugged.at(REAL)
        socket.unplug(path)
        plugged.until(lambda seen: seen.board.link not in CONNECTED_LINK_STATES)
        assert in_use(plugged.seen) is REAL  # it may only have restarted
        plugged.goes_over_to(VIRTUAL)


def test_a_game_does_not_leave_its_wood_because_a_cable_is_loose(socket: UsbSocket, tmp_path: Path) -> None:
    wood = WoodenBoard()
    path = socket.plug_in(wood)
    with plugged_table(tmp_path) as plugged:
        plugged.at(REAL)
        plugged.begin()
        socket.unplug(path)
        plugged.offered(VIRTUAL)
        plugged.let_pass(3600)
        plugged.turn("b2-b3", "b3+a3")  # on the phones, as always
        assert in_use(plugged.seen) is REAL
        socket.plug_in(wood)
        seen = plugged.at(REAL)
        assert not seen.found
        assert len([turn for turn in plugged.saved.turns if turn]) == 3


def test_a_game_on_wood_that_comes_back_after_a_power_cut_waits_for_its_board(
    socket: UsbSocket, tmp_path: Path
) -> None:
    wood = WoodenBoard()
    path = socket.plug_in(wood)
    with plugged_table(tmp_path) as plugged:
        plugged.at(REAL)
        plugged.begin()
        tokens = plugged.tokens
    socket.unplug(path)
    with plugged_table(tmp_path) as plugged:
        plugged.tokens = tokens
        seen = plugged.offered(VIRTUAL)
        assert in_use(seen) is REAL
        assert seen.found
        assert not plugged.goes_to(VIRTUAL).found
        plugged.reads_the_game()


def test_a_game_on_the_screen_goes_on_there_after_a_restart_beside_a_board(socket: UsbSocket, tmp_path: Path) -> None:
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
    socket.plug_in(WoodenBoard())
    with plugged_table(tmp_path) as plugged:
        assert in_use(plugged.offered(REAL)) is VIRTUAL


def test_the_next_game_begins_on_the_board_that_came_during_the_last_one(socket: UsbSocket, tmp_path: Path) -> None:
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
        socket.plug_in(WoodenBoard())
        plugged.offered(REAL)
        plugged.does(AbandonGame())
        plugged.at(REAL)


def test_a_board_that_comes_and_goes_ten_times_ends_as_it_is_in_the_end(socket: UsbSocket, tmp_path: Path) -> None:
    wood = WoodenBoard()
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
        plugged.turn("b2-b3", "b3+a3")
        before = plugged.game
        for _ in range(10):
            path = socket.plug_in(wood)
            plugged.offered(REAL)
            socket.unplug(path)
            plugged.until(lambda seen: seen.boards is not None and seen.boards.offered is None)
        assert in_use(plugged.seen) is VIRTUAL
        assert plugged.game == before
        plugged.turn("b4-c4", "c4+c5")
        plugged.reads_the_game()


def test_a_pico_without_the_firmware_is_named_and_the_screen_is_played_on(socket: UsbSocket, tmp_path: Path) -> None:
    path = socket.plug_in(WoodenBoard())
    socket.strangers.add(path)
    with plugged_table(tmp_path) as plugged:
        plugged.until(lambda seen: seen.boards is not None and seen.boards.troubles != ())
        plugged.goes_over_to(VIRTUAL)
        named = Message("boards.no_board", (("port", path),))
        plugged.until(lambda seen: seen.boards is not None and seen.boards.troubles == (named,))


def test_a_board_that_cannot_be_read_says_why_until_it_is_pulled_out(socket: UsbSocket, tmp_path: Path) -> None:
    path = socket.plug_in(WoodenBoard(faults=DeviceFault.CONFIGURATION))
    with plugged_table(tmp_path) as plugged:
        named = Message("boards.configuration", (("detail", BoardFile().name), ("given", "e660")))
        plugged.until(lambda seen: seen.boards is not None and seen.boards.troubles == (named,))
        socket.unplug(path)
        plugged.until(lambda seen: seen.boards is not None and seen.boards.troubles == ())


def test_only_players_change_the_board_and_only_as_it_is_offered(socket: UsbSocket, tmp_path: Path) -> None:
    with plugged_table(tmp_path) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
        refused = plugged.table.submit(plugged.tokens, plugged.seen.version, UseBoard(REAL))
        assert isinstance(refused, Refused)
        socket.plug_in(WoodenBoard())
        plugged.offered(REAL)
        forbidden = plugged.table.submit(frozenset(), plugged.seen.version, UseBoard(REAL))
        assert isinstance(forbidden, Refused)
        assert forbidden.forbidden
        assert in_use(plugged.seen) is VIRTUAL


def test_a_trace_of_a_game_on_two_boards_can_be_replayed(
    socket: UsbSocket, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wood, trace = WoodenBoard(), tmp_path / "game.trace.gz"
    with plugged_table(tmp_path / "data", trace) as plugged:
        plugged.at(VIRTUAL)
        plugged.begin()
        plugged.reads_the_game()
        socket.plug_in(wood)
        plugged.offered(REAL)
        plugged.goes_to(REAL)
        plugged.until(lambda seen: bool(seen.board.differences))
        wood.set_up(plugged.position())
        plugged.reads_the_game()
        before = len(plugged.game.plies)
        move(wood, "b2", "b3")
        plugged.until(lambda _seen: len(plugged.game.plies) > before)
    assert main(["board", "replay", str(trace)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("the same as then (")
