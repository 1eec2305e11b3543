"""The template of a board's plate: where its squares are and where to drill, from the measures of the board file.

The board is seen from above, rank 1 at the bottom. Who drills by hand clamps both sheets together and drills them by
one template: the face, which has no holes for the sensors, and the carrier below, which has room for the buttons in
place of holes. Who has them cut needs each sheet for itself (`PlateSheet`).
"""

from __future__ import annotations

from enum import StrEnum

from hardware.board_file import BoardFile
from hardware.drawing.drawing_shapes import (
    Circle,
    DrawnLine,
    Layer,
    Point,
    Shape,
    Sheet,
    TextAnchor,
    Words,
    cross,
    rectangle,
    ruler,
)
from hardware.geometry import Geometry, square_name

RIM = 18.0
"""How far the plate goes beyond the squares, in mm."""
SENSOR_HOLE = 7.5
LIGHT_HOLE = 5.0
SCREW_HOLE = 3.2
BUTTON_HOLE = 12.0
"""Diameters in mm: for a TO-92 that lies flat, alone or in a printed holder whose walls are thick enough, for the light
to come through, for M3, and for a button with a thread of 12 mm."""
LIGHT_INSET = 4.5
"""How far the middle of a light is from the two sides of its square that meet in the north-west corner, in mm."""
BUTTON_ROOM = 18.0
"""How wide the carrier is open below a button, for its nut; it is open to the edge."""
FOOT = 14.0


LEAST_RANK_PITCH = 44.0
"""On smaller squares the sockets of rank boards have no room."""
RIBBON_PIN = (5.6, -9.3)
"""Where the first pin of a rank board's ribbon is, in mm east and south of the sensor of file a."""
LIGHTS_PINS_SOUTH = 6.0
"""How far south of the lights the pins of their sockets are."""
LIGHTS_IN_EAST, LIGHTS_OUT_EAST = -8.0, 6.5
"""Where the first pins of these sockets are: east of the sensor of file a, and of the light of file b."""
RANK_SCREW_NORTH = 8.0
"""How far north of the sensors the two screws of a rank board are; each is south of a light."""
RIBBON_ROOM, LIGHTS_ROOM = (23.0, 12.0), (12.0, 10.0)
"""How long and wide the carrier is open for a ribbon's header and for a socket of the lights, with the fingers of who
plugs in: they are 20.4 x 9 and 9.9 x 5.8 mm."""


class PlateSheet(StrEnum):
    """Which of the sheets is drawn: both at once, to drill by hand; the face, with holes for the lights or, of opal
    acrylic through which they shine, without; the carrier; or the carrier of rank boards, which lie on it with their
    sockets through its openings."""

    BOTH = "both"
    FACE = "face"
    OPAL = "opal"
    CARRIER = "carrier"
    RANK_CARRIER = "rank-carrier"


HOLES = {
    PlateSheet.BOTH: (SENSOR_HOLE, LIGHT_HOLE),
    PlateSheet.FACE: (LIGHT_HOLE,),
    PlateSheet.OPAL: (),
    PlateSheet.CARRIER: (SENSOR_HOLE, LIGHT_HOLE),
    PlateSheet.RANK_CARRIER: (),
}
"""The holes that a square of each sheet has."""
_TITLES = {
    PlateSheet.FACE: "face",
    PlateSheet.OPAL: "face",
    PlateSheet.CARRIER: "carrier",
    PlateSheet.RANK_CARRIER: "carrier of rank boards",
}


def plate(board: BoardFile, sheet: PlateSheet = PlateSheet.BOTH) -> Sheet:
    """The plate itself, without a ruler: for ``hardware.drawing.pages.over_pages``, which gives each page one.

    :raises ValueError: if it is a carrier of rank boards, which its squares are too small for.
    """
    geometry = board.geometry
    if sheet is PlateSheet.RANK_CARRIER:
        check_rank_pitch(geometry)
    side = plate_side(geometry)
    notched = sheet in {PlateSheet.CARRIER, PlateSheet.RANK_CARRIER}
    shapes = [
        *(_notched(geometry) if notched else rectangle(Layer.CUT, (0.0, 0.0), side, side)),
        *_grid(geometry),
        *_letters(geometry),
        *(shape for square in geometry.squares for shape in _square(geometry, square, HOLES[sheet])),
        *_screws(geometry),
        *([] if notched else _buttons(geometry)),
        *(_rank_boards(geometry) if sheet is PlateSheet.RANK_CARRIER else []),
    ]
    part = f", {_TITLES[sheet]}" if sheet in _TITLES else ""
    title = f"{board.name}{part}: {geometry.size} x {geometry.size} squares of {geometry.pitch:g} mm"
    return Sheet(title, side, side, tuple(shapes))


