"""The legend of the lights: the look of each light, for readers on phones.

Each light is taken from the plans that the board shows (`table.view.led_patterns`), in a situation made for it, and is
sampled over one period. So colours and rhythms are defined in one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from engine import PUBLIC, Build, Game, Move, Outcome, Place, Player, Reason, Seat, Setup, Square, square
from engine.setup import MORTAL
from hardware.board import Colour
from table.session.board_reports import FOLLOWING, BoardStatus
from table.session.snapshot import BoardDifference, BoardMode, DifferenceKind, Phase
from table.view.led_patterns import (
    BRIGHT,
    PERIODS,
    SEAT_COLOURS,
    Glow,
    LightPlan,
    plan_lights,
    plan_lobby,
    plan_towers,
    plan_turn_change,
)

SAMPLE_MS = 40
B2, C3 = square("b2"), square("c3")


class LegendLight(StrEnum):
    """The lights that people meet, in the order in which they meet them."""

    FREE = "free"
    ASKING = "asking"
    TURN = "turn"
    PLACE = "place"
    LIFT = "lift"
    PUT = "put"
    BUILD = "build"
    HINT = "hint"
    CARRY_LIFT = "carry_lift"
    CARRY_PUT = "carry_put"
    CARRY_BUILD = "carry_build"
    CONFIRM = "confirm"
    MISSING = "missing"
    EXTRA = "extra"
    WRONG_SEAT = "wrong_seat"
    FALLEN = "fallen"
    TOO_LOW = "too_low"
    TOO_HIGH = "too_high"
    UNSURE = "unsure"
    STRAY = "stray"
    TOWER = "tower"
    HIDDEN = "hidden"
    WON = "won"


@dataclass(frozen=True, slots=True)
class LightSample:
    """The light from ``ms`` on: the colour at full strength, as in CSS, or None for a player's colour, and the
    brightness, of 1."""

    ms: int
    colour: str | None
    share: float

    def between(self, before: LightSample, after: LightSample) -> bool:
        """Whether the light is the same before and after, so that this sample can be left out."""
        return self.ms > 0 and all((each.colour, each.share) == (self.colour, self.share) for each in (before, after))


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A light over one period in ms; the period is 0 if it does not change."""

    light: LegendLight
    period: int
    samples: tuple[LightSample, ...]


@cache
def light_legend() -> tuple[LegendEntry, ...]:
    """All lights."""
    return tuple(_entry(light, glow) for light, glow in _glows())


def _entry(light: LegendLight, glow: Glow) -> LegendEntry:
    """Return a light by itself. A passing one begins at once."""
    period = PERIODS[glow.pattern]
    plan = LightPlan((replace(glow, after=0),))
    times = range(0, max(period, 1), SAMPLE_MS)
    samples = [_sample(ms, plan.at(ms).colours[glow.square], glow.colour) for ms in times]
    before, after = (samples[-1], *samples[:-1]), (*samples[1:], samples[0])
    around = zip(before, samples, after, strict=True)
    return LegendEntry(light, period, tuple(now for first, now, last in around if not now.between(first, last)))


def _sample(ms: int, shown: Colour, own: Colour) -> LightSample:
    """Return a light as a full colour and its share; the brightest light of the board is 1."""
    strength = max(shown.red, shown.green, shown.blue)
    share = round(min(1.0, strength * 255 / (BRIGHT * max(own.red, own.green, own.blue))), 2)
    if own in SEAT_COLOURS.values():
        return LightSample(ms, None, share)
    if not strength:
        return LightSample(ms, _css(own), 0)
    full = Colour(*(round(part * 255 / strength) for part in (shown.red, shown.green, shown.blue)))
    return LightSample(ms, _css(full), share)


def _css(colour: Colour) -> str:
    return f"#{colour.red:02x}{colour.green:02x}{colour.blue:02x}"


def seat_colours() -> dict[Seat, str]:
    """Return the colours of the seats on the board, as in CSS."""
    return {seat: _css(colour) for seat, colour in SEAT_COLOURS.items()}


def _glows() -> Iterator[tuple[LegendLight, Glow]]:
    """Return one square's glow of each light, from the plan of a situation in which it is lit."""
    placing = _game()
    placed = placing.play(Place(B2)).play(Place(square("d4"))).play(Place(square("b4"))).play(Place(square("d2")))
    moved = placed.play(Move(B2, C3))
    turn_over = moved.play(next(each for each in moved.view(PUBLIC).options if isinstance(each, Build)))
    view = placed.view(PUBLIC)
    in_hand = BoardStatus(BoardMode.IN_HAND, B2)
    yield LegendLight.FREE, _first(plan_lobby(Phase.LOBBY))
    yield LegendLight.ASKING, _first(plan_lobby(Phase.LOBBY, asking=True))
    yield LegendLight.TURN, _first(plan_turn_change(Seat.BLUE, 5))
    yield LegendLight.PLACE, _first(plan_lights(placing.view(PUBLIC), FOLLOWING))
    yield LegendLight.LIFT, _first(plan_lights(view, FOLLOWING))
    yield LegendLight.PUT, _first(plan_lights(view, in_hand))
    yield LegendLight.BUILD, _first(plan_lights(moved.view(PUBLIC), FOLLOWING))
    yield LegendLight.HINT, _last(plan_lights(view, FOLLOWING, hinted=(Move(B2, C3),)))
    build = next(each for each in moved.view(PUBLIC).options if isinstance(each, Build))
    carried = plan_lights(view, FOLLOWING, carried=(Move(B2, C3),))
    yield LegendLight.CARRY_LIFT, _at(B2, carried)
    yield LegendLight.CARRY_PUT, _at(C3, carried)
    yield LegendLight.CARRY_BUILD, _at(build.on, plan_lights(moved.view(PUBLIC), FOLLOWING, carried=(build,)))
    yield LegendLight.CONFIRM, _first(plan_lights(turn_over.view(PUBLIC), FOLLOWING, Seat.BLUE))
    for kind in DifferenceKind:
        status = BoardStatus(BoardMode.RESTORE, differences=(BoardDifference(C3, kind, Seat.BLUE),))
        yield LegendLight(kind.value), _first(plan_lights(view, status))
    unsure = BoardStatus(BoardMode.UNSURE)
    yield LegendLight.UNSURE, _first(plan_lights(view, unsure))
    stray = replace(unsure, stray=(Square(0),))
    yield LegendLight.STRAY, _at(Square(0), plan_lights(view, stray))
    built = replace(view, levels=tuple(2 if at == C3 else 0 for at in range(len(view.levels))))
    yield LegendLight.TOWER, _first(plan_towers(built))
    yield LegendLight.HIDDEN, _first(plan_lights(replace(view, options=()), FOLLOWING))
    won = replace(view, outcome=Outcome((Seat.BLUE,), Reason.of("win.moved_up")))
    yield LegendLight.WON, _first(plan_lights(won, FOLLOWING))


def _game() -> Game:
    return Game.begin(Setup((Player(Seat.BLUE, MORTAL, 0), Player(Seat.ORANGE, MORTAL, 1))))


def _first(plan: LightPlan) -> Glow:
    return plan.glows[0]


def _last(plan: LightPlan) -> Glow:
    return plan.glows[-1]


def _at(where: Square, plan: LightPlan) -> Glow:
    return next(glow for glow in plan.glows if glow.square == where)
