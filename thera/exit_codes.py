"""How a command of ``thera`` ends, as the number that a shell or a program gets."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of all commands; `EXIT_MEANINGS` explains each."""

    DONE = 0
    FAILED = 1
    REFUSED = 2
    TOO_MANY = 3
    INTERRUPTED = 130
    OUTPUT_CLOSED = 141


EXIT_MEANINGS = {
    ExitCode.DONE: "The command did what was asked.",
    ExitCode.FAILED: "The command ran, and the result is bad: a check found something wrong, a position or a record"
    " breaks the rules, the board is not ready, or an installation, a recording or a table failed.",
    ExitCode.REFUSED: "The command could not start: an unknown command or option, a value that is not allowed, a file"
    " that cannot be read or written, a port that is taken, or a right that is missing. Nothing was changed.",
    ExitCode.TOO_MANY: "thera rules only: the position has too many turns to list or count.",
    ExitCode.INTERRUPTED: "Ctrl-C ended the command before it was done.",
    ExitCode.OUTPUT_CLOSED: "The program that read the output closed it, as in thera rules turns FILE | head.",
}
"""What each exit code means, for the manual page and the documents."""
