"""The virtual board as JSON."""

from __future__ import annotations

from engine.squares import Square, square_name
from hardware.virtual_hands import PieceView, VirtualBoardView
from web_ui.forms.json_values import Json


def bench_json(bench: VirtualBoardView, *, may_act: bool) -> dict[str, Json]:
    """The virtual board from above; lights as ``#rrggbb``, places in mm from the centre of a1. ``may_act``: whether the
    hands are those of whoever looks."""
    return {
        "may_act": may_act,
        "version": bench.version,
        "size": bench.size,
        "levels": {square_name(Square(number)): level for number, level in enumerate(bench.levels)},
        "domes": [square_name(Square(number)) for number, domed in enumerate(bench.domes) if domed],
        "pieces": [_piece(piece) for piece in bench.pieces],
        "lights": {
            square_name(Square(number)): f"#{red:02x}{green:02x}{blue:02x}"
            for number, (red, green, blue) in enumerate(bench.lights)
        },
        "phone": None if bench.phone is None else {"x": round(bench.phone[0], 1), "y": round(bench.phone[1], 1)},
    }


def _piece(piece: PieceView) -> dict[str, Json]:
    return {
        "piece": piece.piece,
        "seat": piece.seat,
        "square": None if piece.square is None else square_name(Square(piece.square)),
        "x": round(piece.x, 1),
        "y": round(piece.y, 1),
        "in_hand": piece.in_hand,
        "lying": piece.lying,
    }
