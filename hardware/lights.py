"""Computes and limits the current of the lights, and makes the lights of a board that waits for its host.

A WS2812B takes about 1 mA when dark and, over its three channels, one more for every 16 steps of brightness: I = 1 + (R
+ G + B) / 16 mA. The model is from disk91.com's measurements (2014); full white is 48.8 mA, within the 33.5 to 52.5 mA
that PJRC measured over several makes. It is an estimate, so choose a budget below the capacity of the supply. The
waiting light is computed in whole numbers, so that a microcontroller computes exactly the same (docs/protocol.md).
"""

from __future__ import annotations

from hardware.board import DARK, SQUARE_COUNT, Colour, Lights

DARK_CURRENT_MA = 1.0 * SQUARE_COUNT
STEPS_PER_MILLIAMP = 16
BRIGHTEST = 255
DEFAULT_BUDGET_MA = 800.0
STEP_MS = 250
"""The time of the waiting light on one square."""
LASTS_MS = 60_000
"""The time after which a board turns its lights off."""
RING = (6, 7, 8, 13, 18, 17, 16, 11)
"""The squares around c3 in order, which a board of 4 x 4 squares also has."""
TRAIL = (Colour(0, 6, 18), Colour(0, 2, 6), Colour(0, 0, 2))
"""The colours of the waiting light, and of the last squares before it."""


def current(lights: Lights) -> float:
    """Return the current in mA of these lights.

    >>> from hardware.board import ALL_DARK
    >>> current(ALL_DARK)
    25.0
    """
    return DARK_CURRENT_MA + _steps(lights) / STEPS_PER_MILLIAMP


def limit(lights: Lights, budget_ma: float) -> Lights:
    """Return these lights if they draw at most ``budget_ma``, or else the same picture, dimmed as a whole.

    Raises ValueError for a channel outside 0 to 255 and for a budget that even dark lights exceed.
    """
    if budget_ma < DARK_CURRENT_MA:
        raise ValueError(f"a budget of {budget_ma} mA is less than the {DARK_CURRENT_MA} mA of dark lights")
    for colour in lights.colours:
        if not all(0 <= channel <= BRIGHTEST for channel in (colour.red, colour.green, colour.blue)):
            raise ValueError(f"each channel of a light is 0 to {BRIGHTEST}, not {colour}")
    wanted = _steps(lights)
    # Whole numbers from here, rounded down, so that no rounding exceeds the budget.
    allowed = int((budget_ma - DARK_CURRENT_MA) * STEPS_PER_MILLIAMP)
    if wanted <= allowed:
        return lights
    return Lights(
        tuple(
            Colour(
                colour.red * allowed // wanted,
                colour.green * allowed // wanted,
                colour.blue * allowed // wanted,
            )
            for colour in lights.colours
        )
    )


def _steps(lights: Lights) -> int:
    return sum(colour.red + colour.green + colour.blue for colour in lights.colours)


def waiting_lights(ms: int) -> Lights:
    """Return the lights ``ms`` after the wait began: a dim light moves around the middle square.

    >>> waiting_lights(0).colours[6], waiting_lights(250).colours[7]
    (Colour(red=0, green=6, blue=18), Colour(red=0, green=6, blue=18))
    """
    step = ms // STEP_MS
    colours = [DARK] * SQUARE_COUNT
    for behind, colour in enumerate(TRAIL):
        colours[RING[(step - behind) % len(RING)]] = colour
    return Lights(tuple(colours))
