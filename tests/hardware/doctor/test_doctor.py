"""The doctor finds nothing wrong where nothing is, and looks at any machine without being upset."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.doctor.computer import CheckState, Computer, Finding, report_lines
from hardware.doctor.examination import CHECKS, examine
from tests.hardware.doctor.checked_computers import (
    BOARDS,
    BY_ID,
    MODELS,
    PICO,
    PWM,
    SPI,
    Made,
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
        *("folder", "gpiozero", "lgpio", "GPIOZERO_PIN_FACTORY", "light library", "own Wi-Fi", "service", "socket"),
    }
    assert "not a Raspberry Pi" in findings["computer"].meaning
    assert findings["board"].meaning == f"{BY_ID} is there, and can be opened"


def test_an_installed_service_runs_and_listens_or_is_wrong(tmp_path: Path) -> None:
    made = machine(tmp_path)
    for unit in ("thera.service", "thera.socket"):
        made.write(f"/etc/systemd/system/{unit}", "")

    def shown(state: str, listen: str, sub: str = "") -> Made:
        def run(*command: str) -> str | None:
            if command[0] != "systemctl":
                return answers({"python": "", "timedatectl": "yes\n"})(*command)
            values = {"--property=ActiveState": state, "--property=SubState": sub, "--property=Listen": listen}
            return next(values[word] for word in command if word in values)

        return made.with_(run=run)

    listen = "0.0.0.0:80 (Stream)\n[::]:80 (Stream)\n0.0.0.0:8080 (Stream)\n[::]:8080 (Stream)\n"
    running = found(shown("active\n", listen), PICO)
    assert (running["service"].state, running["socket"].state) == (CheckState.OK, CheckState.OK)
    assert "port 80 and 8080" in running["socket"].meaning
    starting = found(shown("activating\n", listen, "start\n"), PICO)["service"]
    assert (starting.state, starting.meaning) == (CheckState.WARNING, "thera.service is still starting")
    ended = found(shown("activating\n", listen, "auto-restart\n"), PICO)["service"]
    assert ended.state is CheckState.WRONG
    failed = found(shown("failed\n", listen), PICO)["service"]
    assert failed.state is CheckState.WRONG
    assert "is failed" in failed.meaning
    assert "sudo systemctl start thera.socket thera" in failed.commands


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


def with_the_service(tmp_path: Path) -> Made:
    """A table that is a service, and the user of it who has just logged in and is in no group."""
    made = machine(tmp_path, MODELS["pi4"])
    made.write("/etc/systemd/system/thera.service", "")
    made.write("/etc/group", "dialout:x:20:\ngpio:x:997:\nspi:x:999:\n")
    systemd = {"python": "", "timedatectl": "yes\n", "systemctl": "active\n"}
    return made.with_(user="pi", groups=frozenset({"pi"}), run=answers(systemd))


def test_who_only_looks_at_a_service_needs_no_group_to_play(tmp_path: Path) -> None:
    made = with_the_service(tmp_path)
    made.unplug()
    findings = found(made, PICO)
    assert amiss(findings) == {"board"}, "only that no board is plugged in is worth a look"
    assert "the service may use serial devices" in findings["group dialout"].meaning
    assert "pi, who is not a member" in findings["group dialout"].meaning


def test_the_board_of_a_service_may_be_closed_to_who_looks(tmp_path: Path) -> None:
    made = with_the_service(tmp_path)
    closed = made.with_(usable=lambda path: path.name != "ttyACM0")
    assert found(closed, PICO)["board"].meaning == f"{BY_ID} is there, for the service"
    assert amiss(found(closed, PICO)) == set()
    made.runs(77, "/opt/thera/current/bin/python", "/opt/thera/current/bin/thera", "play")
    made.lock(77, "/dev/ttyACM0")
    assert found(closed, PICO)["board"].meaning == f"{BY_ID} is there, and Thera uses it (process 77)"


def test_the_folder_of_a_service_is_its_own(tmp_path: Path) -> None:
    made = with_the_service(tmp_path).with_(service_data=tmp_path / "data", usable=lambda path: path.name != "data")
    finding = found(made, PICO)["data"]
    assert finding.state is CheckState.OK
    assert finding.meaning == f"20000 MB free in {tmp_path}/data, which only the service may use"
    full = found(made.with_(free=lambda _: 1_000_000), PICO)["data"]
    assert full.state is CheckState.WRONG


def test_who_looks_at_a_service_with_a_board_on_the_pins_needs_no_group(tmp_path: Path) -> None:
    made = with_the_service(tmp_path)
    made.write("/etc/systemd/system/thera-board.service", "")
    findings = found(made, SPI)
    assert {findings[f"group {name}"].state for name in ("gpio", "spi")} == {CheckState.OK}


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


OPENS_A_TERMINAL_OF_ITS_OWN = """\
import fcntl, os, subprocess, sys
subprocess.run(["mount", "-t", "devpts", "-o", "newinstance,ptmxmode=0666", "devpts", "/dev/pts"], check=True)
opened = []
while not opened or os.ttyname(opened[-1]) != sys.argv[1]:
    primary = os.open("/dev/pts/ptmx", os.O_RDWR | os.O_NOCTTY)
    number = int.from_bytes(fcntl.ioctl(primary, 0x80045430, bytes(4)), sys.byteorder)  # TIOCGPTN
    fcntl.ioctl(primary, 0x40045431, bytes(4))  # TIOCSPTLCK
    opened += [primary, os.open(f"/dev/pts/{number}", os.O_RDWR | os.O_NOCTTY)]
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes a container")
def test_a_terminal_of_the_same_name_in_a_container_is_another_one() -> None:
    primary, secondary = os.openpty()
    try:
        device = os.ttyname(secondary)
        command = ["unshare", "--mount", sys.executable, "-c", OPENS_A_TERMINAL_OF_ITS_OWN, device]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as container:
            assert container.stdin is not None
            assert container.stdout is not None
            assert container.stdout.readline() == "open\n"
            assert Computer().holders(Path(device)) == []
            container.stdin.close()
    finally:
        os.close(primary)
        os.close(secondary)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_whoever_may_not_even_look_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "closed" / "data").mkdir(parents=True)
    (tmp_path / "closed").chmod(0o700)
    command = [sys.executable, "-c", LOOK_AS_NOBODY, str(tmp_path / "closed" / "data")]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"may not create {tmp_path}/closed/data" in ran.stdout


def test_a_board_that_is_not_served_is_no_fault(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"]).with_(executable="/opt/thera/.venv/bin/python")
    made.remove("/run/thera/board")
    finding = found(made, PWM)["board"]
    assert finding.state is CheckState.NOT_HERE
    assert finding.commands == ("sudo /opt/thera/.venv/bin/thera board serve --board-file FILE",)


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
            Finding("voltage", CheckState.NOT_HERE, "only a Raspberry Pi reports it"),
        ]
    )
    assert lines == [
        "ok     pins   they are there",
        "WRONG  sound  it is on",
        "              To fix it: switch it off",
        "                  first",
        "                  second",
        "-      not applicable: heat, voltage",
        "",
        "1 wrong, 0 worth a look, 1 correct, 2 not applicable.",
    ]
