"""The ends of turns in the slow reference: what each power may or must still do when all have moved and built."""

from __future__ import annotations

from functools import partial
from itertools import combinations, permutations

from tests.engine.reference.board import DIRECTIONS, TOUCHED, Board, Boards, Vector, name
from tests.engine.reference.played import HEROES
from tests.engine.reference.revised import deed, name_two, put_out_or_take_back, take_all_under
from tests.engine.reference.steps import (
    Then,
    answered,
    as_seen,
    attempt,
    builds,
    clear_tokens,
    force,
    is_starved,
    may_build,
    put,
    remove,
    roam,
    secret_workers,
    stop,
    use_once,
    within_reach,
)


def end_of_turn(board: Board) -> Boards:
    """Everything that the power of the player to move makes of the end of the turn."""
    power = board.mine
    if power in HEROES and not board.once(power):
        yield board
        return
    later = _REVISED.get(power) if power in board.revised else None
    yield from (later or _ENDS.get(power, stop))(board)


def unmoved(board: Board) -> list[int]:
    """The workers of the player to move that did not move in this turn."""
    return [who for who in board.ours if who not in board.moved]


# ---- gods ----


def _medusa(board: Board) -> Boards:
    after = board.copy()
    hers = board.ours
    victims = []
    for foe in board.foes:
        square = board.spot(foe)
        looked_at = any(
            board.spot(who) in TOUCHED[square] and board.levels[board.spot(who)] > board.levels[square] for who in hers
        )
        if looked_at and not board.acts_as_domed(square) and _may_petrify(board, square):
            victims.append(foe)
    for foe in victims:
        square = board.spot(foe)
        remove(after, foe)
        put(after, square, "+", f"x{name(square)}")
    yield after


def _may_petrify(board: Board, square: int) -> bool:
    """The books of Spin Master do not call it a build (open question 9)."""
    return board.edition == "spin_master" or not is_starved(board, square, "+")


def _ares(board: Board) -> Boards:
    yield board
    seen = as_seen(board)
    for square in sorted({near for who in unmoved(board) for near in TOUCHED[board.spot(who)]}):
        if seen.levels[square] > 0 and seen.is_unoccupied(square):
            yield from attempt(board, partial(_take, square=square), stop)


def _take(board: Board, square: int) -> None:
    board.steps += (f"-{name(square)}",)
    if board.worker_on(square) is not None:
        board.cancelled = True
        return
    board.levels[square] -= 1
    clear_tokens(board, square)


def _poseidon(board: Board) -> Boards:
    yield board
    for who in unmoved(board):
        if board.levels[board.spot(who)] == 0:
            yield from roam(board, partial(_from_the_sea, who=who), stop)


def _from_the_sea(board: Board, onto: Then, ahead: Then, who: int) -> Boards:
    if board.extra_builds < 3:
        yield from builds(board, who, onto, ahead, spends=_count)


def _count(board: Board) -> None:
    board.extra_builds += 1


def _aeolus(board: Board) -> Boards:
    for text, wind in DIRECTIONS.items():
        yield from attempt(board, partial(_blow, text=text, wind=wind), stop)


def _blow(board: Board, text: str, wind: Vector) -> None:
    board.steps += (f"~{text}",)
    board.wind = wind


def _charybdis(board: Board) -> Boards:
    yield board
    seen = as_seen(board)
    if len(board.whirlpools) < 2:
        for square in range(25):
            if seen.is_unoccupied(square) and square not in board.whirlpools and square not in board.coins:
                yield from attempt(board, partial(_whirl, square=square), stop)


def _whirl(board: Board, square: int) -> None:
    board.steps += (f"*{name(square)}",)
    if board.worker_on(square) is not None:
        board.cancelled = True
    else:
        board.whirlpools = tuple(sorted((*board.whirlpools, square)))


def _europa(board: Board) -> Boards:
    yield board
    seen = as_seen(board)
    for who in board.moved:
        for square in sorted(TOUCHED[board.spot(who)]):
            if seen.is_unoccupied(square) and square not in board.whirlpools and square not in board.coins:
                yield from attempt(board, partial(_guard, square=square), stop)


