"""``thera doctor``, put together for the command line."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.examination import examine
from hardware.doctor.finding import CheckState, told
from thera.boards import load_board_file
from thera.commands.serve_command import DEFAULT_LINK

WRONG = 1


def doctor(board_file: Path | None, data: Path, *, as_json: bool, computer: Computer | None = None) -> int:
    """Print what is found on this computer (or another one); the exit code, `WRONG` if something is.

    :raises CannotPlayError: if the board file describes no board.
    """
    board = load_board_file(board_file) or BoardFile()
    findings = examine(computer or Computer(data=data, link=DEFAULT_LINK), board)
    if as_json:
        print(json.dumps([asdict(finding) for finding in findings], indent=2))  # noqa: T201 - what it is for
    else:
        print("\n".join(told(findings)))  # noqa: T201 - as above
    return WRONG if any(finding.state is CheckState.WRONG for finding in findings) else 0
