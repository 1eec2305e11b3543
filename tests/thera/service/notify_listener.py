"""What systemd is to a service that tells it how it stands: a socket for datagrams."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 10.0


class ListeningSystemd:
    """Hears what is told at ``address``, in order."""

    def __init__(self, socket_: socket.socket, address: str) -> None:
        self._socket = socket_
        self.address = address

    def next(self) -> str:
        """What is told next; waits for it."""
        return self._socket.recv(4096).decode()

    def until(self, wanted: str) -> list[str]:
        """All that is told until this is."""
        heard = [self.next()]
        while heard[-1] != wanted:
            heard.append(self.next())
        return heard

    def so_far(self) -> list[str]:
        """What was told and not heard yet; does not wait."""
        heard = []
        self._socket.settimeout(0)
        try:
            while True:
                heard.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            return heard
        finally:
            self._socket.settimeout(PATIENCE)


@contextmanager
def listening_systemd(place: Path | str) -> Iterator[ListeningSystemd]:
    """Listens at a path, or at a name without a file that begins with an @."""
    address = str(place)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        heard.settimeout(PATIENCE)
        yield ListeningSystemd(heard, address)
