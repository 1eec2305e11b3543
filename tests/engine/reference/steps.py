"""Single steps of the slow reference: what a move or a build asks for, and all that comes with it.

A step is tried on a copy of the board and handed to ``then``, which yields every way in which the turn goes on. A step
after which nothing can follow is no step: so "you must move and then build" needs no looking ahead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tests.engine.reference.board import NEAR, TOUCHED, Board, Boards, Vector, is_perimeter, name, onward

Then = Callable[[Board], Boards]
Do = Callable[[Board], None]
Allowed = Callable[[Board, int, str], bool]


def stop(board: Board) -> Boards:
    """Nothing more."""
    yield board


def secret_workers(board: Board) -> set[int]:
    """The workers that the player to move does not see (Hecate)."""
    hecate = board.user("hecate")
    if hecate is None or hecate == board.to_move:
        return set()
    return {who for who, side in enumerate(board.side) if side == board.team(hecate)}


def within_reach(board: Board) -> list[int]:
    """The opponents' workers that the player to move may name: seen, and not under the protection of a coin."""
    secret = secret_workers(board)
    return [who for who in board.foes if who not in secret and not board.acts_as_domed(board.spot(who))]


def as_seen(board: Board) -> Board:
    """The board as the player to move sees it, and what he may try does not heed the Abyss (rulings 39 and 43)."""
    secret = secret_workers(board)
    if board.abyss is None and all(board.at[who] is None for who in secret):
        return board
    seen = board.copy()
    seen.abyss = None
    for who in secret:
        seen.at[who] = None
    return seen


def attempt(board: Board, do: Do, then: Then, ahead: Then | None = None) -> Boards:
    """Try a step that is legal as far as the player sees, if the turn can go on from it as far as he sees.

    ``ahead`` says how it can go on, where that differs from ``then``. The truth may cancel the step; then the turn is
    over.
    """
    seen = as_seen(board)
    if seen is not board:
        view = seen.copy()
        do(view)
        if view.winner is None and next((ahead or then)(view), None) is None:
            return
    after = board.copy()
    do(after)
    if is_over(after):
        yield after
    else:
        yield from then(after)


def is_over(board: Board) -> bool:
    """Whether nothing more can happen in this turn."""
    return board.winner is not None or board.cancelled or board.fallen


def roam(board: Board, further: Callable[[Board, Then, Then], Boards], finish: Then) -> Boards:
    """Any number of further steps, none included, and the rest of the turn from everywhere: each position once."""
    waiting, seen = [board], {board.key()}
    while waiting:
        here = waiting.pop()
        yield from finish(here)
        for after in further(here, stop, partial(roam, further=further, finish=finish)):
            if is_over(after):
                yield after
            elif after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)


# ---- moving ----


def moves(
    board: Board,
    who: int,
    then: Then,
    ahead: Then | None = None,
    *,
    rise: str = "any",
    barred: int | None = None,
    spends: bool = False,
) -> Boards:
    """Every move of a worker. ``rise`` is any, level or not_up; ``barred`` a square not to step on; ``spends`` says
    that this move uses a power of "once"."""
    seen = as_seen(board)
    for step, to in seen.reach(who):
        if to != barred and may_move(seen, who, step, to, rise):
            yield from attempt(board, partial(_move, who=who, step=step, to=to, spends=spends), then, ahead)


def may_move(board: Board, who: int, step: Vector, to: int, rise: str) -> bool:
    """Whether a worker may step there, as far as the board shows."""
    origin = board.spot(who)
    if who in board.asleep or board.acts_as_domed(to):
        return False
    occupant = board.worker_on(to)
    if occupant is not None and _makes_room(board, occupant, origin, step, to) is None:
        return False
    if board.wind is not None and step == (-board.wind[0], -board.wind[1]) and board.user("aeolus") is not None:
        return False
    up = board.levels[to] - board.levels[origin]
    if up > 1 and not (up == 2 and board.once("bellerophon")):
        return False
    ways = [up]
    far = None if _hop_is_forced(board) else far_whirlpool(board, to)
    if far is not None and not wins(board, who, origin, to):
        ways.append(board.levels[far] - board.levels[to])
    return all(_may_rise(board, way, rise) for way in ways)


def _may_rise(board: Board, up: int, rise: str) -> bool:
    if up > 0 and (rise in ("level", "not_up") or board.rose.intersection(board.opposing("athena"))):
        return False
    return not (up < 0 and (rise == "level" or board.opposing("hades")))


def _makes_room(board: Board, occupant: int, origin: int, step: Vector, to: int) -> int | None:
    """Where a worker on the way goes; None if the mover's power does not get it out of the way."""
    if board.side[occupant] == board.us:
        return None
    if board.mine == "apollo":
        return origin
    if board.mine == "minotaur":
        behind = onward(to, step)
        return behind if behind is not None and board.is_unoccupied(behind) else None
    return None


