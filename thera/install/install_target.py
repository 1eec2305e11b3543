"""The option that says which system ``thera install`` and ``thera uninstall`` change, and how both end."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from thera.install.install_layout import InstallLayout
from thera.install.target_system import InstallError, TargetSystem

FAILED = 1


def add_root_argument(parser: argparse.ArgumentParser) -> None:
    """Add ``--root``."""
    parser.add_argument(
        "--root",
        type=Path,
        default=Path("/"),
        metavar="DIR",
        help="change only files below this folder, to see what would be done (default: %(default)s)",
    )


def target_of(args: argparse.Namespace) -> TargetSystem:
    """The system that ``--root`` names."""
    return TargetSystem(InstallLayout(args.root.resolve()))


def attempt(act: Callable[[], None]) -> int:
    """Do it, and print why it failed if it did; the exit code."""
    try:
        act()
    except InstallError as error:
        print(f"thera: {error}", file=sys.stderr)
        return FAILED
    return 0
