"""Whether games can be saved here, with the correct date."""

from __future__ import annotations

import os
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.doctor.computer import Computer
from hardware.doctor.finding import Finding, ok, warning, wrong

_LOW_BYTES = 500_000_000
_TOO_LOW_BYTES = 50_000_000
"""Free space: traces need some, and a full card loses games."""

_FIX = "give it to the user who runs the table, or choose another folder (--data); is the card write-protected?"

_FIRST_YEAR = 2026
"""No game of Thera is older."""


def data_folder(computer: Computer, _board: BoardFile) -> Finding:
    """The folder where games and boards are stored."""
    what, folder = "data", computer.data
    # Not Path.is_dir, which raises an error for a folder that the user may not list.
    there = next((each for each in (folder, *folder.parents) if os.path.isdir(each)), Path("/"))
    if there != folder and not computer.usable(there):
        return wrong(
            what, f"{computer.user} may not create {folder}", _FIX, f"sudo install -d -o {computer.user} {folder}"
        )
    strangers = [file for file in (folder, *_files(folder)) if there == folder and not computer.usable(file)]
    if strangers:
        return wrong(
            what, f"{computer.user} may not write {strangers[0]}", _FIX, f"sudo chown -R {computer.user} {folder}"
        )
    free = computer.free(there)
    told = f"{free // 1_000_000} MB free in {folder}"
    if free < _TOO_LOW_BYTES:
        return wrong(what, f"only {told}: the next game may be lost", "free some space", f"du -xh {there} | sort -h")
    if free < _LOW_BYTES:
        return warning(what, f"only {told}", "free some space, especially if you record traces")
    return ok(what, told)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(file for file in folder.iterdir() if file.is_file())
    except OSError:
        return []


def clock(computer: Computer, _board: BoardFile) -> Finding:
    """The clock, which most Pis set from the network. Games do not need it, but saved games have dates."""
    what, now = "clock", computer.now()
    if now.year < _FIRST_YEAR:
        return warning(
            what,
            f"it says {now:%Y-%m-%d}, so saved games get wrong dates; playing is not affected",
            "connect the Pi to the Internet for a minute, or set it by hand",
            "sudo timedatectl set-ntp true",
        )
    answer = (computer.run("timedatectl", "show", "--property=NTPSynchronized", "--value") or "").strip()
    if computer.is_pi and answer == "no" and not computer.there("/run/systemd/timesync/synchronized"):
        return warning(
            what,
            f"it says {now:%Y-%m-%d %H:%M} UTC, not synchronised since the start; playing is not affected",
            "connect the Pi to the Internet for a minute",
            "sudo timedatectl set-ntp true",
        )
    return ok(what, f"it says {now:%Y-%m-%d %H:%M} UTC")
