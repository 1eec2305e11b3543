"""The controller board as its KiCad project has it: which pins of which parts are on which nets, and what to order."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache

from hardware.making.circuit_boards.board_files import Expression, children, parsed
from hardware.making.circuit_boards.controller_board import PROJECT
from tests.hardware.making.circuit_boards.wire_nodes import Pin


@dataclass(frozen=True, slots=True)
class KicadBoard:
    """The nets with their pins, the footprint of each part, its pads by part, and width and height in mm."""

    nets: dict[str, frozenset[Pin]]
    footprints: dict[str, str]
    pads: dict[str, int]
    size: tuple[float, float]


def word(expression: Expression, place: int = 1) -> str:
    """A word of an expression, without quotes."""
    return str(expression[place]).strip('"')


@cache
def controller() -> KicadBoard:
    """The controller board."""
    whole = parsed((PROJECT / "controller.kicad_pcb").read_text("utf-8"))
    nets: dict[str, set[Pin]] = {}
    footprints, pads = dict[str, str](), dict[str, int]()
    for part in children(whole, "footprint"):
        (name,) = (word(each, 2) for each in children(part, "property") if word(each) == "Reference")
        numbered = [pad for pad in children(part, "pad") if word(pad)]
        footprints[name], pads[name] = word(part), len(numbered)
        for pad in numbered:
            for net in children(pad, "net"):
                nets.setdefault(word(net, 2), set()).add((name, word(pad)))
    (edge,) = (each for each in children(whole, "gr_rect") if ["layer", '"Edge.Cuts"'] in each)
    (start,), (end,) = children(edge, "start"), children(edge, "end")
    width, height = (float(word(end, axis)) - float(word(start, axis)) for axis in (1, 2))
    joined = {net: frozenset(pins) for net, pins in nets.items() if not net.startswith("unconnected-")}
    return KicadBoard(joined, footprints, pads, (width, height))


def controller_orders() -> list[dict[str, str]]:
    """The lines of the bill of materials of the controller board."""
    with (PROJECT / "controller-bom.csv").open(encoding="utf-8") as text:
        return list(csv.DictReader(text))


def controller_joints() -> int:
    """How many pads of the controller board are soldered by hand."""
    by_hand = {
        name for row in controller_orders() if row["Assembly"] == "hand" for name in row["Designator"].split(",")
    }
    return sum(controller().pads[name] for name in by_hand)
