"""Write the drawings of ``docs/build.md`` again: ``python -m hardware.making.drawings``, or ``make drawings``."""

from __future__ import annotations

from pathlib import Path

from hardware.board_file import BoardFile, parse_board_file
from hardware.making.drawings.printed_parts_drawing import printed_parts_drawings
from hardware.making.drawings.stack import StackDrawing
from hardware.making.drawings.wiring_drawing import RingWiringDrawing, ScaleWiringDrawing, WiringDrawing
from hardware.sheets import svg
from hardware.template import PlateSheet, plate, template

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"

BOARDS = {
    "wiring_pico": "",
    "wiring_pico_mcp3208": '[electronics]\nconverter = "mcp3208"\n',
    "wiring_pi": '[electronics]\ncontroller = "pi"\n',
}
"""The boards whose wiring is drawn, with the lines of their files that differ from the defaults."""


def drawings() -> dict[str, str]:
    """Return every flat drawing by the name of its file; drawings of solids are in
    `hardware.making.drawings.printed_parts_drawing`."""
    made = {f"{name}.svg": WiringDrawing(parse_board_file(text)).svg() for name, text in BOARDS.items()}
    made |= {f"{sheet}.svg": svg(plate(BoardFile(), sheet)) for sheet in (PlateSheet.FACE, PlateSheet.CARRIER)}
    made |= {
        "wiring_scale.svg": ScaleWiringDrawing(parse_board_file("[scale]\n")).svg(),
        "wiring_ring.svg": RingWiringDrawing(parse_board_file("[ring]\n")).svg(),
    }
    return made | {"stack.svg": StackDrawing(BoardFile()).svg(), "template.svg": svg(template(BoardFile()))}


def main() -> None:
    """Write all drawings."""
    for name, text in (drawings() | printed_parts_drawings()).items():
        (PICTURES / name).write_text(text, "utf-8")
        print(f"docs/pictures/{name}")


if __name__ == "__main__":
    main()
