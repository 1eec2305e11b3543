"""The legend of the lights: what each of them looks like, for people who read it on their phones.

Each light is taken from the plans that the board shows (`table.view.led_patterns`), in a situation that is made for it,
and is sampled over one period: neither colours nor rhythms are written here a second time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from common.message import Message
from engine import PUBLIC, Build, Game, Move, Outcome, Place, Player, Reason, Seat, Setup, Square, square
from engine.setup import MORTAL
from hardware.board import Colour
from table.session.board_reports import FOLLOWING, BoardStatus
from table.session.snapshot import BoardDifference, BoardMode, DifferenceKind, Phase
from table.view.led_patterns import (
    SEAT_COLOURS,
    STRAY_WARNING,
    plan_lights,
    plan_lobby,
    plan_towers,
    plan_turn_change,
)
from table.view.light_plan import BRIGHT, PERIODS, Glow, LightPlan

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
    """From ``ms`` on: the colour at full strength, as in CSS (None: that of a player), and how bright it is, of 1."""

    ms: int
    colour: str | None
    share: float

    def between(self, before: LightSample, after: LightSample) -> bool:
        """Whether the light is the same before and after, so that it can be told without this sample."""
        return self.ms > 0 and all((each.colour, each.share) == (self.colour, self.share) for each in (before, after))


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A light over one period of so many ms (0: it does not change)."""

    light: LegendLight
    period: int
    samples: tuple[LightSample, ...]


@cache
def light_legend() -> tuple[LegendEntry, ...]:
    """All lights."""
    return tuple(_entry(light, glow) for light, glow in _glows())


def _entry(light: LegendLight, glow: Glow) -> LegendEntry:
    """A light by itself. One that passes begins at once."""
    period = PERIODS[glow.pattern]
    plan = LightPlan((replace(glow, after=0),))
    times = range(0, max(period, 1), SAMPLE_MS)
    samples = [_sample(ms, plan.at(ms).colours[glow.square], glow.colour) for ms in times]
    before, after = (samples[-1], *samples[:-1]), (*samples[1:], samples[0])
    around = zip(before, samples, after, strict=True)
    return LegendEntry(light, period, tuple(now for first, now, last in around if not now.between(first, last)))


def _sample(ms: int, shown: Colour, own: Colour) -> LightSample:
    """What is shown, as a full colour and its share; the brightest light of the board is 1."""
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
    """The colours of the seats as the board has them, as in CSS."""
    return {seat: _css(colour) for seat, colour in SEAT_COLOURS.items()}


def _glows() -> Iterator[tuple[LegendLight, Glow]]:
    """One square's glow of each light, from the plan of a situation in which it is lit."""
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
    stray = replace(unsure, warnings=(Message(STRAY_WARNING, (("squares", "a1"),)),))
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
