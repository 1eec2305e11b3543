"""A command as somebody types it, run in this process: what it prints and how it ends are those of a process."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess
from unittest.mock import patch

from thera.cli import main


def typed(*words: str) -> CompletedProcess[str]:
    """What ``thera`` does with these words; nothing comes in, and a command that waits for its end would hang."""
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors), patch.object(sys, "stdin", io.StringIO()):
        try:
            code = main(words)
        except SystemExit as end:  # argparse ends a process so after its help, and after what it does not understand
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return CompletedProcess(["thera", *words], code, out.getvalue(), errors.getvalue())
