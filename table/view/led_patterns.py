"""LED patterns: from the public view of the game and the status of the reading to 25 colours over time.

Everybody in the room sees the lights, so only the PUBLIC view is used. Meanings never differ in colour alone: squares
to clear and to fill, and squares for moves and for builds, also differ in time. Nothing blinks faster than three times
a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from common.message import Message
from engine import PUBLIC, Action, Build, Move, Place, Seat, Square, square
from engine.actions import Force, Swap, target_of
from engine.squares import STRIDE, corners, is_perimeter, squares
from engine.views import View
from hardware.board import Colour
from table.session.announced_steps import built_unseen, shown_steps
from table.session.board_reports import TOUCH_UNSURE, BoardStatus
from table.session.game_history import HistoryPosition
from table.session.puzzle_on_board import PuzzleOnBoard
from table.session.saved_state import TABLE_SEATS, SavedState
from table.session.seat_claims import seat_corner
from table.session.snapshot import BoardMode, DifferenceKind, Phase, PuzzleStage
from table.session.table_state import TableState
from table.view.light_plan import BRIGHT, FILL_COLOUR, PASS_MS, ROUND_MS, SOFT, Glow, LightPlan, Pattern

SEAT_COLOURS: dict[Seat, Colour] = {
    Seat.BLUE: Colour(0, 60, 255),
    Seat.ORANGE: Colour(255, 90, 0),
    Seat.WHITE: Colour(190, 190, 190),
    Seat.PURPLE: Colour(190, 0, 190),
}
"""Blue, orange, white and purple differ for protan, deutan and tritan eyes, too."""

CLEAR_COLOUR = Colour(255, 0, 0)
NEUTRAL = Colour(160, 160, 160)

STRAY_WARNING = "board.stray"
"""The warning that a magnet lies near the board that is not a worker (`table.moves`)."""
TOUCH_QUESTIONS = frozenset({TOUCH_UNSURE, "board.touch_again", "board.touch_height"})
"""The questions whether a worker touched a square, and at which height (`table.moves`). They name one square."""
FLASHES = {1: Pattern.ONE_FLASH, 2: Pattern.TWO_FLASHES, 3: Pattern.THREE_FLASHES, 4: Pattern.FOUR_FLASHES}
"""The patterns that say how many pieces belong on a square."""
SWEEP_MS = 1500
"""How long all squares take to be lit once."""


def lights_of(state: TableState) -> LightPlan:
    """The lights of a state, which everybody in the room sees."""
    board, saved = state.board, state.at_board.saved
    lifted = None if board.lifted is None else Square(board.lifted)
    shown = (board.differences, board.message, board.offers, board.warnings)
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
    """The lights of a board of ``size`` squares a side without a game: the four colours in the corners, clockwise as
    the seats are. They pulse after the lobby; while somebody is ``asking`` for a seat they pulse brightly, all four, so
    that they do not show which corner is the sign. Those that were ``touched`` just now stay lit."""
    strength = BRIGHT if asking else SOFT
    rest = Pattern.PULSE if phase is not Phase.LOBBY or asking else Pattern.STEADY
    return LightPlan(
        tuple(
            Glow(at, SEAT_COLOURS[seat], strength, Pattern.STEADY if at in touched else rest)
            for at, seat in ((seat_corner(seat, size), seat) for seat in TABLE_SEATS)
        )
    )


def plan_sweep(size: int) -> LightPlan:
    """The lights of a board of ``size`` squares a side at its start: every square once, from one corner to the opposite
    one, so that a dead light is noticed. They take `SWEEP_MS`."""
    return _passing(squares(size), Square(0), NEUTRAL, SWEEP_MS, size)


def plan_turn_change(seat: Seat, size: int) -> LightPlan:
    """The lights of a board of ``size`` squares a side when the turn passes to a player: they run along both sides of
    the rim from that player's corner to the opposite one, which can be understood without seeing colours. They take
    `ROUND_MS`."""
    rim = (at for at in squares(size) if is_perimeter(at, size))
    return _passing(rim, seat_corner(seat, size), SEAT_COLOURS[seat], ROUND_MS, size)


def _passing(where: Iterable[Square], begin: Square, colour: Colour, lasts: int, size: int) -> LightPlan:
    """A light that passes these squares once, from the corner where it begins to the opposite one."""
    each = (lasts - PASS_MS) / (2 * size - 2)
    steps = {at: abs(at % STRIDE - begin % STRIDE) + abs(at // STRIDE - begin // STRIDE) for at in where}
    return LightPlan(tuple(Glow(at, colour, BRIGHT, Pattern.PASSING, round(each * away)) for at, away in steps.items()))


def plan_corners(size: int) -> LightPlan:
    """The lights of a board of ``size`` squares a side while the players are to touch the corner that they want to be
    a1."""
    return LightPlan(tuple(Glow(at, NEUTRAL, BRIGHT, Pattern.PULSE) for at in corners(size)))


def plan_history(position: HistoryPosition) -> LightPlan:
    """The lights for a position of a finished game: where all workers stood, and brightly what was done last. Such a
    game has no secrets any more."""
    glows = [Glow(worker.square, SEAT_COLOURS[worker.seat], SOFT) for worker in position.view.workers]
    if position.seat is not None:
        colour = SEAT_COLOURS[position.seat]
        glows += [Glow(at, colour, SOFT, Pattern.SLOW_BLINK) for at in sorted(position.left)]
        glows += [Glow(at, colour, BRIGHT, Pattern.PULSE) for at in sorted(position.touched)]
    return LightPlan(tuple(glows))


def plan_puzzle(puzzle: PuzzleOnBoard, view: View, status: BoardStatus) -> LightPlan | None:
    """The lights of a puzzle on the board where they are not those of a game: which pieces go where, and what came of
    a wrong turn; None where they are."""
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
    """The lights that say how many blocks and domes go where: as many flashes as pieces."""
    return LightPlan(tuple(_towers(view)))


def plan_lights(
    view: View,
    status: BoardStatus,
    confirming: Seat | None = None,
    *,
    carried: tuple[Action, ...] | None = None,
    hinted: tuple[Action, ...] = (),
) -> LightPlan:
    """The lights for a public view of the game and a reading of the board; ``confirming`` is the seat whose finished
    turn waits to be confirmed. Where the table plays for the seat to act, ``carried`` is the step that hands are to
    carry out for it (none: nothing yet). ``hinted`` are the steps that a hint recommends to a player.

    :raises ValueError: for a view that is not the public one.
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


