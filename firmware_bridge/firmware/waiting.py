"""The lights while the board waits for its host, the same as in `hardware.idle_lights`."""

STEP_MS = 250
LASTS_MS = 60_000

_RING = (6, 7, 8, 13, 18, 17, 16, 11)
_TRAIL = ((0, 6, 18), (0, 2, 6), (0, 0, 2))


def waiting_lights(ms: int) -> bytearray:
    """The 75 bytes of the lights so many ms after the wait began."""
    step = ms // STEP_MS
    colours = bytearray(75)
    for behind, colour in enumerate(_TRAIL):
        at = 3 * _RING[(step - behind) % len(_RING)]
        colours[at : at + 3] = bytes(colour)
    return colours
