"""Whether games can be kept here, with the right date."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, ok, warning, wrong

_LITTLE = 500_000_000
_TOO_LITTLE = 50_000_000
"""Free room in bytes: traces want some, and a full card loses games."""

_MEND = "let whoever runs the table have it, or choose another folder (--data); is the card write-protected?"

_BEGINNING = 2026
"""No game of Thera is older than this year."""


def data_folder(computer: Computer, _board: BoardFile) -> Finding:
    """The folder where games and boards are kept."""
    what, folder = "data", computer.data
    # Not by Path.is_dir, which raises an error where one may not even look.
    there = next((each for each in (folder, *folder.parents) if os.path.isdir(each)), Path("/"))
    if there != folder and not computer.usable(there):
        return wrong(
            what, f"{computer.user} may not make {folder}", _MEND, f"sudo install -d -o {computer.user} {folder}"
        )
    strangers = [file for file in (folder, *_files(folder)) if there == folder and not computer.usable(file)]
    if strangers:
        return wrong(
            what, f"{computer.user} may not write {strangers[0]}", _MEND, f"sudo chown -R {computer.user} {folder}"
        )
    free = computer.free(there)
    told = f"{free // 1_000_000} MB free in {folder}"
    if free < _TOO_LITTLE:
        return wrong(what, f"only {told}: the next game may not be kept", "make room", f"du -xh {there} | sort -h")
    if free < _LITTLE:
        return warning(what, f"only {told}", "make room, above all if you record traces")
    return ok(what, told)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.is_file())
    except OSError:
        return []


def clock(computer: Computer, _board: BoardFile) -> Finding:
    """The clock: a Pi that has none of its own asks the network. A game does without, what is kept of it is dated."""
    what, now = "clock", computer.now()
    if now.year < _BEGINNING:
        return warning(
            what,
            f"it says {now:%Y-%m-%d}, so what is kept gets wrong dates; games are not hurt",
            "connect the Pi to the Internet for a minute, or set it by hand",
            "sudo timedatectl set-ntp true",
        )
    answer = (computer.run("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    if computer.is_pi and answer == "no" and not computer.there("/run/systemd/timesync/synchronized"):
        return warning(
            what,
            f"it says {now:%Y-%m-%d %H:%M} UTC, which nobody has confirmed since the start; games are not hurt",
            "connect the Pi to the Internet for a minute",
            "sudo timedatectl set-ntp true",
        )
    return ok(what, f"it says {now:%Y-%m-%d %H:%M} UTC")
