"""Measures an idle table: the time until it is ready, its processor time, and its memory. The table is a separate
process, as ``thera play`` starts it, on the virtual board. That board's sensors, firmware and wire are simulated in the
same process: a table at a real board takes less.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from hardware.board_file import BoardFile, describe

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
READY = "open at"
TARGET_SHARE, TARGET_MB, TARGET_SECONDS = 0.03, 60, 1.5


@dataclass(frozen=True, slots=True)
class Idle:
    """The usage of a table: seconds until it was ready, the share of one core, and MB of memory at the end."""

    ready: float
    share: float
    memory: float


@contextmanager
def table(folder: Path, board: str, frame_rate: int) -> Iterator[tuple[int, float]]:
    """Start a table. Return its process once it is ready, and the seconds that this took."""
    file = folder / "board.toml"
    file.write_text(describe(BoardFile(scan_hz=frame_rate)), encoding="utf-8")
    command = [sys.executable, "-m", "thera.cli", "play", "--host", "127.0.0.1", "--port", "0", "--board", board]
    command += ["--board-file", str(file)]
    begun = time.monotonic()
    with subprocess.Popen([*command, "--data", str(folder)], stdout=subprocess.PIPE, text=True) as running:  # noqa: S603 - our own command
        try:
            if not any(READY in line for line in running.stdout or ()):
                raise RuntimeError("the table did not open")
            yield running.pid, time.monotonic() - begun
        finally:
            running.terminate()


def processor(process: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(process: int) -> float:
    """Return the memory of a process in MB."""
    return int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]) * PAGE / 1e6


def measure(seconds: float, board: str, frame_rate: int) -> Idle:
    """Start a table and let it be idle for a time."""
    with tempfile.TemporaryDirectory() as folder, table(Path(folder), board, frame_rate) as (process, ready):
        time.sleep(3)  # what is done once at the start is no idling
        before, begun = processor(process), time.monotonic()
        time.sleep(seconds)
        return Idle(ready, (processor(process) - before) / (time.monotonic() - begun), memory(process))


def main() -> int:
    """Print the medians and the limits."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=5, help="the number of tables, one after another (default: 5)")
    asked.add_argument("--seconds", type=float, default=20, help="so long each is left alone (default: 20)")
    asked.add_argument("--board", default="virtual", help="as with thera play (default: virtual)")
    asked.add_argument("--frame-rate", type=int, default=25, help="frames a second, 10 to 100 (default: 25)")
    given = asked.parse_args()
    found = [measure(given.seconds, given.board, given.frame_rate) for _ in range(given.times)]
    ready = statistics.median(idle.ready for idle in found)
    share = statistics.median(idle.share for idle in found)
    size = statistics.median(idle.memory for idle in found)
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"load of the machine: {load:.1f} on {cores} cores; medians of {given.times}; {given.frame_rate} frames/s")
    print(f"from start to ready    {ready:.2f} s    (wanted: below {TARGET_SECONDS} s)")
    print(f"processor when idle    {100 * share:.1f} %    of a core (wanted: below {100 * TARGET_SHARE:.0f} %)")
    print(f"memory                 {size:.0f} MB    (wanted: below {TARGET_MB} MB)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
