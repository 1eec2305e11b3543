"""The root file system of a card, made of Debian's packages for the processor of a Pi.

Making all of it in an emulated root takes more than half an hour. Here `mmdebstrap` only fetches and unpacks, with this
machine's own programs. The scripts of the packages are then run in the root.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

# ---- Programs for another processor


HANDLER = Path("/proc/sys/fs/binfmt_misc")
RULE = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")


@contextmanager
def emulated() -> Iterator[None]:
    """Let the kernel run programs for the other processor through the emulator until the context closes."""
    with ExitStack() as closing:
        if not (HANDLER / "register").exists():
            subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", HANDLER], check=True)
            closing.callback(subprocess.check_call, ["umount", HANDLER])
        handler = HANDLER / "qemu-aarch64"
        if not handler.exists():
            (HANDLER / "register").write_text(RULE.read_text().strip())
            closing.callback(handler.write_text, "-1")
        yield


# ---- The root


RELEASE = "trixie"
ARCHITECTURE = "arm64"
SYSTEM = (
    *("apt", "dbus", "e2fsprogs", "fdisk", "init", "initramfs-tools", "iproute2", "kmod"),
    *("libpam-systemd", "procps", "sudo", "systemd-timesyncd", "tzdata", "udev", "zstd"),
)
BOARD = ("firmware-brcm80211", "linux-image-arm64", "raspi-firmware")
NETWORK = (
    *("avahi-daemon", "dnsmasq-base", "iw", "libnss-mdns", "network-manager", "nftables", "openssh-server", "rfkill"),
    *("wireless-regdb", "wpasupplicant"),
)
PYTHON = ("python3", "python3-venv")
PACKAGES = (*SYSTEM, *BOARD, *NETWORK, *PYTHON)
LEFT_OUT = ("usr/share/doc", "usr/share/info", "usr/share/lintian", "usr/share/locale", "usr/share/man")
DRIVERS_LEFT_OUT = ("gpu", "infiniband", "media", "net/ethernet/[!b]*", "staging")
"""The kernel's drivers that no table needs, as patterns of paths. A screen at the Pi shows text all the same, and the
cable of a Pi 4 has a driver of Broadcom's."""
_CONFIGURE, _MAKE_INITRD = (Path(__file__).with_name(name) for name in ("configure_root.sh", "make_initrd.sh"))
_HOOK = Path(__file__).with_name("files") / "initramfs_hook.sh"
ENTERED = ("unshare", "--mount")
"""The command in which the scripts that make the root run; their mounts end with them."""
_ENVIRONMENT = {
    "HOME": "/root",
    "LC_ALL": "C.UTF-8",
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
}
"""The environment of the packages' scripts. Anything else, such as a ``TMPDIR``, could name a folder that the root
lacks."""


@dataclass(frozen=True, slots=True)
class DebianRoot:
    """The root in a folder, which is kept: it is made again only if the recipe has changed."""

    folder: Path

    @property
    def root(self) -> Path:
        """Its files."""
        return self.folder / f"{RELEASE}-{ARCHITECTURE}"

    @property
    def _made(self) -> Path:
        return self.folder / f"{RELEASE}-{ARCHITECTURE}.recipe"

    def fetch(self) -> list[str]:
        """Return the command that fetches and unpacks the packages."""
        return [
            *("mmdebstrap", "--quiet", "--mode=root", "--variant=extract", "--format=directory"),
            f"--architectures={ARCHITECTURE}",
            "--components=main non-free-firmware",
            '--aptopt=APT::Install-Recommends "false"',
            "--skip=cleanup/apt,cleanup/reproducible,essential/unlink",
            *("--include=?essential", f"--include={','.join(PACKAGES)}"),
            *(RELEASE, str(self.root)),
        ]

    def recipe(self) -> str:
        """Return everything that decides the result."""
        scripts = [path.read_text("utf-8") for path in (_CONFIGURE, _MAKE_INITRD, _HOOK)]
        return "\n".join([shlex.join(self.fetch()), *LEFT_OUT, *DRIVERS_LEFT_OUT, *scripts])

    def make(self, log: Path, say: Callable[[str], None] = print) -> None:
        """Make it, unless it is there. The output of the packages goes to the log. Raises CalledProcessError if it
        fails."""
        if self._made.exists() and self._made.read_text("utf-8") == self.recipe():
            return
        say("Making the Debian of the card, which takes a quarter of an hour or more and is kept ...")
        self._made.unlink(missing_ok=True)
        if self.root.exists():
            shutil.rmtree(self.root)
        self.folder.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as said, emulated():

            def run(command: list[str], environment: dict[str, str] | None = None) -> None:
                subprocess.run(command, check=True, stdout=said, stderr=said, stdin=subprocess.DEVNULL, env=environment)

            run(self.fetch())
            run([*ENTERED, "bash", str(_CONFIGURE), str(self.root)], _ENVIRONMENT)
            self._leave_out()
            run([*ENTERED, "bash", str(_MAKE_INITRD), str(self.root)], _ENVIRONMENT)
        self._made.write_text(self.recipe(), "utf-8")

    def _leave_out(self) -> None:
        drivers = [f"usr/lib/modules/*/kernel/drivers/{name}" for name in DRIVERS_LEFT_OUT]
        for pattern in (*LEFT_OUT, *drivers):
            for path in sorted(self.root.glob(pattern)):
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink()
        # Written by this machine's tools, for this machine.
        for name in ("etc/resolv.conf", "etc/hostname"):
            (self.root / name).unlink(missing_ok=True)
