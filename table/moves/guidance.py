"""What the board says while the pieces do not stand as the game has them: what is seen, and what to do about it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from common.message import Message
from engine import PUBLIC, Build, Move, Place, Square, square_name
from perception.hypotheses import Arrangement, StandingMagnet
from table.moves.possible_steps import PossibleSteps, StepResult
from table.moves.step_search import Pieces
from table.session.reading_status import BoardStatus
from table.session.snapshot import BoardDifference, BoardMode, DifferenceKind


def in_hand(lifted: Square | None) -> BoardStatus:
    """A worker is in a hand; ``lifted`` is where it came from, if that is known."""
    return BoardStatus(BoardMode.IN_HAND, lifted)


def leftover(stage: PossibleSteps, standing: Pieces) -> BoardStatus:
    """The game has moved on, and pieces still have to follow it."""
    return _restore(stage.pieces, standing, follow_up(stage.pieces, standing))


def set_up(stage: PossibleSteps, standing: Pieces) -> BoardStatus:
    """Nothing is known of how the pieces came to stand as they do."""
    return _restore(stage.pieces, standing, Message("board.set_up"))


def wait_for_confirmation(stage: PossibleSteps, standing: Pieces) -> BoardStatus:
    """Nothing may be played before the finished turn is confirmed."""
    return _restore(stage.pieces, standing, Message("board.locked"))


def missing_for_long(stage: PossibleSteps, standing: Pieces, lifted: Square | None) -> BoardStatus:
    """Workers have been off the board for so long that nobody may know that they are waited for."""
    missing = sorted(stage.pieces - standing)
    message = Message("board.missing", (("squares", _names([square for square, _ in missing])),))
    return BoardStatus(BoardMode.IN_HAND, lifted, differences(stage.pieces, standing), message)


def halfway(stage: PossibleSteps, standing: Pieces, results: Sequence[StepResult]) -> BoardStatus:
    """Part of a step is done; if it can only be one, the pieces are led to its end."""
    if len(results) == 1:
        return _restore(results[0].standing, standing, Message("board.finish"))
    return _restore(stage.pieces, standing, Message("board.half_done"))


def mistaken(stage: PossibleSteps, standing: Pieces, base: Pieces) -> BoardStatus:
    """This is no legal step; where the pieces (``base``) had still to follow the game, they still have to."""
    behind = base != stage.pieces
    message = follow_up(stage.pieces, standing) if behind else _reason(stage, standing)
    return _restore(stage.pieces, standing, message)


def blocks_off(builds: Sequence[Build]) -> Message:
    """These builds were taken back on the board, where the pieces may stand already."""
    return Message("board.block_off", (("squares", _names(sorted({build.on for build in builds}))),))


def unclear(doubt: Arrangement, heights: Sequence[int], touchable: Collection[int]) -> Message:
    """These magnets may stand or not, on towers of these heights (in pieces) in the game; a ``touchable`` square may
    have its next piece already."""
    squares = _names([Square(square) for square in sorted({each.square for each in doubt})])
    if not squares:
        return Message("board.unreadable")
    if len(doubt) == 1:
        square, level = next((each.square, each.level) for each in doubt)
        if not _is_due(level, heights[square], is_touchable=square in touchable):
            return Message("board.unsure_height", (("squares", squares), *_levels(level, heights[square])))
    return Message("board.unsure", (("squares", squares),))


def perhaps_touched(touched: StandingMagnet, height: int) -> Message:
    """A worker may have touched a square that is ``height`` pieces high in the game, or a hand held it there."""
    square = (("square", square_name(Square(touched.square))),)
    if _is_due(touched.level, height, is_touchable=True):
        return Message("board.touch_unsure", square)
    return Message("board.touch_height", (*square, *_levels(touched.level, height)))


def follow_up(wanted: Pieces, standing: Pieces) -> Message:
    """One sentence for what is to be done so that the wanted workers stand."""
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
            return Message("board.follow")


def differences(wanted: Pieces, standing: Pieces) -> tuple[BoardDifference, ...]:
    """The squares on which the workers are not those that are wanted."""
    expected, found = dict(wanted), dict(standing)
    told = []
    for square in sorted(expected.keys() | found.keys()):
        due, seen = expected.get(square), found.get(square)
        if seen is due:
            continue
        if seen is None:
            told.append(BoardDifference(square, DifferenceKind.MISSING, due))
        else:
            told.append(
                BoardDifference(square, DifferenceKind.EXTRA if due is None else DifferenceKind.WRONG_SEAT, seen)
            )
    return tuple(told)


def _restore(wanted: Pieces, standing: Pieces, message: Message) -> BoardStatus:
    return BoardStatus(BoardMode.RESTORE, None, differences(wanted, standing), message)


def _reason(stage: PossibleSteps, standing: Pieces) -> Message:
    """Why this is not a legal step, if that is what it looks like."""
    game, reason = stage.game, None
    missing, extra = stage.pieces - standing, standing - stage.pieces
    if len(extra) == 1 and game.view(PUBLIC).options:
        to, seat = next(iter(extra))
        origins = [square for square, owner in missing if owner is seat]
        if len(origins) == 1 == len(missing):
            reason = game.why_not(Move(origins[0], to))
        elif not missing and seat is stage.mover:
            reason = game.why_not(Place(to))
    return Message("board.differs") if reason is None else Message(reason.key, reason.args)


def _is_due(level: int, height: int, *, is_touchable: bool) -> bool:
    """Whether a worker may come down so high where the game has a tower of this height."""
    return height <= level <= height + is_touchable


def _levels(seen: int, wanted: int) -> tuple[tuple[str, str], ...]:
    return (("seen", str(seen)), ("wanted", str(wanted)))


def _names(squares: Sequence[Square]) -> str:
    return " ".join(square_name(square) for square in squares)
