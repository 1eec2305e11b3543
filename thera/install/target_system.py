"""The system that Thera is installed into, the option that names it, and the line that runs a command as root."""

from __future__ import annotations

import argparse
import importlib.util
import os
import pwd
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from thera.command_parser import CommandParser
from thera.exit_codes import ExitCode
from thera.install.install_layout import InstallLayout

NO_LGPIO_SINCE = (3, 13)
"""The first Python for which the newest lgpio on PyPI is an empty package, so that the system package is used."""
HOME = "home"
"""The folder within a scratch folder in which programs without rights may write."""


class InstallError(Exception):
    """Installing or removing failed; the message gives the reason and the fix."""


@dataclass(frozen=True, slots=True)
class TargetSystem:
    """A system. If its ``layout`` begins at /, it is the running one: services are started, and missing packages are
    installed. Of any other system only files are changed."""

    layout: InstallLayout = field(default_factory=InstallLayout)
    say: Callable[[str], None] = print
    python: tuple[int, int] = sys.version_info[:2]
    builder: str = "nobody"
    """The user that collects and builds packages, if this is root."""

    @property
    def runs(self) -> bool:
        """Whether it is the running system."""
        return self.layout.root == Path("/")

    def check(self) -> None:
        """Check that Thera can be installed here.

        :raises InstallError: if not.
        """
        if not self.runs:
            return
        if os.geteuid() != 0:
            raise InstallError(f"only root may install, update and remove services; type: {sudo_line()}")
        if not Path("/run/systemd/system").is_dir():
            raise InstallError("this system does not use systemd; start the table yourself with: thera play")

    def run(self, *command: str | Path) -> None:
        """Run a command and wait for it; its output is shown only if it fails.

        :raises InstallError: if it cannot be run or fails, with the end of its output.
        """
        _run(command)

    def output(self, *command: str | Path) -> str:
        """Return the output of a command.

        :raises InstallError: as `run`.
        """
        return _run(command)

    def show(self, *command: str | Path) -> None:
        """Run a command that prints for the user itself, as on a terminal; its exit code does not matter here."""
        sys.stdout.flush()
        subprocess.run([str(part) for part in command], check=False)  # noqa: S603 - as `run`

    @contextmanager
    def scratch_folder(self) -> Iterator[Path]:
        """Make a folder that all users can read, with a folder `HOME` in it that belongs to the ``builder``, or to this
        user if that is not root; remove it at the end of the context."""
        with tempfile.TemporaryDirectory(prefix="thera-install-") as name:
            folder = Path(name)
            folder.chmod(0o755)
            (folder / HOME).mkdir()
            if os.geteuid() == 0:
                os.chown(folder / HOME, *self._builder_ids)
            yield folder

    def run_without_rights(self, home: Path, *command: str | Path) -> None:
        """As `run`, but in the folder ``home``, and if this is root, as the ``builder``.

        :raises InstallError: as `run`.
        """
        user, group = self._builder_ids if os.geteuid() == 0 else (None, None)
        _run(command, home=home, user=user, group=group)

    @property
    def _builder_ids(self) -> tuple[int, int]:
        """Return the numbers of the builder and of its group."""
        found = pwd.getpwnam(self.builder)
        return found.pw_uid, found.pw_gid

    def systemctl(self, *arguments: str) -> None:
        """Run systemctl; on a system that is not running, only for commands that change files.

        :raises InstallError: as `run`.
        """
        where = () if self.runs else (f"--root={self.layout.root}",)
        self.run("systemctl", *where, *arguments)

    def reload_device_rules(self) -> None:
        """Apply the udev rules to the devices that are plugged in; a container has none.

        :raises InstallError: as `run`.
        """
        if Path("/run/udev/control").exists():
            self.run("udevadm", "control", "--reload")
            self.run("udevadm", "trigger", "--subsystem-match=tty")

    def reload_networks(self) -> None:
        """Let NetworkManager read its profiles again, if it is running.

        :raises InstallError: as `run`.
        """
        if self.runs and Path("/run/NetworkManager").is_dir():
            self.run("nmcli", "connection", "reload")

    def install_missing(self, *packages: str) -> None:
        """Install those of these Debian packages that are missing.

        :raises InstallError: if they cannot be installed.
        """
        if not self.runs:
            return
        missing = [name for name in packages if not _has_package(name)]
        if missing:
            self.say(f"Installing {' '.join(missing)} ...")
            apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
            self.run(*apt, "update")
            self.run(*apt, "install", "--yes", "--no-install-recommends", *missing)

    def can_make_environments(self) -> bool:
        """Whether this Python can make environments; Debian's needs an extra package."""
        return importlib.util.find_spec("ensurepip") is not None

    @property
    def lgpio_of_the_system(self) -> bool:
        """Whether lgpio must be the system package."""
        return self.python >= NO_LGPIO_SINCE

    def packages(self, *, pins: bool) -> tuple[str, ...]:
        """Return the Debian packages that making an environment needs here, for a board on the ``pins`` of a Pi or
        not."""
        environments = () if self.can_make_environments() else ("python3-venv",)
        if not pins:
            return environments
        # Two of the libraries for the pins exist only as source.
        built = ("gcc", "libc6-dev", "python3-dev")
        return (*environments, *built, *(("python3-lgpio",) if self.lgpio_of_the_system else ()))


