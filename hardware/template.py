"""The template of a board's plate: its squares and holes, from the measures of the board file.

The board is seen from above, with rank 1 at the bottom. For drilling by hand, both sheets are clamped together and
share one template: the face, which has no holes for the sensors, and the carrier below, which has room for the buttons
instead of holes. A cutter needs each sheet separately (`PlateSheet`).
"""

from __future__ import annotations

from enum import StrEnum

from hardware.board_file import BoardFile
from hardware.geometry import Geometry, square_name
from hardware.sensor_layout import RING_SENSORS
from hardware.sheets import (
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

RIM = 18.0
"""The width of the plate beyond the squares, in mm."""
SENSOR_HOLE = 7.5
LIGHT_HOLE = 5.0
SCREW_HOLE = 3.2
BUTTON_HOLE = 12.0
"""Diameters in mm: for a TO-92 that lies flat, alone or in a printed holder whose walls are thick enough, for the light
to come through, for M3, and for a button with a thread of 12 mm."""
LIGHT_INSET = 4.5
"""The distance of a light's middle from the two sides of its square that meet in the north-west corner, in mm."""
BUTTON_ROOM = 18.0
"""The width of the carrier's opening below a button, for its nut; it extends to the edge."""
FOOT = 14.0


LEAST_RANK_PITCH = 44.0
"""The least pitch at which the sockets of rank boards have room."""
RIBBON_PIN = (5.6, -9.3)
"""The place of the first pin of a rank board's ribbon, in mm east and south of the sensor of file a."""
LIGHTS_PINS_SOUTH = 6.0
"""The distance of the pins of the lights' sockets south of the lights."""
LIGHTS_IN_EAST, LIGHTS_OUT_EAST = -8.0, 6.5
"""The first pins of these sockets, east of the sensor of file a, and of the light of file b."""
RANK_SCREW_NORTH = 8.0
"""The distance of the two screws of a rank board north of the sensors; each is south of a light."""
RIBBON_ROOM, LIGHTS_ROOM = (23.0, 12.0), (12.0, 10.0)
"""The length and width of the carrier's openings for a ribbon's header and for a socket of the lights, with room for
fingers: the parts are 20.4 x 9 and 9.9 x 5.8 mm."""


class PlateSheet(StrEnum):
    """The sheet that is drawn: both at once, for drilling by hand; the face, with holes for the lights or without, of
    opal acrylic through which they shine; the carrier; or the carrier of rank boards, which lie on it with their
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
"""The holes of a square of each sheet."""
_TITLES = {
    PlateSheet.FACE: "face",
    PlateSheet.OPAL: "face",
    PlateSheet.CARRIER: "carrier",
    PlateSheet.RANK_CARRIER: "carrier of rank boards",
}


def plate(board: BoardFile, sheet: PlateSheet = PlateSheet.BOTH) -> Sheet:
    """Draw the plate without a ruler, for ``hardware.sheets.over_pages``, which adds one to each page.

    :raises ValueError: if it is a carrier of rank boards and its squares are too small for them.
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
        *_screws(board),
        *(_ring(board) if sheet in {PlateSheet.BOTH, PlateSheet.CARRIER, PlateSheet.RANK_CARRIER} else []),
        *([] if notched else _buttons(geometry)),
        *(_rank_boards(geometry) if sheet is PlateSheet.RANK_CARRIER else []),
    ]
    part = f", {_TITLES[sheet]}" if sheet in _TITLES else ""
    blocks = f", blocks of {board.block_width:g} mm (assumed)" if "width_mm" in board.assumed else ""
    title = f"{board.name}{part}: {geometry.size} x {geometry.size} squares of {geometry.pitch:g} mm{blocks}"
    return Sheet(title, side, side, tuple(shapes))


