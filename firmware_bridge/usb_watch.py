"""Watches for a board that may be plugged in on USB, and leaves other devices alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from glob import glob

from common.message import Message
from firmware_bridge import port_troubles
from firmware_bridge.board_search import SERIAL_NAMES, greeting_at, many_boards
from firmware_bridge.messages import Hello, OtherVersion
from firmware_bridge.serial_ports import PortError, UsbPort, picos
from hardware.device import PINS_UNUSED

ASKED_TIMES = 3
"""The times that a device is asked who it is once plugged in. A board answers after its program has started."""


def _terminals() -> Iterable[str]:
    return (name for pattern in SERIAL_NAMES for name in glob(pattern))


class UsbWatch:
    """A place where a board may be plugged in at any time: a board on USB that answers and has the ``name`` of the
    board file. A board with another name has other squares, magnets or sensors, and would be misread.

    Only devices with Raspberry Pi's vendor id are opened, each only for a hello request. A device that does not answer
    is left alone until it is plugged in again: it may be a Pico that another program uses. The board that was there
    before is used without a question. ``ports`` lists the devices, ``ask`` gives the answer of one and raises PortError
    if it cannot be opened, ``terminals`` gives the names of all serial devices.
    """

    def __init__(
        self,
        name: str,
        *,
        ports: Callable[[], tuple[UsbPort, ...]] = picos,
        ask: Callable[[str], Hello | OtherVersion | None] = greeting_at,
        terminals: Callable[[], Iterable[str]] = _terminals,
    ) -> None:
        self._name = name
        self._ports = ports
        self._ask = ask
        self._terminals = terminals
        self._asked: dict[object, int] = {}
        self._left_alone: dict[object, PortError] = {}
        self.troubles: tuple[Message, ...] = ()
        """Why attached devices are not used; empty if none is attached, or a board was found. Only `find` changes
        it."""

    def __str__(self) -> str:
        return "USB"

    def attached(self) -> bool:
        """Whether a device is attached that may be a board."""
        return bool(self._ports())

    def stamp(self) -> object:
        """Return the serial devices that are there. A device that was plugged in again is another one."""
        return sorted((name, _device(name)) for name in self._terminals())

    def find(self, known: str | None) -> str:
        """Return the path of the only board that fits; ``known`` is the unique id of the board that was there before.

        :raises PortError: if there is none.
        """
        try:
            path = self._found(known)
        except PortError as error:
            self.troubles = error.troubles
            raise
        self.troubles = ()
        return path

    def _found(self, known: str | None) -> str:
        here = {_device(port.path): port for port in self._ports()}
        self._asked = {device: times for device, times in self._asked.items() if device in here}
        self._left_alone = {device: why for device, why in self._left_alone.items() if device in here}
        if not here:
            raise PortError("no board on USB: plug it in")
        for port in here.values():
            if known is not None and port.serial_number.casefold() == known.casefold():
                return port.path
        boards: dict[str, Hello] = {}
        problems: list[PortError] = []
        for device, port in here.items():
            if device not in self._left_alone:
                try:
                    answer = self._answer(device, port.path)
                except PortError as error:
                    problems.append(error)
                    continue
                if isinstance(answer, OtherVersion) or (answer is not None and answer.faults & PINS_UNUSED):
                    return port.path  # the link refuses it, and says what to do
                if answer is not None:
                    boards[port.path] = answer
                    continue
            waits = PortError(f"{port.path} does not answer yet", port_troubles.no_answer_yet(port.path))
            problems.append(self._left_alone.get(device, waits))
        if len(boards) > 1:
            raise PortError(many_boards(boards), *port_troubles.several(boards))
        if boards:
            return next(iter(boards))
        raise PortError("; ".join(map(str, problems)), *(each for problem in problems for each in problem.troubles))

    def _answer(self, device: object, path: str) -> Hello | OtherVersion | None:
        """Return the answer of a device if it is to be used; None otherwise.

        :raises PortError: if it cannot be opened.
        """
        answer = self._ask(path)
        if answer is None:
            self._asked[device] = self._asked.get(device, 0) + 1
            if self._asked[device] >= ASKED_TIMES:
                self._left_alone[device] = PortError(
                    f"{path} does not answer as a board, so it is left alone; if it is the Pico of your board, install"
                    f" the firmware: thera board flash --board {path}",
                    port_troubles.no_board(path),
                )
        elif isinstance(answer, Hello) and answer.name != self._name and not answer.faults & PINS_UNUSED:
            self._left_alone[device] = PortError(
                f"{path} is the board {answer.name!r}, and this table is made for {self._name!r}, which may have other"
                " squares and magnets, so it is left alone; give the table its board file: thera play"
                " --board-file FILE",
                port_troubles.other_board(path, answer, self._name),
            )
            return None
        return answer


def _device(path: str) -> object:
    """Return a value that distinguishes a device from the next one with the same name; None if it has gone."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_ino, found.st_rdev, found.st_ctime_ns
