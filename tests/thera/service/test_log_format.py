"""Lines for systemd's journal say how grave they are, and only lines that go there."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from thera.service.log_format import JournalFormatter, goes_to_journal


@pytest.mark.parametrize(
    ("level", "number"),
    [(logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7)],
)
def test_each_line_has_its_gravity_in_front(level: int, number: int) -> None:
    record = logging.LogRecord("table", level, __file__, 1, "the board\nis %s", ("lost",), None)
    assert JournalFormatter("%(message)s").format(record) == f"<{number}>the board\n<{number}>is lost"


def test_the_journal_is_known_by_its_socket(tmp_path: Path) -> None:
    with (tmp_path / "stream").open("w") as stream, (tmp_path / "other").open("w") as other:
        found = os.fstat(stream.fileno())
        environment = {"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}
        assert goes_to_journal(stream, environment)
        assert not goes_to_journal(other, environment)
        assert not goes_to_journal(stream, {})
