"""What the lights can show: the pattern of each light over time, and the lights of all squares at a time.

Nothing blinks faster than three times a second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import cos, pi

from engine.squares import STRIDE, Square
from hardware.board import DARK, SQUARE_COUNT, Colour, Lights

FILL_COLOUR = Colour(0, 200, 200)
"""Of a square to fill; to exchange a worker is to clear its square and to fill it."""

BRIGHT = 96
SOFT = 32
"""How bright a light is, of 255: a square that may be chosen now, and one that is only shown."""


class Pattern(StrEnum):
    """How a light behaves in time. ``STAIRS_UP`` gets brighter in steps and then dark, ``STAIRS_DOWN`` is the reverse;
    one with gaps is lit but for so many short moments, one with flashes is soft but for so many; ``WAVE`` runs over the
    board from a1 to e5; ``PASSING`` is lit once for a short time; a light that does ``TWINKLE`` is never dark and
    brightens for short moments."""

    STEADY = "steady"
    PULSE = "pulse"
    DOUBLE_BLINK = "double_blink"
    TRIPLE_BLINK = "triple_blink"
    SLOW_BLINK = "slow_blink"
    EXCHANGE = "exchange"
    STAIRS_UP = "stairs_up"
    STAIRS_DOWN = "stairs_down"
    ONE_GAP = "one_gap"
    TWO_GAPS = "two_gaps"
    THREE_GAPS = "three_gaps"
    WAVE = "wave"
    PASSING = "passing"
    TWINKLE = "twinkle"
    ONE_FLASH = "one_flash"
    TWO_FLASHES = "two_flashes"
    THREE_FLASHES = "three_flashes"
    FOUR_FLASHES = "four_flashes"


PULSE_MS = 2000
BLINK_MS = 1600
BLINK_ON_MS = 180
BLINK_APART_MS = 400
"""The second flash comes 0.4 s after the first, 2.5 times a second, and then there is a pause."""
TRIPLE_MS = 2400
EXCHANGE_MS = 2 * BLINK_MS
STAIRS_MS = 2400
STEPS = 4
"""Of the stairs: dark, dim, brighter, full."""
GAPS_MS = 2400
WAVE_MS = 2400
ROUND_MS = 1200
TWINKLE_MS = 1200
PASS_MS = 420
"""How long each square is lit while a light passes."""
PERIODS: dict[Pattern, int] = {
    Pattern.STEADY: 0,
    Pattern.PULSE: PULSE_MS,
    Pattern.DOUBLE_BLINK: BLINK_MS,
    Pattern.TRIPLE_BLINK: TRIPLE_MS,
    Pattern.SLOW_BLINK: BLINK_MS,
    Pattern.EXCHANGE: EXCHANGE_MS,
    Pattern.STAIRS_UP: STAIRS_MS,
    Pattern.STAIRS_DOWN: STAIRS_MS,
    Pattern.ONE_GAP: GAPS_MS,
    Pattern.TWO_GAPS: GAPS_MS,
    Pattern.THREE_GAPS: GAPS_MS,
    Pattern.WAVE: WAVE_MS,
    Pattern.PASSING: ROUND_MS,
    Pattern.TWINKLE: TWINKLE_MS,
    Pattern.ONE_FLASH: GAPS_MS,
    Pattern.TWO_FLASHES: GAPS_MS,
    Pattern.THREE_FLASHES: GAPS_MS,
    Pattern.FOUR_FLASHES: GAPS_MS,
}
"""After how many ms each pattern begins again; a light that does not change has none. One that passes is repeated only
where it is explained."""


@dataclass(frozen=True, slots=True)
class Glow:
    """One square's light: its colour at full strength, its strength (0 to 255), and its pattern; a passing one begins
    ``after`` so many ms."""

    square: Square
    colour: Colour
    strength: int = BRIGHT
    pattern: Pattern = Pattern.STEADY
    after: int = 0


@dataclass(frozen=True, slots=True)
class LightPlan:
    """The lights of one state of the table, as a function of time. Later glows of a square hide earlier ones."""

    glows: tuple[Glow, ...] = ()

    @property
    def animated(self) -> bool:
        """Whether the lights change by themselves."""
        return any(glow.pattern is not Pattern.STEADY for glow in self.glows)

    @property
    def lasts_ms(self) -> int:
        """How long its passing lights take; 0: it has none."""
        return max((glow.after + PASS_MS for glow in self.glows if glow.pattern is Pattern.PASSING), default=0)

    def at(self, ms: int) -> Lights:
        """The lights at a time in ms, counted from the start of a passing light, else from any fixed time."""
        colours = [DARK] * SQUARE_COUNT
        for glow in self.glows:
            colours[glow.square] = _SHAPES[glow.pattern](glow, ms)
        return Lights(tuple(colours))


# How the patterns run.


def _dimmed(colour: Colour, strength: float) -> Colour:
    share = strength / 255
    return Colour(round(colour.red * share), round(colour.green * share), round(colour.blue * share))


def _steady(glow: Glow, _ms: int) -> Colour:
    return _dimmed(glow.colour, glow.strength)


def _pulse(glow: Glow, ms: int) -> Colour:
    """While one square gets brighter the next one gets darker, as on a chessboard. So the current through all of them,
    whose field the sensors feel, hardly changes."""
    turned = (glow.square % STRIDE + glow.square // STRIDE) % 2 / 2
    share = 0.5 - 0.5 * cos(2 * pi * (ms / PULSE_MS - turned))
    return _dimmed(glow.colour, glow.strength * (0.15 + 0.85 * share))


def _double_blink(glow: Glow, ms: int) -> Colour:
    moment = ms % BLINK_MS
    first, second = moment, moment - BLINK_APART_MS
    return _dimmed(glow.colour, glow.strength) if 0 <= first < BLINK_ON_MS or 0 <= second < BLINK_ON_MS else DARK


def _triple_blink(glow: Glow, ms: int) -> Colour:
    moment = ms % TRIPLE_MS
    on = any(0 <= moment - start < BLINK_ON_MS for start in (0, BLINK_APART_MS, 2 * BLINK_APART_MS))
    return _dimmed(glow.colour, glow.strength) if on else DARK


def _slow_blink(glow: Glow, ms: int) -> Colour:
    return _dimmed(glow.colour, glow.strength) if ms % BLINK_MS < BLINK_MS // 2 else DARK


def _stairs_up(glow: Glow, ms: int) -> Colour:
    return _on_stair(glow, ms % STAIRS_MS * STEPS // STAIRS_MS)


def _stairs_down(glow: Glow, ms: int) -> Colour:
    return _on_stair(glow, STEPS - 1 - ms % STAIRS_MS * STEPS // STAIRS_MS)


def _on_stair(glow: Glow, step: int) -> Colour:
    """Twice as bright as the step below, so that the eye sees equal steps."""
    return _dimmed(glow.colour, glow.strength / 2 ** (STEPS - 1 - step)) if step else DARK


def _exchange(glow: Glow, ms: int) -> Colour:
    """Clear, then fill: what stands here goes, and another comes."""
    moment = ms % EXCHANGE_MS
    if moment < BLINK_MS:
        return _double_blink(glow, moment)
    share = 0.5 - 0.5 * cos(2 * pi * (moment - BLINK_MS) / BLINK_MS)
    return _dimmed(FILL_COLOUR, glow.strength * share)


def _gaps(count: int, glow: Glow, ms: int) -> Colour:
    """Lit but for so many short moments, at the rhythm of the blinks."""
    return DARK if _is_in_moment(count, ms) else _dimmed(glow.colour, glow.strength)


def _flashes(count: int, glow: Glow, ms: int) -> Colour:
    """Never dark, and bright for so many short moments, at the same rhythm."""
    return _dimmed(glow.colour, glow.strength if _is_in_moment(count, ms) else glow.strength / 8)


def _is_in_moment(count: int, ms: int) -> bool:
    """Whether this is one of so many short moments, after which a pause follows."""
    return any(0 <= ms % GAPS_MS - number * BLINK_APART_MS < BLINK_ON_MS for number in range(count))


def _wave(glow: Glow, ms: int) -> Colour:
    way = (glow.square % STRIDE + glow.square // STRIDE) / 9
    share = 0.5 - 0.5 * cos(2 * pi * (ms / WAVE_MS - way))
    return _dimmed(glow.colour, glow.strength * share)


def _twinkle(glow: Glow, ms: int) -> Colour:
    return _dimmed(glow.colour, glow.strength if ms % TWINKLE_MS < BLINK_ON_MS else glow.strength / 4)


def _pass(glow: Glow, ms: int) -> Colour:
    since = ms - glow.after
    if not 0 <= since < PASS_MS:
        return DARK
    return _dimmed(glow.colour, glow.strength * (0.5 - 0.5 * cos(2 * pi * since / PASS_MS)))


_SHAPES: dict[Pattern, Callable[[Glow, int], Colour]] = {
    Pattern.STEADY: _steady,
    Pattern.PULSE: _pulse,
    Pattern.DOUBLE_BLINK: _double_blink,
    Pattern.TRIPLE_BLINK: _triple_blink,
    Pattern.SLOW_BLINK: _slow_blink,
    Pattern.EXCHANGE: _exchange,
    Pattern.STAIRS_UP: _stairs_up,
    Pattern.STAIRS_DOWN: _stairs_down,
    Pattern.ONE_GAP: partial(_gaps, 1),
    Pattern.TWO_GAPS: partial(_gaps, 2),
    Pattern.THREE_GAPS: partial(_gaps, 3),
    Pattern.WAVE: _wave,
    Pattern.PASSING: _pass,
    Pattern.TWINKLE: _twinkle,
    Pattern.ONE_FLASH: partial(_flashes, 1),
    Pattern.TWO_FLASHES: partial(_flashes, 2),
    Pattern.THREE_FLASHES: partial(_flashes, 3),
    Pattern.FOUR_FLASHES: partial(_flashes, 4),
}