def far_whirlpool(board: Board, to: int) -> int | None:
    """Where a worker that moves to this square is carried, judged before the move."""
    if len(board.whirlpools) < 2 or to not in board.whirlpools:
        return None
    one, other = board.whirlpools
    far = other if to == one else one
    if _hop_is_forced(board):
        return far if board.is_unoccupied(far) else None
    return far if board.is_unoccupied(far) and board.is_unoccupied(to) else None


def _hop_is_forced(board: Board) -> bool:
    """Whether whirlpools are played in their later wording: the way through them is one move and then a force, and
    only the far one must be unoccupied, once the move is made."""
    return "charybdis" in board.revised


def wins(board: Board, who: int, origin: int, to: int) -> bool:
    """Whether this move of a worker of the player to move wins (for whom is another question)."""
    if board.driven:
        return False
    levels = board.levels
    won = levels[to] == 3 and levels[origin] < 3
    if board.mine == "pan" and levels[origin] - levels[to] >= 2:
        won = True
    if board.mine == "eros":
        others = [board.spot(other) for other in board.ours if other != who]
        if len(others) == 1 and others[0] in TOUCHED[to] and levels[to] == levels[others[0]]:
            won |= levels[to] == 1 or len(board.cards) == 3
    return won and not _is_denied(board, to)


def _is_denied(board: Board, to: int) -> bool:
    """Hera: no opponent wins by a move into a perimeter space."""
    return bool(board.opposing("hera")) and is_perimeter(to)


def _win_on(board: Board, to: int) -> None:
    """The player to move wins by a move to this square, or the Moerae do in their Fate."""
    fated = board.opposing("moerae") if board.fate is not None and to - board.fate in (0, 1, 5, 6) else []
    board.winner = board.team(fated[0]) if fated else board.us


def _move(board: Board, who: int, step: Vector, to: int, *, spends: bool) -> None:
    origin = board.spot(who)
    far = far_whirlpool(board, to)
    occupant = board.worker_on(to)
    text = f"{name(origin)}-{name(to)}"
    if occupant is not None:
        room = _makes_room(board, occupant, origin, step, to)
        if room is None:
            board.cancelled = True
            board.steps += (f"{text}!",)
            return
        board.at[who] = to
        force(board, occupant, room)
    board.steps += (text,)
    if spends or board.levels[to] - board.levels[origin] > 1:
        board.hero_uses()
        spends = True
    if _hop_is_forced(board):
        board.at[who] = to
        far = far_whirlpool(board, to)
        _land(board, who, origin, step, to, may_win=far is None)
        if far is not None and board.winner is None:
            force(board, who, far)
            if board.winner is None and board.levels[far] == 3 and not _is_denied(board, far):
                _win_on(board, far)
    else:
        _land(board, who, origin, step, to)
        if far is not None and board.winner is None:
            _land(board, who, to, step, far)
    if spends:
        board.note_heroic()
    if board.opposing("harpies"):
        slide(board, who, step)


def _land(board: Board, who: int, origin: int, step: Vector, to: int, *, may_win: bool = True) -> None:
    """A worker has moved: what follows at once, in the order of the rulings' section 3."""
    if board.winner is not None:
        return
    board.at[who] = to
    board.moved |= {who}
    board.landing = to
    board.went_up |= board.levels[to] > board.levels[origin]
    if who in board.bound:
        near = board.is_near_foe(to, "aphrodite") or any(square in TOUCHED[to] for square in board.removed_from)
        board.strayed = board.strayed - {who} if near else board.strayed | {who}
    _look_into_abyss(board, who)
    if board.winner is not None:
        return
    if may_win and wins(board, who, origin, to):
        _win_on(board, to)
        return
    behind = onward(to, step)
    if board.mine == "bia" and behind is not None and not board.acts_as_domed(behind):
        victim = board.worker_on(behind)
        if victim is not None and board.side[victim] != board.us:
            remove(board, victim)


def slide(board: Board, who: int, step: Vector) -> None:
    """Harpies: on in the same direction until the next space is higher or obstructed."""
    while board.winner is None:
        here = board.spot(who)
        beyond = onward(here, step)
        if beyond is None or not board.is_unoccupied(beyond) or board.levels[beyond] > board.levels[here]:
            return
        force(board, who, beyond)


def force(board: Board, who: int, to: int) -> None:
    """A worker is relocated without moving."""
    board.at[who] = to
    _look_into_abyss(board, who)


def place(board: Board, player: int, square: int) -> None:
    """A worker from a card enters the board."""
    board.steps += (f"@{name(square)}",)
    board.reserve = tuple(left - (player == who) for who, left in enumerate(board.reserve))
    board.at.append(square)
    board.side += (board.team(player),)
    _look_into_abyss(board, len(board.at) - 1)


