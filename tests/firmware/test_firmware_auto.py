"""A table without options plays at an emulated Pico with the real firmware as soon as it is plugged in."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.emulated.pico import EmulatedPico
from hardware.board_file import BoardFile
from table.session.board_choice import BoardKind
from table.session.table_setup import ResumeGame
from tests.thera.boards.plugged_boards import WoodenBoard, plugged_table, usb


def test_a_game_on_the_screen_goes_on_at_a_pico_that_is_plugged_in(tmp_path: Path) -> None:
    wood = WoodenBoard()
    emulated = EmulatedPico(wood, BoardFile(), calibration=wood.calibration)
    with usb() as socket, plugged_table(tmp_path) as plugged, emulated as pico:
        plugged.at(BoardKind.VIRTUAL)
        plugged.begin()
        socket.attach(pico.path)
        plugged.offered(BoardKind.REAL)
        plugged.goes_to(BoardKind.REAL)
        plugged.until(lambda seen: bool(seen.board.differences))
        wood.set_up(plugged.position())
        plugged.reads_the_game()
        plugged.does(ResumeGame())
        plugged.turn("b2-b3", "b3+a3")
        assert plugged.opened.link is not None
        assert plugged.opened.link().firmware not in (None, "virtual 1")
