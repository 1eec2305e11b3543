"""The interface to systemd: reports of the state, inherited sockets, and the priority of log lines."""

from __future__ import annotations

import logging
import os
import socket
import uuid
from pathlib import Path

import pytest

from tests.thera.service.notify_listener import listening_systemd
from thera.service.systemd_interface import JournalFormatter, Notifier, goes_to_journal, inherited


def test_each_word_is_one_datagram(tmp_path: Path) -> None:
    with listening_systemd(tmp_path / "notify") as systemd:
        notifier = Notifier.from_environment({"NOTIFY_SOCKET": systemd.address})
        notifier.ready()
        notifier.status("Ann's turn,\nBo waits")
        notifier.watchdog()
        notifier.stopping()
        assert systemd.so_far() == ["READY=1", "STATUS=Ann's turn, Bo waits", "WATCHDOG=1", "STOPPING=1"]


def test_a_socket_without_a_file_is_reached() -> None:
    with listening_systemd(f"@thera-{uuid.uuid4()}") as systemd:
        Notifier.from_environment({"NOTIFY_SOCKET": systemd.address}).ready()
        assert systemd.so_far() == ["READY=1"]


def test_without_systemd_nothing_is_reported() -> None:
    notifier = Notifier.from_environment({})
    notifier.ready()
    assert not notifier.heard
    assert notifier.watchdog_seconds is None


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "10000000"}, 10.0),
        ({"WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "17"}, 2.5),
        ({"WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "18"}, None),
        ({"WATCHDOG_PID": "17"}, None),
    ],
)
def test_the_watchdog_is_fed_if_it_is_meant_for_this_process(
    environment: dict[str, str], seconds: float | None
) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": "/run/notify", **environment}, process=17)
    assert notifier.watchdog_seconds == seconds


def test_the_process_is_this_one() -> None:
    environment = {"NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": str(os.getpid())}
    assert Notifier.from_environment(environment).watchdog_seconds == 1.0


def test_a_systemd_that_has_gone_stops_no_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier(str(tmp_path / "nobody")).watchdog()
    assert "WATCHDOG=1" in caplog.text


FIRST = 200
"""Where the tests put descriptors, far above what else is open."""


def test_inherited_sockets_come_in_their_order() -> None:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        os.dup2(one.fileno(), FIRST)
        os.dup2(two.fileno(), FIRST + 1)
        found = inherited({"LISTEN_PID": "17", "LISTEN_FDS": "2"}, process=17, first=FIRST)
        try:
            assert [each.getsockname() for each in found] == [one.getsockname(), two.getsockname()]
            assert not any(each.get_inheritable() for each in found)
        finally:
            for each in found:
                each.close()


@pytest.mark.parametrize(
    "environment", [{}, {"LISTEN_FDS": "1"}, {"LISTEN_PID": "18", "LISTEN_FDS": "1"}, {"LISTEN_PID": "17"}]
)
def test_what_is_meant_for_another_process_is_left_alone(environment: dict[str, str]) -> None:
    assert inherited(environment, process=17, first=FIRST) == ()


def test_a_descriptor_that_is_no_socket_is_an_error() -> None:
    reading, writing = os.pipe()
    try:
        with pytest.raises(OSError, match="socket"):
            inherited({"LISTEN_PID": "17", "LISTEN_FDS": "1"}, process=17, first=reading)
    finally:
        os.close(reading)
        os.close(writing)


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
