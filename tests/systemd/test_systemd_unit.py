"""The units are such that systemd itself finds nothing wrong with them, and they leave the services few rights."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house import ROOT
from web_ui.serve import THREADS

UNITS = ROOT / "systemd" / "units"
INSTALLED = "/opt/thera/current/bin/thera"
INTERPRETER = "/opt/thera/current/bin/python"
SERVICES = ("thera.service", "thera-board.service", "thera-network.service")
EXPOSURE = {"thera.service": 15, "thera-board.service": 25, "thera-network.service": 15}
"""How much of ten times ten systemd may find exposed."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")


def complaints(name: str, text: str, folder: Path) -> list[str]:
    """What ``systemd-analyze verify`` says of a unit with this text among the others; the program stands where this one
    runs."""
    for path in UNITS.iterdir():
        if path.suffix in (".service", ".socket"):
            given = text if path.name == name else path.read_text("utf-8")
            (folder / path.name).write_text(
                given.replace(INSTALLED, sys.executable).replace(INTERPRETER, sys.executable), "utf-8"
            )
    result = subprocess.run(["systemd-analyze", "verify", folder / name], check=False, capture_output=True, text=True)
    said = [line for line in result.stderr.splitlines() if "thera" in line]
    assert result.returncode == 0 or said, result.stderr
    return said


@needs_systemd
@pytest.mark.parametrize("name", [*SERVICES, "thera.socket"])
def test_systemd_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    assert complaints(name, (UNITS / name).read_text("utf-8"), tmp_path) == []


@needs_systemd
@pytest.mark.parametrize(
    ("right", "wrong"),
    [("Restart=always", "Restart=sometimes"), ("ProtectSystem=", "ProtectSytem="), (INSTALLED, "/nowhere/thera")],
)
def test_a_fault_would_be_found(right: str, wrong: str, tmp_path: Path) -> None:
    text = (UNITS / "thera.service").read_text("utf-8")
    assert right in text
    assert complaints("thera.service", text.replace(right, wrong), tmp_path)


@needs_systemd
@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_few_rights(name: str, tmp_path: Path) -> None:
    copy = shutil.copy(UNITS / name, tmp_path)
    threshold = f"--threshold={EXPOSURE[name]}"
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", threshold, copy], check=False, capture_output=True, text=True
    )
    assert judged.returncode == 0, judged.stdout.splitlines()[-1]


def settings(name: str) -> dict[str, str]:
    """The settings of a unit; of those that stand there several times, the last."""
    return dict(re.findall(r"^(\w+)=(.*)$", (UNITS / name).read_text("utf-8"), re.MULTILINE))


def test_the_table_reports_how_it_stands_and_is_started_again() -> None:
    thera = settings("thera.service")
    assert thera["Type"] == "notify"
    assert float(thera["WatchdogSec"]) == 10
    assert thera["Restart"] == "always"
    assert thera["User"] == "thera"


def test_the_table_waits_for_neither_network_nor_board() -> None:
    text = (UNITS / "thera.service").read_text("utf-8")
    orders = re.findall(r"^(?:Requires|Wants|BindsTo|After)=(.*)$", text, re.MULTILINE)
    assert {unit for order in orders for unit in order.split()} == {"network.target", "thera.socket"}


def test_the_pins_have_no_network_and_the_table_no_pins() -> None:
    assert settings("thera-board.service")["PrivateNetwork"] == "yes"
    allowed = re.findall(r"^DeviceAllow=(\S+)", (UNITS / "thera.service").read_text("utf-8"), re.MULTILINE)
    assert allowed == ["char-ttyACM", "char-pts", "/dev/ptmx"]


@pytest.mark.parametrize("name", SERVICES)
def test_each_exception_has_its_reason_beside_it(name: str) -> None:
    text = (UNITS / name).read_text("utf-8")
    _, excepted = text.split("# What it may after all, and why:\n")
    blocks = re.findall(r"((?:^#.*\n)+)((?:^\w.*\n)*)", excepted.split("\n[Install]")[0], re.MULTILINE)
    assert excepted.count("# - ") >= 4
    assert all(reason.startswith("# - ") for reason, _ in blocks)
    assert sum(len(lines.splitlines()) for _, lines in blocks) == len(re.findall(r"^\w+=", excepted, re.MULTILINE)) - (
        excepted.split("[Install]")[1].count("=")
    )


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_that_grows_without_end_is_stopped_before_the_computer_suffers(name: str) -> None:
    unit = settings(name)
    smallest = 512  # MB that a Pi Zero 2 has, for all that runs on it
    assert 0 < int(unit["MemoryMax"].removesuffix("M")) <= smallest / 2
    assert unit["MemorySwapMax"] == "0"
    assert unit["Restart"] == "always"


def test_the_threads_of_a_full_table_have_room() -> None:
    besides_pages = 8  # main, table, feed, web, link, board, watchdog, control
    assert THREADS + besides_pages < int(settings("thera.service")["TasksMax"]) < 2 * THREADS


def test_a_pico_is_left_alone_by_what_looks_for_modems() -> None:
    text = (UNITS / "70-thera.rules").read_text("utf-8")
    rules = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert len(rules) == 1
    wanted = ('ATTRS{idVendor}=="2e8a"', 'ENV{ID_MM_DEVICE_IGNORE}="1"', 'GROUP="dialout"')
    assert [part for part in wanted if part not in rules[0]] == []
