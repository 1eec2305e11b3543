"""Several phones send their first command at the same moment, to a table that has just started."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from table.typed_json import tag_of
from tests.journeys.started_table import table_started
from web_ui.forms.command_forms import COMMAND_FORMS

AT_ONCE = 12
CLAIM = {"seat": "blue", "name": "Ann"}
"""What a claim needs. The other commands are refused for what they lack; their types were read by then."""
KINDS = [tag_of(form) for form in COMMAND_FORMS]
OTHERS = ("/judge", "/position", "/hint", "/guard", "/puzzles/1", "/hands", "/games", "/games/nothing/review")
"""Where else a page sends JSON."""


def ask_at_once(address: str, path: str, body: object) -> list[int]:
    """Sends the same from twelve connections when all of them are ready: the status of each answer."""
    together = threading.Barrier(AT_ONCE)

    def ask(_: int) -> int:
        connection = HTTPConnection(urlsplit(address).netloc, timeout=60)
        try:
            connection.connect()
            together.wait(60)
            connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
            return connection.getresponse().status
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as phones:
        return list(phones.map(ask, range(AT_ONCE)))


@pytest.mark.parts
@pytest.mark.timeout(600)
def test_first_requests_may_come_at_the_same_moment(tmp_path: Path) -> None:
    """Each start begins with another kind of command, so that each is once the first that the table reads."""
    assert len(KINDS) >= 50
    for kind in KINDS:
        with table_started(tmp_path / kind) as address:
            command = {"kind": kind, **(CLAIM if kind == "claim_seat" else {})}
            for path, body in (("/command", {"version": 1, "command": command}), *((path, {}) for path in OTHERS)):
                statuses = ask_at_once(address, path, body)
                assert max(statuses) < 500, (kind, path, statuses)
