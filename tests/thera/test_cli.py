from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from table.session.board_choice import BoardKind
from table.session.journal_entries import BoardChanged, Opened, OptionsChosen
from table.settings.configuration import data_folder
from table.settings.options import FIRST_OPTIONS
from table.settings.page_addresses import page_address
from table.storage.journal import FILE_NAME, Journal
from table.storage.journal_file import CONFIRMED
from tests.house import ROOT
from tests.web_ui.board_page import board_open
from thera.cli import main
from thera.exit_codes import ExitCode
from thera.network import running_table
from thera.network.running_table import TRIED_PORTS, USUAL_PORT

ADDRESS = re.compile(r"Thera is open at (http://\S+)")
BOUND = 10.0
"""Seconds within which a process must have ended; what it takes is measured, not asserted."""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "thera.cli", *arguments]


def refused(*arguments: str, cwd: Path = ROOT, lines: int = 1) -> str:
    """The lines with which a command that cannot be started ends. It runs in this process, since a start takes long."""
    with chdir(cwd), redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            code: object = main(arguments)
        except SystemExit as ended:
            code = ended.code
    assert (code, out.getvalue()) == (ExitCode.REFUSED, "")
    assert err.getvalue().count("\n") == lines, err.getvalue()
    return err.getvalue()


@contextmanager
def running(
    folder: Path, *more: str, where: tuple[str, ...] = ("--host", "127.0.0.1", "--port", "0")
) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """A table as a process, the address that it printed, and all that it printed until it was open; ``where`` is where
    it is to be."""
    arguments = command("play", *where, "--data", str(folder), *more)
    with subprocess.Popen(arguments, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            printed = ""
            while "Ctrl-C" not in printed:
                line = process.stdout.readline()
                assert line, (printed, process.stderr.read() if process.stderr else "")
                printed += line
            found = ADDRESS.search(printed)
            assert found is not None
            yield process, found[1], printed
        finally:
            process.kill()


def test_it_prints_the_address_and_how_to_join(tmp_path: Path) -> None:
    with running(tmp_path) as (_, address, printed):
        assert "take a seat" in printed
        assert f"{address}board" in printed
        assert "█" not in printed  # nobody scans a code in a pipe
        with urllib.request.urlopen(address, timeout=BOUND) as page:  # noqa: S310 - our own http address
            assert page.status == 200


def test_it_warns_of_magnets_that_would_move_each_other(tmp_path: Path) -> None:
    strong = tmp_path / "strong.toml"
    strong.write_text("[magnet]\ndiameter_mm = 20.0\n", "utf-8")
    with running(tmp_path / "data", "--board", "virtual", "--board-file", str(strong)) as (process, _, _):
        assert process.stderr is not None
        told = process.stderr.readline()
        assert told.startswith("thera: workers on neighbouring squares do not stay: ")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_on_a_signal_with_a_stream_open(tmp_path: Path, number: signal.Signals) -> None:
    with running(tmp_path) as (process, address, _):
        with urllib.request.urlopen(f"{address}stream", timeout=BOUND) as stream:  # noqa: S310 - our own http address
            assert stream.readline().startswith(b"event:")
            began = time.monotonic()
            process.send_signal(number)
            assert process.wait(BOUND) == 0
        print(f"ended {time.monotonic() - began:.2f} s after {number.name}")
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert sorted(each.name for each in tmp_path.iterdir()) == [CONFIRMED, FILE_NAME, "virtual-board.json"]
    with Journal(tmp_path) as journal:
        assert journal.entries == (Opened(), OptionsChosen(FIRST_OPTIONS), BoardChanged(BoardKind.VIRTUAL))


def test_a_second_table_on_the_same_folder_is_reported(tmp_path: Path) -> None:
    with running(tmp_path):
        told = refused("play", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    assert "in use by another table" in told


def states_of(address: str, cookie: str = "") -> Iterator[dict[str, object]]:
    """What a phone with this cookie is shown, one state after another."""
    asked = urllib.request.Request(f"{address}stream", headers={"Cookie": cookie})  # noqa: S310 - our own http address
    with urllib.request.urlopen(asked, timeout=BOUND) as stream:  # noqa: S310 - our own http address
        for line in stream:
            if line.startswith(b"data: {"):
                yield json.loads(line.removeprefix(b"data:"))


def state_of(address: str, cookie: str = "") -> dict[str, object]:
    """What a phone with this cookie is shown first."""
    return next(states_of(address, cookie))


def posted(address: str, path: str, body: object, cookie: str = "") -> str:
    """Post this as a page with this cookie would; the cookie that comes back, if one does."""
    headers = {"Content-Type": "application/json", "Origin": address[:-1], "Cookie": cookie}
    asked = urllib.request.Request(f"{address}{path}", json.dumps(body).encode(), headers)  # noqa: S310 - as above
    with urllib.request.urlopen(asked, timeout=BOUND) as answer:  # noqa: S310 - our own http address
        given: str = answer.headers.get("Set-Cookie", "").split(";")[0]
    return given


def claim(address: str, seat: str) -> str:
    """Take a seat with the virtual board's page, as the first who opens it; the cookie that the phone keeps."""
    command = {"kind": "claim_seat", "seat": seat, "name": "Ann"}
    with board_open(address) as opener:
        cookie = posted(address, "command", {"version": state_of(address)["version"], "command": command}, opener)
    assert state_of(address, cookie)["seats_held"] == [seat]
    return cookie


def test_a_killed_table_starts_again_with_the_same_seats(tmp_path: Path) -> None:
    with running(tmp_path) as (process, address, _):
        cookie = claim(address, "blue")
        process.kill()
        process.wait(BOUND)
    with running(tmp_path) as (process, address, printed):
        assert state_of(address, cookie)["seats_held"] == ["blue"]
        assert state_of(address)["seats_held"] == []
        assert "Continuing with Ann (blue)" in printed
        process.send_signal(signal.SIGTERM)
        assert process.wait(BOUND) == 0
    with running(tmp_path, "--new") as (_, address, printed):
        assert state_of(address, cookie)["seats_held"] == []
        assert "Continuing" not in printed


@pytest.fixture
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has the port here is this process: it would be given seconds to answer as a table does."""
    monkeypatch.setattr(running_table, "ANSWER_SECONDS", 0.2)


@pytest.mark.usefixtures("nobody_answers")
def test_a_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = refused("play", "--host", "127.0.0.1", "--port", port, "--data", str(tmp_path), lines=2)
    first, second = told.splitlines()
    assert re.fullmatch(rf"thera: port {port} is taken by \S+ \(process {os.getpid()}\)", first)
    found = re.fullmatch(r"thera: use another port: thera play --port (\d+)", second)
    assert found is not None
    with socket.create_server(("127.0.0.1", int(found[1]))):
        pass  # it is free


@pytest.fixture
def usual_port_taken() -> Iterator[None]:
    """This program has the usual port of tables, unless another one keeps it: a test beside this has it but briefly."""
    with ExitStack() as stack:
        for _ in range(300):
            with suppress(OSError):
                stack.enter_context(socket.create_server(("", USUAL_PORT)))
                break
            time.sleep(0.1)  # nobody tells when a port becomes free
        yield


@pytest.mark.usefixtures("usual_port_taken", "nobody_answers")
def test_a_table_whose_port_nobody_chose_gives_way_and_says_who_has_the_usual_one(tmp_path: Path) -> None:
    with running(tmp_path, where=()) as (_, address, printed):
        port = urlsplit(address).port or 0
        assert port in TRIED_PORTS[1:]
        said = rf"Port {USUAL_PORT} is taken by .+\. The page is at port {port} instead\.\nThera is open at "
        assert re.match(said, printed)
        assert state_of(page_address("127.0.0.1", port))["phase"] == "lobby"
        assert "in use by another table" in refused("play", "--data", str(tmp_path))


@pytest.mark.usefixtures("usual_port_taken", "nobody_answers")
def test_a_table_whose_port_is_configured_does_not_give_way(tmp_path: Path) -> None:
    file = tmp_path / "thera.toml"
    file.write_text(f"[web]\nport = {USUAL_PORT}\n")
    told = refused("play", "--config", str(file), "--data", str(tmp_path), lines=2)
    assert told.startswith(f"thera: port {USUAL_PORT} is taken by ") or "is open already" in told


def test_an_address_of_another_machine_is_reported(tmp_path: Path) -> None:
    assert "cannot listen on 198.51.100.7" in refused("play", "--host", "198.51.100.7", "--data", str(tmp_path))


def test_a_folder_that_cannot_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot store the journal there" in refused("play", "--data", str(tmp_path / "file" / "data"))


@pytest.mark.parametrize("board", ["wooden", "/dev/../etc/passwd"])
def test_an_unknown_board_is_reported(tmp_path: Path, board: str) -> None:
    assert board in refused("play", "--board", board, "--port", "0", "--data", str(tmp_path))
    with Journal(tmp_path) as journal:
        assert journal.entries == ()


def test_a_damaged_journal_is_reported_and_set_aside_and_the_table_starts(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"coffee" * 1000)
    with running(tmp_path) as (process, _, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(BOUND) == 0
        assert process.stderr is not None
        assert f"{FILE_NAME} was damaged" in process.stderr.read()
    [aside] = tmp_path.glob(f"{FILE_NAME}.damaged-*")
    assert aside.read_bytes() == b"coffee" * 1000


@pytest.mark.parametrize("port", ["eighty", "-1", "65536"])
def test_what_is_no_port_is_reported(port: str) -> None:
    assert "--port" in refused("play", "--port", port, lines=2).splitlines()[0]


def test_the_game_is_stored_where_the_desktop_stores_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "thera"
    monkeypatch.setenv("XDG_DATA_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "thera"


def test_the_address_is_one_that_a_phone_can_type() -> None:
    assert page_address("127.0.0.1", 8080) == "http://127.0.0.1:8080/"
    assert page_address("::1", 80) == "http://[::1]/"
    assert os.sep not in page_address("table.lan", 1).removeprefix("http://").removesuffix("/")
