"""A sheet as DXF, the file that programs for cutters and CAD read: the release of 1992 (R12) that all of them know.

A DXF file is a list of pairs of lines, a code and its value. Its y goes up, and R12 has no units: they are mm. The
layers are those of `hardware.drawing.drawing_shapes.Layer`, in capitals.
"""

from __future__ import annotations

from hardware.drawing.drawing_shapes import Circle, DrawnLine, Layer, Point, Shape, Sheet, TextAnchor, Words

COLOURS = {Layer.CUT: 1, Layer.MARK: 8, Layer.NOTE: 5}
"""Red, grey and blue."""

_ANCHORS = {TextAnchor.START: 0, TextAnchor.MIDDLE: 1, TextAnchor.END: 2}


def dxf(sheet: Sheet) -> str:
    """The drawing as the text of a DXF file."""
    layers = [
        _pairs((0, "LAYER"), (2, _layer(layer)), (70, 0), (62, colour), (6, "CONTINUOUS"))
        for layer, colour in COLOURS.items()
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
            return _pairs((0, "CIRCLE"), layer, *_point(centre, height, 0), (40, _mm(diameter / 2)))
        case Words(_, at, text, size, anchor):
            # Words that do not begin at their point have it twice: R12 counts the second then.
            place = (*_point(at, height, 0), (40, _mm(size)), (1, text), (72, _ANCHORS[anchor]), *_point(at, height, 1))
            return _pairs((0, "TEXT"), layer, *place)


def _point(at: Point, height: float, number: int) -> tuple[tuple[int, str], tuple[int, str]]:
    return (10 + number, _mm(at[0])), (20 + number, _mm(height - at[1]))


def _layer(layer: Layer) -> str:
    return layer.value.upper()


def _mm(value: float) -> str:
    return f"{value:.4f}"


def _pairs(*pairs: tuple[int, object]) -> str:
    return "".join(f"{code}\n{value}\n" for code, value in pairs)
