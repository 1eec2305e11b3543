"""The nets of the controller board, from the wires of ``hardware.wire_list``: what is a wire there is copper here."""

from __future__ import annotations

from circuit_boards.part_kinds import FUSE_HOLDS_MA
from circuit_boards.rank_board import FIVE, GROUND, LIGHTS_GROUND, SENSOR_SUPPLY, lights_nets, ribbon_nets
from hardware.board_file import BoardFile
from hardware.electronics import Controller, Converter
from hardware.wire_list import PICO_HEADER, Group, HeaderPin, Part, Wire, sensor_input, wires

UNFUSED = "SUPPLY"
"""The 5 V of the supply before the fuse."""
CONTROLLER, MULTIPLEXER_A, MULTIPLEXER_B, SHIFTER, REGULATOR = "A1", "U1", "U2", "U3", "U4"
LIGHTS, SUPPLY, DONE, UNDO = "J6", "J7", "J8", "J9"
FUSE_AT, LIGHTS_SERIES, LIGHTS_PULL_DOWN, TIE = "F1", "R1", "R2", "NT1"

CHIPS = {
    Part.CONTROLLER: CONTROLLER,
    Part.MULTIPLEXER_A: MULTIPLEXER_A,
    Part.MULTIPLEXER_B: MULTIPLEXER_B,
    Part.SHIFTER: SHIFTER,
    Part.REGULATOR: REGULATOR,
}
"""The references of the parts whose pins the wire list numbers."""
_BUTTONS = {Part.DONE: DONE, Part.UNDO: UNDO}
_LIGHTS_PINS = {"5V": (LIGHTS, "1"), "DIN of the first": (LIGHTS, "2"), "GND": (LIGHTS, "3")}


def rank_header(rank: int) -> str:
    """The reference of the ribbon header of a rank, counted from 0."""
    return f"J{rank + 1}"


def channel_net(channel: int) -> str:
    """The net from a sensor to its input."""
    return f"CH{channel}"


def check_controller(board: BoardFile) -> None:
    """Refuse a board that the controller board is not for.

    :raises ValueError: if it has another controller or converter, or may draw more than the fuse lets pass.
    """
    electronics = board.electronics
    if electronics.controller is not Controller.PICO or electronics.converter is not Converter.PICO:
        raise ValueError(
            'the controller board is for controller = "pico" with converter = "pico"; others are wired by hand'
        )
    if electronics.budget_ma > FUSE_HOLDS_MA:
        raise ValueError(f"budget_ma = {electronics.budget_ma}: the fuse of the lights lets {FUSE_HOLDS_MA} pass")


def controller_nets(board: BoardFile) -> dict[str, tuple[tuple[str, str], ...]]:
    """The nets of the parts of the controller board that the wire list speaks of, and of its sockets: by reference, the
    net of each pin.

    :raises ValueError: if the controller board is not for this board.
    """
    check_controller(board)
    nets = _NetsFromWires(board)
    return {reference: tuple(sorted(pins.items())) for reference, pins in nets.by_part.items()}


class _NetsFromWires:
    """The nets while they are collected."""

    def __init__(self, board: BoardFile) -> None:
        self.by_part: dict[str, dict[str, str]] = {}
        self._board = board
        for wire in wires(board.electronics):
            self._take(wire)
        self._take_sensors()
        for number, name in enumerate(PICO_HEADER, 1):
            if name == "GND":
                self._join(GROUND, (CONTROLLER, str(number)))
        self._join(UNFUSED, (FUSE_AT, "1"))
        self._join(FIVE, (FUSE_AT, "2"))
        self._join(GROUND, (TIE, "1"))
        self._join(LIGHTS_GROUND, (TIE, "2"))

    def _join(self, net: str, pin: tuple[str, str]) -> None:
        reference, number = pin
        known = self.by_part.setdefault(reference, {}).setdefault(number, net)
        if known != net:
            raise ValueError(f"pin {number} of {reference} would be on {known} and on {net}")

    def _take(self, wire: Wire) -> None:
        first, *others = wire.ends
        net = _net_of(wire)
        if wire.through in set(_BUTTONS):
            socket = _BUTTONS[Part(wire.through)]
            self._join(net, _pin(first))
            self._join(net, (socket, "1"))
            self._join(GROUND, (socket, "2"))
        elif wire.through == "330 Ω":
            for end, pin in ((first, "1"), (others[0], "2")):
                own = f"{net}_{pin}" if pin == "1" else dict(lights_nets(net))["2"]
                self._join(own, _pin(end))
                self._join(own, (LIGHTS_SERIES, pin))
        else:
            for end in wire.ends:
                self._join_end(net, end)
            if "10 kΩ" in wire.also:
                self._join(net, (LIGHTS_PULL_DOWN, "1"))
                self._join(LIGHTS_GROUND, (LIGHTS_PULL_DOWN, "2"))

    def _join_end(self, net: str, end: HeaderPin) -> None:
        """An end on its net. The Pico's grounds are all on the one ground, which the tie joins to that of the lights;
        before the fuse the 5 V have a net of their own."""
        match end.part:
            case Part.GROUND | Part.SENSORS:
                pass
            case Part.CONTROLLER if end.name == "GND":
                self._join(GROUND, _pin(end))
            case Part.SUPPLY:
                self._join(UNFUSED if end.name == "+" else net, (SUPPLY, "1" if end.name == "+" else "2"))
            case _:
                self._join(net, _pin(end))

    def _take_sensors(self) -> None:
        """The ribbons, and from each signal of them to its input."""
        wiring, size = self._board.electronics.wiring, self._board.geometry.size
        for rank in range(size):
            channels = [wiring.sensors[5 * rank + file] for file in range(size)]
            for number, net in ribbon_nets(tuple(map(channel_net, channels))):
                self._join(net, (rank_header(rank), number))
            for channel in channels:
                at = sensor_input(channel)
                self._join(channel_net(channel), (CHIPS[at.multiplexer], str(at.number)))


def _net_of(wire: Wire) -> str:
    """The net that a wire is on, by its ends; a signal has the name of its first end."""
    ends = {(end.part, end.name) for end in wire.ends}
    if (Part.SUPPLY, "+") in ends:
        return FIVE
    if (Part.SUPPLY, "-") in ends:
        return LIGHTS_GROUND
    if (Part.REGULATOR, "OUT") in ends:
        return SENSOR_SUPPLY
    if (Part.SENSORS, "GND") in ends:
        return GROUND
    grounded = any(end.part is Part.GROUND for end in wire.ends)
    if grounded and wire.through in {"", "a strap"}:
        return LIGHTS_GROUND if wire.group is Group.LIGHTS else GROUND
    if wire.group is Group.LIGHTS and wire.through:
        return "L0"
    return wire.ends[0].name


def _pin(end: HeaderPin) -> tuple[str, str]:
    if end.part is Part.LIGHTS:
        return _LIGHTS_PINS[end.name]
    return CHIPS[end.part], str(end.number)
