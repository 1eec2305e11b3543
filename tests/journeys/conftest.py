from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.house import ROOT
from tests.journeys.players import Room, room_with
from tests.web_ui.browser import chromium


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table as ``thera play`` starts it, on a free port."""
    command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--seed", "7"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as table:
        assert table.stdout is not None
        assert table.stderr is not None
        for line in table.stdout:
            if found := re.search(r"open at (http://\S+?)/?$", line.strip()):
                yield found[1]
                break
        else:
            pytest.fail(f"the table did not open: {table.stderr.read()}")
        table.send_signal(signal.SIGTERM)
        _, errors = table.communicate(timeout=20)
    assert (table.returncode, errors) == (0, "")


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def room(chrome: Browser, address: str) -> Iterator[Room]:
    with room_with(chrome, address) as opened:
        yield opened
