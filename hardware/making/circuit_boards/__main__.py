"""Make all files of the circuit boards, in build/circuit_boards: make circuit-boards, for a board of your own with
ARGS="--board-file my-board.toml"."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hardware.board_file import BoardFile, read_board_file
from hardware.making.circuit_boards.board_files import BoardFiles, make_files, make_project_files
from hardware.making.circuit_boards.controller_board import PROJECT, check_controller
from hardware.making.circuit_boards.kicad_root import STATE, KicadError, check_possible, make_root
from hardware.making.circuit_boards.rank_board import rank_board

INTERRUPTED = 130
"""The exit code of a shell for a program that Ctrl-C ended."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the files; returns 1 if the rules find something, 2 if the files cannot be made."""
    parser = argparse.ArgumentParser(prog="make circuit-boards", description=__doc__)
    parser.add_argument("--board-file", type=Path, help="the board; the usual board by default")
    given = parser.parse_args(arguments)
    try:
        board = BoardFile() if given.board_file is None else read_board_file(given.board_file)
        rank = rank_board(board)
        check_controller(board)
        check_possible()
        make_root()
        made = (
            (rank.pieces, make_files(rank, STATE / rank.name)),
            (1, make_project_files(PROJECT, STATE / PROJECT.name)),
        )
        return max([_told(pieces, files) for pieces, files in made])
    except (ValueError, KicadError) as error:
        print(f"No circuit boards are made: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        place = f"{error.filename or STATE}: " if error.strerror else ""
        print(f"No circuit boards are made: {place}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nNo circuit boards are made: it was interrupted", file=sys.stderr)
        return INTERRUPTED


def _told(pieces: int, files: BoardFiles) -> int:
    """Print what the rules found on a board, and how many of it are needed; returns 1 if they found something."""
    print(f"{files.folder}: {pieces} needed")
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
