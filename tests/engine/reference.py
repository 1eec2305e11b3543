"""A slow and literal reading of the rulebook for two players, to test the engine against.

Written from the rulebook's text alone: it imports nothing of the engine and shares no idea with it. There is no
graph and no look-ahead; a turn is tried in full, with plain loops, and what cannot be finished is dropped. Where the
rulebook leaves a question open it follows the project's rulings (Circe against three workers, Gaea stolen by
Circe, a builder hemmed in by Gaea).

Squares are numbers from a1 = 0 (a1, b1 ... e1, a2 ... e5). Hecate's own turns are ordinary turns; turns *against*
her are outside this reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A position of two players at the start of a turn (or where the game ended). ``to_move`` is 0 or 1."""

    levels: tuple[int, ...]
    domes: frozenset[int]
    workers: tuple[tuple[int, ...], tuple[int, ...]]
    cards: tuple[str, str] = ("mortal", "mortal")
    to_move: int = 0
    rose: tuple[bool, bool] = (False, False)
    reserve: tuple[int, int] = (0, 0)
    circe_holds: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A complete turn: its steps as text (declined steps left out), the position after it, and who won by it."""

    steps: Steps
    result: Board
    winner: int | None
    rose: bool


@dataclass(frozen=True, slots=True)
class _Moved:
    """One move carried out: where it landed, where the worker stands after all forces, if it rose, if it won."""

    board: Board
    start: int
    landing: int
    end: int
    rose: bool
    won: bool

    @property
    def text(self) -> str:
        return f"{name(self.start)}-{name(self.landing)}"


def name(square: int) -> str:
    """a1 to e5."""
    return "abcde"[square % 5] + "12345"[square // 5]


def around(square: int) -> list[int]:
    """The neighboring spaces."""
    return [other for other in range(25) if other != square and _touch(square, other)]


def _touch(one: int, other: int) -> bool:
    return one != other and abs(one % 5 - other % 5) <= 1 and abs(one // 5 - other // 5) <= 1


def _straight_on(start: int, through: int) -> int | None:
    file, rank = 2 * (through % 5) - start % 5, 2 * (through // 5) - start // 5
    return 5 * rank + file if 0 <= file < 5 and 0 <= rank < 5 else None


def uses(board: Board, player: int) -> str:
    """The power that a player has the use of now, Circe's theft included."""
    own, others = board.cards[player], board.cards[1 - player]
    if own == "circe" and board.circe_holds:
        return others
    if others == "circe" and board.circe_holds:
        return "mortal"
    return own


def begin_turn(board: Board) -> Board:
    """Circe's start of turn: she takes the power unless the opponent's workers neighbor each other."""
    if board.cards[board.to_move] != "circe":
        return board
    theirs = board.workers[1 - board.to_move]
    together = len(theirs) >= 2 and all(_touch(a, b) for a in theirs for b in theirs if a != b)
    return replace(board, circe_holds=not together)


def complete_turns(board: Board) -> list[Turn]:
    """Every complete legal turn of the player to move; empty when that player is stuck (and loses)."""
    board = begin_turn(board)
    turns = [turn for worker in board.workers[board.to_move] for turn in _turns_of_worker(board, worker)]
    if uses(board, board.to_move) == "hermes":
        turns += _level_turns(board)
    if uses(board, 1 - board.to_move) == "persephone" and any(turn.rose for turn in turns):
        turns = [turn for turn in turns if turn.rose]
    return [_ended(turn, board.to_move) for turn in turns]


def perft(board: Board, depth: int) -> int:
    """How many lines of ``depth`` complete turns there are; a turn that wins ends its line and counts once."""
    turns = complete_turns(board)
    if depth == 1:
        return len(turns)
    return sum(1 if turn.winner is not None else perft(turn.result, depth - 1) for turn in turns)


def _ended(turn: Turn, mover: int) -> Turn:
    """The turn with its result handed on: the mover's climb noted, the next player's turn begun."""
    if turn.winner is not None:
        return turn
    rose = (turn.rose, turn.result.rose[1]) if mover == 0 else (turn.result.rose[0], turn.rose)
    return replace(turn, result=begin_turn(replace(turn.result, rose=rose, to_move=1 - mover)))


