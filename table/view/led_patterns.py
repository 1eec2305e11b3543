"""LED patterns: from the public view of the game and the status of the reading to 25 colours over time.

Everybody in the room sees the lights, so only the PUBLIC view is used. Meanings never differ in colour alone: squares
to clear and to fill, and squares for moves and for builds, also differ in time. Nothing blinks faster than three times
a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from math import cos, pi

from engine import PUBLIC, Action, Build, Move, Place, Seat, Square
from engine.actions import Force, Swap, target_of
from engine.squares import STRIDE, corners, is_perimeter, squares
from engine.views import View
from hardware.board import DARK, SQUARE_COUNT, Colour, Lights
from table.session.announced_steps import built_unseen, shown_steps
from table.session.board_reports import BoardStatus
from table.session.game_history import HistoryPosition
from table.session.puzzle_on_board import PuzzleOnBoard
from table.session.saved_state import TABLE_SEATS, SavedState
from table.session.seat_claims import seat_corner
from table.session.snapshot import TOUCH_QUESTIONS, BoardMode, DifferenceKind, Phase, PuzzleStage
from table.session.table_state import TableState

# ---- Plans and how the patterns run


FILL_COLOUR = Colour(0, 200, 200)
"""The colour of a square to fill. To exchange a worker is to clear its square and to fill it."""

BRIGHT = 96
SOFT = 32
"""The brightness, of 255, of a square that may be chosen now, and of one that is only shown."""


class Pattern(StrEnum):
    """How a light behaves in time. ``STAIRS_UP`` gets brighter in steps and then dark, ``STAIRS_DOWN`` is the reverse.
    A light with gaps is lit except for that number of short times, one with flashes is soft except for that number.
    ``WAVE`` runs over the board from a1 to e5; ``PASSING`` is lit once for a short time; A light with ``TWINKLE`` is
    never dark and brightens for short times."""

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
"""The brightness of the stairs: dark, dim, brighter, full."""
GAPS_MS = 2400
WAVE_MS = 2400
ROUND_MS = 1200
TWINKLE_MS = 1200
PASS_MS = 420
"""The ms for which each square is lit while a light passes."""
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
"""The period of each pattern in ms; a light that does not change has none. A passing light is repeated only in the
legend."""


@dataclass(frozen=True, slots=True)
class Glow:
    """One square's light: its colour at full strength, its strength (0 to 255), and its pattern; a passing one begins
    ``after`` that number of ms."""

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
        """The duration of its passing lights in ms; 0 if it has none."""
        return max((glow.after + PASS_MS for glow in self.glows if glow.pattern is Pattern.PASSING), default=0)

    def at(self, ms: int) -> Lights:
        """Return the lights at a time in ms, counted from the start of a passing light, else from any fixed time."""
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
    """Return a pulsing light: while one square gets brighter the next one gets darker, as on a
    chessboard. So the current through all of them, whose field the sensors feel, hardly changes."""
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
    """Return the glow of an exchange: clear, then fill."""
    moment = ms % EXCHANGE_MS
    if moment < BLINK_MS:
        return _double_blink(glow, moment)
    share = 0.5 - 0.5 * cos(2 * pi * (moment - BLINK_MS) / BLINK_MS)
    return _dimmed(FILL_COLOUR, glow.strength * share)


def _gaps(count: int, glow: Glow, ms: int) -> Colour:
    """Return the glow with this number of gaps, at the rhythm of the blinks."""
    return DARK if _is_in_moment(count, ms) else _dimmed(glow.colour, glow.strength)


def _flashes(count: int, glow: Glow, ms: int) -> Colour:
    """Return the glow with this number of flashes, never dark, at the same rhythm."""
    return _dimmed(glow.colour, glow.strength if _is_in_moment(count, ms) else glow.strength / 8)


def _is_in_moment(count: int, ms: int) -> bool:
    """Whether a time is within one of ``count`` short times, after which a pause follows."""
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


# ---- The plan of each state


SEAT_COLOURS: dict[Seat, Colour] = {
    Seat.BLUE: Colour(0, 60, 255),
    Seat.ORANGE: Colour(255, 90, 0),
    Seat.WHITE: Colour(190, 190, 190),
    Seat.PURPLE: Colour(190, 0, 190),
}
"""Blue, orange, white and purple differ for protan, deutan and tritan eyes, too."""

CLEAR_COLOUR = Colour(255, 0, 0)
NEUTRAL = Colour(160, 160, 160)

FLASHES = {1: Pattern.ONE_FLASH, 2: Pattern.TWO_FLASHES, 3: Pattern.THREE_FLASHES, 4: Pattern.FOUR_FLASHES}
"""The patterns that say how many pieces belong on a square."""
SWEEP_MS = 1500
"""The ms in which all squares are lit once."""


def lights_of(state: TableState) -> LightPlan:
    """Return the lights of a state, which everybody in the room sees."""
    board, saved = state.board, state.at_board.saved
    lifted = None if board.lifted is None else Square(board.lifted)
    shown = (board.differences, board.message, board.offers, board.warnings, board.issue, board.doubtful, board.stray)
    status = BoardStatus(board.mode, lifted, *shown)
    if state.showing is not None and state.corner is None and not state.colours:
        return plan_history(state.showing.position)
    view = None if saved.game is None else saved.game.view(PUBLIC)
    if state.puzzle is not None and view is not None:
        plan = plan_puzzle(state.puzzle, view, status)
        if plan is not None:
            return plan
    if view is None:
        if state.corner is not None:
            return plan_corners(state.size)
        asking = bool(state.claims) or state.colours
        return plan_lobby(saved.phase, asking=asking, touched=frozenset(state.touched), size=state.size)
    if saved.table_acts:
        plan = plan_lights(view, status, saved.confirming, carried=shown_steps(saved)[:1])
    else:
        hinted = tuple(dict.fromkeys(turn[0] for turn in state.hinted))
        plan = plan_lights(view, status, saved.confirming, hinted=hinted)
    at_rest = status.mode is BoardMode.FOLLOWING and saved.confirming is None and view.outcome is None
    return plan if state.pieces_follow or not at_rest else LightPlan((*plan.glows, *_to_build(saved)))


def plan_lobby(
    phase: Phase, *, asking: bool = False, touched: frozenset[Square] = frozenset(), size: int = 5
) -> LightPlan:
    """Return the lights of a board of ``size`` squares a side without a game: the four colours in the corners,
    clockwise as the seats are. They pulse after the lobby. While a phone is ``asking`` for a seat all four pulse
    brightly, so that they do not show which corner is the sign. Corners that were just ``touched`` stay lit."""
    strength = BRIGHT if asking else SOFT
    rest = Pattern.PULSE if phase is not Phase.LOBBY or asking else Pattern.STEADY
    return LightPlan(
        tuple(
            Glow(at, SEAT_COLOURS[seat], strength, Pattern.STEADY if at in touched else rest)
            for at, seat in ((seat_corner(seat, size), seat) for seat in TABLE_SEATS)
        )
    )


def plan_sweep(size: int) -> LightPlan:
    """Return the lights of a board of ``size`` squares a side at its start: every square once, from one corner to the
    opposite one, so that a dead light is noticed. They take `SWEEP_MS`."""
    return _passing(squares(size), Square(0), NEUTRAL, SWEEP_MS, size)


def plan_turn_change(seat: Seat, size: int) -> LightPlan:
    """Return the lights of a board of ``size`` squares a side when the turn passes to a player: they run along both
    sides of the rim from that player's corner to the opposite one, so they can be understood without seeing colours.
    They take `ROUND_MS`."""
    rim = (at for at in squares(size) if is_perimeter(at, size))
    return _passing(rim, seat_corner(seat, size), SEAT_COLOURS[seat], ROUND_MS, size)


def _passing(where: Iterable[Square], begin: Square, colour: Colour, lasts: int, size: int) -> LightPlan:
    """Return a light that passes these squares once, from its first corner to the opposite one."""
    each = (lasts - PASS_MS) / (2 * size - 2)
    steps = {at: abs(at % STRIDE - begin % STRIDE) + abs(at // STRIDE - begin // STRIDE) for at in where}
    return LightPlan(tuple(Glow(at, colour, BRIGHT, Pattern.PASSING, round(each * away)) for at, away in steps.items()))


def plan_corners(size: int) -> LightPlan:
    """Return the lights of a board of ``size`` squares a side while the players touch the corner that they want as
    a1."""
    return LightPlan(tuple(Glow(at, NEUTRAL, BRIGHT, Pattern.PULSE) for at in corners(size)))


def plan_history(position: HistoryPosition) -> LightPlan:
    """Return the lights for a position of a finished game: all workers, and brightly the last action. Such a game has
    no secrets any more."""
    glows = [Glow(worker.square, SEAT_COLOURS[worker.seat], SOFT) for worker in position.view.workers]
    if position.seat is not None:
        colour = SEAT_COLOURS[position.seat]
        glows += [Glow(at, colour, SOFT, Pattern.SLOW_BLINK) for at in sorted(position.left)]
        glows += [Glow(at, colour, BRIGHT, Pattern.PULSE) for at in sorted(position.touched)]
    return LightPlan(tuple(glows))


def plan_puzzle(puzzle: PuzzleOnBoard, view: View, status: BoardStatus) -> LightPlan | None:
    """Return the lights of a puzzle on the board in the stages without lights of a game: the squares of the pieces, and
    the refutation of a wrong turn; None in other stages."""
    match puzzle.stage:
        case PuzzleStage.BLOCKS:
            return plan_towers(view)
        case PuzzleStage.WORKERS if status.mode is not BoardMode.UNSURE:
            return LightPlan(tuple(_workers(view, status)))
        case PuzzleStage.WRONG | PuzzleStage.SOLUTION:
            shown = puzzle.shown_position
            rim = (at for at in squares(view.size) if is_perimeter(at, view.size))
            wrong = LightPlan(tuple(_glow_all(rim, CLEAR_COLOUR, SOFT, Pattern.SLOW_BLINK)))
            return wrong if shown is None else plan_history(shown)
        case _:
            return None


def plan_towers(view: View) -> LightPlan:
    """Return the lights for laying blocks and domes: a flash for each piece of a square."""
    return LightPlan(tuple(_towers(view)))


def plan_lights(
    view: View,
    status: BoardStatus,
    confirming: Seat | None = None,
    *,
    carried: tuple[Action, ...] | None = None,
    hinted: tuple[Action, ...] = (),
) -> LightPlan:
    """Return the lights for a public view of the game and a reading of the board; ``confirming`` is the seat whose
    finished turn waits to be confirmed. If the table plays for the seat to act, ``carried`` is the step that hands have
    to carry out for it, or empty until there is one. ``hinted`` are the steps that a hint recommends to a player.

    :raises ValueError: for a view other than the public one.
    """
    if view.viewer is not PUBLIC:
        raise ValueError(f"lights are seen by everyone; the view of {view.viewer} is not for them")
    if status.mode is BoardMode.RESTORE:
        return LightPlan(tuple(_restore(status)))
    if status.mode is BoardMode.UNSURE:
        return LightPlan(tuple(_unsure(status, view)))
    if view.outcome is not None and confirming is None:
        return LightPlan(tuple(_celebration(view)))
    if confirming is not None:
        return LightPlan(tuple(_confirmation(view, confirming)))
    doubted = _perhaps_touched(status)
    shown = _choices(view, status) if carried is None or not view.options else _carried(view, status, carried)
    hints = () if carried is not None else _hinted(view, status, hinted)
    choices = (glow for glow in (*shown, *hints) if glow.square not in {each.square for each in doubted})
    return LightPlan((*choices, *_restore(status), *doubted))


# The lights of each state.


def _towers(view: View) -> Iterator[Glow]:
    for at in squares(view.size):
        pieces = view.levels[at] + (at in view.domes)
        if pieces:
            yield Glow(at, FILL_COLOUR, BRIGHT, FLASHES[pieces])


def _workers(view: View, status: BoardStatus) -> Iterator[Glow]:
    """Show missing workers of the position, each in its colour, and differences to put right; show all workers before
    the board was read."""
    wrong = {difference.square: difference.kind for difference in status.differences}
    for worker in view.workers:
        if not wrong or wrong.get(worker.square) is DifferenceKind.MISSING:
            yield Glow(worker.square, SEAT_COLOURS[worker.seat], BRIGHT)
    yield from (glow for glow in _restore(status) if wrong[glow.square] is not DifferenceKind.MISSING)


def _restore(status: BoardStatus) -> Iterator[Glow]:
    for difference in status.differences:
        at = Square(difference.square)
        match difference.kind:
            case DifferenceKind.EXTRA:
                yield Glow(at, CLEAR_COLOUR, BRIGHT, Pattern.DOUBLE_BLINK)
            case DifferenceKind.MISSING:
                yield Glow(at, FILL_COLOUR, BRIGHT, Pattern.PULSE)
            case DifferenceKind.WRONG_SEAT:
                yield Glow(at, CLEAR_COLOUR, BRIGHT, Pattern.EXCHANGE)
            case DifferenceKind.FALLEN:
                yield Glow(at, CLEAR_COLOUR, BRIGHT, Pattern.TRIPLE_BLINK)
            case DifferenceKind.TOO_LOW:
                yield Glow(at, FILL_COLOUR, BRIGHT, Pattern.STAIRS_UP)
            case DifferenceKind.TOO_HIGH:
                yield Glow(at, CLEAR_COLOUR, BRIGHT, Pattern.STAIRS_DOWN)


def _unsure(status: BoardStatus, view: View) -> Iterator[Glow]:
    """Show the squares in doubt, or all workers of the game if nothing can be read. A magnet that is not a worker has
    to be taken away."""
    for at in status.doubtful or [worker.square for worker in view.workers]:
        yield Glow(at, NEUTRAL, BRIGHT, Pattern.SLOW_BLINK)
    yield from _glow_all(status.stray, CLEAR_COLOUR, BRIGHT, Pattern.DOUBLE_BLINK)


def _perhaps_touched(status: BoardStatus) -> tuple[Glow, ...]:
    """Show the square that a worker may have touched."""
    if status.issue not in TOUCH_QUESTIONS:
        return ()
    return tuple(Glow(at, NEUTRAL, BRIGHT, Pattern.SLOW_BLINK) for at in status.doubtful)


def _celebration(view: View) -> Iterator[Glow]:
    winners = view.outcome.winners if view.outcome is not None else ()
    for number, at in enumerate(squares(view.size)):
        if winners:
            yield Glow(at, SEAT_COLOURS[winners[number % len(winners)]], BRIGHT, Pattern.WAVE)


def _confirmation(view: View, confirming: Seat) -> Iterator[Glow]:
    """Show the rim in the colour of the seat that has to confirm."""
    for at in squares(view.size):
        if is_perimeter(at, view.size):
            yield Glow(at, SEAT_COLOURS[confirming], SOFT, Pattern.PULSE)


def _choices(view: View, status: BoardStatus) -> Iterator[Glow]:
    prompt = view.prompt
    if prompt is None:
        return
    if not view.options:
        # A secret step: always the same dim squares, so that they reveal nothing.
        for at in squares(view.size):
            if not is_perimeter(at, view.size):
                yield Glow(at, NEUTRAL, SOFT)
        return
    colour = SEAT_COLOURS[prompt.seat]
    lifted = status.lifted if status.mode is BoardMode.IN_HAND else None
    moves = [option for option in view.options if isinstance(option, Move | Force)]
    builds = [option for option in (*view.options, *view.after_done) if isinstance(option, Build)]
    others = [option for option in view.options if not isinstance(option, Move | Force | Build)]
    named = [target for option in others if (target := target_of(option)) is not None]
    yield from _glow_all(named, colour, SOFT, Pattern.STEADY)
    if lifted is None:
        if prompt.optional or not view.after_done:  # before the first move, builds are not shown yet
            yield from _glow_all((build.on for build in builds), colour, BRIGHT, Pattern.PULSE)
        yield from _glow_all((move.worker for move in moves), colour, SOFT, Pattern.STEADY)
        return
    reachable = [build.on for build in builds if build.worker == lifted]
    walkable = [move.to for move in moves if move.worker == lifted]
    yield from _glow_all(reachable, colour, BRIGHT, Pattern.PULSE)
    yield from _glow_all(walkable, colour, BRIGHT, Pattern.STEADY)
    if not reachable and not walkable:
        yield Glow(lifted, FILL_COLOUR, BRIGHT, Pattern.PULSE)


def _hinted(view: View, status: BoardStatus, steps: tuple[Action, ...]) -> Iterator[Glow]:
    """Show the workers to lift and the squares to move to or build on that a hint recommends, over all that the player
    may choose."""
    if view.prompt is None:
        return
    lifted = status.lifted if status.mode is BoardMode.IN_HAND else None
    squares: list[Square] = []
    for step in steps:
        match step:
            case Place(at) | Build(_, at):
                squares.append(at)
            case Move(worker, to) | Force(worker, to):
                squares += (to,) if lifted == worker else (worker, to)
            case Swap(mine, theirs):
                squares += (mine, theirs)
    yield from _glow_all(squares, SEAT_COLOURS[view.prompt.seat], BRIGHT, Pattern.TWINKLE)


def _carried(view: View, status: BoardStatus, steps: tuple[Action, ...]) -> Iterator[Glow]:
    """Show a step that hands have to carry out: the worker to lift has one gap, its new square two, a square to build
    on three."""
    if view.prompt is None:
        return
    colour = SEAT_COLOURS[view.prompt.seat]
    lifted = status.lifted if status.mode is BoardMode.IN_HAND else None
    for step in steps:
        match step:
            case Place(at):
                yield Glow(at, colour, BRIGHT, Pattern.TWO_GAPS)
            case Move(worker, to) | Force(worker, to):
                if lifted != worker:
                    yield Glow(worker, colour, BRIGHT, Pattern.ONE_GAP)
                yield Glow(to, colour, BRIGHT, Pattern.TWO_GAPS)
            case Swap(mine, theirs):
                yield from _glow_all((mine, theirs), colour, BRIGHT, Pattern.TWO_GAPS)
            case Build(worker, on):
                yield Glow(worker, colour, SOFT, Pattern.STEADY)
                yield Glow(on, colour, BRIGHT, Pattern.THREE_GAPS)


def _to_build(saved: SavedState) -> Iterator[Glow]:
    """Show the squares of pieces that were built at another table by unknown steps."""
    for seat, at in built_unseen(saved):
        yield Glow(at, SEAT_COLOURS[seat], BRIGHT, Pattern.THREE_GAPS)


def _glow_all(where: Iterable[Square], colour: Colour, strength: int, pattern: Pattern) -> Iterator[Glow]:
    for at in dict.fromkeys(where):
        yield Glow(at, colour, strength, pattern)
