"""Each fault of a machine, alone, is found by the doctor, with what mends it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hardware.doctor.computer import CheckState
from tests.hardware.doctor.checked_computers import (
    BOARDS,
    BY_ID,
    CONFIG,
    MODELS,
    Made,
    amiss,
    answers,
    found,
    machine,
)

Break = Callable[[Made], Made | None]


@dataclass(frozen=True)
class Says:
    """What the doctor says of a fault: how it looks at what, in which words, what is to be typed first or later, and
    what else is amiss because of it."""

    state: CheckState
    what: str
    words: str
    command: str = ""
    also: tuple[str, ...] = ()


def wrong(what: str, words: str, command: str = "", also: tuple[str, ...] = ()) -> Says:
    return Says(CheckState.WRONG, what, words, command, also)


def look(what: str, words: str, command: str = "", also: tuple[str, ...] = ()) -> Says:
    return Says(CheckState.WARNING, what, words, command, also)


def without(name: str) -> Break:
    return lambda made: made.remove(name)


def written(name: str, text: str | bytes) -> Break:
    return lambda made: made.write(name, text)


def config(old: str, new: str) -> Break:
    assert old in CONFIG
    return written("/boot/firmware/config.txt", CONFIG.replace(old, new))


def throttled(bits: str) -> Break:
    return written("/sys/devices/platform/soc/soc:firmware/get_throttled", f"{bits}\n")


def answering(**changes: object) -> Break:
    return lambda made: made.with_(**changes)


def versions(**changed: str | None) -> Break:
    told = {"gpiozero": "2.0.1.post3", "lgpio": "0.2.2.0", **changed}
    return answering(version=told.get, installed=lambda package: told.get(package, "1") is not None)


def unusable(*names: str) -> Break:
    return answering(usable=lambda path: path.name not in names)


def all_of(*breaks: Break) -> Break:
    def run(made: Made) -> Made:
        for each in breaks:
            made = each(made) or made
        return made

    return run


def held_by(*words: str) -> Break:
    def run(made: Made) -> None:
        made.runs(77, *words)
        made.lock(77, "/dev/ttyACM0")

    return run


def open_in(*words: str) -> Break:
    def run(made: Made) -> None:
        made.runs(78, *words)
        (made.root / "proc/78/fd").mkdir()
        (made.root / "proc/78/fd/3").symlink_to(made.root / "dev/ttyACM0")

    return run


def modem_manager(made: Made) -> None:
    made.runs(55, "/usr/sbin/ModemManager")


def radio(*, soft: int = 0, hard: int = 0) -> Break:
    def run(made: Made) -> None:
        made.write("/etc/thera/network.toml", "")
        for name, text in (("type", "wlan"), ("soft", str(soft)), ("hard", str(hard))):
            made.write(f"/sys/class/rfkill/rfkill0/{name}", f"{text}\n")

    return run


ADD_AUDIO = r"printf '\n[all]\ndtparam=audio=off\n' | sudo tee -a /boot/firmware/config.txt"
SOUND_ON = "snd_bcm2835 24576 1 - Live 0x0 (C)\nsnd 110592 2 - Live 0x0\n"


FAULTS: dict[str, tuple[Break, Says]] = {
    "pi4 pico: no country": (
        radio(soft=1),
        wrong("own Wi-Fi", "its country is set", "sudo raspi-config nonint do_wifi"),
    ),
    "laptop pico: Wi-Fi off": (radio(soft=1), wrong("own Wi-Fi", "is switched off", "sudo rfkill unblock wlan")),
    "laptop pico: Wi-Fi off in hardware": (radio(soft=1, hard=1), wrong("own Wi-Fi", "in hardware")),
    "laptop pico: not in dialout": (
        all_of(answering(groups=frozenset()), unusable("ttyACM0"), written("/etc/group", "dialout:x:20:\n")),
        wrong("group dialout", "mara is not a member", "sudo usermod -aG dialout mara", also=("board",)),
    ),
    "laptop pico: login too old": (
        all_of(answering(groups=frozenset()), unusable("ttyACM0")),
        wrong("group dialout", "became a member after logging in", also=("board",)),
    ),
    "pi4 spi: no gpio": (answering(groups=frozenset({"spi"})), wrong("group gpio", "after logging in")),
    "pi5 spi: no spi": (
        all_of(answering(groups=frozenset()), written("/etc/group", "spi:x:9:\n")),
        wrong("group spi", "not a member", "sudo usermod -aG spi mara"),
    ),
    "laptop pico: no board": (Made.unplug, look("board", "no board is on USB")),
    "laptop pico: another make": (
        all_of(Made.unplug, lambda made: made.plug_in(1, vendor="2341")),
        look("board", "no board is on USB"),
    ),
    "pi4 pico: empty Pico": (
        all_of(Made.unplug, lambda made: made.plug_in_empty("0003")),
        wrong("board", "a Pico is there, but it has no MicroPython", "thera board flash --board-file FILE"),
    ),
    "laptop pico: empty Pico 2": (
        all_of(Made.unplug, lambda made: made.plug_in_empty("000f")),
        wrong("board", "a Pico 2 is there"),
    ),
    "laptop pico: two boards": (
        lambda made: made.plug_in(1),
        look("board", f"2 devices on USB may be boards: {BY_ID} and /dev/ttyACM1"),
    ),
    "laptop pico: no node": (without("/dev/ttyACM0"), wrong("board", "there is no /dev/ttyACM0")),
    "laptop pico: no right": (unusable("ttyACM0"), wrong("board", f"{BY_ID} is there, but mara may not open it")),
    "laptop pico: locked": (
        held_by("/usr/bin/minicom"),
        wrong("board", f"another program uses {BY_ID}: minicom, process 77", "kill 77"),
    ),
    "laptop pico: opened": (open_in("screen"), wrong("board", "screen, process 78", "kill 78")),
    "laptop pico: ModemManager": (
        modem_manager,
        look(
            "ModemManager",
            "as a modem",
            'echo \'ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1"\' | sudo tee'
            " /etc/udev/rules.d/70-thera-board.rules",
        ),
    ),
    "laptop pico: rule as a remark": (
        all_of(
            modem_manager,
            written("/etc/udev/rules.d/70-a.rules", '# ATTRS{idVendor}=="2e8a", ENV{ID_MM_DEVICE_IGNORE}="1"\n'),
        ),
        look("ModemManager", "as a modem"),
    ),
    "pi3 pwm: no pins": (without("/dev/gpiochip0"), wrong("pins", "no /dev/gpiochip0")),
    "pi3 spi: pins not ours": (unusable("gpiochip0"), wrong("pins", "mara may not use /dev/gpiochip0")),
    "pi3 pwm: SPI off": (
        all_of(without("/dev/spidev0.0"), config("dtparam=spi=on", "#dtparam=spi=on")),
        wrong(
            "SPI", "no /dev/spidev0.0", r"printf '\n[all]\ndtparam=spi=on\n' | sudo tee -a /boot/firmware/config.txt"
        ),
    ),
    "zero pwm: SPI on, not yet started": (
        without("/dev/spidev0.0"),
        wrong("SPI", "though it is switched on in /boot/firmware/config.txt", "sudo reboot"),
    ),
    "pi4 pwm: SPI on in another word, not yet started": (
        all_of(without("/dev/spidev0.0"), config("dtparam=spi=on", "dtparam=spi=yes")),
        wrong("SPI", "though it is switched on in /boot/firmware/config.txt", "sudo reboot"),
    ),
    "pi5 spi: SPI 1 off": (
        all_of(without("/dev/spidev1.0"), config("dtoverlay=spi1-1cs", "")),
        wrong(
            "SPI",
            "no /dev/spidev1.0",
            r"printf '\n[all]\ndtoverlay=spi1-1cs\n' | sudo tee -a /boot/firmware/config.txt",
        ),
    ),
    "pi4 spi: both SPI off": (
        all_of(without("/dev/spidev0.0"), without("/dev/spidev1.0"), without("/boot/firmware/config.txt")),
        wrong("SPI", "no /dev/spidev1.0 and /dev/spidev0.0", also=("core clock",)),
    ),
    "pi5 spi: SPI not ours": (unusable("spidev1.0"), wrong("SPI", "mara may not use")),
    "pi5 pwm: PWM on a Pi 5": (lambda _: None, wrong("lights", "cannot drive them by PWM")),
    "pi3 pwm: revision that the library does not know": (
        written("/proc/device-tree/system/linux,revision", bytes.fromhex("00a52082")),
        wrong("lights", "by PWM: rpi_ws281x 5.0.0 does not know its revision, a52082"),
    ),
    "laptop pwm: no Pi": (lambda _: None, wrong("computer", 'the board file says controller = "pi"')),
    "pi4 pwm: sound on": (
        all_of(written("/proc/modules", SOUND_ON), config("audio=off", "audio=on")),
        wrong("sound", "snd_bcm2835 is loaded", ADD_AUDIO),
    ),
    "zero pwm: sound off for another model": (
        all_of(written("/proc/modules", SOUND_ON), config("[all]\ndtparam", "[pi4]\ndtparam")),
        wrong("sound", "snd_bcm2835 is loaded", ADD_AUDIO),
    ),
    "pi3 pwm: sound off, not yet started": (
        written("/proc/modules", SOUND_ON),
        wrong("sound", "it is switched off in /boot/firmware/config.txt", "sudo reboot"),
    ),
    "pi4 pcm: sound board": (
        written("/proc/modules", "snd_soc_bcm2835_i2s 20480 2 - Live 0x0\n"),
        wrong("sound", "uses the hardware that lights by PCM need"),
    ),
    "pi3 spi: clock of a Pi 3": (
        config("[pi3]\ncore_freq=250", ""),
        wrong(
            "core clock", "the colours", r"printf '\n[all]\ncore_freq=250\n' | sudo tee -a /boot/firmware/config.txt"
        ),
    ),
    "zero spi: clock of a Zero": (
        config("[pi02]\ncore_freq=250", "[pi02]\ncore_freq=400"),
        wrong("core clock", "the colours"),
    ),
    "pi4 spi: clock of a Pi 4": (
        config("core_freq_min=500", ""),
        wrong(
            "core clock",
            "the colours",
            r"printf '\n[all]\ncore_freq_min=500\n' | sudo tee -a /boot/firmware/config.txt",
        ),
    ),
    "pi4 spi: buffer": (
        written("/sys/module/spidev/parameters/bufsiz", "512\n"),
        wrong(
            "SPI buffer",
            "512 bytes, but the lights need",
            "sudo sed -i 's/ spidev.bufsiz=[0-9]*//;1s/$/ spidev.bufsiz=32768/' /boot/firmware/cmdline.txt",
        ),
    ),
    "pi3 pico: short of power": (throttled("50005"), wrong("voltage", "short of power now")),
    "pi4 pwm: was short": (throttled("0x50000"), look("voltage", "has been short of power")),
    "zero pwm: warm": (throttled("e0008"), look("heat", "by heat now")),
    "pi5 spi: throttled": (throttled("6"), look("heat", "by heat now")),
    "pi3 pwm: was warm": (throttled("80000"), look("heat", "by heat since its start")),
    "pi5 pico: told by vcgencmd": (
        all_of(
            without("/sys/devices/platform/soc/soc:firmware/get_throttled"),
            answering(run=answers({"vcgencmd": "throttled=0x1\n"})),
        ),
        wrong("voltage", "short of power now"),
    ),
    "pi5 pico: weak supply of a Pi 5": (
        written("/proc/device-tree/chosen/power/max_current", (3000).to_bytes(4, "big")),
        look("supply", "the Pi's supply gives 3.0 A, and should give 5.0 A"),
    ),
    "pi4 pwm: empty lgpio": (
        versions(lgpio="0.0.0.2"),
        wrong("lgpio", "empty package", "python -m pip uninstall -y lgpio"),
    ),
    "pi4 pwm: no lgpio": (versions(lgpio=None), wrong("lgpio", "not installed", "make setup-pi")),
    "pi5 spi: no lgpio for Python 3.13": (
        all_of(versions(lgpio=None), answering(python=(3, 13))),
        wrong("lgpio", "not installed", "sudo apt-get install -y python3-lgpio"),
    ),
    "pi3 pwm: lgpio does not load": (answering(run=answers({})), wrong("lgpio", "does not work")),
    "pi3 pwm: no gpiozero": (versions(gpiozero=None), wrong("gpiozero", "not installed", "make setup-pi")),
    "pi5 spi: gpiozero of Debian on a Pi 5": (
        versions(gpiozero="2.0.1"),
        wrong("gpiozero", "2.0.1 is too old", "python -m pip install --upgrade 'gpiozero>=2.0.1.post3'"),
    ),
    "pi4 pwm: old gpiozero": (versions(gpiozero="1.6.2"), wrong("gpiozero", "1.6.2 is too old")),
    "pi4 pwm: pin factory": (
        answering(environment={"GPIOZERO_PIN_FACTORY": "rpigpio"}),
        look("GPIOZERO_PIN_FACTORY", "it is rpigpio", "unset GPIOZERO_PIN_FACTORY"),
    ),
    "zero pwm: no light library": (
        versions(rpi_ws281x=None),
        wrong("light library", "rpi_ws281x is not installed", "make setup-pi"),
    ),
    "pi4 spi: no spidev": (versions(spidev=None), wrong("light library", "spidev is not installed", "make setup-pi")),
    "pi5 spi: no spidev": (versions(spidev=None), wrong("light library", "spidev is not installed", "make setup-pi")),
    "pi4 spi: no folder": (
        answering(link=Path("/run/elsewhere/board")),
        wrong("folder", "no /run/elsewhere", "sudo install -d -o mara /run/elsewhere"),
    ),
    "pi5 spi: folder of root": (
        unusable("thera"),
        wrong("folder", "mara may not write into /run/thera", "sudo install -d -o mara /run/thera"),
    ),
    "laptop pico: old Python": (answering(python=(3, 9)), wrong("Python", "3.9 is too old")),
    "laptop pico: data not ours": (unusable("data"), wrong("data", "mara may not write", "sudo chown -R mara")),
    "pi4 pico: journal of root": (
        all_of(written("/data/journal.sqlite", ""), unusable("journal.sqlite")),
        wrong("data", "mara may not write", "sudo chown -R mara"),
    ),
    "laptop pico: no room": (answering(free=lambda _: 9_000_000), wrong("data", "only 9 MB free")),
    "pi3 pico: little room": (answering(free=lambda _: 90_000_000), look("data", "only 90 MB free")),
    "zero pico: clock of long ago": (
        answering(now=lambda: datetime(1970, 1, 1, tzinfo=UTC)),
        look("clock", "it says 1970-01-01", "sudo timedatectl set-ntp true"),
    ),
    "pi4 pico: clock unconfirmed": (
        answering(run=answers({"timedatectl": "no\n"})),
        look("clock", "not synchronised"),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_alone_with_what_mends_it(tmp_path: Path, fault: str) -> None:
    model, board = fault.split(":", maxsplit=1)[0].split()
    how, says = FAULTS[fault]
    made = machine(tmp_path, MODELS.get(model, ""))
    made = how(made) or made
    findings = found(made, BOARDS[board])
    finding = findings[says.what]
    assert finding.state is says.state
    assert says.words in finding.meaning
    assert finding.fix
    assert says.command == "" or any(each.startswith(says.command) for each in finding.commands), finding.commands
    assert amiss(findings) == {says.what, *says.also}


def test_on_a_card_the_country_is_set_in_the_file_of_the_card(tmp_path: Path) -> None:
    made = machine(tmp_path, MODELS["pi4"])
    broken = all_of(radio(soft=1), written("/usr/lib/thera-card/start", ""))
    finding = found(broken(made) or made, BOARDS["pico"])["own Wi-Fi"]
    assert finding.state is CheckState.WRONG
    assert "thera.txt" in finding.fix
    assert finding.commands == ()
