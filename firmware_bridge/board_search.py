"""Finding a board: at one path, or on USB, and asking who answers at a port."""

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
from firmware_bridge.messages import Command, Hello, HelloRequest, Leave, Leaving, Message, OtherVersion
from firmware_bridge.payloads import PayloadError
from firmware_bridge.serial_ports import PORT_ERRORS, PortError, UsbPort, close_port, open_port, picos

_READ_SIZE = 4096
_SEQ = 1
SERIAL_NAMES = ("/dev/ttyACM*", "/dev/ttyUSB*")
"""Where serial devices on USB appear."""


class ManyBoardsError(PortError):
    """More than one board is attached, and it is not said which one to use; the message names them all."""


class BoardLocation(Protocol):
    """Where a board is looked for."""

    def find(self, known: str | None) -> str:
        """The path of the port to open; ``known`` is the unique id of the board that was there before.

        :raises PortError: if there is none, with a line that says so.
        """

    def stamp(self) -> object:
        """Something that changes when it is worth looking again."""


class AtPath:
    """One path, whatever board is there."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path

    def find(self, known: str | None) -> str:  # noqa: ARG002 - any board will do
        """The path, whether or not anything is there."""
        return self._path

    def stamp(self) -> object:
        """The device that is there."""
        try:
            found = os.stat(self._path)
        except OSError:
            return None
        return os.path.realpath(self._path), found.st_ino, found.st_rdev


class PortVisit:
    """The port at ``path``, open for a short visit, as a context manager. A board that is unplugged meanwhile does not
    answer.

    :raises PortError: if it cannot be opened.
    """

    def __init__(self, path: str, timings: Timings | None = None) -> None:
        self._timings = timings or Timings()
        self._decoder = Decoder()
        self._port = open_port(path, self._timings.write)

    def greet(self, seconds: float = 1.0) -> Hello | OtherVersion | None:
        """The hello of a board that answers within so many seconds; None if none does."""
        answer = self._ask(HelloRequest(), (Hello, OtherVersion), seconds)
        return answer if isinstance(answer, Hello | OtherVersion) else None

    def leave(self, seconds: float = 1.0) -> bool:
        """Ask the board to end its program, and return whether it agrees; its console is on the port then."""
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
        """The first answer of these types; the command is repeated as the link repeats its hello request."""
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
        """The messages that come first within so many seconds."""
        ready, _, _ = select.select([self._port.fileno()], [], [], max(0.0, seconds))
        received = []
        for frame in self._decoder.feed(self._port.read(_READ_SIZE)) if ready else ():
            try:
                received.append(messages.from_frame(frame))
            except PayloadError:
                continue  # a message of another version, or noise with a right checksum
        return received


def greeting_at(path: str) -> Hello | OtherVersion | None:
    """What a board at a port answers to a hello request; None if none answers.

    :raises PortError: if the port cannot be opened.
    """
    with PortVisit(path) as visit:
        return visit.greet()


def who_is_at(path: str) -> Hello | None:
    """The hello of the board at a port; None if none answers, or if another program has the port open."""
    try:
        answer = greeting_at(path)
    except PortError:
        return None
    return answer if isinstance(answer, Hello) else None


def many_boards(boards: Mapping[str, Hello]) -> str:
    """A line about several boards where one was looked for, and how to choose."""
    listed = " and ".join(f"{hello.name} ({hello.unique_id}) at {path}" for path, hello in boards.items())
    some_id = next(iter(boards.values())).unique_id
    return f"{len(boards)} boards are attached: {listed}; say which: --board serial:{some_id}"


def _names() -> object:
    return sorted(name for pattern in SERIAL_NAMES for name in glob(pattern))


class OnUsb:
    """The one board among the devices of Raspberry Pi's vendor id, or that of a unique id.

    A single device is used without asking, since the link sends a hello request anyway; several are asked, and those
    that are not boards do not count. ``ports`` lists the devices, ``ask`` returns the hello of one, ``names`` changes
    when a device comes or goes.
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
        """The names of the serial ports."""
        return self._names()

    def find(self, known: str | None) -> str:
        """The path of the one board that fits.

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
        """The path of the one that fits among the boards that have answered."""
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
