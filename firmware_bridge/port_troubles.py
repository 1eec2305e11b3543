"""The troubles with a device that is plugged in as the board, as messages that a phone puts into its language. Each
names the port, since two boards may have the same name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from common.message import Message
from firmware_bridge.codec import VERSION
from firmware_bridge.messages import MINOR, Hello, OtherVersion
from hardware.board import SQUARE_COUNT
from hardware.device import DeviceFault
from hardware.sensor_layout import Channel

_FAULTS = {DeviceFault.STRAPS: "boards.straps", DeviceFault.CONFIGURATION: "boards.configuration"}


def in_use_elsewhere(port: str, holders: tuple[str, ...]) -> Message:
    """The port is open in other programs; ``holders`` are those that this user may see."""
    if not holders:
        return Message("boards.busy", (("port", port),))
    return Message("boards.busy_by", (("port", port), ("detail", ", ".join(holders))))


def not_allowed(port: str) -> Message:
    """The user of the table may not open the port."""
    return Message("boards.not_allowed", (("port", port),))


def not_opened(port: str, error: Exception) -> Message:
    """The system cannot open the port; it gives the reason in its own language."""
    return Message("boards.not_opened", (("port", port), ("detail", str(error))))


def no_answer_yet(port: str) -> Message:
    """The device has not answered yet; a board that starts does not answer either."""
    return Message("boards.no_answer_yet", (("port", port),))


def no_board(port: str) -> Message:
    """The device does not answer as a board."""
    return Message("boards.no_board", (("port", port),))


def other_board(port: str, hello: Hello, wanted: str) -> Message:
    """The device is a board, but not the one of the board file, which has the name ``wanted``."""
    return Message("boards.other_board", (("port", port), ("detail", hello.name), ("allowed", wanted)))


def several(boards: Mapping[str, Hello]) -> tuple[Message, ...]:
    """Several boards are attached, at these ports, and none was chosen."""
    each = tuple(
        Message("boards.one_of_them", (("port", port), ("detail", hello.name), ("given", hello.unique_id)))
        for port, hello in boards.items()
    )
    return Message("boards.several", (("count", str(len(boards))),)), *each


def other_version(said: OtherVersion) -> Message:
    """The device speaks another version of the protocol."""
    board, program = f"{said.major}.{said.minor}", f"{VERSION}.{MINOR}"
    return Message("boards.other_version", (("given", board), ("allowed", program)))


def other_size(hello: Hello) -> Message:
    """The device does not have one sensor and one light for each square."""
    counts = (("sensors", str(hello.sensors)), ("lights", str(hello.lights)), ("count", str(SQUARE_COUNT)))
    return Message("boards.other_size", (("detail", hello.name), ("given", hello.unique_id), *counts))


def other_further(hello: Hello, channels: Sequence[Channel]) -> Message:
    """The device has not as many channels of further sensors as the board file."""
    counts = (("sensors", str(hello.further)), ("count", str(len(channels))))
    return Message("boards.other_further", (("detail", hello.name), ("given", hello.unique_id), *counts))


def unused_pins(hello: Hello) -> tuple[Message, ...]:
    """The board drives no pin, for these reasons; empty if it does."""
    who = (("detail", hello.name), ("given", hello.unique_id))
    return tuple(Message(key, who) for fault, key in _FAULTS.items() if hello.faults & fault)
