"""Finds the tables that are open on this computer, and the address that each gives to phones."""

from __future__ import annotations

import html
import http.client
import os
import pwd
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from common.listening import open_listeners

# ---- Who holds a port


USUAL_PORT = 8080
TRIED_PORTS = range(USUAL_PORT, USUAL_PORT + 100)
SYSTEMCTL_SECONDS = 5.0
"""The most seconds for systemd to list its sockets."""
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
    """Name the holder of a port: the program with its number; else the unit whose socket systemd holds; else the user
    of the program, and how root finds out more. Only root can see the programs of other users."""
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
    return next((port for port in TRIED_PORTS if is_free(host, port)), None)


def is_free(host: str, port: int) -> bool:
    """Whether a program could listen on this port of this address now."""
    try:
        listeners = open_listeners(host, port)
    except OSError:
        return False
    for each in listeners:
        each.close()
    return True


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


# ---- The table that runs here


ANSWER_SECONDS = 3.0
"""The most seconds for a table to answer."""
LONGEST_PAGE = 1_000_000
WEB_PORT = 80
_JOIN = re.compile(rb'<body [^>]*data-join="([^"]*)" data-languages=')
"""The place of the address for phones in the first page of a table."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table that is open at a ``port``, and the ``address`` for phones; empty if no phone can reach this computer."""

    port: int
    address: str

    @property
    def here(self) -> str:
        """The best address to open it at, at worst one for this computer alone."""
        return self.address or f"http://127.0.0.1{'' if self.port == WEB_PORT else f':{self.port}'}/"


def running_tables(port: int | None = None) -> Iterator[RunningTable]:
    """The tables at the ports that tables usually have, or at this ``port``. One that systemd would start is started.

    A table at several ports is found at each, but once where it listens for both families of addresses.
    """
    ports = {WEB_PORT, *TRIED_PORTS} if port is None else {port}
    known = set[int]()
    for listening in sorted(listening_sockets(), key=lambda each: each.port):
        if listening.port in ports - known and (found := _asked(listening)) is not None:
            known.add(listening.port)
            yield found


def _asked(listening: ListeningSocket) -> RunningTable | None:
    connection = http.client.HTTPConnection(listening.connectable, listening.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/")
        found = _JOIN.search(connection.getresponse().read(LONGEST_PAGE))
    except (OSError, http.client.HTTPException):  # another program, or one that has just ended
        return None
    finally:
        connection.close()
    return None if found is None else RunningTable(listening.port, html.unescape(found[1].decode()))
