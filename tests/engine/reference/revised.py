"""The later wordings of cards whose turns they change as a whole: Adonis, Aeolus, Heracles, Jason, Medea.

The smaller changes stand where the printed text is read: Charybdis, Graeae, Limus, Nemesis, Siren.
"""

from __future__ import annotations

from functools import partial

from tests.engine.reference.board import DIRECTIONS, TOUCHED, Board, Boards, Vector, name
from tests.engine.reference.steps import (
    Do,
    Then,
    attempt,
    builds,
    clear_tokens,
    moves,
    only_domes,
    roam,
    stop,
    use_once,
    within_reach,
)


def name_two(board: Board) -> Boards:
    """Adonis: an opponent's worker and one of his own, which are to be neighbors."""
    yield board
    for foe in within_reach(board):
        for ally in board.ours:
            after = board.copy()
            after.steps += (f"?{name(board.spot(foe))}", f"?{name(board.spot(ally))}")
            after.named, after.ally = foe, ally
            use_once(after)
            yield after


def put_out_or_take_back(board: Board) -> Boards:
    """Aeolus: the wind is put out if it is on the card, or taken back if it blows; never turned."""
    yield board
    if board.wind is not None:
        yield from attempt(board, partial(_blow, text="", wind=None), stop)
        return
    for text, wind in DIRECTIONS.items():
        yield from attempt(board, partial(_blow, text=text, wind=wind), stop)


def _blow(board: Board, text: str, wind: Vector | None) -> None:
    board.steps += (f"~{text}",)
    board.wind = wind


def domes_instead(board: Board, who: int, then: Then) -> Boards:
    """Heracles: in place of the normal build all workers build any number of domes, even none.

    What the worker that moved may build anyway may be the first of them, and spends nothing by itself.
    """

    def spends(after: Board) -> None:
        level = None if after.built is None else after.levels[after.built[0]]
        if len(after.domes) > len(board.domes) + 1 or after.builder != who or level != 3:
            use_once(after)

    def finish(after: Board) -> Boards:
        if not after.once("heracles"):
            yield from then(after)

    yield from attempt(board, use_once, then)
    yield from roam(board, partial(deed, spends=spends), finish)


def deed(board: Board, onto: Then, ahead: Then, spends: Do = use_once) -> Boards:
    """One more dome by any of the workers."""
    for who in board.ours:
        yield from builds(board, who, onto, ahead, low_domes=True, allowed=only_domes, spends=spends)


def comes_and_goes(board: Board, newcomer: int) -> Boards:
    """Jason: the worker that was placed moves and builds in the same turn."""
    yield from moves(board, newcomer, partial(builds, builder=newcomer, then=stop))


def take_all_under(board: Board) -> Boards:
    """Medea: all blocks under one worker beside one of hers."""
    yield board
    for victim in (*board.ours, *within_reach(board)):
        square = board.spot(victim)
        if board.levels[square] > 0 and any(board.spot(who) in TOUCHED[square] for who in board.ours):
            after = board.copy()
            after.steps += (f"-{name(square)}",)
            after.levels[square] = 0
            clear_tokens(after, square)
            use_once(after)
            yield after
