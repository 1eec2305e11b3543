"""The controller board as its KiCad project has it: which pins of which parts are on which nets, and what to order."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hardware.making.circuit_boards.board_design import CopperLayer, CopperTrack, Point
from hardware.making.circuit_boards.board_files import Expression, children, parsed
from hardware.making.circuit_boards.controller_board import PROJECT
from tests.hardware.making.circuit_boards.wire_nodes import Pin


@dataclass(frozen=True, slots=True)
class KicadBoard:
    """The nets with their pins, the footprint and the place of each part, its pads by part, and the upper left and the
    lower right corner in mm; tracks, the places of vias and of areas without copper, and the heights of what is
    printed."""

    nets: dict[str, frozenset[Pin]]
    footprints: dict[str, str]
    pads: dict[str, int]
    places: dict[str, Point]
    corners: tuple[Point, Point]
    tracks: tuple[CopperTrack, ...]
    vias: tuple[Point, ...]
    keepouts: tuple[Point, ...]
    printed: tuple[float, ...]

    @property
    def size(self) -> Point:
        """Width and height."""
        (left, top), (right, bottom) = self.corners
        return right - left, bottom - top

    def all_of(self, beginning: str) -> list[Point]:
        """The places of all parts whose references begin so."""
        return [at for name, at in self.places.items() if name.startswith(beginning)]


def word(expression: Expression, place: int = 1) -> str:
    """A word of an expression, without quotes."""
    return str(expression[place]).strip('"')


@cache
def controller() -> KicadBoard:
    """The controller board."""
    whole = parsed((PROJECT / "controller.kicad_pcb").read_text("utf-8"))
    nets: dict[str, set[Pin]] = {}
    footprints, pads, places = dict[str, str](), dict[str, int](), dict[str, Point]()
    for part in children(whole, "footprint"):
        (name,) = (word(each, 2) for each in children(part, "property") if word(each) == "Reference")
        numbered = [pad for pad in children(part, "pad") if word(pad)]
        footprints[name], pads[name], places[name] = word(part), len(numbered), _place(part, "at")
        for pad in numbered:
            for net in children(pad, "net"):
                nets.setdefault(word(net, 2), set()).add((name, word(pad)))
    (edge,) = (each for each in children(whole, "gr_rect") if ["layer", '"Edge.Cuts"'] in each)
    joined = {net: frozenset(pins) for net, pins in nets.items() if not net.startswith("unconnected-")}
    return KicadBoard(
        joined,
        footprints,
        pads,
        places,
        (_place(edge, "start"), _place(edge, "end")),
        tuple(_tracks(whole)),
        tuple(_place(via, "at") for via in children(whole, "via")),
        tuple(_keepouts(whole)),
        tuple(_printed(whole)),
    )


def _place(expression: Expression, of: str) -> Point:
    (found,) = children(expression, of)
    return float(word(found, 1)), float(word(found, 2))


def _tracks(whole: Expression) -> Iterator[CopperTrack]:
    names = {word(net): word(net, 2) for net in children(whole, "net")}
    for each in children(whole, "segment"):
        (net,), (width,), (layer,) = children(each, "net"), children(each, "width"), children(each, "layer")
        start, end = _place(each, "start"), _place(each, "end")
        yield CopperTrack(names[word(net)], start, end, float(word(width)), CopperLayer(word(layer)))


def _keepouts(whole: Expression) -> Iterator[Point]:
    """The middles of areas without poured copper."""
    for zone in children(whole, "zone"):
        for _ in children(zone, "keepout"):
            (polygon,) = children(zone, "polygon")
            (points,) = children(polygon, "pts")
            corners = [(float(word(xy, 1)), float(word(xy, 2))) for xy in children(points, "xy")]
            xs, ys = zip(*corners, strict=True)
            yield (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _printed(whole: Expression) -> Iterator[float]:
    """The heights of all that is printed on the board: its words, and the references that are not hidden."""
    texts = [*children(whole, "gr_text")]
    for part in children(whole, "footprint"):
        texts += [
            each for each in (*children(part, "property"), *children(part, "fp_text")) if ["hide", "yes"] not in each
        ]
    for text in texts:
        if any(word(layer).endswith(".SilkS") for layer in children(text, "layer")):
            (effects,) = children(text, "effects")
            (font,) = children(effects, "font")
            (size,) = children(font, "size")
            yield float(word(size, 2))


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
