"""Drawings as files at true scale: shapes on sheets, as SVG, PDF and DXF, and large sheets over several A4 pages.

In SVG one user unit is one millimetre, and each layer is a group with its own name. The PDF needs only lines, circles
and a built-in font, which is less code than any library for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape
from itertools import pairwise

# ---- Shapes
#
# All measures are mm; x goes right and y down.


Point = tuple[float, float]


class Layer(Enum):
    """The purpose of a shape. Programs that drive cutters read each layer separately."""

    CUT = "cut"
    """The material ends here: the outline and the holes."""
    MARK = "mark"
    """Drawn or engraved on the material: squares, middles of holes, letters."""
    NOTE = "note"
    """For the reader of the sheet."""


class TextAnchor(Enum):
    """The part of a line of words that is at its point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A straight line; ``dashed`` if the material shows nothing."""

    layer: Layer
    start: Point
    end: Point
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle."""

    layer: Layer
    centre: Point
    diameter: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of words of this size; ``at`` is on its base line."""

    layer: Layer
    at: Point
    text: str
    size: float
    anchor: TextAnchor = TextAnchor.MIDDLE


Shape = DrawnLine | Circle | Words


@dataclass(frozen=True, slots=True)
class Sheet:
    """A drawing of this size with its upper left corner at 0, 0."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def rectangle(layer: Layer, corner: Point, width: float, height: float) -> tuple[DrawnLine, ...]:
    """Return its four sides, clockwise from the upper left corner."""
    left, top = corner
    corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
    return tuple(DrawnLine(layer, corners[side], corners[(side + 1) % 4]) for side in range(4))


def cross(layer: Layer, centre: Point, size: float) -> tuple[DrawnLine, DrawnLine]:
    """Return two lines that meet at the point, each ``size`` long."""
    x, y = centre
    half = size / 2
    return DrawnLine(layer, (x - half, y), (x + half, y)), DrawnLine(layer, (x, y - half), (x, y + half))


def ruler(start: Point, length: float) -> tuple[Shape, ...]:
    """Return a ruler to the right of a point, to compare with a real one, since printers may scale: its edge is at the
    point's height, its marks go up, the numbers are below."""
    left, edge = start
    shapes: list[Shape] = [DrawnLine(Layer.NOTE, start, (left + length, edge))]
    for millimetre in range(int(length) + 1):
        tall = 4.0 if millimetre % 10 == 0 else 3.0 if millimetre % 5 == 0 else 1.8
        shapes.append(DrawnLine(Layer.NOTE, (left + millimetre, edge), (left + millimetre, edge - tall)))
    shapes += [Words(Layer.NOTE, (left + ten, edge + 3.0), f"{ten}", 2.6) for ten in range(0, int(length), 10)]
    shapes.append(Words(Layer.NOTE, (left + length - 2.2, edge + 3.0), f"{length:g} mm", 2.6, TextAnchor.START))
    return tuple(shapes)


# ---- SVG and PDF


STYLES = {
    Layer.NOTE: 'stroke="#24568f" fill="#24568f" stroke-width="0.2"',
    Layer.MARK: 'stroke="#808080" fill="#505050" stroke-width="0.2"',
    Layer.CUT: 'stroke="#d01010" fill="#d01010" stroke-width="0.2"',
}
"""The style of each layer in SVG."""
POINTS_PER_MM = 72 / 25.4
ARC = 0.5522847498
"""The distance along the tangent of the handles of a Bezier curve for a quarter of a circle of radius 1."""
COLOURS = {Layer.NOTE: "0.14 0.34 0.56", Layer.MARK: "0.45 0.45 0.45", Layer.CUT: "0.82 0.06 0.06"}
# The widths of Helvetica's letters from space to tilde, in thousandths of its size, as the PDF standard has them.
WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
    *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
    *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
    *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
OTHER_WIDTH = 556


