"""A table as ``thera play`` starts it, for the journeys and for the pictures of the documents."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house import ROOT


@contextmanager
def table_started(folder: Path, *options: str) -> Iterator[str]:
    """The address of a table on a free port, with these options, that keeps its data in a folder; it has to end without
    a complaint."""
    command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--seed", "7"]
    with subprocess.Popen(
        [*command, "--data", str(folder), *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None
        assert table.stderr is not None
        for line in table.stdout:
            if found := re.search(r"open at (http://\S+?)/?$", line.strip()):
                try:
                    yield found[1]
                except BaseException:
                    table.kill()  # nobody waits for a table whose journey has failed
                    raise
                break
        else:
            raise AssertionError(f"the table did not open: {table.stderr.read()}")
        table.send_signal(signal.SIGTERM)
        _, errors = table.communicate(timeout=20)
    assert (table.returncode, errors) == (0, ""), f"the table ended with {table.returncode}, and said: {errors}"
