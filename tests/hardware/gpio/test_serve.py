"""``thera board serve``: a process that owns the pins, ends cleanly, and says plainly why it cannot begin."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.link import SerialBoard
from hardware.board import LinkChanged, LinkState
from tests.hardware.board_contract import next_frame, one_lit, ready, until
from tests.house import ROOT, installed_modules
from thera.cli import main

NAME = "Brett mit sehr langem Namen und äöüß an vielen Stellen äöüß"
PI_FILE = f'name = "{NAME}"\n[electronics]\ncontroller = "pi"\nlights_by = "spi"\n'
GUESTS = ("gpiozero", "lgpio", "rpi_ws281x", "_rpi_ws281x", "spidev")


def run(*arguments: str | Path, program: tuple[str, ...] = ("-m", "thera.cli")) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *program, *arguments], check=False, capture_output=True, text=True, timeout=60, cwd=ROOT
    )


class Serving:
    def __init__(self, folder: Path, *more: str) -> None:
        self.link = folder / "run" / "board"
        self.data = folder / "data"
        (folder / "pi.toml").write_text(PI_FILE, "utf-8")
        (folder / "machine").mkdir(exist_ok=True)
        paths = (folder / "pi.toml", self.link, self.data, folder / "machine")
        command = [sys.executable, "-m", "tests.hardware.gpio.served", *map(str, paths), *more]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )

    def wait_until_it_serves(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == f"Serving {NAME} at {self.link}\n"

    def end(self) -> tuple[int, str, str]:
        """The exit code, and the rest of what it said."""
        out, told = self.process.communicate(timeout=60)
        return self.process.returncode, out, told


@contextmanager
def serving(folder: Path, *more: str) -> Iterator[Serving]:
    started = Serving(folder, *more)
    try:
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_end_and_leaves_the_lights_dark(end: signal.Signals, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        served.wait_until_it_serves()
        with SerialBoard(str(served.link)) as board:
            events = board.events()
            ready(events)
            identity = board.identity
            assert identity is not None
            assert (identity.name, identity.unique_id, identity.boots) == (NAME[:57], "pi-10000000abcdef01", 1)
            board.show(one_lit(12))
            for _ in range(5):
                next_frame(events)
            served.process.send_signal(end)
            assert served.end() == (0, "dark\n", "")
            until(events, lambda event: isinstance(event, LinkChanged) and event.state is LinkState.LOST)
        assert not served.link.is_symlink()


def test_what_was_stored_and_how_often_it_started_is_known_the_next_time(tmp_path: Path) -> None:
    for boots in (1, 2):
        with serving(tmp_path) as served:
            served.wait_until_it_serves()
            with SerialBoard(str(served.link)) as board:
                ready(board.events())
                assert board.identity is not None
                assert board.identity.boots == boots
            served.process.terminate()
            assert served.end()[0] == 0
    assert sorted(path.name for path in (tmp_path / "data" / "pins").iterdir()) == ["boots.json"]


@pytest.mark.parametrize("owner_by", ["folder", "sudo"])
def test_the_terminal_is_for_the_table_which_runs_as_somebody_else(
    owner_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to the owner of the link's folder. A folder that is not there is made, for whoever called sudo."""
    if os.geteuid() != 0:
        pytest.skip("only root gives things away")
    if owner_by == "folder":
        (tmp_path / "run").mkdir()
        os.chown(tmp_path / "run", 1234, 2345)
    else:
        monkeypatch.setenv("SUDO_UID", "1234")
        monkeypatch.setenv("SUDO_GID", "2345")
    with serving(tmp_path) as served:
        served.wait_until_it_serves()
        terminal = served.link.stat()
        assert (terminal.st_uid, terminal.st_gid) == (1234, 2345)


def test_it_ends_with_an_error_when_its_sensors_can_no_longer_be_read(tmp_path: Path) -> None:
    with serving(tmp_path, "fail") as served:
        served.wait_until_it_serves()
        with SerialBoard(str(served.link)):
            code, out, told = served.end()
    assert (code, out) == (1, "dark\n")
    assert told == "thera: the sensors can no longer be read: [Errno 5] Input/output error\n"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", 'thera: the board file says controller = "pico"; such a board is plugged in by USB'),
        (PI_FILE, "thera: This machine is not a Raspberry Pi ("),
        (
            PI_FILE + "[sensor]\nadc_bits = 10\n",
            "thera: an MCP3208 has 12 bits; [sensor] adc_bits = 10 is not possible",
        ),
        (
            PI_FILE + "[[further_sensors]]\neast_mm = -40\nnorth_mm = 0\nrange_mt = 80\n",
            "thera: the pins of a Pi read no sensors outside the squares: leave [[further_sensors]] out",
        ),
        (PI_FILE + "[electronics.pins]\ndone = 10", "thera: {path}: [electronics.pins] GPIO 10 is done and MOSI of"),
    ],
)
def test_off_a_pi_it_says_in_a_line_what_is_missing(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, "utf-8")
    asked = ["board", "serve", "--board-file", path, "--link", tmp_path / "board", "--data", tmp_path]
    assert main(list(map(str, asked))) == 2
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith(told.format(path=path))
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("link", "told"),
    [("none/none/board", "the folder for the link is missing"), ("pi.toml", "already exists and is not a link")],
)
def test_a_place_where_no_link_can_be_is_reported(link: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "pi.toml").write_text(PI_FILE, "utf-8")
    done = run(
        tmp_path / "pi.toml", tmp_path / link, tmp_path / "data", tmp_path / "machine",
        program=("-m", "tests.hardware.gpio.served"),
    )  # fmt: skip
    assert done.returncode != 0
    assert told in done.stderr
    assert not (tmp_path / "data").exists()


def test_off_a_pi_no_library_for_pins_is_needed_or_imported(tmp_path: Path) -> None:
    """Every module of the house is imported, and the command is run, where importing one of them is an error."""
    modules = [
        re.sub(r"\.__init__$", "", ".".join(path.relative_to(ROOT).with_suffix("").parts))
        for path in installed_modules()
        if (path.parent / "__init__.py").exists() and path.name != "make_field_table.py"
    ]
    assert "hardware.gpio.strip" in modules
    program = f"""
import importlib, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {GUESTS}:
            raise AssertionError(f"{{name}} is imported")
sys.meta_path.insert(0, Blocked())
for name in {modules}:
    importlib.import_module(name)
from thera.cli import main
sys.exit(main(["board", "serve", "--board-file", sys.argv[1], "--link", sys.argv[2]]))
"""
    (tmp_path / "pi.toml").write_text(PI_FILE, "utf-8")
    done = run(tmp_path / "pi.toml", tmp_path / "board", program=("-c", program))
    assert done.returncode == 2, done.stderr
    assert "not a Raspberry Pi" in done.stderr
