"""How many joints a board takes that is soldered by hand, wire by wire, counted in the list of its wires."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.electronics import Controller, Electronics
from hardware.geometry import Geometry
from hardware.wire_list import MULTIPLEXERS, PICO_HEADER, Group, Part, wires

AT_A_SENSOR = 8
"""Its three legs, the two of its 100 nF, the far end of its 100 Ω, its input, and the far leg of the 10 nF there."""

AT_A_LIGHT = 6
"""5 V, ground and data where they come, and where they go on."""

LOOSE_PARTS = 6
"""Besides those of sensors and chips: 330 Ω, 10 kΩ, two of 1 µF, one of 1000 µF, the fuse. Each has two legs."""

LEGS = {Part.SHIFTER: 14, Part.CONVERTER: 16}
"""How many legs the socket of a chip has that is plugged in."""

_ONCE_FOR_ALL = frozenset({Part.SENSORS, Part.LIGHTS})
"""What the wire list names once, though there is one at each square."""


@dataclass(frozen=True, slots=True)
class JointCount:
    """So many joints at something."""

    what: str
    joints: int


def joint_counts(electronics: Electronics, geometry: Geometry) -> tuple[JointCount, ...]:
    """The joints of a board that is wired from point to point, by where they are. A module is taken to come with its
    pins soldered on, and a wire that goes on from a joint is part of it."""
    squares = len(geometry.squares)
    listed = wires(electronics)
    pins = [pin for wire in listed for pin in wire.ends if pin.part not in _ONCE_FOR_ALL]
    parts = {pin.part for pin in pins}
    chips = parts & {*MULTIPLEXERS, *LEGS}
    legs = sum(LEGS[part] for part in parts & LEGS.keys())
    if electronics.controller is Controller.PICO:
        legs += len(PICO_HEADER)
    # What is in a wire at the rim has two terminals; a light with its resistor has one joint more between them.
    rim = sum(2 + wire.through.count(",") for wire in listed if wire.group is Group.RIM and wire.through)
    return (
        JointCount(f"{squares} sensors", squares * AT_A_SENSOR),
        JointCount(f"{squares} lights", squares * AT_A_LIGHT - AT_A_LIGHT // 2),
        JointCount("pins of controller, chips and supply", len(pins)),
        JointCount("capacitors of the chips, loose parts", 2 * (len(chips) + LOOSE_PARTS)),
        JointCount("buttons and status LED", rim),
        JointCount("sockets and plugs", legs),
    )
