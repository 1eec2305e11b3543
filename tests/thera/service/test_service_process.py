"""``thera play`` as systemd runs it: it says when it is ready, that it is alive, what it does, and that it stops."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.house import ROOT
from tests.thera.service.notify_listener import PATIENCE, listening_systemd

WITH_ITS_NUMBER = "import os, sys; os.environ['LISTEN_PID'] = str(os.getpid()); os.execv(sys.argv[1], sys.argv[1:])"
"""A program that tells the next one, which has the same number, that the sockets are for it, as systemd does."""


def test_a_table_on_sockets_of_systemd_says_how_it_stands(tmp_path: Path) -> None:
    with (
        listening_systemd(tmp_path / "notify") as systemd,
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("127.0.0.1", 0)) as two,
    ):
        # Where they stand does not matter, but for the numbers that the shell gives them.
        high = [fcntl.fcntl(each.fileno(), fcntl.F_DUPFD_CLOEXEC, 100) for each in (one, two)]
        ports = [each.getsockname()[1] for each in (one, two)]
        play = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--data", str(tmp_path / "data")]
        shell = f'exec 3<&{high[0]} 4<&{high[1]} && exec "$@"'
        command = ["bash", "-c", shell, "-", sys.executable, "-c", WITH_ITS_NUMBER, *play]
        environment = {"NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "400000", "LISTEN_FDS": "2"}
        with subprocess.Popen(
            command, cwd=ROOT, env=environment, pass_fds=high, stdout=subprocess.PIPE, text=True
        ) as process:
            try:
                heard = systemd.until("READY=1")
                stands = "STATUS=nobody at the table; board good; no pages open"
                assert stands in heard or systemd.until(stands)
                systemd.until("WATCHDOG=1")
                systemd.until("WATCHDOG=1")
                for port in ports:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as page:
                        assert page.status == 200
                process.send_signal(signal.SIGTERM)
                systemd.until("STOPPING=1")
                printed, _ = process.communicate(timeout=PATIENCE)
                assert process.returncode == 0
                assert f"Thera is open at http://127.0.0.1:{min(ports)}/" in printed
            finally:
                process.kill()
                for each in high:
                    os.close(each)
