"""The image of a card in an emulated computer with the processor of a Pi, which is switched on and cut off from its
power.

The emulator has no Pi's firmware, so it is given the kernel, the initrd and the options that the boot partition of the
image names; all else is on the card. A drop-in, which systemd takes from the options of the kernel, gives the service
more time, as an emulated computer is many times slower than a Pi.
"""

from __future__ import annotations

import base64
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.release.card_image import base_image
from tools.release.card_image.on_card.card_settings import USUAL_USER

CARD_BYTES = 4 << 30
"""The size of the card that the image is written to."""
PATIENCE = 1800.0
"""Seconds for what takes three minutes on a machine that does nothing else."""
SLOW = "[Service]\nTimeoutStartSec=infinity\nWatchdogSec=900\n"
UNHURRIED = "systemd.default_device_timeout_sec=1800 systemd.default_timeout_start_sec=1800"
"""Otherwise systemd gives its devices and services 90 seconds, and the settings are not read on a busy machine."""
TAIL = 40
TELL_EVERY = 60.0
"""So often what is waited for is told, in seconds."""


class CardError(Exception):
    """The card does not do what it should; the message says what, with the end of what its kernel said."""


def files_of(image: Path, *names: str, folder: Path) -> list[Path]:
    """Files of the boot partition of an image, in a folder."""
    start = base_image.partitions(image)[0].start
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        subprocess.run(["mcopy", "-n", "-o", "-Q", "-i", f"{image}@@{start}", f"::{name}", folder], check=True)
    return [folder / name for name in names]


def write_file(image: Path, name: str, text: str) -> None:
    """Write a file on the boot partition, as somebody does who edits it."""
    start = base_image.partitions(image)[0].start
    command = ["mcopy", "-o", "-Q", "-i", f"{image}@@{start}", "-", f"::{name}"]
    subprocess.run(command, check=True, input=text.encode())


