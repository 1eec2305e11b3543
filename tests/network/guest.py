"""A computer in no network, with three simulated radios: its own, that of a phone, and that of a router. What ``make
network-test`` runs in the emulated computer, as root: ``python -m tests.network.guest``.

The phone and the router are in network namespaces of their own, so that they know nothing of the table but what goes
over the air.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path

import thera.install.installation
from tests.system.player import Phone, holds
from thera.install import releases
from thera.install.releases import Release, Wheel
from thera.install.target_system import TargetSystem
from thera.network.network_decision import OWN_UUID, NetworkDevice, NetworkSituation
from thera.network.network_manager import NetworkManager

RADIO, OF_PHONE, OF_ROUTER = "wlan0", "wlan1", "wlan2"
PATIENCE = 300.0
"""Seconds for what takes half a minute."""
LONG_PATIENCE = 1200.0
"""Seconds for what takes six minutes."""
HOME = "Home by the sea"
PLACE = Path("/run/network-test")

JOINS = """\
ctrl_interface={place}/{name}
network={{
    ssid="{ssid}"
    psk="{password}"
    key_mgmt=WPA-PSK
    {more}
}}
"""
LEASE = """\
#!/bin/sh
[ "$1" = bound ] || exit 0
ip address add "$ip/$mask" dev "$interface"
ip route add default via "$router"
echo "nameserver $dns" >/etc/netns/phone/resolv.conf
echo "phone: it is $ip, and asks $dns for names" >/dev/ttyS1
"""
SLOW = """\
# An emulated computer is slower than any real one.
[Service]
TimeoutStartSec=infinity
WatchdogSec=600
"""


class WrongError(Exception):
    """Something is not as it should be; the message says what."""


def run(*command: str | Path) -> str:
    """What a command prints.

    :raises WrongError: if it fails.
    """
    ran = subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True)
    if ran.returncode != 0:
        raise WrongError(f"{' '.join(map(str, command))} ended with {ran.returncode}:\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def say(line: str) -> None:
    """Say what comes now."""
    print(line, flush=True)


def until(what: str, holds: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait until this holds; how many seconds that took.

    :raises WrongError: if it takes too long.
    """
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > patience:
            raise WrongError(f"in vain waited until {what}")
        time.sleep(0.5)
    took = time.monotonic() - began
    say(f"{what}, after {took:.0f} s")
    return took


class Air:
    """Somebody with a radio of their own, in a namespace of their own."""

    def __init__(self, name: str, device: str) -> None:
        self.name, self._device = name, device
        run("ip", "netns", "add", name)
        names = Path("/etc/netns") / name
        names.mkdir(parents=True)
        (names / "resolv.conf").touch()
        radio = (Path("/sys/class/net") / device / "phy80211/name").read_text().strip()
        run("iw", "phy", radio, "set", "netns", "name", name)
        self.run("ip", "link", "set", "lo", "up")

    def run(self, *command: str | Path) -> str:
        """Run a command there."""
        return run("ip", "netns", "exec", self.name, *command)

    def supplicant(self, ssid: str, password: str, more: str = "") -> None:
        """Join a network, or be one."""
        file = PLACE / f"{self.name}.conf"
        file.write_text(JOINS.format(place=PLACE, name=self.name, ssid=ssid, password=password, more=more))
        self.run("wpa_supplicant", "-B", "-i", self._device, "-c", file)
        told = ("wpa_cli", "-p", PLACE / self.name, "-i", self._device)
        until(f"{self.name}: in the air", lambda: "wpa_state=COMPLETED" in self.run(*told, "status"))

    def leave(self) -> None:
        """Leave the network."""
        self.run("wpa_cli", "-p", PLACE / self.name, "-i", self._device, "terminate")


def make_release(machine: TargetSystem, wheel: Wheel, *_: object, **__: object) -> Release:
    """An environment with the program that was unpacked outside: what pip does takes very long in an emulator, and
    ``make system-test`` looks at it."""
    release = Release(machine.layout.releases / f"{wheel.version}-1")
    run("python3", "-m", "venv", "--without-pip", release.folder)
    shutil.copy(wheel.path, release.folder)
    (modules,) = release.folder.glob("lib/python*/site-packages")
    (modules / "program.pth").write_text("/mnt/program\n")
    release.thera.write_text(f"#!{release.python} -I\nimport sys\nfrom thera.cli import main\n\nsys.exit(main())\n")
    release.thera.chmod(0o755)
    return release


def install() -> None:
    """Do what the command of the documents does."""
    (wheel,) = Path("/mnt/wheel").glob("thera-*.whl")
    patience = Path("/etc/systemd/system/thera.service.d/slow.conf")
    patience.parent.mkdir(parents=True)
    patience.write_text(SLOW)
    releases.make = make_release
    thera.install.installation.install(TargetSystem(say=lambda line: say(f"installer: {line}")), Wheel(wheel))


