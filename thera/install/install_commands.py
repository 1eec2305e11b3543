"""The commands ``install`` and ``uninstall``: of ``thera``, and of a wheel that nothing is installed from yet."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from thera.install.install_layout import InstallLayout
from thera.install.installation import install
from thera.install.release_wheel import wheel_here
from thera.install.removal import uninstall
from thera.install.target_system import InstallError, TargetSystem

FAILED = 1


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser], main: str | None = None) -> None:
    """Add both commands; ``main`` is the file that was started, if it may lie in a wheel."""
    made = subparsers.add_parser(
        "install",
        help="install Thera as a service of this computer, upgrade it, or make it right",
        description="Install Thera for good on a Raspberry Pi or another computer with systemd. Type it again to"
        " upgrade or to make right what is broken; games and settings stay.",
    )
    made.add_argument(
        "--wheels", type=Path, metavar="DIR", help="a folder with all that it needs (default: from the Internet)"
    )
    _add_root(made)
    made.set_defaults(run=lambda args: _told(lambda: install(_machine(args), wheel_here(main), args.wheels)))
    gone = subparsers.add_parser(
        "uninstall",
        help="remove Thera from this computer, but not its games",
        description="Remove what was installed. The games, calibrations and settings stay in /var/lib/thera.",
    )
    gone.add_argument("--games", action="store_true", help="remove the games, calibrations and settings, too")
    _add_root(gone)
    gone.set_defaults(run=lambda args: _told(lambda: uninstall(_machine(args), games=args.games)))


def _add_root(made: argparse.ArgumentParser) -> None:
    made.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="only the files, below this folder: to see what would be done (default: %(default)s)",
    )


def _machine(args: argparse.Namespace) -> TargetSystem:
    return TargetSystem(InstallLayout(args.root.resolve()))


def _told(act: Callable[[], None]) -> int:
    try:
        act()
    except InstallError as error:
        print(f"thera: {error}", file=sys.stderr)  # noqa: T201 - the command line speaks here
        return FAILED
    return 0


def main(started: str) -> int:
    """Run the commands from the wheel in which the file lies that was ``started``; the exit code."""
    parser = argparse.ArgumentParser(prog="thera", description="Installs Thera from this wheel.")
    add_commands(parser.add_subparsers(required=True, metavar="COMMAND"), started)
    args = parser.parse_args()
    return int(args.run(args))
