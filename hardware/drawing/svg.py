"""A sheet as SVG at true scale: one user unit is one millimetre, and each layer is a group of its own name."""

from __future__ import annotations

from html import escape

from hardware.drawing.drawing_shapes import Circle, DrawnLine, Layer, Shape, Sheet, Words

STYLES = {
    Layer.NOTE: 'stroke="#24568f" fill="#24568f" stroke-width="0.2"',
    Layer.MARK: 'stroke="#808080" fill="#505050" stroke-width="0.2"',
    Layer.CUT: 'stroke="#d01010" fill="#d01010" stroke-width="0.2"',
}


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
