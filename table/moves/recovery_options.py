"""The ways out that a phone has while the board cannot be followed or pieces are to be put right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from perception.findings import Findings, Turned
from table.moves.possible_steps import PossibleSteps
from table.moves.step_search import Pieces
from table.moves.tower_check import TowerNotice
from table.session.snapshot import AdoptBoard, Offer, TrustGame, TurnBoard

_COMPLETE = 4
"""The pieces of a complete tower, on which nobody stands."""


def ways_out(
    stage: PossibleSteps, standing: Pieces | None, notices: tuple[TowerNotice, ...], findings: Findings
) -> tuple[Offer, ...]:
    """The offers for what stands (None: that is not known)."""
    return tuple(_offers(stage, standing, notices, findings))


def _offers(
    stage: PossibleSteps, standing: Pieces | None, notices: tuple[TowerNotice, ...], findings: Findings
) -> Iterator[Offer]:
    for each in findings.disturbances:
        if isinstance(each, Turned):
            yield TurnBoard(each.quarters)
    yield TrustGame()
    if standing is not None and _is_possible(stage, standing) and (notices or standing != stage.pieces):
        workers = tuple((int(square), seat) for square, seat in sorted(standing))
        yield AdoptBoard(workers, tuple((int(notice.square), notice.seen) for notice in notices))


def _is_possible(stage: PossibleSteps, standing: Pieces) -> bool:
    """Whether the game could go on with these workers: as many of each seat, none on a complete tower."""
    game = stage.game
    if game.active is None or game.outcome is not None:
        return False
    counts = [Counter(seat for _, seat in each) for each in (standing, stage.pieces)]
    return counts[0] == counts[1] and all(stage.heights[square] < _COMPLETE for square, _ in standing)
