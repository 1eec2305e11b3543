"""The command ``thera``, and how it ends. Apart from `thera.__main__`, which has to run on any Python 3."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence

from common.message import shortened
from table.errors import CannotPlayError
from thera.command_tree import parse
from thera.exit_codes import ExitCode


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``thera`` with these arguments (default: the process's own); the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter of a name shows a question mark
    try:
        try:
            return _run(sys.argv[1:] if arguments is None else arguments)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where a closed pipe can still be handled
    except BrokenPipeError:
        # The reader has closed its end. Python must not try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.OUTPUT_CLOSED


def _run(arguments: Sequence[str]) -> int:
    try:
        args = parse(arguments)
        return int(args.run(args))
    except CannotPlayError as error:
        for line in str(error).splitlines():
            print(f"thera: {shortened(line)}", file=sys.stderr)
        return ExitCode.REFUSED
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        print(f"thera: {shortened(str(error.filename), 60)}: a name that long cannot be a file", file=sys.stderr)
        return ExitCode.REFUSED
    except KeyboardInterrupt:
        print(file=sys.stderr)  # the shell's prompt begins on its own line
        return ExitCode.INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