def template(board: BoardFile, sheet: PlateSheet = PlateSheet.BOTH) -> Sheet:
    """The plate with a ruler and its title below, on one sheet at true scale.

    :raises ValueError: as `plate`.
    """
    whole = plate(board, sheet)
    edge = whole.height + FOOT - 5.0
    notes = (
        *ruler((2.0, edge), min(100.0, whole.width // 10 * 10)),
        Words(Layer.NOTE, (whole.width, edge - 1.0), whole.title, 3.0, TextAnchor.END),
    )
    return Sheet(whole.title, whole.width, whole.height + FOOT, (*whole.shapes, *notes))


def seams(board: BoardFile) -> tuple[float, ...]:
    """Where a plate may be cut for printing, from the left as from the top: between the lights and the sensors."""
    pitch = board.geometry.pitch
    return tuple(RIM + step * pitch + (LIGHT_INSET + pitch / 2) / 2 for step in range(board.geometry.size))


def plate_side(geometry: Geometry) -> float:
    """How long each side of the plate is, in mm."""
    return geometry.size * geometry.pitch + 2 * RIM


def middle_lines(geometry: Geometry) -> tuple[float, float]:
    """The lines between squares on either side of the board's middle, where no letters are."""
    first = (geometry.size - 1) // 2
    return RIM + first * geometry.pitch, RIM + (geometry.size - first) * geometry.pitch


def sensor_at(geometry: Geometry, square: int) -> Point:
    """The middle of a square on the plate, which is where its sensor is, in mm from the upper left corner."""
    east, north = geometry.centre(square)
    return RIM + geometry.pitch / 2 + east, plate_side(geometry) - RIM - geometry.pitch / 2 - north


def light_at(geometry: Geometry, square: int) -> Point:
    """Where a square's light is on the plate: in its north-west corner, where no block hides it."""
    x, y = sensor_at(geometry, square)
    aside = geometry.pitch / 2 - LIGHT_INSET
    return x - aside, y - aside


def check_rank_pitch(geometry: Geometry) -> None:
    """See that rank boards have room.

    :raises ValueError: if not.
    """
    if geometry.pitch < LEAST_RANK_PITCH:
        raise ValueError(f"pitch_mm = {geometry.pitch:g}: rank boards need squares of {LEAST_RANK_PITCH:g} mm or more")


def rank_screws_at(geometry: Geometry, rank: int) -> tuple[Point, Point]:
    """Where the screws of a rank board are on the plate: south of the light of file b, and of that of the last file."""
    y = sensor_at(geometry, 5 * rank)[1] - RANK_SCREW_NORTH
    return (light_at(geometry, 5 * rank + 1)[0], y), (light_at(geometry, 5 * rank + geometry.size - 1)[0], y)


def rank_openings(geometry: Geometry, rank: int) -> tuple[tuple[Point, Point], ...]:
    """The middles, lengths and widths of the openings below a rank board: for its ribbon, and for the sockets through
    which the lights of the rank get their data and hand it on."""
    x, y = sensor_at(geometry, 5 * rank)
    lights = light_at(geometry, 5 * rank + 1)
    pins = lights[1] + LIGHTS_PINS_SOUTH
    return (
        ((x + RIBBON_PIN[0] + 4 * 2.54 / 2, y + RIBBON_PIN[1] + 2.54 / 2), RIBBON_ROOM),
        ((x + LIGHTS_IN_EAST - 2.5, pins), LIGHTS_ROOM),
        ((lights[0] + LIGHTS_OUT_EAST + 2.5, pins), LIGHTS_ROOM),
    )


def screws_at(geometry: Geometry) -> tuple[Point, ...]:
    """Where the screws are on the plate: one in each corner first, then those at the middles of three sides."""
    low, high = RIM / 2, plate_side(geometry) - RIM / 2
    corners = ((low, low), (high, low), (low, high), (high, high))
    sides = (centre for line in middle_lines(geometry) for centre in ((line, low), (low, line), (high, line)))
    return *corners, *sides


def _square(geometry: Geometry, square: int, holes: tuple[float, ...]) -> tuple[Shape, ...]:
    """A square with those of these holes that it can have: SENSOR_HOLE and LIGHT_HOLE."""
    sensor, light = sensor_at(geometry, square), light_at(geometry, square)
    below = sensor[1] + geometry.pitch / 2 - 2.5
    shapes: list[Shape] = [
        Words(Layer.NOTE, (sensor[0] + geometry.pitch / 2 - 2.0, below), square_name(square), 3.0, TextAnchor.END)
    ]
    if SENSOR_HOLE in holes:
        shapes += _hole(sensor, SENSOR_HOLE)
        if square == 0:
            shapes.append(Words(Layer.NOTE, (sensor[0], sensor[1] + 6.5), f"sensor {SENSOR_HOLE:g} mm", 2.2))
    if LIGHT_HOLE in holes:
        shapes += _hole(light, LIGHT_HOLE)
        if square == 0:
            place = light[0] + 4.0, light[1] + 0.8
            shapes.append(Words(Layer.NOTE, place, f"light {LIGHT_HOLE:g} mm", 2.2, TextAnchor.START))
    return tuple(shapes)


def _notched(geometry: Geometry) -> list[Shape]:
    """The outline of the carrier, open below the buttons."""
    side, deep = plate_side(geometry), (RIM + BUTTON_ROOM) / 2
    corners = [(side, side), (side, 0.0), (0.0, 0.0), (0.0, side)]
    for line in middle_lines(geometry):
        left, right = line - BUTTON_ROOM / 2, line + BUTTON_ROOM / 2
        corners += [(left, side), (left, side - deep), (right, side - deep), (right, side)]
    return [DrawnLine(Layer.CUT, start, end) for start, end in zip(corners, [*corners[1:], corners[0]], strict=True)]


def _grid(geometry: Geometry) -> list[Shape]:
    lines = [RIM + step * geometry.pitch for step in range(geometry.size + 1)]
    first, last = lines[0], lines[-1]
    return [
        *(DrawnLine(Layer.MARK, (line, first), (line, last)) for line in lines),
        *(DrawnLine(Layer.MARK, (first, line), (last, line)) for line in lines),
    ]


def _letters(geometry: Geometry) -> list[Shape]:
    found: list[Shape] = []
    for place in range(geometry.size):
        along, across = sensor_at(geometry, 6 * place)
        found += [
            Words(Layer.MARK, (along, plate_side(geometry) - RIM + 7.5), "abcde"[place], 5.0),
            Words(Layer.MARK, (RIM - 6.0, across + 1.8), f"{place + 1}", 5.0),
        ]
    return found


def _screws(geometry: Geometry) -> list[Shape]:
    found: list[Shape] = [shape for centre in screws_at(geometry) for shape in _hole(centre, SCREW_HOLE)]
    place = RIM / 2 + 3.5, plate_side(geometry) - RIM / 2 + 0.8
    found.append(Words(Layer.NOTE, place, f"screw {SCREW_HOLE:g} mm", 2.2, TextAnchor.START))
    return found


def _rank_boards(geometry: Geometry) -> list[Shape]:
    found: list[Shape] = []
    for rank in range(geometry.size):
        found += [shape for centre in rank_screws_at(geometry, rank) for shape in _hole(centre, SCREW_HOLE)]
        for (x, y), (width, height) in rank_openings(geometry, rank):
            found += rectangle(Layer.CUT, (x - width / 2, y - height / 2), width, height)
    return found


def _buttons(geometry: Geometry) -> list[Shape]:
    found: list[Shape] = []
    for line, name in zip(middle_lines(geometry), ("Undo", "Done"), strict=True):
        centre = (line, plate_side(geometry) - RIM / 2)
        found += (Circle(Layer.CUT, centre, BUTTON_HOLE), *cross(Layer.MARK, centre, 4.0))
        found.append(Words(Layer.NOTE, (line, centre[1] + 4.4), name, 2.4))
    return found


def _hole(centre: Point, diameter: float) -> tuple[Shape, ...]:
    return Circle(Layer.CUT, centre, diameter), *cross(Layer.MARK, centre, diameter + 3.0)
