"""How a service tells systemd that it is ready, alive, and what it does (sd_notify(3))."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)


class Notifier:
    """Tells systemd how the service stands. Safe from any thread; says nothing where nobody asked to be told."""

    def __init__(self, address: str | None, watchdog_seconds: float | None = None) -> None:
        """``address`` is the path of the socket to tell it to, with an @ in front for one without a file (None: nobody
        is told); ``watchdog_seconds`` is how long the service may go without a word before it is started anew (None:
        for ever)."""
        self.watchdog_seconds = watchdog_seconds
        self._address = None if address is None else ("\0" + address[1:] if address.startswith("@") else address)

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ, process: int | None = None) -> Notifier:
        """Whom this process is to tell, as systemd has set it in its environment. The watchdog may be meant for another
        process than this one (``process``: its number)."""
        address = environment.get("NOTIFY_SOCKET") or None
        microseconds = environment.get("WATCHDOG_USEC", "")
        meant = environment.get("WATCHDOG_PID", "")
        mine = str(os.getpid() if process is None else process)
        watched = address is not None and microseconds.isdecimal() and meant in ("", mine)
        return cls(address, int(microseconds) / 1e6 if watched else None)

    @property
    def heard(self) -> bool:
        """Whether anybody is told."""
        return self._address is not None

    def ready(self) -> None:
        """The service does its work now."""
        self._tell("READY=1")

    def status(self, text: str) -> None:
        """What the service does now, in one line for a person."""
        self._tell("STATUS=" + " ".join(text.split()))

    def watchdog(self) -> None:
        """The service is alive."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The service begins to stop."""
        self._tell("STOPPING=1")

    def _tell(self, line: str) -> None:
        if self._address is None:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as told:
            try:
                told.sendto(line.encode(), self._address)
            except OSError as error:  # a game goes on though nobody is told; a watchdog that hears nothing acts
                log.warning("systemd cannot be told %s: %s", line, error)
