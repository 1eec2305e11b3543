"""What the players read about the board: status and differences while the pieces are not as in the game, obstacles,
warnings, and recovery options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from common.message import Message
from engine import PUBLIC, Build, Move, Place, Square, square_name
from engine.squares import distance
from perception.arrangements import Arrangement, StandingMagnet, outline
from perception.findings import Fallen, Findings, SensorFault, Shifted, StrayField, Turned
from perception.tracking.doubt import Doubt
from table.moves.analysed_positions import AnalysedPosition, StepResult
from table.moves.observations import TowerNotice
from table.moves.step_search import Pieces
from table.moves.worker_ownership import Polarities
from table.session.board_reports import TOUCH_UNSURE, BoardStatus, meant_by_done
from table.session.snapshot import AdoptBoard, BoardDifference, BoardMode, DifferenceKind, Offer, TrustGame, TurnBoard

_COMPLETE_TOWER = 4
"""The pieces of a complete tower, on which no worker stands."""


def worker_in_hand(lifted: Square | None) -> BoardStatus:
    """A worker is in a hand; ``lifted`` is the square that it came from, if that is known."""
    return BoardStatus(BoardMode.IN_HAND, lifted)


def pieces_behind(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """The game is ahead, and pieces still have to be moved accordingly."""
    return _restore(position.pieces, standing, follow_up(position.pieces, standing))


def pieces_unknown(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """It is unknown how the pieces came to stand as they do."""
    return _restore(position.pieces, standing, Message("board.set_up"))


def wait_for_confirmation(position: AnalysedPosition, standing: Pieces) -> BoardStatus:
    """No step may be made before the finished turn is confirmed."""
    return _restore(position.pieces, standing, Message("board.locked"))


def workers_missing(position: AnalysedPosition, standing: Pieces, lifted: Square | None) -> BoardStatus:
    """Workers have been off the board for so long that the players may have forgotten them."""
    missing = sorted(position.pieces - standing)
    message = Message("board.missing", (("squares", _names([square for square, _ in missing])),))
    return BoardStatus(BoardMode.IN_HAND, lifted, differences(position.pieces, standing), message)


def step_half_done(position: AnalysedPosition, standing: Pieces, results: Sequence[StepResult]) -> BoardStatus:
    """Part of a step is done. If only one step fits, the differences lead to its end."""
    if len(results) == 1:
        return _restore(results[0].standing, standing, Message("board.finish"))
    return _restore(position.pieces, standing, Message("board.half_done"))


def illegal_change(position: AnalysedPosition, standing: Pieces, base: Pieces) -> BoardStatus:
    """This is no legal step. If the pieces (``base``) were behind the game before, they still are."""
    behind = base != position.pieces
    message = follow_up(position.pieces, standing) if behind else _reason(position, standing)
    return _restore(position.pieces, standing, message)


def blocks_to_remove(builds: Sequence[Build]) -> Message:
    """These builds were taken back, and their blocks or domes may still be on the board."""
    return Message("board.block_off", (("squares", _names(sorted({build.on for build in builds}))),))


def unclear_reading(doubt: Arrangement, heights: Sequence[int], touchable: Collection[int]) -> Message:
    """It is unclear whether these magnets are there. ``heights`` are those of the towers in the game, in pieces; on a
    ``touchable`` square the next piece may lie already."""
    squares = _names([Square(square) for square in sorted({each.square for each in doubt})])
    if not squares:
        return Message("board.unreadable")
    if len(doubt) == 1:
        square, level = next((each.square, each.level) for each in doubt)
        if not _is_due(level, heights[square], is_touchable=square in touchable):
            return Message("board.unsure_height", (("squares", squares), *_levels(level, heights[square])))
    return Message("board.unsure", (("squares", squares),))


def may_stand_anew(doubt: Doubt, before: Arrangement | None) -> bool:
    """Whether a magnet is likely to stand where none of its pole stood before, and may stand there: what seems to stand
    on a complete tower is held over it by a hand. Where nothing explains the reading well, any may."""
    if not doubt.is_explained:
        return bool(doubt.likely)
    stood = outline(before or frozenset())
    return any((each.square, each.polarity) not in stood and each.level < _COMPLETE_TOWER for each in doubt.likely)


def perhaps_touched(touched: StandingMagnet, position: AnalysedPosition) -> Message:
    """A worker may have touched this square, or a hand held it there."""
    on = Square(touched.square)
    square, height = (("square", square_name(on)),), position.heights[on]
    if not _is_due(touched.level, height, is_touchable=True):
        return Message("board.touch_height", (*square, *_levels(touched.level, height)))
    return Message("board.touch_again" if meant_by_done(position.game, on) is None else TOUCH_UNSURE, square)


def follow_up(wanted: Pieces, standing: Pieces) -> Message:
    """The message that says how to get from the workers that stand to those that are wanted."""
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
    """The squares on which the workers differ from those that are wanted."""
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


def _restore(wanted: Pieces, standing: Pieces, message: Message) -> BoardStatus:
    return BoardStatus(BoardMode.RESTORE, None, differences(wanted, standing), message)


def _reason(position: AnalysedPosition, standing: Pieces) -> Message:
    """Why this is no legal step, if it looks like a single move or placement."""
    game, reason = position.game, None
    missing, extra = position.pieces - standing, standing - position.pieces
    if len(extra) == 1 and game.view(PUBLIC).options:
        to, seat = next(iter(extra))
        origins = [square for square, owner in missing if owner is seat]
        if len(origins) == 1 == len(missing):
            reason = game.why_not(Move(origins[0], to))
        elif not missing and seat is position.mover:
            reason = game.why_not(Place(to))
    return Message("board.differs") if reason is None else Message(reason.key, reason.args)


def _is_due(level: int, height: int, *, is_touchable: bool) -> bool:
    """Whether a worker may stand at this level on a tower that has this height in the game."""
    return height <= level <= height + is_touchable


def _levels(seen: int, wanted: int) -> tuple[tuple[str, str], ...]:
    return (("seen", str(seen)), ("wanted", str(wanted)))


def _names(squares: Sequence[Square]) -> str:
    return " ".join(square_name(square) for square in squares)


def blocking_status(findings: Findings, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus | None:
    """The status because of a turned board or a fallen worker, which stop the game; None if neither is found."""
    for each in findings.disturbances:
        match each:
            case Turned(quarters):
                return BoardStatus(
                    BoardMode.RESTORE, message=Message("board.turned", (("degrees", str(90 * quarters)),))
                )
            case Fallen():
                return _fallen(each, wanted, standing, polarities)
            case _:
                pass  # these only give warnings
    return None


def _fallen(fallen: Fallen, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus:
    """A worker lies on a square: it has to stand again where it stood, which is marked if that is another square."""
    at = Square(fallen.square)
    missing = sorted(wanted - standing, key=lambda piece: distance(piece[0], at))
    candidates = [piece for piece in missing if fallen.polarity in (None, polarities[piece[1]])]
    home = candidates[0] if candidates else None
    wrong = [BoardDifference(at, DifferenceKind.FALLEN, None if home is None else home[1])]
    if home is not None and home[0] != at:
        wrong.append(BoardDifference(home[0], DifferenceKind.MISSING, home[1]))
    return BoardStatus(BoardMode.RESTORE, None, tuple(wrong), Message("board.fallen", (("square", square_name(at)),)))


def warnings(findings: Findings) -> tuple[Message, ...]:
    """The warnings about failing sensors, stray magnets and a board that was moved; the game goes on with them."""
    return (*_faults(findings.faults), *_disturbances(findings))


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
                pass  # a fallen worker and a turned board stop the game


def recovery_options(
    position: AnalysedPosition, standing: Pieces | None, notices: tuple[TowerNotice, ...], findings: Findings
) -> tuple[Offer, ...]:
    """The ways to go on that the players may choose while the board does not agree with the game. ``standing`` are the
    workers that stand; None: unknown."""
    return tuple(_offers(position, standing, notices, findings))


def _offers(
    position: AnalysedPosition, standing: Pieces | None, notices: tuple[TowerNotice, ...], findings: Findings
) -> Iterator[Offer]:
    for each in findings.disturbances:
        if isinstance(each, Turned):
            yield TurnBoard(each.quarters)
    yield TrustGame()
    if standing is not None and _is_possible(position, standing) and (notices or standing != position.pieces):
        workers = tuple((int(square), seat) for square, seat in sorted(standing))
        yield AdoptBoard(workers, tuple((int(notice.square), notice.seen) for notice in notices))


def _is_possible(position: AnalysedPosition, standing: Pieces) -> bool:
    """Whether the game could go on with these workers: as many of each seat, none on a complete tower."""
    game = position.game
    if game.active is None or game.outcome is not None:
        return False
    counts = [Counter(seat for _, seat in each) for each in (standing, position.pieces)]
    return counts[0] == counts[1] and all(position.heights[square] < _COMPLETE_TOWER for square, _ in standing)
