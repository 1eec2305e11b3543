"""Which table is open on this computer, and who holds a port: asked of real tables and sockets."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

from tests.house import ROOT
from tests.thera.test_cli import refused, running
from thera.exit_codes import ExitCode
from thera.install.installation import page_ports
from thera.network.running_table import RunningTable, free_port, holder_of, listening_sockets, running_tables

EVERYWHERE = "0.0.0.0"  # noqa: S104 - what holds a port for all of the computer's addresses


def address(*options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "thera", "address", *options]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)


def test_the_address_of_a_running_table_can_be_shown_again_and_again(tmp_path: Path) -> None:
    with running(tmp_path) as (_, at, _):
        port = at.rsplit(":", maxsplit=1)[1].rstrip("/")
        told = address("--port", port)
        assert (told.returncode, told.stdout, told.stderr) == (0, f"{at}\n", "")
        told_again = refused("play", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "other"), lines=2)
    assert f"a table is open already, at {at}\n" in told_again
    told = address("--port", port)
    assert (told.returncode, told.stdout) == (ExitCode.FAILED, "")
    assert "thera play" in told.stderr


def test_another_program_at_a_port_is_no_table() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        other.settimeout(30)
        with subprocess.Popen(
            [sys.executable, "-m", "thera", "address", "--port", str(port)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as asking:
            asker, _ = other.accept()
            with asker:
                asker.recv(1000)
                asker.sendall(b"220 this is no web server\r\n")
            said, _ = asking.communicate()
    assert (asking.returncode, said) == (ExitCode.FAILED, b"")


def test_a_table_is_found_at_the_address_it_listens_on() -> None:
    with socket.create_server(("127.0.0.2", 0)) as one, socket.create_server((EVERYWHERE, 0)) as all_of_them:
        found = {each.port: each.connectable for each in listening_sockets()}
        assert found[one.getsockname()[1]] == "127.0.0.2"
        assert found[all_of_them.getsockname()[1]] == "127.0.0.1"
        assert list(running_tables(1)) == []


def test_who_holds_a_port_is_named_and_the_rest_is_had() -> None:
    with socket.create_server((EVERYWHERE, 0)) as taken:
        port, other = taken.getsockname()[1], free_port(EVERYWHERE)
        assert other is not None
        found = page_ports((port, other))
        assert f"(process {os.getpid()})" in found.taken[port]
        assert found.free == (other,)
        assert f"ListenStream=\nListenStream=0.0.0.0:{other}\nListenStream=[::]:{other}\n" in found.unit_text()
        assert page_ports((port,)).free not in ((), (port,))


def test_of_another_users_program_the_user_is_named(tmp_path: Path) -> None:
    """As an ordinary user sees it, who may not look into the processes of others."""
    (tmp_path / "net").mkdir()
    head = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    line = "   0: 00000000:C34F 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4242 1\n"
    (tmp_path / "net/tcp").write_text(head + line)
    assert holder_of(0xC34F, tmp_path).startswith("a program of the user root (to see which: sudo ss ")


def test_a_table_that_no_phone_can_reach_is_named_without_its_usual_port() -> None:
    assert RunningTable(80, "").here == "http://127.0.0.1/"
    assert RunningTable(8081, "").here == "http://127.0.0.1:8081/"
    assert RunningTable(80, "http://192.0.2.7/").here == "http://192.0.2.7/"