def remove(board: Board, who: int) -> None:
    """A worker leaves the game."""
    board.removed_from |= {board.spot(who)}
    board.at[who] = None


def _look_into_abyss(board: Board, who: int) -> None:
    if board.at[who] is not None and board.at[who] == board.abyss and board.winner is None:
        board.winner = 1 - board.side[who]


# ---- building ----


def builds(
    board: Board,
    builder: int,
    then: Then,
    ahead: Then | None = None,
    *,
    allowed: Allowed | None = None,
    low_domes: bool = False,
    spends: Do | None = None,
) -> Boards:
    """Every build of a worker beside it; ``allowed`` may narrow where and what, ``spends`` says what it costs."""
    seen = as_seen(board)
    for _, on in seen.reach(builder):
        for piece in pieces(seen, on, low_domes=low_domes or board.mine == "atlas"):
            if may_build(seen, on, piece) and (allowed is None or allowed(seen, on, piece)):
                text = f"{name(board.spot(builder))}{piece}{name(on)}"
                do = partial(_build, builder=builder, on=on, piece=piece, text=text, spends=spends)
                yield from attempt(board, do, partial(answered, then=then), ahead)


def pieces(board: Board, on: int, *, low_domes: bool) -> list[str]:
    """A block (+) below the third level, a dome (^) on it, or anywhere where a text says so."""
    if board.levels[on] == 3:
        return ["^"]
    return ["+", "^"] if low_domes else ["+"]


def only_domes(_: Board, __: int, piece: str) -> bool:
    """As what ``builds`` may be allowed: domes."""
    return piece == "^"


def use_once(board: Board) -> None:
    """The power of "once" of the player to move is used with this step."""
    board.hero_uses()
    board.note_heroic()


def may_build(board: Board, on: int, piece: str) -> bool:
    """Whether something may be built there, neighboring and the piece apart."""
    return board.is_unoccupied(on) and not is_starved(board, on, piece)


def is_starved(board: Board, on: int, piece: str) -> bool:
    """Limus: beside her workers opponents build nothing but the dome of a Complete Tower."""
    if not board.is_near_foe(on, "limus"):
        return False
    return not (piece == "^" and (board.levels[on] == 3 or "limus" in board.revised))


def _build(board: Board, *, builder: int, on: int, piece: str, text: str, spends: Do | None) -> None:
    if board.worker_on(on) is not None:
        board.cancelled = True
        board.steps += (f"{text}!",)
        return
    board.builder = builder
    put(board, on, piece, text)
    if spends is not None:
        spends(board)


def put(board: Board, on: int, piece: str, text: str) -> None:
    """A block or a dome is put on a space by the player to move."""
    board.steps += (text,)
    board.built = (on, piece)
    clear_tokens(board, on)
    if piece == "^":
        board.domes.add(on)
        board.domed = True
        board.completed |= board.levels[on] == 3
        board.owed += board.mine == "dionysus" and board.levels[on] == 3
    else:
        board.levels[on] += 1
        if board.mine == "clio" and board.coins_left:
            board.coins |= {on}
            board.coins_left -= 1
    look_at_towers(board)


def clear_tokens(board: Board, on: int) -> None:
    """Tokens leave a space that is built on or taken from."""
    board.whirlpools = tuple(square for square in board.whirlpools if square != on)
    board.coins -= {on}


def look_at_towers(board: Board) -> None:
    """Chronus wins while five Complete Towers stand."""
    chronus = board.user("chronus")
    if board.winner is None and not board.driven and chronus is not None and board.complete_towers() >= 5:
        board.winner = board.team(chronus)


def answered(board: Board, then: Then) -> Boards:
    """The rest of the turn after a build; after a dome also with a worker of Gaea's beside it.

    The builder may count on no answer; who then has no way to go on has lost (open question 26).
    """
    yield from then(board)
    if board.built is None or board.built[1] != "^":
        return
    gaea = board.user("gaea")
    if gaea is None or board.cards[gaea] != "gaea" or board.reserve[gaea] == 0 or next(then(board), None) is None:
        return
    for _, square in NEAR[board.built[0]]:
        if board.levels[square] == 0 and as_seen(board).is_unoccupied(square):
            if gaea == board.to_move:
                yield from attempt(board, partial(_place_or_not, player=gaea, square=square), then)
            elif board.is_unoccupied(square):
                yield from _answer(board, gaea, square, then)


def _answer(board: Board, gaea: int, square: int, then: Then) -> Boards:
    after = board.copy()
    place(after, gaea, square)
    if after.winner is not None:
        yield after
        return
    rest = list(then(after))
    if not rest:
        after.fallen = True
        rest = [after]
    yield from rest


def _place_or_not(board: Board, player: int, square: int) -> None:
    if board.worker_on(square) is not None:
        board.cancelled = True
        board.steps += (f"@{name(square)}!",)
    else:
        place(board, player, square)
