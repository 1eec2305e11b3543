"""What the lights draw from the supply, and how to stay within it: 1 mA for each square, and 1 mA more for every 16
steps of its three channels together, in whole numbers as in `hardware.current`."""

_DARK_MA = 25
_STEPS_PER_MILLIAMP = 16


def current(colours: bytearray) -> int:
    """The current in mA of 75 bytes of light, rounded up."""
    return _DARK_MA + (sum(colours) + _STEPS_PER_MILLIAMP - 1) // _STEPS_PER_MILLIAMP


def limit(colours: bytearray, budget_ma: int) -> bool:
    """Dim these lights, where they are, until they draw no more than so many mA; whether that was needed."""
    wanted = sum(colours)
    allowed = max(0, budget_ma - _DARK_MA) * _STEPS_PER_MILLIAMP
    if wanted <= allowed:
        return False
    for index, channel in enumerate(colours):
        colours[index] = channel * allowed // wanted
    return True