def _guard(board: Board, square: int) -> None:
    board.steps += (f"*{name(square)}",)
    if board.worker_on(square) is not None:
        board.cancelled = True
    else:
        board.talus = square


def _nemesis(board: Board) -> Boards:
    yield board
    for team in dict.fromkeys(board.team(player) for player in board.opponents):
        yield from _nemesis_of(board, team)


def _nemesis_of(board: Board, team: int) -> Boards:
    """All pairs with one opponent's workers, if none of them is beside one of hers; secret ones may be."""
    if secret_workers(board).intersection(board.workers(team)):
        return
    hers, theirs = board.ours, [foe for foe in within_reach(board) if board.side[foe] == team]
    if any(board.spot(who) in TOUCHED[board.spot(foe)] for who in hers for foe in theirs):
        return
    pairs = min(len(hers), len(theirs))
    if "nemesis" in board.revised:
        if len(hers) != 2 or len(theirs) < 2:
            return
        pairs = 2
    if pairs:
        for chosen in combinations(hers, pairs):
            for partners in permutations(theirs, pairs):
                swaps = list(zip(chosen, partners, strict=True))
                yield from attempt(board, partial(_change_places, swaps=swaps), stop)


def _change_places(board: Board, swaps: list[tuple[int, int]]) -> None:
    for mine, other in swaps:
        here, there = board.spot(mine), board.spot(other)
        board.steps += (f"{name(here)}={name(there)}",)
        force(board, mine, there)
        force(board, other, here)


# ---- powers of "once" ----


def _adonis(board: Board) -> Boards:
    yield board
    for foe in within_reach(board):
        after = board.copy()
        after.steps += (f"?{name(board.spot(foe))}",)
        after.named = foe
        use_once(after)
        yield after


def _medea(board: Board) -> Boards:
    yield board
    foes = within_reach(board)
    for still in unmoved(board):
        near = [who for who in (*board.ours, *foes) if board.spot(who) in TOUCHED[board.spot(still)]]
        high = [who for who in near if board.levels[board.spot(who)] > 0]
        for count in range(1, len(high) + 1):
            for victims in combinations(high, count):
                after = board.copy()
                for who in victims:
                    square = board.spot(who)
                    after.steps += (f"-{name(square)}",)
                    after.levels[square] -= 1
                    clear_tokens(after, square)
                use_once(after)
                yield after


def _theseus(board: Board) -> Boards:
    yield board
    for foe in within_reach(board):
        square = board.spot(foe)
        for who in board.ours:
            here = board.spot(who)
            if here in TOUCHED[square] and board.levels[square] - board.levels[here] == 2:
                after = board.copy()
                after.steps += (f"x{name(square)}",)
                remove(after, foe)
                use_once(after)
                yield after


def _polyphemus(board: Board) -> Boards:
    yield board
    yield from _throw(board, None, 2)


def _throw(board: Board, before: int | None, left: int) -> Boards:
    seen = as_seen(board)
    for square in range(25):
        if left and square != before and may_build(seen, square, "^"):
            yield from attempt(
                board, partial(_dome, square=square), partial(answered, then=partial(_thrown, square=square, left=left))
            )


def _thrown(board: Board, square: int, left: int) -> Boards:
    yield board
    yield from _throw(board, square, left - 1)


def _dome(board: Board, square: int) -> None:
    if board.worker_on(square) is not None:
        board.cancelled = True
        return
    put(board, square, "^", f"^{name(square)}")
    use_once(board)


def _heracles(board: Board) -> Boards:
    yield from roam(board, deed, stop)


_ENDS = {
    "medusa": _medusa,
    "ares": _ares,
    "poseidon": _poseidon,
    "aeolus": _aeolus,
    "charybdis": _charybdis,
    "europa": _europa,
    "nemesis": _nemesis,
    "adonis": _adonis,
    "medea": _medea,
    "theseus": _theseus,
    "polyphemus": _polyphemus,
    "heracles": _heracles,
}
_REVISED = {
    "adonis": name_two,
    "aeolus": put_out_or_take_back,
    "heracles": stop,
    "medea": take_all_under,
}