def svg(sheet: Sheet) -> str:
    """Return the drawing as the text of an SVG file."""
    width, height = f"{sheet.width:g}", f"{sheet.height:g}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{escape(sheet.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    for layer, style in STYLES.items():
        parts.append(f'<g id="{layer.value}" {style}>')
        parts += [_element(shape) for shape in sheet.shapes if shape.layer is layer]
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _element(shape: Shape) -> str:
    match shape:
        case DrawnLine((_), (x1, y1), (x2, y2), dashed):
            dashes = ' stroke-dasharray="2 1.5"' if dashed else ""
            return f'<line x1="{_mm(x1)}" y1="{_mm(y1)}" x2="{_mm(x2)}" y2="{_mm(y2)}"{dashes}/>'
        case Circle(_, (x, y), diameter):
            return f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(diameter / 2)}" fill="none"/>'
        case Words(_, (x, y), text, size, anchor):
            return (
                f'<text x="{_mm(x)}" y="{_mm(y)}" font-size="{_mm(size)}" text-anchor="{anchor.value}"'
                f' stroke="none">{escape(text)}</text>'
            )


def _mm(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def pdf(sheets: Sequence[Sheet]) -> bytes:
    """Return one page for each sheet, of its size, in a file without compression."""
    pages = range(len(sheets))
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in pages)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(sheets)} /Kids [{kids}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for page, sheet in enumerate(sheets):
        box = f"0 0 {_points(sheet.width)} {_points(sheet.height)}"
        content = "\n".join(_operators(sheet)).encode("cp1252", "replace")
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {5 + 2 * page} 0 R"
            " /Resources << /Font << /F1 3 0 R >> >> >>".encode(),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
        ]
    return _file(objects)


def text_width(text: str, size: float) -> float:
    """Return the width of these words in Helvetica, in the unit of ``size``.

    >>> text_width("a1", 10.0)
    11.12
    """
    widths = (WIDTHS[ord(each) - 32] if " " <= each <= "~" else OTHER_WIDTH for each in text)
    return sum(widths) * size / 1000


