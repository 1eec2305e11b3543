"""Messages to the players about the board: its status and differences while the pieces are not as in the game, wrong
tower heights, warnings, and ways to go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from common.message import Message
from engine import PUBLIC, Action, Build, Move, Place, Seat, Square, square_name
from engine.squares import distance
from perception.arrangements import Arrangement, StandingMagnet, outline
from perception.findings import Fallen, Findings, HeightFound, SensorFault, Shifted, StrayField
from perception.orientation import QUARTERS, turned_square
from perception.tracking.belief import Doubt
from table.moves.analysed_positions import AnalysedPosition, StepResult
from table.moves.step_search import Pieces
from table.moves.worker_ownership import Polarities
from table.session.board_reports import BoardStatus, meant_by_done
from table.session.snapshot import (
    AdoptBoard,
    BoardDifference,
    BoardIssue,
    BoardMode,
    DifferenceKind,
    Offer,
    TrustGame,
    TurnBoard,
)

_COMPLETE_TOWER = 4
"""The pieces of a complete tower, on which no worker stands."""

CERTAIN = 10.0
"""The margin of log-likelihood between a level and the next best before a tower is reported."""


@dataclass(frozen=True, slots=True)
class TowerNotice:
    """The tower on a square is ``seen`` pieces high, and ``wanted`` pieces in the game. ``seat`` is the seat of the
    worker on it, if there is one."""

    square: Square
    seen: int
    wanted: int
    seat: Seat | None = None

    def difference(self) -> BoardDifference:
        """Return the difference to put right."""
        kind = DifferenceKind.TOO_LOW if self.seen < self.wanted else DifferenceKind.TOO_HIGH
        return BoardDifference(self.square, kind, self.seat, self.seen, self.wanted)

    def message(self) -> Message:
        """Return the message for the players."""
        key = "board.too_low" if self.seen < self.wanted else "board.too_high"
        args = (("square", square_name(self.square)), ("seen", str(self.seen)), ("wanted", str(self.wanted)))
        return Message(key, args)


class TowerCheck:
    """Compares the levels at which workers were measured with the towers of the game."""

    def __init__(self) -> None:
        self._measured: dict[Square, int] = {}
        self._before_lift: dict[Square, int] = {}
        self._touched: tuple[TowerNotice, ...] = ()
        self._is_lifted = False

    def measure(self, found: Iterable[HeightFound]) -> None:
        """Take in levels that were found. An uncertain level removes an earlier one."""
        for each in found:
            if each.margin >= CERTAIN:
                self._measured[Square(each.square)] = each.level
                self._touched = tuple(notice for notice in self._touched if notice.square != each.square)
            else:
                self._measured.pop(Square(each.square), None)

    def build(self, actions: Iterable[Action], before: Sequence[int]) -> None:
        """Check the builds of these actions, on towers that were ``before`` pieces high: a touch measures the tower
        with or without its new piece."""
        heights, notices = list(before), []
        for action in actions:
            if not isinstance(action, Build):
                continue
            was = heights[action.on]
            heights[action.on] += 1
            measured = self._measured.pop(action.on, None)
            if measured is not None and not was <= measured <= was + 1:
                notices.append(TowerNotice(action.on, measured, was if measured < was else was + 1))
        self._touched = tuple(notices)

    def notices(self, standing: Pieces, heights: Sequence[int]) -> tuple[TowerNotice, ...]:
        """Return the towers whose height differs from the game, as measured by workers that stand on them or touched
        them."""
        found = [
            TowerNotice(square, self._measured[square], heights[square], seat)
            for square, seat in sorted(standing)
            if self._measured.get(square, heights[square]) != heights[square]
        ]
        return (*found, *(notice for notice in self._touched if all(notice.square != each.square for each in found)))

    def lifted(self) -> None:
        """Note that a worker is in a hand, or stands elsewhere for now."""
        if not self._is_lifted:
            self._before_lift = dict(self._measured)
        self._is_lifted = True

    def is_changed_under(self, square: Square, heights: Sequence[int]) -> bool:
        """Check whether the worker on this square was measured at another level before it was lifted, and its tower is
        not as high as in the game now: pieces were put under it, or taken away, which no step does."""
        measured = self._measured.get(square, heights[square])
        return measured not in (heights[square], self._before_lift.get(square, measured))

    def put_back(self) -> None:
        """Note that all workers stand where they should again. A player who corrects a tower on which no worker stands
        is asked to lift the worker that touched it and to put it back; this is the signal that it is done."""
        if self._is_lifted:
            self._is_lifted, self._touched = False, ()

    def leave(self, standing: Pieces) -> None:
        """Note that the game went on without a touch: a measured level stays valid only where a worker still stands."""
        self._touched = ()
        stays = {square for square, _ in standing}
        self._measured = {square: level for square, level in self._measured.items() if square in stays}

    def forget(self) -> None:
        """Forget all levels: a player says that the towers are right, or the sensors have changed."""
        self._measured, self._before_lift, self._touched = {}, {}, ()


def worker_in_hand(lifted: Square | None) -> BoardStatus:
    """Say that a worker is in a hand; ``lifted`` is the square that it came from, if that is known."""
    return BoardStatus(BoardMode.IN_HAND, lifted)


def pieces_behind(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """Say that the game is ahead, and pieces still have to be moved accordingly."""
    return _restore(position.pieces, standing, *follow_up(position.pieces, standing))


def pieces_unknown(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """Say that it is unknown how the pieces came to stand as they do."""
    return _restore(position.pieces, standing, Message("board.set_up"), BoardIssue.STEPS_UNKNOWN)


def wait_for_confirmation(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """Say that no step may be made before the finished turn is confirmed."""
    return _restore(position.pieces, standing, Message("board.locked"))


def workers_missing(position: AnalysedPosition, standing: Pieces, lifted: Square | None) -> BoardStatus:
    """Say which workers have been off the board for so long that the players may have forgotten them."""
    missing = sorted(position.pieces - standing)
    message = Message("board.missing", (("squares", _names([square for square, _ in missing])),))
    wrong = differences(position.pieces, standing)
    return BoardStatus(BoardMode.IN_HAND, lifted, wrong, message, issue=BoardIssue.MISSING)


def step_half_done(position: AnalysedPosition, standing: Pieces, results: Sequence[StepResult]) -> BoardStatus:
    """Say that part of a step is done. If only one step fits, the differences lead to its end."""
    if len({result.action for result in results}) == 1:
        return _restore(results[0].standing, standing, Message("board.finish"))
    return _restore(position.pieces, standing, Message("board.half_done"))


def illegal_change(position: AnalysedPosition, standing: Pieces, base: Pieces) -> BoardStatus:
    """Say that this is no legal step. If the pieces (``base``) were behind the game before, they still are."""
    behind = base != position.pieces
    told = follow_up(position.pieces, standing) if behind else _reason(position, standing)
    return _restore(position.pieces, standing, *told)


def blocks_to_remove(builds: Sequence[Build]) -> Message:
    """Say that these builds were taken back, and that their blocks or domes may still be on the board."""
    return Message("board.block_off", (("squares", _names(sorted({build.on for build in builds}))),))


def unclear_reading(doubt: Arrangement, heights: Sequence[int], touchable: Collection[int]) -> BoardStatus:
    """Say that it is unclear whether these magnets are there. ``heights`` are the heights of the towers in the game, in
    pieces; on a ``touchable`` square the next piece may lie already."""
    doubtful = tuple(Square(square) for square in sorted({each.square for each in doubt}))
    return BoardStatus(
        BoardMode.UNSURE, message=_unclear(doubt, _names(doubtful), heights, touchable), doubtful=doubtful
    )


def _unclear(doubt: Arrangement, squares: str, heights: Sequence[int], touchable: Collection[int]) -> Message:
    if not squares:
        return Message("board.unreadable")
    if len(doubt) == 1:
        square, level = next((each.square, each.level) for each in doubt)
        if not _is_due(level, heights[square], is_touchable=square in touchable):
            return Message("board.unsure_height", (("squares", squares), *_levels(level, heights[square])))
    return Message("board.unsure", (("squares", squares),))


def may_stand_anew(doubt: Doubt, before: Arrangement | None) -> bool:
    """Check whether a magnet is likely to stand where none of its polarity stood before, and may stand there. What
    seems to stand on a complete tower is held over it by a hand. Where nothing explains the reading well, any magnet
    may."""
    if not doubt.is_explained:
        return bool(doubt.likely)
    stood = outline(before or frozenset())
    return any((each.square, each.polarity) not in stood and each.level < _COMPLETE_TOWER for each in doubt.likely)


def perhaps_touched(touched: StandingMagnet, position: AnalysedPosition) -> BoardStatus:
    """Say that a worker may have touched this square, or that a hand held it there."""
    on = Square(touched.square)
    square, height = (("square", square_name(on)),), position.heights[on]
    if not _is_due(touched.level, height, is_touchable=True):
        issue, message = (
            BoardIssue.TOUCHED_HEIGHT,
            Message("board.touch_height", (*square, *_levels(touched.level, height))),
        )
    elif meant_by_done(position.game, on) is None:
        issue, message = BoardIssue.PERHAPS_TOUCHED, Message("board.touch_again", square)
    else:
        issue, message = BoardIssue.PERHAPS_BUILT, Message("board.touch_unsure", square)
    return BoardStatus(BoardMode.FOLLOWING, message=message, issue=issue, doubtful=(on,))


def follow_up(wanted: Pieces, standing: Pieces) -> tuple[Message, BoardIssue | None]:
    """Say how to get from the workers that stand to those that are wanted, and whether that is one change."""
    message = _one_change(wanted, standing)
    return (Message("board.follow"), None) if message is None else (message, BoardIssue.ONE_CHANGE)


def _one_change(wanted: Pieces, standing: Pieces) -> Message | None:
    missing, extra = sorted(wanted - standing), sorted(standing - wanted)
    match missing, extra:
        case [], [(square, seat)]:
            return Message("board.take_off", (("seat", seat), ("square", square_name(square))))
        case [(square, seat)], []:
            return Message("board.put", (("seat", seat), ("square", square_name(square))))
        case [(to, seat)], [(origin, other)] if seat is other:
            args = (("seat", str(seat)), ("from", square_name(origin)), ("square", square_name(to)))
            return Message("board.bring", args)
        case [(one, _), (other, _)], [(third, _), (fourth, _)] if (one, other) == (third, fourth):
            return Message("board.exchange", (("square", square_name(one)), ("other", square_name(other))))
        case _:
            return None


def differences(wanted: Pieces, standing: Pieces) -> tuple[BoardDifference, ...]:
    """List the squares on which the workers differ from those that are wanted."""
    expected, found = dict(wanted), dict(standing)
    result = []
    for square in sorted(expected.keys() | found.keys()):
        due, seen = expected.get(square), found.get(square)
        if seen is due:
            continue
        if seen is None:
            result.append(BoardDifference(square, DifferenceKind.MISSING, due))
        else:
            result.append(
                BoardDifference(square, DifferenceKind.EXTRA if due is None else DifferenceKind.WRONG_SEAT, seen)
            )
    return tuple(result)


def _restore(wanted: Pieces, standing: Pieces, message: Message, issue: BoardIssue | None = None) -> BoardStatus:
    return BoardStatus(BoardMode.RESTORE, None, differences(wanted, standing), message, issue=issue)


def _reason(position: AnalysedPosition, standing: Pieces) -> tuple[Message, BoardIssue | None]:
    """Return why this is no legal step, if it looks like a single move or placement."""
    game, reason = position.game, None
    missing, extra = position.pieces - standing, standing - position.pieces
    if len(extra) == 1 and game.view(PUBLIC).options:
        to, seat = next(iter(extra))
        origins = [square for square, owner in missing if owner is seat]
        if len(origins) == 1 == len(missing):
            reason = game.why_not(Move(origins[0], to))
        elif not missing and seat is position.mover:
            reason = game.why_not(Place(to))
    if reason is None:
        return Message("board.differs"), None
    return Message(reason.key, reason.args), BoardIssue.FORBIDDEN


def _is_due(level: int, height: int, *, is_touchable: bool) -> bool:
    """Check whether a worker may stand at this level on a tower that has this height in the game."""
    return height <= level <= height + is_touchable


def _levels(seen: int, wanted: int) -> tuple[tuple[str, str], ...]:
    return (("seen", str(seen)), ("wanted", str(wanted)))


def _names(squares: Sequence[Square]) -> str:
    return " ".join(square_name(square) for square in squares)


def quarters_turned(wanted: Pieces, standing: Pieces, size: int) -> int | None:
    """Return by how many quarters a board with ``size`` squares a side has to be turned clockwise for the workers to
    stand as they are wanted; None if they do, if no way does it or more than one, or for a single worker."""
    ways = [
        quarters
        for quarters in range(QUARTERS)
        if {(turned_square(square, quarters, size), seat) for square, seat in standing} == wanted
    ]
    return ways[0] or None if len(ways) == 1 and len(wanted) > 1 else None


def board_turned(quarters: int) -> BoardStatus:
    """Say that the board lies turned."""
    message = Message("board.turned", (("degrees", str(90 * quarters)),))
    return BoardStatus(BoardMode.RESTORE, message=message, issue=BoardIssue.TURNED)


def worker_fallen(findings: Findings, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus | None:
    """Say that a worker has fallen over, which stops the game; None if none has."""
    fallen = (each for each in findings.disturbances if isinstance(each, Fallen))
    return next((_fallen(each, wanted, standing, polarities) for each in fallen), None)


def _fallen(fallen: Fallen, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus:
    """Say that a worker lies on a square: it has to stand again where it stood, which is marked if that is another
    square."""
    at = Square(fallen.square)
    missing = sorted(wanted - standing, key=lambda piece: distance(piece[0], at))
    candidates = [piece for piece in missing if fallen.polarity in (None, polarities[piece[1]])]
    home = candidates[0] if candidates else None
    wrong = [BoardDifference(at, DifferenceKind.FALLEN, None if home is None else home[1])]
    if home is not None and home[0] != at:
        wrong.append(BoardDifference(home[0], DifferenceKind.MISSING, home[1]))
    message = Message("board.fallen", (("square", square_name(at)),))
    return BoardStatus(BoardMode.RESTORE, None, tuple(wrong), message, issue=BoardIssue.FALLEN)


def warnings(findings: Findings) -> tuple[Message, ...]:
    """Warn about failing sensors, stray magnets and a board that was moved; the game goes on with them."""
    return (*_faults(findings.faults), *_disturbances(findings))


def stray_squares(findings: Findings) -> tuple[Square, ...]:
    """The squares with a magnet that is no worker."""
    strays = (each for each in findings.disturbances if isinstance(each, StrayField))
    return tuple(Square(square) for each in strays for square in sorted(each.squares))


def _faults(faults: Iterable[SensorFault]) -> Iterator[Message]:
    for fault in faults:
        args = [("square", square_name(Square(fault.square)))]
        if fault.other is not None:
            args.append(("other", square_name(Square(fault.other))))
        yield Message(f"sensor.{fault.trouble.value}", tuple(args))


def _disturbances(findings: Findings) -> Iterator[Message]:
    for each in findings.disturbances:
        match each:
            case StrayField(squares):
                yield Message(
                    "board.stray", (("squares", " ".join(square_name(Square(square)) for square in sorted(squares))),)
                )
            case Shifted(amount):
                yield Message("board.shifted", (("amount", f"{amount:.2f}"),))
            case _:
                pass  # a fallen worker stops the game


def recovery_options(
    position: AnalysedPosition, standing: Pieces | None, notices: tuple[TowerNotice, ...], turned: int | None
) -> tuple[Offer, ...]:
    """Return the ways to go on that the players may choose while the board does not agree with the game. ``standing``
    are the workers that stand, if they are known; the board lies ``turned`` by a number of quarters, unless that is
    None."""
    return tuple(_offers(position, standing, notices, turned))


def _offers(
    position: AnalysedPosition, standing: Pieces | None, notices: tuple[TowerNotice, ...], turned: int | None
) -> Iterator[Offer]:
    if turned is not None:
        yield TurnBoard(turned)
    yield TrustGame()
    if (
        turned is None
        and standing is not None
        and _is_possible(position, standing)
        and (notices or standing != position.pieces)
    ):
        workers = tuple((int(square), seat) for square, seat in sorted(standing))
        yield AdoptBoard(workers, tuple((int(notice.square), notice.seen) for notice in notices))


def _is_possible(position: AnalysedPosition, standing: Pieces) -> bool:
    """Check whether the game could go on with these workers: as many of each seat, none on a complete tower."""
    game = position.game
    if game.active is None or game.outcome is not None:
        return False
    counts = [Counter(seat for _, seat in each) for each in (standing, position.pieces)]
    return counts[0] == counts[1] and all(position.heights[square] < _COMPLETE_TOWER for square, _ in standing)
