"""Sheets as files at true scale, as SVG and as the pages of a PDF.

In SVG one user unit is one millimetre, and each layer is a group with its own name. The PDF needs only lines, circles
and a built-in font, which is less code than any library for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from hardware.drawing.drawing_shapes import Circle, DrawnLine, Layer, Shape, Sheet, TextAnchor, Words

STYLES = {
    Layer.NOTE: 'stroke="#24568f" fill="#24568f" stroke-width="0.2"',
    Layer.MARK: 'stroke="#808080" fill="#505050" stroke-width="0.2"',
    Layer.CUT: 'stroke="#d01010" fill="#d01010" stroke-width="0.2"',
}
"""How SVG draws each layer."""
POINTS_PER_MM = 72 / 25.4
ARC = 0.5522847498
"""How far along the tangent the handles of a Bezier curve lie that stands for a quarter of a circle of radius 1."""
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
    """The drawing as the text of an SVG file."""
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
    """One page for each sheet, of its size, in a file without compression."""
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
    """How wide these words are in Helvetica, in the unit of ``size``.

    >>> text_width("a1", 10.0)
    11.12
    """
    widths = (WIDTHS[ord(each) - 32] if " " <= each <= "~" else OTHER_WIDTH for each in text)
    return sum(widths) * size / 1000


def _file(objects: Sequence[bytes]) -> bytes:
    """The objects, numbered from 1, with the table that says where each begins."""
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
    """The page: a unit becomes a millimetre and y goes down, as on the sheet; letters are turned back up."""
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
        # From the point a quarter before: there the tangent points to (along, up), here from (up, -along).
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