def template(board: BoardFile, sheet: PlateSheet = PlateSheet.BOTH) -> Sheet:
    """Draw the plate with a ruler and its title below, on one sheet at true scale.

    :raises ValueError: as `plate` does.
    """
    whole = plate(board, sheet)
    edge = whole.height + FOOT - 5.0
    notes = (
        *ruler((2.0, edge), min(100.0, whole.width // 10 * 10)),
        Words(Layer.NOTE, (whole.width, edge - 1.0), whole.title, 3.0, TextAnchor.END),
    )
    return Sheet(whole.title, whole.width, whole.height + FOOT, (*whole.shapes, *notes))


def seams(board: BoardFile) -> tuple[float, ...]:
    """Return where a plate may be cut for printing, from the left and the top: between the lights and the sensors."""
    pitch = board.geometry.pitch
    return tuple(RIM + step * pitch + (LIGHT_INSET + pitch / 2) / 2 for step in range(board.geometry.size))


def plate_side(geometry: Geometry) -> float:
    """Return the length of each side of the plate, in mm."""
    return geometry.size * geometry.pitch + 2 * RIM


def middle_lines(geometry: Geometry) -> tuple[float, float]:
    """Return the lines between squares on either side of the board's middle, which have no letters."""
    first = (geometry.size - 1) // 2
    return RIM + first * geometry.pitch, RIM + (geometry.size - first) * geometry.pitch


def sensor_at(geometry: Geometry, square: int) -> Point:
    """Return the middle of a square on the plate, the place of its sensor, in mm from the upper left corner."""
    east, north = geometry.centre(square)
    return RIM + geometry.pitch / 2 + east, plate_side(geometry) - RIM - geometry.pitch / 2 - north


def light_at(geometry: Geometry, square: int) -> Point:
    """Return the place of a square's light on the plate: in its north-west corner, where no block hides it."""
    x, y = sensor_at(geometry, square)
    aside = geometry.pitch / 2 - LIGHT_INSET
    return x - aside, y - aside


def check_rank_pitch(geometry: Geometry) -> None:
    """Check that rank boards have room.

    :raises ValueError: if they do not.
    """
    if geometry.pitch < LEAST_RANK_PITCH:
        raise ValueError(f"pitch_mm = {geometry.pitch:g}: rank boards need squares of {LEAST_RANK_PITCH:g} mm or more")


def rank_screws_at(geometry: Geometry, rank: int) -> tuple[Point, Point]:
    """Return the places of a rank board's screws on the plate: south of the light of file b, and of the last file's."""
    y = sensor_at(geometry, 5 * rank)[1] - RANK_SCREW_NORTH
    return (light_at(geometry, 5 * rank + 1)[0], y), (light_at(geometry, 5 * rank + geometry.size - 1)[0], y)


def rank_openings(geometry: Geometry, rank: int) -> tuple[tuple[Point, Point], ...]:
    """Return the middles, lengths and widths of the openings below a rank board: for its ribbon, and for the sockets
    that bring the data of the rank's lights and pass it on."""
    x, y = sensor_at(geometry, 5 * rank)
    lights = light_at(geometry, 5 * rank + 1)
    pins = lights[1] + LIGHTS_PINS_SOUTH
    return (
        ((x + RIBBON_PIN[0] + 4 * 2.54 / 2, y + RIBBON_PIN[1] + 2.54 / 2), RIBBON_ROOM),
        ((x + LIGHTS_IN_EAST - 2.5, pins), LIGHTS_ROOM),
        ((lights[0] + LIGHTS_OUT_EAST + 2.5, pins), LIGHTS_ROOM),
    )


def screws_at(geometry: Geometry) -> tuple[Point, ...]:
    """Return the places of the screws on the plate: one in each corner first, then at the middles of three sides."""
    low, high = RIM / 2, plate_side(geometry) - RIM / 2
    corners = ((low, low), (high, low), (low, high), (high, high))
    sides = (centre for line in middle_lines(geometry) for centre in ((line, low), (low, line), (high, line)))
    return *corners, *sides


def _square(geometry: Geometry, square: int, holes: tuple[float, ...]) -> tuple[Shape, ...]:
    """Draw a square with the holes that it can have: SENSOR_HOLE and LIGHT_HOLE."""
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
    """Return the outline of the carrier, open below the buttons."""
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


def _screws(board: BoardFile) -> list[Shape]:
    geometry = board.geometry
    found: list[Shape] = [shape for centre in screws_at(geometry) for shape in _hole(centre, SCREW_HOLE)]
    # Beside the screw at a1 a ring of sensors has a hole.
    place = RIM / 2 + 3.5, (RIM / 2 if ring_at(board) else plate_side(geometry) - RIM / 2) + 0.8
    found.append(Words(Layer.NOTE, place, f"screw {SCREW_HOLE:g} mm", 2.2, TextAnchor.START))
    return found


def _ring(board: BoardFile) -> list[Shape]:
    """Draw the holes of a ring of sensors; none if it is outside the plate, or there is none."""
    geometry, found = board.geometry, list[Shape]()
    for number, centre in enumerate(ring_at(board)):
        found += _hole(centre, SENSOR_HOLE)
        place = centre[0] + SENSOR_HOLE / 2 + 2.0, centre[1] + 0.8
        last = centre[0] > plate_side(geometry) - RIM
        if last:
            place = centre[0], centre[1] + SENSOR_HOLE / 2 + 3.5
        anchor = TextAnchor.MIDDLE if last else TextAnchor.START
        found.append(Words(Layer.NOTE, place, f"ring {'ABCD'[number % 4]}{number // 4}", 2.2, anchor))
    return found


def ring_at(board: BoardFile) -> tuple[Point, ...]:
    """Return the places of the sensors of a ring on the plate, in mm from the upper left corner, if their holes are
    within it."""
    if board.ring is None or board.ring.outside + SENSOR_HOLE / 2 > RIM:
        return ()
    side, edge = plate_side(board.geometry), RIM + board.geometry.pitch / 2
    return tuple((edge + each.east, side - edge - each.north) for each in board.geometry.further[:RING_SENSORS])


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
