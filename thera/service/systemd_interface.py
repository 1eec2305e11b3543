"""The interface to systemd: reports of the state, inherited sockets, and the priority of log lines."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from typing import TextIO

log = logging.getLogger(__name__)
FIRST = 3
"""The first descriptor that a service inherits, after standard input, output and error."""
_PRIORITIES = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG = 7


class Notifier:
    """Reports the state of the service to systemd. Safe from any thread; does nothing where systemd does not listen."""

    def __init__(self, address: str | None, watchdog_seconds: float | None = None) -> None:
        """``address`` is the path of systemd's socket, with an @ in front for an abstract one, or None if systemd does
        not listen. ``watchdog_seconds`` is how long the service may be silent before systemd restarts it, or None."""
        self.watchdog_seconds = watchdog_seconds
        self._address = None if address is None else ("\0" + address[1:] if address.startswith("@") else address)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, process: int | None = None) -> Notifier:
        """The notifier that systemd asks for in the environment of this process (``process``: its number). The watchdog
        may be meant for another process."""
        address = environment.get("NOTIFY_SOCKET") or None
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "")
        mine = str(os.getpid() if process is None else process)
        watched = address is not None and microseconds.isdecimal() and meant in ("", mine)
        return cls(address, int(microseconds) / 1e6 if watched else None)

    @property
    def heard(self) -> bool:
        """Whether systemd listens."""
        return self._address is not None

    def ready(self) -> None:
        """Report that the service has started."""
        self._send("READY=1")

    def status(self, text: str) -> None:
        """Report the state of the service, in one line for a person."""
        self._send("STATUS=" + " ".join(text.split()))

    def watchdog(self) -> None:
        """Report that the service is alive."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Report that the service is stopping."""
        self._send("STOPPING=1")

    def _send(self, line: str) -> None:
        if self._address is None:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            try:
                sender.sendto(line.encode(), self._address)
            except OSError as error:  # the game goes on; the watchdog of systemd acts on silence
                log.warning("cannot send %s to systemd: %s", line, error)


def inherited(
    environment: Mapping[str, str] = os.environ, process: int | None = None, first: int = FIRST
) -> tuple[socket.socket, ...]:
    """The sockets that this process inherits, in the order of the socket unit; empty if it was started in another way.

    To be called once: each call makes new sockets of the same descriptors.

    :raises OSError: if one of the descriptors is not a socket.
    """
    mine = str(os.getpid() if process is None else process)
    count = environment.get("LISTEN_FDS", "")
    if environment.get("LISTEN_PID") != mine or not count.isdecimal():
        return ()
    found = tuple(socket.socket(fileno=first + number) for number in range(int(count)))
    for each in found:
        each.set_inheritable(False)  # child processes must not listen
    return found


def goes_to_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream is connected to the journal: ``JOURNAL_STREAM`` has the device and inode of that socket."""
    journal = environment.get("JOURNAL_STREAM")
    if not journal:
        return False
    found = os.fstat(stream.fileno())
    return journal == f"{found.st_dev}:{found.st_ino}"


class JournalFormatter(logging.Formatter):
    """Puts the priority before each line of a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as lines for the journal."""
        priority = next((number for level, number in _PRIORITIES if record.levelno >= level), _DEBUG)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())
