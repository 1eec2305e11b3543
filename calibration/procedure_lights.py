"""The lights of a procedure: what its view says, in colours and in time."""

from __future__ import annotations

from calibration.procedure import LightMeaning, ProcedureState
from hardware.board import ALL_DARK, DARK, SQUARE_COUNT, Colour, Lights

BLINK = 600
"""Something wrong goes on and off once in so many ms."""

_COLOURS = {
    LightMeaning.TARGET: Colour(60, 60, 60),
    LightMeaning.WRONG: Colour(90, 0, 0),
    LightMeaning.RED: Colour(64, 0, 0),
    LightMeaning.GREEN: Colour(0, 64, 0),
    LightMeaning.BLUE: Colour(0, 0, 64),
}


def lights_at(view: ProcedureState, at: int) -> Lights:
    """The lights of a view at a time in ms. They are dim: whoever makes a board right sits close to it, and 25 of them
    stay within any supply."""
    if not view.lit:
        return ALL_DARK
    colours = [DARK] * SQUARE_COUNT
    for lit in view.lit:
        if lit.meaning is not LightMeaning.WRONG or at % BLINK < BLINK // 2:
            colours[lit.square] = _COLOURS[lit.meaning]
    return Lights(tuple(colours))