def _turns_of_worker(board: Board, worker: int) -> Iterator[Turn]:
    """The turns in which this worker moves and builds."""
    power = uses(board, board.to_move)
    bound = _bound(board)
    for first in _moves(board, worker):
        yield from _finish(first.board, first, bound, (first.text,), rose=first.rose)
        if power == "artemis" and not first.won:
            for second in _moves(first.board, first.end):
                if second.landing != worker:
                    still_bound = {first.end} if worker in bound else set()
                    steps = (first.text, second.text)
                    yield from _finish(second.board, second, still_bound, steps, rose=first.rose or second.rose)
    if power == "prometheus":
        yield from _turns_building_first(board, worker, bound)


def _turns_building_first(board: Board, worker: int, bound: set[int]) -> Iterator[Turn]:
    """Prometheus: build, move without rising, build. The build must leave him a turn, Gaea's answer apart."""
    for steps, built, dome in _one_build(board, worker):
        answers = list(_gaea(built, dome))
        if not list(_after_building_first(built, worker, bound, steps)):
            continue
        for answer, answered in answers:
            rest = list(_after_building_first(answered, worker, bound, steps + answer))
            yield from rest or [Turn(steps + answer, answered, 1 - board.to_move, rose=False)]


def _after_building_first(board: Board, worker: int, bound: set[int], steps: Steps) -> Iterator[Turn]:
    for move in _moves(board, worker):
        if not move.rose:
            yield from _finish(move.board, move, bound, (*steps, move.text), rose=False)


def _finish(board: Board, last: _Moved, bound: set[int], steps: Steps, *, rose: bool) -> Iterator[Turn]:
    """End a turn whose last move was ``last``: at once if it won, else with every way to build."""
    if last.start in bound and not _near_opponent(board, last.landing):
        return
    if last.won:
        yield Turn(steps, board, board.to_move, rose)
        return
    for build_steps, built in _build_phase(board, last.end):
        yield Turn(steps + build_steps, built, None, rose)


def _level_turns(board: Board) -> Iterator[Turn]:
    """Hermes: both workers wander on their own level, then either builds.

    All arrangements are collected until nothing new turns up. An arrangement remembers of each worker whether it may
    stop there (Aphrodite: a worker that moved must have made its last move next to one of hers).
    """
    bound = _bound(board)
    start = tuple((square, True, square in bound) for square in board.workers[board.to_move])
    found: dict[tuple[tuple[int, bool, bool], ...], Board] = {start: board}
    waiting = [start]
    while waiting:
        arrangement = waiting.pop()
        here = found[arrangement]
        for which, (square, _, is_bound) in enumerate(arrangement):
            for move in _moves(here, square):
                if here.levels[move.landing] != here.levels[square]:
                    continue
                may_stop = not is_bound or _near_opponent(move.board, move.landing)
                after = (*arrangement[:which], (move.end, may_stop, is_bound), *arrangement[which + 1 :])
                if after not in found:
                    found[after] = move.board
                    waiting.append(after)
    for arrangement, here in found.items():
        if all(may_stop for _, may_stop, _ in arrangement):
            for square, _, _ in arrangement:
                for steps, built in _build_phase(here, square):
                    yield Turn(("(level)", *steps), built, None, rose=False)


def _bound(board: Board) -> set[int]:
    """Aphrodite: the mover's workers that start this turn next to one of hers."""
    if uses(board, 1 - board.to_move) != "aphrodite":
        return set()
    return {square for square in board.workers[board.to_move] if _near_opponent(board, square)}


def _near_opponent(board: Board, square: int) -> bool:
    return any(_touch(square, hers) for hers in board.workers[1 - board.to_move])


def _occupied(board: Board, square: int) -> bool:
    return square in board.domes or square in board.workers[0] or square in board.workers[1]


