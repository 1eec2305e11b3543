"""Which program holds a TCP port of this computer, and which port is free instead."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

USUAL_PORT = 8080
TRIED_PORTS = range(USUAL_PORT, USUAL_PORT + 100)
SYSTEMCTL_SECONDS = 5.0
"""How long systemd may take to list its sockets."""
_LISTENING = "0A"
"""The state of a listening socket in /proc/net/tcp."""


@dataclass(frozen=True, slots=True)
class ListeningSocket:
    """A listening TCP socket: its port, the address at which this computer can connect to it, its number in /proc, and
    the number of the user it belongs to."""

    port: int
    connectable: str
    inode: str
    user: int


def holder_of(port: int, proc: Path = Path("/proc")) -> str:
    """What holds a port, in words: the program with its number; else the unit whose socket systemd holds; else the user
    whose program it is, and how root finds out more. Only root can see the programs of other users."""
    found = [each for each in listening_sockets(proc) if each.port == port]
    inodes = {each.inode for each in found}
    program = _program(inodes, proc) if inodes else None
    if program is not None and program != "systemd":
        return program
    unit = _socket_unit(port)
    if unit is not None:
        return unit
    if program is not None:
        return program
    whose = f"a program of the user {_user_name(found[0].user)}" if found else "another program"
    return f"{whose} (to see which: sudo ss --listening --tcp --processes 'sport = :{port}')"


def free_port(host: str) -> int | None:
    """A port that is free at this address, like the usual one; None if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in TRIED_PORTS:
        with closing(socket.socket(family)) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, port))
                tried.listen()
            except OSError:
                continue
            return port
    return None


def listening_sockets(proc: Path = Path("/proc")) -> Iterator[ListeningSocket]:
    """All listening TCP sockets of this computer."""
    for name in ("net/tcp", "net/tcp6"):
        try:
            lines = (proc / name).read_text("ascii").splitlines()[1:]
        except OSError:
            continue
        for words in map(str.split, lines):
            if words[3] == _LISTENING:
                address, _, port = words[1].partition(":")
                yield ListeningSocket(int(port, 16), _connectable(address), inode=words[9], user=int(words[7]))


def _connectable(written: str) -> str:
    """The address to connect to for one that a socket listens on, which is written as words of the processor."""
    step = 8
    packed = b"".join(
        int(written[at : at + step], 16).to_bytes(4, sys.byteorder) for at in range(0, len(written), step)
    )
    if not any(packed):
        return "127.0.0.1" if len(packed) == 4 else "::1"
    return socket.inet_ntop(socket.AF_INET if len(packed) == 4 else socket.AF_INET6, packed)


def _program(inodes: set[str], proc: Path) -> str | None:
    """The program that has one of these sockets open, if this user may see it. systemd has number 1."""
    wanted = {f"socket:[{inode}]" for inode in inodes}
    for folder in sorted(proc.glob("[0-9]*"), key=lambda each: int(each.name)):
        try:
            if any(os.readlink(file) in wanted for file in (folder / "fd").iterdir()):
                name = (folder / "comm").read_text("utf-8", errors="replace").strip()
                return "systemd" if folder.name == "1" else f"{name} (process {folder.name})"
        except OSError:  # it has ended, or belongs to another user
            continue
    return None


def _socket_unit(port: int) -> str | None:
    """The unit that systemd serves on a port, with the address it listens on."""
    command = ("systemctl", "list-sockets", "--no-legend", "--no-pager", "--full")
    try:
        listed = subprocess.run(  # noqa: S603 - a fixed command
            command, check=False, capture_output=True, text=True, timeout=SYSTEMCTL_SECONDS
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    for words in map(str.split, listed.splitlines()):
        if len(words) >= 2 and words[0].rpartition(":")[2] == str(port):
            return f"the service of {words[1]}"
    return None


def _user_name(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
