"""What a service tells systemd comes to it as sd_notify(3) has it."""

from __future__ import annotations

import os
import uuid
from pathlib import Path

import pytest

from tests.thera.service.notify_listener import listening_systemd
from thera.service.notify import Notifier


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


def test_without_systemd_nothing_is_told() -> None:
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