def _run(
    command: tuple[str | Path, ...],
    *,
    home: Path | None = None,
    user: int | None = None,
    group: int | None = None,
) -> str:
    """Run a command. Return its output.

    :raises InstallError: if it cannot be run or fails, with the end of its output.
    """
    ours = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if home is not None:
        ours |= {"HOME": str(home), "TMPDIR": str(home)}
    try:
        ran = subprocess.run(  # noqa: S603 - what an installer does
            [str(part) for part in command],
            env=ours,  # the new environment must not see modules from elsewhere
            cwd=home,
            user=user,
            group=group,
            extra_groups=None if user is None else (),
            umask=-1 if user is None else 0o022,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except OSError as error:
        raise InstallError(f"{command[0]} cannot be run: {error.strerror or error}") from error
    if ran.returncode != 0:
        output = "\n".join(ran.stdout.strip().splitlines()[-12:])
        raise InstallError(f"{' '.join(str(part) for part in command)} failed:\n{output}")
    return ran.stdout


def _has_package(name: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat=${Status}", name]
    result = subprocess.run(asked, check=False, capture_output=True, text=True)  # noqa: S603 - as above
    return result.stdout == "install ok installed"


def write_file(path: Path, text: str, mode: int = 0o644) -> bool:
    """Write a file completely or not at all, with its folder if that is missing. Return whether it changed."""
    if path.is_file() and path.read_text("utf-8") == text and path.stat().st_mode & 0o777 == mode:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    os.replace(draft, path)
    return True


def replace_link(link: Path, target: str | Path) -> None:
    """Point a symbolic link at a target, atomically."""
    link.parent.mkdir(parents=True, exist_ok=True)
    draft = link.with_name(f".{link.name}.new")
    draft.unlink(missing_ok=True)
    draft.symlink_to(target)
    os.replace(draft, link)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with its content, if it exists."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def add_root_argument(parser: CommandParser) -> None:
    """Add ``--root``."""
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="change only files below this folder, to see what would be done (default: %(default)s)",
    )


def target_of(args: argparse.Namespace) -> TargetSystem:
    """Return the system that ``--root`` names."""
    return TargetSystem(InstallLayout(args.root.resolve()))


def attempt(act: Callable[[], None]) -> int:
    """Call ``act``, and print the reason if it fails. Return the exit code."""
    try:
        act()
    except InstallError as error:
        print(f"thera: {error}", file=sys.stderr)
        return ExitCode.FAILED
    return ExitCode.DONE


# ---- The line for root


SUDO_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""The path in which sudo looks for programs on Debian (``secure_path`` in its /etc/sudoers), whatever the user's path
is."""


def sudo_line(typed: Sequence[str] = tuple(sys.orig_argv), sudo_path: str = SUDO_PATH) -> str:
    """Return the command of this process for root to type, with its arguments quoted for a shell.

    ``typed`` is the command as Python has it, with its interpreter before a script. The program has its name alone if
    sudo finds the same one by it. Otherwise it stays as it was typed, or is written in full if it was found on the
    user's path.

    >>> sudo_line(("/bin/sh", "-c", "two words"))
    "sudo sh -c 'two words'"
    """
    started_by_name = len(typed) > 1 and Path(typed[1]).is_file() and os.access(typed[1], os.X_OK)
    program, *arguments = typed[1:] if started_by_name else typed
    return shlex.join(("sudo", _known_to_root(program, sudo_path), *arguments))


def _known_to_root(program: str, sudo_path: str) -> str:
    found, by_name = shutil.which(program), shutil.which(Path(program).name, path=sudo_path)
    if found is not None and by_name is not None and Path(found).parent.resolve() == Path(by_name).parent.resolve():
        return Path(program).name
    return found if found is not None and "/" not in program else program