def _moves(board: Board, start: int) -> Iterator[_Moved]:
    """Every move of one worker, with the forces that go with it; win conditions are judged on the move itself."""
    power, against = uses(board, board.to_move), uses(board, 1 - board.to_move)
    theirs = board.workers[1 - board.to_move]
    for landing in around(start):
        rise = board.levels[landing] - board.levels[start]
        if landing in board.domes or rise > 1 or landing in board.workers[board.to_move]:
            continue
        if rise > 0 and against == "athena" and board.rose[1 - board.to_move]:
            continue
        after = board
        if landing in theirs:
            if power == "apollo":
                after = _relocate(board, 1 - board.to_move, landing, start)
            elif power == "minotaur":
                behind = _straight_on(start, landing)
                if behind is None or _occupied(board, behind):
                    continue
                after = _relocate(board, 1 - board.to_move, landing, behind)
            else:
                continue
        after = _relocate(after, board.to_move, start, landing)
        won = (rise > 0 and board.levels[landing] == 3) or (power == "pan" and rise <= -2)
        end = landing
        if against == "harpies" and not won:
            end = _blown(after, start, landing)
            after = _relocate(after, board.to_move, landing, end)
        yield _Moved(after, start, landing, end, rise > 0, won)


def _blown(board: Board, start: int, landing: int) -> int:
    """Harpies: on in the same direction until the next space is higher or obstructed."""
    before, here = start, landing
    while True:
        beyond = _straight_on(before, here)
        if beyond is None or _occupied(board, beyond) or board.levels[beyond] > board.levels[here]:
            return here
        before, here = here, beyond


def _relocate(board: Board, player: int, start: int, end: int) -> Board:
    moved = tuple(sorted(end if square == start else square for square in board.workers[player]))
    return replace(board, workers=(moved, board.workers[1]) if player == 0 else (board.workers[0], moved))


def _build_phase(board: Board, builder: int) -> Iterator[tuple[Steps, Board]]:
    """All builds of a turn, Gaea's answers to domes included."""
    power = uses(board, board.to_move)
    for steps, built, dome in _one_build(board, builder):
        first = int(_square_of(steps[0]))
        for answer, answered in _gaea(built, dome):
            done = steps + answer
            yield done, answered
            for more, again, again_dome in _one_build(answered, builder):
                second = _square_of(more[0])
                allowed = (power == "demeter" and second != first) or (
                    power == "hephaestus" and second == first and dome is None and again_dome is None
                )
                if allowed:
                    for last_answer, last in _gaea(again, again_dome):
                        yield done + more + last_answer, last


def _square_of(build: str) -> int:
    return "abcde".index(build[-2]) + 5 * "12345".index(build[-1])


def _one_build(board: Board, builder: int) -> Iterator[tuple[Steps, Board, int | None]]:
    """One build: the step, the board after it, and the square of the dome if a dome was built."""
    for on in around(builder):
        if _occupied(board, on):
            continue
        if board.levels[on] < 3:
            higher = tuple(level + (square == on) for square, level in enumerate(board.levels))
            yield (f"{name(builder)}+{name(on)}",), replace(board, levels=higher), None
        if board.levels[on] == 3 or uses(board, board.to_move) == "atlas":
            yield (f"{name(builder)}^{name(on)}",), replace(board, domes=board.domes | {on}), on


def _gaea(board: Board, dome: int | None) -> Iterator[tuple[Steps, Board]]:
    """What may follow a build: nothing, or a worker of Gaea's on the ground beside the dome (were both players Gaea,
    one of each)."""
    if dome is None:
        yield (), board
        return
    for steps, placed in _gaea_places(board, dome, board.to_move):
        for more, again in _gaea_places(placed, dome, 1 - board.to_move):
            yield steps + more, again


def _gaea_places(board: Board, dome: int, player: int) -> Iterator[tuple[Steps, Board]]:
    yield (), board
    if board.reserve[player] == 0 or uses(board, player) != "gaea" or board.cards[player] != "gaea":
        return
    for square in around(dome):
        if board.levels[square] == 0 and not _occupied(board, square):
            more = tuple(sorted((*board.workers[player], square)))
            workers = (more, board.workers[1]) if player == 0 else (board.workers[0], more)
            left = tuple(count - (who == player) for who, count in enumerate(board.reserve))
            yield (f"@{name(square)}",), replace(board, workers=workers, reserve=(left[0], left[1]))
