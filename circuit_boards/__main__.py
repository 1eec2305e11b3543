"""Make all files of the circuit boards, in build/circuit_boards: make circuit-boards, for a board of your own with
ARGS="--board-file my-board.toml"."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from circuit_boards.board_design import BoardDesign
from circuit_boards.board_files import BoardFiles, make_files
from circuit_boards.controller_board import controller_board
from circuit_boards.kicad_root import STATE, KicadError, check_possible, make_root
from circuit_boards.rank_board import rank_board
from circuit_boards.track_router import RoutingError
from hardware.board_file import BoardFile, read_board_file

INTERRUPTED = 130
"""What a shell has for a program that Ctrl-C ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make them; 1 if the rules find something, 2 if they cannot be made."""
    parser = argparse.ArgumentParser(prog="make circuit-boards", description=__doc__)
    parser.add_argument("--board-file", type=Path, help="the board; without one, the usual board")
    given = parser.parse_args(arguments)
    try:
        board = BoardFile() if given.board_file is None else read_board_file(given.board_file)
        check_possible()
        designs = rank_board(board), controller_board(board)
        make_root()
        return max([_made(design) for design in designs])
    except (ValueError, RoutingError, KicadError) as error:
        print(f"No circuit boards are made: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = f"{error.filename or STATE}: " if error.strerror else ""
        print(f"No circuit boards are made: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nNo circuit boards are made: it was interrupted", file=sys.stderr)
        return INTERRUPTED


def _made(design: BoardDesign) -> int:
    files = make_files(design, STATE / design.name)
    outline = design.outline
    print(
        f"{files.folder}: {design.pieces} needed, {outline.width:.4g} x {outline.height:.4g} mm,"
        f" {len(design.parts)} parts, {len(design.nets)} nets, {design.hand_joints} joints by hand"
    )
    for name, found in _findings(files).items():
        print(f"  {name}: {'clean' if not found else ''}")
        for each in found:
            print(f"    {each}")
    return 1 if any(_findings(files).values()) else 0


def _findings(files: BoardFiles) -> dict[str, list[str]]:
    return {
        "rules for boards": [f"{each.kind}: {each.words}" for each in files.board_findings],
        "rules for schematics": [f"{each.kind}: {each.words}" for each in files.schematic_findings],
    }


if __name__ == "__main__":
    sys.exit(main())
