"""Reports to systemd that the service is ready or alive, and its state (sd_notify(3))."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Notifier:
    """Reports the state of the service to systemd. Safe from any thread; does nothing where systemd does not listen."""

    def __init__(self, address: str | None, watchdog_seconds: float | None = None) -> None:
        """``address`` is the path of systemd's socket, with an @ in front for an abstract one (None: systemd does not
        listen); ``watchdog_seconds`` is how long the service may be silent before systemd restarts it (None: for
        ever)."""
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
