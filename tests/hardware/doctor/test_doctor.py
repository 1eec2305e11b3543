"""The doctor finds nothing wrong where nothing is, and looks at any machine without being upset."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.doctor.computer import Computer
from hardware.doctor.examination import CHECKS, examine
from hardware.doctor.finding import CheckState, Finding, report_lines
from tests.hardware.doctor.checked_computers import (
    BOARDS,
    BY_ID,
    MODELS,
    PICO,
    PWM,
    SPI,
    amiss,
    answers,
    found,
    machine,
)

HEALTHY = [
    *((model, board) for model in ("zero", "pi3", "pi4") for board in ("pwm", "pcm", "spi", "pico")),
    *(("pi5", board) for board in ("spi", "pico")),
    ("", "pico"),
]


@pytest.mark.parametrize(("model", "board"), HEALTHY)
def test_nothing_is_wrong_where_nothing_is(tmp_path: Path, model: str, board: str) -> None:
    assert amiss(found(machine(tmp_path, MODELS.get(model, "")), BOARDS[board])) == set()


def test_off_a_pi_what_concerns_a_pi_is_said_not_to_apply(tmp_path: Path) -> None:
    findings = found(machine(tmp_path), PICO)
    passed_over = {what for what, finding in findings.items() if finding.state is CheckState.NOT_HERE}
    assert passed_over == {
        *("voltage", "heat", "group gpio", "group spi", "pins", "SPI", "lights", "sound", "core clock", "SPI buffer"),
        *("folder", "gpiozero", "lgpio", "GPIOZERO_PIN_FACTORY", "light library", "own Wi-Fi"),
    }
    assert "not a Raspberry Pi" in findings["computer"].meaning
    assert findings["board"].meaning == f"{BY_ID} is there, and can be opened"


def test_a_wifi_for_the_own_network_that_is_switched_on_is_as_it_should_be(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.write("/etc/thera/network.toml", "")
    assert found(made, PICO)["own Wi-Fi"].state is CheckState.NOT_HERE
    for name, text in (("type", "wlan"), ("soft", "0"), ("hard", "0")):
        made.write(f"/sys/class/rfkill/rfkill1/{name}", f"{text}\n")
    assert found(made, PICO)["own Wi-Fi"].state is CheckState.OK


def test_off_a_pi_nothing_is_said_of_pins_but_that_there_are_none(tmp_path: Path) -> None:
    findings = found(machine(tmp_path), PWM)
    assert amiss(findings) == {"computer"}
    pins = ("board", "supply", "group gpio", "group spi", "pins", "SPI", "lights", "sound", "folder", "lgpio")
    assert {findings[what].meaning for what in pins} == {"this is not a Raspberry Pi"}


def test_a_greedy_budget_wants_a_supply_of_its_own(tmp_path: Path) -> None:
    greedy = replace(PWM, electronics=replace(PWM.electronics, budget_ma=1500))
    finding = found(machine(tmp_path, MODELS["pi3"]), greedy)["supply"]
    assert finding.state is CheckState.WARNING
    assert "too much for one supply of 2.5 A" in finding.meaning
    assert "5 V, 1.7 A or more (budget_ma = 1500)" in finding.fix


def test_a_table_may_have_the_board(tmp_path: Path) -> None:
    made = machine(tmp_path)
    made.runs(77, "/opt/thera/.venv/bin/python", "/opt/thera/.venv/bin/thera", "play")
    made.lock(77, "/dev/ttyACM0")
    assert found(made, PICO)["board"].meaning == f"{BY_ID} is there, and Thera uses it (process 77)"


def test_a_user_who_may_open_the_board_needs_no_group(tmp_path: Path) -> None:
    made = machine(tmp_path).with_(groups=frozenset({"mara"}))
    made.write("/etc/group", "dialout:x:20:\n")
    assert amiss(found(made, PICO)) == set()


def test_root_needs_no_group(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"]).with_(groups=frozenset({"root"}), user="root", superuser=True)
    made.unplug()
    assert amiss(found(made, PICO)) == {"board"}
    assert amiss(found(made, SPI)) == set()


@pytest.mark.parametrize(
    ("folder", "rule"),
    [
        ("/etc/udev/rules.d", 'ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1"'),
        ("/usr/lib/udev/rules.d", 'SUBSYSTEM=="tty", ATTRS{idVendor} == "2E8A", ENV{ID_MM_PORT_IGNORE} = "1"'),
    ],
)
def test_a_rule_that_spares_the_board_is_seen(tmp_path: Path, folder: str, rule: str) -> None:
    made = machine(tmp_path)
    made.runs(55, "/usr/sbin/ModemManager")
    made.write(f"{folder}/70-thera-board.rules", f"# ours\n{rule}\n")
    finding = found(made, PICO)["ModemManager"]
    assert finding.state is CheckState.OK
    assert f"{folder}/70-thera-board.rules" in finding.meaning


def test_root_makes_the_folder_where_the_pins_are_served(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"]).with_(link=Path("/run/elsewhere/board"))
    assert amiss(found(made, PWM)) == set()
    assert amiss(found(made.with_(superuser=True), SPI)) == set()


def test_a_data_folder_that_cannot_be_made_is_made_and_nothing_else_given_away(tmp_path: Path) -> None:
    made = machine(tmp_path).with_(data=tmp_path / "far" / "data", usable=lambda path: path != tmp_path)
    assert found(made, PICO)["data"].commands == (f"sudo install -d -o mara {tmp_path}/far/data",)


LOOK_AS_NOBODY = """\
import os, sys
from pathlib import Path
from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.examination import examine
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
print(*examine(Computer(data=Path(sys.argv[1])), BoardFile()), sep="\\n")
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_whoever_may_not_even_look_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "closed" / "data").mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    command = [sys.executable, "-c", LOOK_AS_NOBODY, str(tmp_path / "closed" / "data")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"may not create {tmp_path}/closed/data" in ran.stdout


def test_a_board_that_is_not_served_is_no_fault(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"])
    made.remove("/run/thera/board")
    finding = found(made, PWM)["board"]
    assert finding.state is CheckState.NOT_HERE
    assert finding.commands == ("sudo .venv/bin/thera board serve --board-file FILE",)


def test_lines_of_included_files_count_and_those_of_other_displays_do_not(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi3"])
    made.write("/boot/firmware/config.txt", "include ours.txt\ninclude config.txt\ninclude missing.txt\n")
    made.write(
        "/boot/firmware/ours.txt", "dtparam=spi=on,audio=off\ncore_freq=250  # steady\n[EDID=ABC]\ncore_freq=400\n"
    )
    assert amiss(found(made, SPI)) == set()


def test_an_older_system_has_its_settings_elsewhere(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi3"])
    made.remove("/boot/firmware/config.txt")
    made.write("/boot/config.txt", "gpu_mem=16\n")
    assert "sudo tee -a /boot/config.txt" in found(made, SPI)["core clock"].commands[0]


def test_what_the_doctor_is_told_in_no_language_it_knows_does_not_upset_it(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"])
    noise = bytes(range(256)) * 3
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.name != "model":
            path.write_bytes(noise)
    for board in BOARDS.values():
        assert len(found(made.with_(run=lambda *_: "\0?"), board)) == len(CHECKS)


def test_an_empty_machine_is_looked_at_all_the_same(tmp_path: Path) -> None:
    bare = Computer(root=tmp_path, data=tmp_path / "data", run=answers({}))
    for board in BOARDS.values():
        assert len(examine(bare, board)) == len(CHECKS)


def test_this_machine_is_looked_at(tmp_path: Path) -> None:
    findings = {finding.what: finding for finding in examine(Computer(data=tmp_path / "new"), PICO)}
    assert findings["Python"] == Finding("Python", CheckState.OK, ".".join(map(str, sys.version_info[:2])))
    assert findings["data"].state in (CheckState.OK, CheckState.WARNING)
    assert not (tmp_path / "new").exists()
    for board in BOARDS.values():
        assert all(finding.meaning for finding in examine(Computer(), board))


HOLD = "import fcntl, sys; file = open(sys.argv[1], 'rb+', 0); fcntl.flock(file, 2); print('held', flush=True); input()"


def test_who_holds_a_device_of_this_machine_is_seen() -> None:
    master, slave = os.openpty()
    try:
        device = Path(os.ttyname(slave))
        assert Computer().holders(device) == []
        command = [sys.executable, "-c", HOLD, str(device)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(BlockingIOError):
                fcntl.flock(slave, fcntl.LOCK_EX | fcntl.LOCK_NB)
            assert [process.number for process in Computer().holders(device)] == [holder.pid]
            holder.communicate(b"\n")
        assert Computer().holders(device) == []
    finally:
        os.close(master)
        os.close(slave)


def test_every_mend_is_reported_with_its_commands() -> None:
    lines = report_lines(
        [
            Finding("pins", CheckState.OK, "they are there"),
            Finding("sound", CheckState.WRONG, "it is on", "switch it off", ("first", "second")),
            Finding("heat", CheckState.NOT_HERE, "only a Raspberry Pi reports it"),
        ]
    )
    assert lines == [
        "ok     pins   they are there",
        "WRONG  sound  it is on",
        "              To fix it: switch it off",
        "                  first",
        "                  second",
        "-      heat   only a Raspberry Pi reports it",
        "",
        "1 wrong, 0 worth a look, 1 correct, 1 not applicable here.",
    ]
