"""Programs for the processor of a Pi, on a computer with another one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

HANDLER = Path("/proc/sys/fs/binfmt_misc")
RULE = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")


@contextmanager
def emulated() -> Iterator[None]:
    """Let the kernel run programs for the other processor through the emulator, as long as this is open."""
    with ExitStack() as closing:
        if not (HANDLER / "register").exists():
            subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", HANDLER], check=True)
            closing.callback(subprocess.check_call, ["umount", HANDLER])
        handler = HANDLER / "qemu-aarch64"
        if not handler.exists():
            (HANDLER / "register").write_text(RULE.read_text().strip())
            closing.callback(handler.write_text, "-1")
        yield
