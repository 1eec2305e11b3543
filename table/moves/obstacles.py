"""What keeps the game waiting besides workers on wrong squares: one that lies on its side, a board that was turned."""

from __future__ import annotations

from common.message import Message
from engine import Square, square_name
from engine.squares import distance
from perception.findings import Fallen, Findings, Turned
from table.moves.step_search import Pieces
from table.moves.worker_ownership import Polarities
from table.session.reading_status import BoardStatus
from table.session.snapshot import BoardDifference, BoardMode, DifferenceKind


def obstacle(findings: Findings, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus | None:
    """How the board stands because of it; None if nothing of the kind is found."""
    for each in findings.disturbances:
        match each:
            case Turned(quarters):
                return BoardStatus(
                    BoardMode.RESTORE, message=Message("board.turned", (("degrees", str(90 * quarters)),))
                )
            case Fallen():
                return _fallen(each, wanted, standing, polarities)
            case _:
                pass  # what stops nothing is a warning
    return None


def _fallen(fallen: Fallen, wanted: Pieces, standing: Pieces, polarities: Polarities) -> BoardStatus:
    """A worker lies there: it is to stand again where it stood, which is marked if that is another square."""
    at = Square(fallen.square)
    missing = sorted(wanted - standing, key=lambda piece: distance(piece[0], at))
    alike = [piece for piece in missing if fallen.polarity in (None, polarities[piece[1]])]
    home = alike[0] if alike else None
    told = [BoardDifference(at, DifferenceKind.FALLEN, None if home is None else home[1])]
    if home is not None and home[0] != at:
        told.append(BoardDifference(home[0], DifferenceKind.MISSING, home[1]))
    return BoardStatus(BoardMode.RESTORE, None, tuple(told), Message("board.fallen", (("square", square_name(at)),)))
