"""The line with which an ordinary user types a command again, as root."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

SUDO_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
"""Where sudo looks for programs on Debian (``secure_path`` in its /etc/sudoers), whatever the user's own path is."""


def sudo_line(typed: Sequence[str] = tuple(sys.orig_argv), sudo_path: str = SUDO_PATH) -> str:
    """The command of this process for root to type, with its arguments quoted for a shell.

    ``typed`` is the command as Python has it, with its interpreter before a script. The program has its name alone if
    sudo finds the same one by it, else it stays as it was typed, or in full if it was found on the user's own path.

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