@dataclass(frozen=True, slots=True)
class EmulatedCard:
    """A copy of an image on a larger card, in a folder."""

    card: Path
    folder: Path

    @classmethod
    def written(cls, image: Path, folder: Path) -> EmulatedCard:
        """The image, as it is written to a card."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        card = folder / "card.img"
        subprocess.run(["cp", "--sparse=always", image, card], check=True)
        with card.open("r+b") as file:
            file.truncate(CARD_BYTES)
        return cls(card, folder)

    @property
    def console(self) -> Path:
        """What its kernel and systemd said since it was last switched on."""
        return self.folder / "console.log"

    def wrong(self, what: str) -> CardError:
        """An error, with the end of what the kernel said."""
        lines = self.console.read_text("utf-8", "replace").splitlines()[-TAIL:]
        return CardError("\n".join([what, *lines]))

    def _start_files(self) -> tuple[Path, Path, str]:
        """The kernel, the initrd and the options that the boot partition names."""
        config, line = files_of(self.card, "config.txt", "cmdline.txt", folder=self.folder / "boot")
        named = config.read_text().replace("=", " ").splitlines()
        words = dict(each.split(maxsplit=1) for each in named if each.startswith(("kernel ", "initramfs ")))
        kernel, initrd = files_of(self.card, words["kernel"], words["initramfs"], folder=self.folder / "boot")
        return kernel, initrd, line.read_text().strip()

    @contextmanager
    def on(self) -> Iterator[RunningCard]:
        """Switched on, and cut off from its power at the end."""
        kernel, initrd, options = self._start_files()
        page, login = _free_ports(2)
        slow = base64.b64encode(SLOW.encode()).decode()
        more = f"console=ttyAMA0 systemd.set_credential_binary=systemd.unit-dropin.thera.service:{slow}"
        command = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", "1024"]
        command += ["-accel", "tcg,thread=multi", "-nodefaults", "-display", "none", "-no-reboot"]
        command += ["-serial", f"file:{self.console}", "-kernel", str(kernel), "-initrd", str(initrd)]
        command += ["-append", f"{options} {more} {UNHURRIED}"]
        command += ["-drive", f"file={self.card},format=raw,if=none,id=card", "-device", "virtio-blk-pci,drive=card"]
        forwarded = f"hostfwd=tcp:127.0.0.1:{page}-:80,hostfwd=tcp:127.0.0.1:{login}-:22"
        command += ["-netdev", f"user,id=net,{forwarded}", "-device", "virtio-net-pci,netdev=net,romfile="]
        self.console.write_bytes(b"")
        with subprocess.Popen(command, stdin=subprocess.DEVNULL) as emulator:
            try:
                yield RunningCard(self, f"http://127.0.0.1:{page}", login, emulator)
            finally:
                emulator.kill()

    def last_line(self) -> str:
        """What its kernel or systemd said last."""
        lines = self.console.read_text("utf-8", "replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "nothing")

    @property
    def key(self) -> Path:
        """The key of somebody who may log in if its public half, `public_key`, is in the settings."""
        return self.folder / "key"

    def public_key(self) -> str:
        """Make that key; the line of its public half."""
        make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "owner", "-f", str(self.key)]
        subprocess.run(make, check=True, stdin=subprocess.DEVNULL)
        return self.key.with_suffix(".pub").read_text("ascii").strip()

    def data_bytes(self) -> int:
        """The size of the partition for data."""
        return base_image.partitions(self.card)[-1].size

    def report(self) -> str:
        """What the card reports on its boot partition."""
        (path,) = files_of(self.card, "thera-report.txt", folder=self.folder / "boot")
        return path.read_text("utf-8")

    def remove(self) -> None:
        """Throw the card away."""
        shutil.rmtree(self.folder)


@dataclass(frozen=True, slots=True)
class RunningCard:
    """A card that is switched on: the address of its page, and the port at which it lets the owner of a key log in."""

    card: EmulatedCard
    address: str
    login: int
    emulator: subprocess.Popen[bytes]

    def answers(self) -> float:
        """Wait until the page answers; how many seconds that took.

        :raises CardError: if it does not.
        """

        def opened() -> bool:
            try:
                with closing(urllib.request.urlopen(self.address, timeout=60)) as page:  # noqa: S310 - the table's own
                    page.read()
            except (urllib.error.URLError, OSError):
                return False
            return True

        return self._until("the page answers", opened)

    def lets_in(self) -> float:
        """Wait until one can log in by the key; how many seconds that took.

        :raises CardError: if nobody can.
        """
        return self._until("the key opens a login", lambda: self._logged_in("true", b"", USUAL_USER).returncode == 0)

    def told(self, command: str, *, given: bytes = b"", user: str = USUAL_USER) -> str:
        """What a command prints that the owner of the key types as this user.

        :raises CardError: if it fails.
        """
        ran = self._logged_in(command, given, user)
        if ran.returncode != 0:
            said = (ran.stdout + ran.stderr).decode("utf-8", "replace")
            raise self.card.wrong(f"{command!r} ended with {ran.returncode}: {said}")
        return ran.stdout.decode("utf-8", "replace")

    def _logged_in(self, command: str, given: bytes, user: str) -> subprocess.CompletedProcess[bytes]:
        stranger = ("-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR")
        patient = ("-o", "BatchMode=yes", "-o", "ConnectTimeout=120", "-i", self.card.key)
        line = ("ssh", *stranger, *patient, "-p", str(self.login), f"{user}@127.0.0.1", command)
        return subprocess.run(line, check=False, capture_output=True, input=given, timeout=PATIENCE)

    def _until(self, what: str, reached: Callable[[], bool]) -> float:
        """Wait until something is reached, saying now and then what is waited for and how far the card is."""
        began = told = time.monotonic()
        while not reached():
            now = time.monotonic()
            if self.emulator.poll() is not None:
                raise self.card.wrong(f"the emulator ended by itself with {self.emulator.returncode}")
            if now - began > PATIENCE:
                raise self.card.wrong(f"after {now - began:.0f} s it is not so that {what}")
            if now - told > TELL_EVERY:
                told = now
                print(f"    {now - began:.0f} s, waiting until {what}; its kernel: {self.card.last_line()}", flush=True)
            time.sleep(0.5)
        return time.monotonic() - began


def _free_ports(count: int) -> list[int]:
    """So many ports of this computer that nobody uses."""
    with ExitStack() as held:
        found = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(each.getsockname()[1]) for each in found]
