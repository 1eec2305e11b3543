"""Finds a board: at one path or on USB, by asking the devices at the ports who they are."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Mapping
from glob import glob
from types import TracebackType
from typing import Protocol

from firmware_bridge import messages
from firmware_bridge.codec import DELIMITER, Decoder, encode
from firmware_bridge.link_health import Timings
from firmware_bridge.messages import Command, Hello, HelloRequest, Leave, Leaving, Message, OtherVersion, PayloadError
from firmware_bridge.serial_ports import PORT_ERRORS, PortError, UsbPort, close_port, open_port, picos

_READ_SIZE = 4096
_SEQ = 1
SERIAL_NAMES = ("/dev/ttyACM*", "/dev/ttyUSB*")
"""The paths of serial devices on USB."""


class ManyBoardsError(PortError):
    """More than one board is attached and none was chosen; the message names them all."""


class BoardLocation(Protocol):
    """A place where a board is searched for."""

    def find(self, known: str | None) -> str:
        """Return the path of the port to open; ``known`` is the unique id of the board that was there before.

        :raises PortError: if there is none; the message says so.
        """

    def stamp(self) -> object:
        """Return a value that changes when another search may succeed."""


class AtPath:
    """A fixed path, with any board."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path

    def find(self, known: str | None) -> str:  # noqa: ARG002 - any board will do
        """Return the path, even if nothing is there."""
        return self._path

    def stamp(self) -> object:
        """Return the identity of the device that is there."""
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return os.path.realpath(self._path), found.st_ino, found.st_rdev


class PortVisit:
    """An open port at ``path``, as a context manager for a short visit. An unplugged board does not answer.

    :raises PortError: if it cannot be opened.
    """

    def __init__(self, path: str, timings: Timings | None = None) -> None:
        self._timings = timings or Timings()
        self._decoder = Decoder()
        self._port = open_port(path, self._timings.write)

    def greet(self, seconds: float = 1.0) -> Hello | OtherVersion | None:
        """Return the hello of a board that answers within ``seconds``; None if none does."""
        answer = self._ask(HelloRequest(), (Hello, OtherVersion), seconds)
        return answer if isinstance(answer, Hello | OtherVersion) else None

    def leave(self, seconds: float = 1.0) -> bool:
        """Ask the board to end its program, and return whether it agrees; its console is then on the port."""
        return self._ask(Leave(), (Leaving,), seconds) is not None

    def __enter__(self) -> PortVisit:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        close_port(self._port)

    def _ask(
        self, command: Command, answers: tuple[type[Message | OtherVersion], ...], seconds: float
    ) -> Message | OtherVersion | None:
        """Return the first answer of these types. The command is repeated as the link repeats its hello request."""
        now = time.monotonic()
        ends, ask_at = now + seconds, now
        request = DELIMITER + encode(messages.to_frame(command, _SEQ))
        try:
            while now < ends:
                if now >= ask_at:
                    ask_at = now + self._timings.hello_every
                    self._port.write(request)
                for message in self._received(min(ends, ask_at) - now):
                    if isinstance(message, answers):
                        return message
                now = time.monotonic()
        except PORT_ERRORS:
            return None
        return None

    def _received(self, seconds: float) -> list[Message | OtherVersion]:
        """Return the first messages that arrive within ``seconds``."""
        ready, _, _ = select.select([self._port.fileno()], [], [], max(0.0, seconds))
        received = []
        for frame in self._decoder.feed(self._port.read(_READ_SIZE)) if ready else ():
            try:
                received.append(messages.from_frame(frame))
            except PayloadError:
                continue  # a message of another version, or noise with a correct checksum
        return received


def greeting_at(path: str) -> Hello | OtherVersion | None:
    """Return the answer of a board at a port to a hello request; None if none answers.

    :raises PortError: if the port cannot be opened.
    """
    with PortVisit(path) as visit:
        return visit.greet()


def who_is_at(path: str) -> Hello | None:
    """Return the hello of the board at a port; None if none answers, or if another program has opened the port."""
    try:
        answer = greeting_at(path)
    except PortError:
        return None
    return answer if isinstance(answer, Hello) else None


def many_boards(boards: Mapping[str, Hello]) -> str:
    """Return a line that lists several boards and says how to choose one."""
    listed = " and ".join(f"{hello.name} ({hello.unique_id}) at {path}" for path, hello in boards.items())
    some_id = next(iter(boards.values())).unique_id
    return f"{len(boards)} boards are attached: {listed}; say which: --board serial:{some_id}"


def _names() -> object:
    return sorted(name for pattern in SERIAL_NAMES for name in glob(pattern))


class OnUsb:
    """The only board among the devices with Raspberry Pi's vendor id, or the board with a unique id.

    A single device is used without a question, since the link sends a hello request anyway. Several are asked, and
    those that are not boards are ignored. ``ports`` lists the devices, ``ask`` returns the hello of one, ``names``
    changes when a device comes or goes.
    """

    def __init__(
        self,
        unique_id: str | None = None,
        *,
        ports: Callable[[], tuple[UsbPort, ...]] = picos,
        ask: Callable[[str], Hello | None] = who_is_at,
        names: Callable[[], object] = _names,
    ) -> None:
        self._wanted = unique_id
        self._ports = ports
        self._ask = ask
        self._names = names

    def __str__(self) -> str:
        return "USB" if self._wanted is None else f"USB with the unique id {self._wanted}"

    def stamp(self) -> object:
        """Return the names of the serial ports."""
        return self._names()

    def find(self, known: str | None) -> str:
        """Return the path of the only board that fits.

        :raises ManyBoardsError: if several fit.
        :raises PortError: if there is none.
        """
        ports = self._ports()
        if not ports:
            raise PortError(f"no board on {self}: plug it in")
        for unique_id in filter(None, (self._wanted, known)):
            for port in ports:
                if port.serial_number.casefold() == unique_id.casefold():
                    return port.path
        if len(ports) == 1 and self._wanted is None:
            return ports[0].path
        return self._chosen({port.path: hello for port in ports if (hello := self._ask(port.path)) is not None}, known)

    def _chosen(self, boards: dict[str, Hello], known: str | None) -> str:
        """Return the path of the one that fits among the boards that answered."""
        for unique_id in filter(None, (self._wanted, known)):
            for path, hello in boards.items():
                if hello.unique_id.casefold() == unique_id.casefold():
                    return path
        if not boards or self._wanted is not None:
            others = "".join(f"; {hello.name} ({hello.unique_id}) is at {path}" for path, hello in boards.items())
            raise PortError(f"no board on {self} answers{others}")
        if len(boards) > 1:
            raise ManyBoardsError(many_boards(boards))
        return next(iter(boards))
