"""What the wire list says of the controller board: which pins are one wire, and which of those pins a board joins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hardware.board_file import BoardFile
from hardware.wire_list import PICO_HEADER, HeaderPin, Part, Wire, sensor_input, wires

Pin = tuple[str, str]
CHIPS = {
    Part.CONTROLLER: "A1",
    Part.MULTIPLEXER_A: "U1",
    Part.MULTIPLEXER_B: "U2",
    Part.SHIFTER: "U3",
    Part.REGULATOR: "U4",
}
SOCKETS = {
    (Part.LIGHTS, "5V"): ("J6", "1"),
    (Part.LIGHTS, "DIN of the first"): ("J6", "2"),
    (Part.LIGHTS, "GND"): ("J6", "3"),
    (Part.SUPPLY, "+"): ("J7", "1"),
    (Part.SUPPLY, "-"): ("J7", "2"),
}
BUTTONS = {"Done button": "J8", "Undo button": "J9"}
BRIDGES = (("F1", "1", "2"), ("Q1", "3", "2"), ("NT1", "1", "2"))
"""Parts that let current pass, with two of their pins: the fuse, the transistor behind it, and the one place where the
grounds meet."""
GATE = frozenset({("Q1", "1"), ("R3", "2")})
"""What opens that transistor, which no wire has."""


def _pins(end: HeaderPin, ranks: int) -> set[Pin]:
    if end.part is Part.SENSORS:
        numbers = ("1",) if end.name == "VCC" else ("3", "5", "7", "9")
        return {(f"J{rank + 1}", number) for rank in range(ranks) for number in numbers}
    if end.part is Part.GROUND:
        return {("A1", "38")}
    if end.part in CHIPS:
        return {(CHIPS[end.part], str(end.number))}
    return {SOCKETS[end.part, end.name]}


def _nodes_of(wire: Wire, ranks: int) -> Iterable[set[Pin]]:
    """The pins that a wire joins; a button, and the resistor of the lights, part it in two."""
    first, others = _pins(wire.ends[0], ranks), set[Pin]().union(*(_pins(end, ranks) for end in wire.ends[1:]))
    if wire.through in BUTTONS:
        socket = BUTTONS[wire.through]
        return ({*first, (socket, "1")}, {*others, (socket, "2")})
    if wire.through == "330 Ω":
        return ({*first, ("R1", "1")}, {*others, ("R1", "2")})
    return (first | others,)


def wired_nodes(board: BoardFile) -> list[frozenset[Pin]]:
    """Every wire and every signal of a sensor as the pins that it joins; what shares a pin is one."""
    size = board.geometry.size
    found = [node for wire in wires(board.electronics) for node in _nodes_of(wire, size)]
    # A Pico joins its grounds itself.
    found.append({("A1", str(number)) for number, name in enumerate(PICO_HEADER, 1) if name == "GND"})
    for rank in range(size):
        for file in range(size):
            at = sensor_input(board.electronics.wiring.sensors[5 * rank + file])
            found.append({(f"J{rank + 1}", str(2 * file + 2)), (CHIPS[at.multiplexer], str(at.number))})
    return merged(found)


def merged(groups: Iterable[set[Pin]]) -> list[frozenset[Pin]]:
    """Groups that share a pin, as one."""
    done: list[set[Pin]] = []
    for group in groups:
        apart = [each for each in done if not each & group]
        joined = group.union(*(each for each in done if each & group))
        done = [*apart, joined]
    return [frozenset(each) for each in done]


def board_nodes(nets: Mapping[str, Iterable[Pin]]) -> list[frozenset[Pin]]:
    """The nets of a board, those on either side of a bridge taken as one."""
    joined = [set(pins) for pins in nets.values()]
    return merged([*joined, *({(part, one), (part, other)} for part, one, other in BRIDGES)])


def disagreements(board: BoardFile, nets: Mapping[str, Iterable[Pin]]) -> list[str]:
    """Wires that the nets of a controller board lack or join; empty if both say the same.

    Capacitors, resistors that pull down, test pads, the clamp, and bridges are beside the wires.
    """
    wired, found = wired_nodes(board), board_nodes(nets)
    listed = set[Pin]().union(*wired)
    shown = [node & listed for node in found if node & listed]
    missing = [f"not joined: {sorted(node)}" for node in wired if node not in shown]
    wrong = [f"joined: {sorted(node)}" for node in shown if node not in wired]
    alone = [node for node in found if not node & listed and node != GATE]
    return missing + wrong + [f"in no wire: {sorted(node)}" for node in alone]
