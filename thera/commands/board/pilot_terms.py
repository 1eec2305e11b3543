"""What both pilots share: numbers that a maker types, the file that is written at the end, and the verdict."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from common.atomic_files import write_whole
from hardware.board_file import BoardFile, describe
from table.errors import CannotPlayError
from thera.boards.pilot_measurement import PilotFinding
from thera.commands.board.terminal_procedure import PersonAtBoard, say
from thera.exit_codes import ExitCode


@dataclass(frozen=True, slots=True)
class TypedNumber:
    """A number that the maker measures: its meaning, its unit, its limits, and the value of the board file, or None if
    it has to be measured."""

    name: str
    what: str
    unit: str
    low: float
    high: float
    described: float | None = None


def typed_number(text: str, asked: TypedNumber, say: Callable[[str], None]) -> float | None:
    """Return the typed number, or the board file's for an empty line; None if it is invalid, after a message."""
    if not text.strip() and asked.described is not None:
        return asked.described
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        value = float("nan")
    if asked.low <= value <= asked.high:
        return value
    heard = f"{text.strip()[:20]!r}?" if text.strip() else "This has to be measured."
    say(f"   {heard} A number from {asked.low:g} to {asked.high:g}, in {asked.unit}")
    return None


def ask_number(person: PersonAtBoard, asked: TypedNumber) -> float:
    """Ask a person for a number until it is valid."""
    while True:
        wanted = f"{asked.low:g} to {asked.high:g}" if asked.described is None else f"Enter: {asked.described:g}"
        say(f"{asked.name}: {asked.what}, in {asked.unit} [{wanted}]")
        value = typed_number(person.line(), asked, say)
        if value is not None:
            return value


def check_room(file: Path) -> None:
    """Refuse a file that could not be written after an hour of measuring.

    :raises CannotPlayError: if it already exists, or its folder does not exist or cannot be written.
    """
    if file.exists():
        raise CannotPlayError(f"{file} already exists; name a new file (--board-file names one to begin with)")
    if not file.parent.is_dir():
        raise CannotPlayError(f"{file}: there is no folder {file.parent}")
    if not os.access(file.parent, os.W_OK):
        raise CannotPlayError(f"{file}: {file.parent} may not be written to")


def say_findings(findings: Sequence[PilotFinding]) -> None:
    """Print each finding, and below it what to change."""
    say("")
    for each in findings:
        say(f"{'good  ' if each.good else 'CHANGE'} {each.text}")
        if each.change:
            say(f"       {each.change}")


def write_board_file(file: Path, board: BoardFile) -> None:
    """Write the board file of what was measured.

    :raises CannotPlayError: if the file cannot be written; its content is shown before.
    """
    text = describe(board, for_maker=True)
    try:
        write_whole(file, text)
    except OSError as error:
        say(f"This is the board file; store it elsewhere:\n{text}")
        raise CannotPlayError(f"{file}: cannot write it: {error.strerror or error}") from error
    say(f"Written: {file}")


def say_verdict(findings: Sequence[PilotFinding]) -> int:
    """Print whether to build. Return the exit code, 0 if so."""
    good = all(each.good for each in findings)
    say("Build it." if good else "Change that first, and try again.")
    return ExitCode.DONE if good else ExitCode.FAILED