# What each state shows.


def _towers(view: View) -> Iterator[Glow]:
    for at in squares(view.size):
        pieces = view.levels[at] + (at in view.domes)
        if pieces:
            yield Glow(at, FILL_COLOUR, BRIGHT, FLASHES[pieces])


def _workers(view: View, status: BoardStatus) -> Iterator[Glow]:
    """Where workers of the position go, each in its colour, as long as they are missing, and what is to be put right;
    all of them before the board was read."""
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
    """The squares in doubt; when nothing can be read, all workers of the game. A magnet that is not a worker is to be
    taken away."""
    named = [] if status.message is None else _squares_named(status.message)
    for at in named or [worker.square for worker in view.workers]:
        yield Glow(at, NEUTRAL, BRIGHT, Pattern.SLOW_BLINK)
    for warning in status.warnings:
        if warning.key == STRAY_WARNING:
            yield from _glow_all(_squares_named(warning), CLEAR_COLOUR, BRIGHT, Pattern.DOUBLE_BLINK)


def _perhaps_touched(status: BoardStatus) -> tuple[Glow, ...]:
    """The square of which it is unclear whether a worker touched it."""
    message = status.message
    if message is None or message.key not in TOUCH_QUESTIONS:
        return ()
    return (Glow(square(dict(message.args)["square"]), NEUTRAL, BRIGHT, Pattern.SLOW_BLINK),)


def _squares_named(message: Message) -> list[Square]:
    return [square(name) for name in dict(message.args).get("squares", "").split()]


def _celebration(view: View) -> Iterator[Glow]:
    winners = view.outcome.winners if view.outcome is not None else ()
    for number, at in enumerate(squares(view.size)):
        if winners:
            yield Glow(at, SEAT_COLOURS[winners[number % len(winners)]], BRIGHT, Pattern.WAVE)


def _confirmation(view: View, confirming: Seat) -> Iterator[Glow]:
    """The rim in the colour of the seat that is to confirm."""
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
    """The workers to lift and the squares for them, or to build on, that a hint recommends, over all that the player
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
    """A step that hands are to carry out: the worker to lift has one gap, where to put it two, where to build three."""
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
    """Where hands are to put what was built at another table, of which no steps are known."""
    for seat, at in built_unseen(saved):
        yield Glow(at, SEAT_COLOURS[seat], BRIGHT, Pattern.THREE_GAPS)


def _glow_all(where: Iterable[Square], colour: Colour, strength: int, pattern: Pattern) -> Iterator[Glow]:
    for at in dict.fromkeys(where):
        yield Glow(at, colour, strength, pattern)
