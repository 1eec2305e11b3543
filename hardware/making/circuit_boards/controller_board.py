"""For which board files the controller board is made: the board with a Pico, two multiplexers, supplies and sockets.

It is the same for squares of every size, so it is a project of KiCad, in ``controller/``, and no data here. Apart from
`__main__`, since the pictures and the tests look at it as well.
"""

from __future__ import annotations

from pathlib import Path

from hardware.board_file import BoardFile
from hardware.electronics import Controller, Converter

PROJECT = Path(__file__).with_name("controller")
"""The folder with KiCad's schematic and board, with its tracks, and with the bill of materials."""
FUSE_HOLDS_MA = 2000


def check_controller(board: BoardFile) -> None:
    """Check that the controller board fits a board.

    :raises ValueError: if it has another controller, converter or wiring, or may draw more than the fuse carries.
    """
    given, usual = board.electronics, BoardFile().electronics
    if given.controller is not Controller.PICO or given.converter is not Converter.PICO:
        raise ValueError(
            'the controller board is for controller = "pico" with converter = "pico"; others are wired by hand'
        )
    if given.budget_ma > FUSE_HOLDS_MA:
        raise ValueError(f"budget_ma = {given.budget_ma}: the fuse of the lights lets {FUSE_HOLDS_MA} pass")
    differs = {
        "revision": given.revision != usual.revision,
        "sensors": any(given.wiring.sensors[at] != usual.wiring.sensors[at] for at in board.geometry.squares),
        "pins": given.pins != usual.pins,
    }
    if any(differs.values()):
        raise ValueError(
            f"{', '.join(key for key, other in differs.items() if other)}: the controller board has the usual wiring;"
            " leave this out of the board file, or wire the board by hand"
        )