def _file(objects: Sequence[bytes]) -> bytes:
    """Return the objects, numbered from 1, with the table of their positions."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for place in places:
        out += b"%010d 00000 n \n" % place
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
    return bytes(out)


def _operators(sheet: Sheet) -> list[str]:
    """Return the page's operators: a unit is a millimetre and y goes down, as on the sheet; letters are turned
    upright."""
    found = [f"{POINTS_PER_MM:.6f} 0 0 {-POINTS_PER_MM:.6f} 0 {_points(sheet.height)} cm", "0.2 w"]
    for layer, colour in COLOURS.items():
        found.append(f"{colour} RG {colour} rg")
        for shape in sheet.shapes:
            if shape.layer is layer:
                found += _shape(shape)
    return found


def _shape(shape: Shape) -> list[str]:
    match shape:
        case DrawnLine(_, start, end, dashed):
            stroke = f"{_at(start)} m {_at(end)} l S"
            return ["[2 1.5] 0 d", stroke, "[] 0 d"] if dashed else [stroke]
        case Circle(_, (x, y), diameter):
            return [_circle(x, y, diameter / 2)]
        case Words(_, (x, y), text, size, anchor):
            before = {TextAnchor.START: 0.0, TextAnchor.MIDDLE: 0.5, TextAnchor.END: 1.0}[anchor] * text_width(
                text, size
            )
            escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
            return [f"BT /F1 {size:.3f} Tf 1 0 0 -1 {_at((x - before, y))} Tm ({escaped}) Tj ET"]


def _circle(x: float, y: float, radius: float) -> str:
    handle = ARC * radius
    curves = [f"{_at((x + radius, y))} m"]
    for along, up in ((0, 1), (-1, 0), (0, -1), (1, 0)):
        # From the point one quarter before: there the tangent points to (along, up), here from (up, -along).
        before = (x + radius * up, y - radius * along)
        after = (x + radius * along, y + radius * up)
        first = (before[0] + handle * along, before[1] + handle * up)
        second = (after[0] + handle * up, after[1] - handle * along)
        curves.append(f"{_at(first)} {_at(second)} {_at(after)} c")
    return " ".join([*curves, "h S"])


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.3f} {point[1]:.3f}"


def _points(millimetres: float) -> str:
    return f"{millimetres * POINTS_PER_MM:.3f}"


# ---- DXF
#
# Programs for cutters and CAD read DXF; all of them know the release of 1992 (R12). A DXF file is a list of pairs of
# lines, a code and its value. Its y goes up, and R12 has no units: they are mm. The layers have the names of `Layer`,
# in capitals.


_DXF_COLOURS = {Layer.CUT: 1, Layer.MARK: 8, Layer.NOTE: 5}
"""Red, grey and blue."""

_ANCHORS = {TextAnchor.START: 0, TextAnchor.MIDDLE: 1, TextAnchor.END: 2}


def dxf(sheet: Sheet) -> str:
    """Return the drawing as the text of a DXF file."""
    layers = [
        _pairs((0, "LAYER"), (2, _layer(layer)), (70, 0), (62, colour), (6, "CONTINUOUS"))
        for layer, colour in _DXF_COLOURS.items()
    ]
    return "".join(
        (
            _pairs((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (0, "ENDSEC")),
            _pairs((0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, len(layers))),
            *layers,
            _pairs((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")),
            *(_entity(shape, sheet.height) for shape in sheet.shapes),
            _pairs((0, "ENDSEC"), (0, "EOF")),
        )
    )


def _entity(shape: Shape, height: float) -> str:
    layer = (8, _layer(shape.layer))
    match shape:
        case DrawnLine(_, start, end):
            return _pairs((0, "LINE"), layer, *_point(start, height, 0), *_point(end, height, 1))
        case Circle(_, centre, diameter):
            return _pairs((0, "CIRCLE"), layer, *_point(centre, height, 0), (40, _dxf_mm(diameter / 2)))
        case Words(_, at, text, size, anchor):
            # Words that do not begin at their point have it twice: R12 uses the second then.
            place = (
                *_point(at, height, 0),
                (40, _dxf_mm(size)),
                (1, text),
                (72, _ANCHORS[anchor]),
                *_point(at, height, 1),
            )
            return _pairs((0, "TEXT"), layer, *place)


def _point(at: Point, height: float, number: int) -> tuple[tuple[int, str], tuple[int, str]]:
    return (10 + number, _dxf_mm(at[0])), (20 + number, _dxf_mm(height - at[1]))


def _layer(layer: Layer) -> str:
    return layer.value.upper()


def _dxf_mm(value: float) -> str:
    return f"{value:.4f}"


def _pairs(*pairs: tuple[int, object]) -> str:
    return "".join(f"{code}\n{value}\n" for code, value in pairs)


# ---- Pages
#
# A drawing that is larger than the paper goes over several overlapping pages, with marks to align them.


A4 = (210.0, 297.0)
MARGIN = 10.0
"""The margin that printers leave white."""
FOOT = 15.0
"""The height for the ruler and the page's number, under the part of the drawing."""
OVERLAP = 10.0


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a drawing that a page shows: its upper left corner on the drawing and its size."""

    left: float
    top: float
    width: float
    height: float

    def clipped(self, shape: Shape) -> Shape | None:
        """Return the part of a shape within the window, or None. Circles and words stay whole."""
        match shape:
            case DrawnLine():
                return self._clipped_line(shape)
            case Circle(_, (x, y), diameter):
                return shape if self._near(x, y, diameter / 2) else None
            case Words(_, (x, y), _, size):
                return shape if self._near(x, y - size / 2, 0.0) else None

    def _near(self, x: float, y: float, reach: float) -> bool:
        return (
            self.left - reach <= x <= self.left + self.width + reach
            and self.top - reach <= y <= self.top + self.height + reach
        )

    def _clipped_line(self, line: DrawnLine) -> DrawnLine | None:
        """Return the part of a line within the window (Liang and Barsky)."""
        (x1, y1), (x2, y2) = line.start, line.end
        first, last = 0.0, 1.0
        for step, room in (
            (x1 - x2, x1 - self.left),
            (x2 - x1, self.left + self.width - x1),
            (y1 - y2, y1 - self.top),
            (y2 - y1, self.top + self.height - y1),
        ):
            if step == 0:
                if room < 0:
                    return None
            elif step < 0:
                first = max(first, room / step)
            else:
                last = min(last, room / step)
        if first >= last:
            return None

        def along(share: float) -> Point:
            return x1 + share * (x2 - x1), y1 + share * (y2 - y1)

        return DrawnLine(line.layer, along(first), along(last), line.dashed)


def over_pages(sheet: Sheet, seams: Sequence[float]) -> tuple[Sheet, ...]:
    """Return the sheet on as few A4 pages as possible, row by row, each with its number and a ruler.

    Pages meet only at ``seams``, distances from the left and from the top where a cut does no harm.

    :raises ValueError: if these are too far apart for the paper.
    """
    columns = _spans(sheet.width, A4[0] - 2 * MARGIN, seams)
    rows = _spans(sheet.height, A4[1] - 2 * MARGIN - FOOT, seams)
    windows = [Window(left, top, right - left, bottom - top) for top, bottom in rows for left, right in columns]
    return tuple(
        _page(sheet, window, f"Page {number} of {len(windows)}", _seams(sheet, window, seams))
        for number, window in enumerate(windows, 1)
    )


def _spans(length: float, room: float, seams: Sequence[float]) -> list[tuple[float, float]]:
    """Return the range of each page along one side; they have about the same length."""
    half = OVERLAP / 2
    for count in range(1, len(seams) + 2):
        cuts = [min(seams, key=lambda seam: abs(seam - length * part / count)) for part in range(1, count)]
        spans = list(pairwise([-half, *cuts, length + half]))
        found = [(max(0.0, first - half), min(length, last + half)) for first, last in spans]
        if all(last - first <= room for first, last in found):
            return found
    raise ValueError(f"the seams {seams} do not part {length} mm into pages of {room} mm")


def _seams(sheet: Sheet, window: Window, seams: Sequence[float]) -> tuple[Shape, ...]:
    """Return, for each edge at which another page continues, the line to cut and the crosses that must meet."""
    found: list[Shape] = []
    right, bottom = window.left + window.width, window.top + window.height
    half = OVERLAP / 2
    for x in (window.left + half, right - half):
        if half < x < sheet.width - half:
            found.append(DrawnLine(Layer.NOTE, (x, window.top), (x, bottom), dashed=True))
            found += [shape for y in seams for shape in _mark((x, y))]
    for y in (window.top + half, bottom - half):
        if half < y < sheet.height - half:
            found.append(DrawnLine(Layer.NOTE, (window.left, y), (right, y), dashed=True))
            found += [shape for x in seams for shape in _mark((x, y))]
    return tuple(found)


def _mark(centre: Point) -> tuple[Shape, ...]:
    return Circle(Layer.NOTE, centre, 3.0), *cross(Layer.NOTE, centre, 6.0)


def _page(sheet: Sheet, window: Window, number: str, seams: tuple[Shape, ...]) -> Sheet:
    left = (A4[0] - window.width) / 2 - window.left
    top = MARGIN - window.top
    shown = [
        _moved(clipped, left, top)
        for shape in (*sheet.shapes, *seams)
        if (clipped := window.clipped(shape)) is not None
    ]
    foot = A4[1] - MARGIN
    return Sheet(
        f"{sheet.title}. {number}",
        *A4,
        (
            *shown,
            *ruler((MARGIN, foot - 4.0), 100.0),
            Words(Layer.NOTE, (A4[0] - MARGIN, foot - 5.0), f"{sheet.title}. {number}", 3.0, TextAnchor.END),
            Words(
                Layer.NOTE,
                (A4[0] - MARGIN, foot - 0.5),
                "Print at 100 %. Cut one page along the dashed line, lay cross on cross.",
                2.4,
                TextAnchor.END,
            ),
        ),
    )


def _moved(shape: Shape, right: float, down: float) -> Shape:
    def moved(point: Point) -> Point:
        return point[0] + right, point[1] + down

    match shape:
        case DrawnLine(layer, start, end, dashed):
            return DrawnLine(layer, moved(start), moved(end), dashed)
        case Circle(layer, centre, diameter):
            return Circle(layer, moved(centre), diameter)
        case Words(layer, at, text, size, anchor):
            return Words(layer, moved(at), text, size, anchor)
