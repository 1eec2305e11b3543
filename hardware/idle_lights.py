"""What a board shows while its host is away: a dim light that walks around the middle square.

Whole numbers only, so that a microcontroller computes the very same (docs/protocol.md).
"""

from __future__ import annotations

from hardware.board import DARK, SQUARE_COUNT, Colour, Lights

STEP_MS = 250
"""How long the light stays on one square."""

LASTS_MS = 60_000
"""After so long a board is dark."""

RING = (6, 7, 8, 13, 18, 17, 16, 11)
"""The squares around c3 in their order, which a board of 4 x 4 squares has too."""

TRAIL = (Colour(0, 6, 18), Colour(0, 2, 6), Colour(0, 0, 2))
"""The light itself, and the squares that it has just left."""


def waiting_lights(ms: int) -> Lights:
    """The lights so many ms after the waiting began.

    >>> waiting_lights(0).colours[6], waiting_lights(250).colours[7]
    (Colour(red=0, green=6, blue=18), Colour(red=0, green=6, blue=18))
    """
    step = ms // STEP_MS
    colours = [DARK] * SQUARE_COUNT
    for behind, colour in enumerate(TRAIL):
        colours[RING[(step - behind) % len(RING)]] = colour
    return Lights(tuple(colours))
