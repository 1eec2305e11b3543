"""Limits the current of the lights, and makes the lights of a board that waits for its host. As in `hardware.lights`,
in whole numbers: 1 mA for each square, and 1 mA more for every 16 steps of its three channels together."""

_DARK_MA = 25
_STEPS_PER_MILLIAMP = 16

STEP_MS = 250
LASTS_MS = 60_000

_RING = (6, 7, 8, 13, 18, 17, 16, 11)
_TRAIL = ((0, 6, 18), (0, 2, 6), (0, 0, 2))


def current(colours: bytearray) -> int:
    """Return the current in mA of 75 bytes of light, rounded up."""
    return _DARK_MA + (sum(colours) + _STEPS_PER_MILLIAMP - 1) // _STEPS_PER_MILLIAMP


def limit(colours: bytearray, budget_ma: int) -> bool:
    """Dim these lights in place until they draw at most ``budget_ma``; returns whether that was necessary."""
    wanted = sum(colours)
    allowed = max(0, budget_ma - _DARK_MA) * _STEPS_PER_MILLIAMP
    if wanted <= allowed:
        return False
    for index, channel in enumerate(colours):
        colours[index] = channel * allowed // wanted
    return True


def waiting_lights(ms: int) -> bytearray:
    """Return the 75 bytes of the lights ``ms`` milliseconds after the wait began."""
    step = ms // STEP_MS
    colours = bytearray(75)
    for behind, colour in enumerate(_TRAIL):
        at = 3 * _RING[(step - behind) % len(_RING)]
        colours[at : at + 3] = bytes(colour)
    return colours