def of_the_radio() -> NetworkDevice:
    """How the computer's own radio stands."""
    found = (device for device in NetworkManager().look().devices if device.name == RADIO)
    return next(found, NetworkDevice(RADIO, "wifi", "not there yet"))


def is_open() -> bool:
    """Whether the own network is."""
    return of_the_radio().connected and of_the_radio().connection == OWN_UUID


def keeper_said(line: str) -> bool:
    """Whether the service has said this."""
    return line in run("journalctl", "--unit=thera-network", "--output=cat")


def the_sticker() -> list[str]:
    """What can be read on the sticker that the host prints: name, password, address."""
    host = Phone("http://127.0.0.1/", PLACE, "blue")
    with host.opens_the_board():
        host.command("claim_seat", seat="blue", name="Ann")
    seen = host.until("the seat is hers", partial(holds, "blue"))
    with host._open("sticker") as page:
        texts = [unescape(text) for text in re.findall(r"<dd>([^<]*)</dd>", page.read().decode())]
    if seen["wifi"] != {"name": texts[0], "password": texts[1], "own": True}:
        raise WrongError(f"the host is told of another network: {seen['wifi']}, {texts}")
    return texts


def rights() -> None:
    """See that the service runs with the few rights of its unit, and that nobody else can read the password."""
    told = run("systemctl", "show", "--property=NRestarts,ActiveState,CapabilityBoundingSet", "thera-network.service")
    if sorted(told.split()) != ["ActiveState=active", "CapabilityBoundingSet=", "NRestarts=0"]:
        raise WrongError(f"thera-network.service: {told}")
    for path in ("/etc/thera/network.toml", "/etc/NetworkManager/system-connections/thera.nmconnection"):
        if Path(path).stat().st_mode & 0o007:
            raise WrongError(f"anybody may read {path}")


def play() -> None:
    """All of it."""
    PLACE.mkdir()
    run("modprobe", "mac80211_hwsim", "radios=3")
    until("NetworkManager leads the radio", lambda: of_the_radio().free)
    phone, router = Air("phone", OF_PHONE), Air("router", OF_ROUTER)
    install()
    until("the own network is open", is_open)
    name, password, address = the_sticker()
    say(f"the sticker: {name}, {password}, {address}")
    phone.supplicant(name, password)
    script = Path("/usr/local/sbin/lease")  # what is in /run may not be executed
    script.write_text(LEASE)
    script.chmod(0o755)
    phone.run("busybox", "udhcpc", "-i", OF_PHONE, "-n", "-q", "-t", "20", "-s", script)
    say(phone.run("python3", "-m", "tests.network.phone").strip())
    until("the phone is noticed", partial(keeper_said, NetworkSituation.USED.value))
    rights()

    say("a router comes, with a network that the computer knows; then the phone goes")
    router.supplicant(HOME, "another password", "mode=2\n    frequency=2437\n    proto=RSN\n    pairwise=CCMP")
    known = ("802-11-wireless.ssid", HOME, "wifi-sec.key-mgmt", "wpa-psk", "wifi-sec.psk", "another password")
    how = ("ipv4.method", "manual", "ipv4.addresses", "192.168.77.2/24", "ipv6.method", "disabled")
    run("nmcli", "connection", "add", "type", "wifi", "con-name", "home", "autoconnect", "yes", *known, *how)
    if not is_open():
        raise WrongError("the own network was closed though a phone is in it")
    phone.leave()
    until("the computer is in the router's network", at_home, LONG_PATIENCE)

    run("/usr/local/bin/thera", "uninstall")
    left = [path for path in (*Path("/etc/NetworkManager").rglob("*thera*"), Path("/etc/thera")) if path.exists()]
    profiles = run("nmcli", "--terse", "--fields", "UUID", "connection", "show")
    if left or OWN_UUID in profiles or not at_home():
        raise WrongError(f"after removing it: {left} {profiles} {of_the_radio()}")
    say("removed; the computer is still in the router's network")


def at_home() -> bool:
    """Whether the computer is in the network of the router."""
    uuids = dict(line.split(":") for line in run("nmcli", "-t", "-f", "NAME,UUID", "connection", "show").splitlines())
    return of_the_radio().connected and of_the_radio().connection == uuids["home"]


def main() -> int:
    """Do it all; the exit code."""
    try:
        play()
    except Exception as error:  # noqa: BLE001 - whatever it is, what is known of it is told before the computer is gone
        say(f"WRONG: {error!r}" if not isinstance(error, WrongError) else f"WRONG: {error}")
        for unit in ("thera-network", "thera", "NetworkManager"):
            if shutil.which("journalctl"):
                say(run("journalctl", f"--unit={unit}", "--output=short-monotonic", "--no-pager", "--lines=60"))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
