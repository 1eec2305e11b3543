"""Complete turns of the slow reference: what each power makes of a turn, and the demands on whole turns."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain, permutations

from tests.engine.reference.board import ONLY_THEIR_OWNERS, TOUCHED, Board, Boards, distinct, is_perimeter, name, onward
from tests.engine.reference.closing import end_of_turn, unmoved
from tests.engine.reference.revised import comes_and_goes, domes_instead
from tests.engine.reference.steps import (
    Then,
    as_seen,
    attempt,
    builds,
    force,
    is_starved,
    look_at_towers,
    moves,
    only_domes,
    place,
    put,
    roam,
    stop,
    use_once,
    within_reach,
)


def complete_turns(board: Board, *, every_way: bool = False) -> list[Board]:
    """What every complete legal turn leads to; empty when the player to move is stuck (and loses).

    Of several ways to the same only one is listed, unless ``every_way`` is asked for.
    ``board`` is as a written position has it: what happens of itself at the start of this turn has happened.
    """
    if board.driven and not _can_be_taken(board):
        return complete_turns(handed_over(board), every_way=every_way)
    start = board.copy()
    notice(start)
    turns = list(every_turn(start) if every_way else distinct(every_turn(start)))
    turns = [turn for turn in turns if not turn.strayed]
    if "persephone" in [start.uses(player) for player in start.opponents]:
        declined = [turn for turn in turns if start.driven and turn.steps == start.steps]
        turns = declined + if_possible([turn for turn in turns if turn not in declined], lambda turn: turn.went_up)
    sworn = start.named is not None and start.side[start.named] == start.us
    if sworn and not start.driven and start.opposing("adonis"):
        turns = if_possible(turns, _keeps_oath)
    return [handed_over(turn) for turn in turns]


def perft(board: Board, depth: int) -> int:
    """How many lines of ``depth`` complete turns there are; a turn that wins ends its line and counts once."""
    turns = complete_turns(board)
    if depth == 1:
        return len(turns)
    return sum(1 if turn.winner is not None else perft(turn, depth - 1) for turn in turns)


def if_possible(turns: list[Board], complies: Callable[[Board], bool]) -> list[Board]:
    """The turns that obey an "if possible": a power of "once" is never demanded, but once used it is bound too."""
    plain = [turn for turn in turns if turn.heroic is None]
    if any(complies(turn) for turn in plain):
        return [turn for turn in turns if complies(turn)]
    could = {turn.heroic for turn in turns if turn.heroic is not None and complies(turn)}
    return [turn for turn in turns if turn.heroic is None or turn.heroic not in could or complies(turn)]


def _keeps_oath(turn: Board) -> bool:
    if turn.named is None or turn.at[turn.named] is None:
        return False
    if turn.ally is not None:
        return turn.at[turn.ally] in TOUCHED[turn.spot(turn.named)]
    return turn.is_near(turn.spot(turn.named), 1 - turn.us)


def handed_over(turn: Board) -> Board:
    """The board when the turn is over: its climbs noted, and the next player's turn begun."""
    if turn.winner is not None:
        return turn
    after = turn.copy()
    mover = after.to_move
    if not after.driven:
        after.rose -= {mover}
        after.rose |= {mover} if after.went_up else set()
    if after.named is not None and (after.at[after.named] is None or after.side[after.named] == after.us):
        after.named = after.ally = None
    fresh = Board.of((), frozenset(), ((), ()))
    changes = after.completed if after.edition == "spin_master" else after.domed
    for record in ("cancelled", "moved", "landing", "went_up", "asleep", "bound", "strayed", "removed_from", "guest"):
        setattr(after, record, getattr(fresh, record))
    for record in ("built", "builder", "domed", "completed", "driven", "extra_builds", "heroic", "fallen"):
        setattr(after, record, getattr(fresh, record))
    if turn.fallen:
        after = without(after, mover)
    if changes and after.face_up:
        after.discards += (after.face_up,)
        after.face_up, *draw = after.draw
        after.draw = tuple(draw)
    if after.winner is not None:
        return after
    if after.owed:
        after.owed -= 1
        after.driven = True
        begin(after)
        return after if _can_be_taken(after) else handed_over(after)
    return passed_on(after)


def passed_on(board: Board) -> Board:
    """The board when the next player who has not lost begins a turn."""
    after = board.copy()
    later = [(after.to_move + steps) % len(after.cards) for steps in range(1, len(after.cards) + 1)]
    after.to_move = next(player for player in later if player not in after.out)
    begin(after)
    return after


def without(board: Board, loser: int) -> Board:
    """A player has lost: the team has, and the last team left wins. With three players workers, tokens and card go."""
    after = board.copy()
    after.out |= {player for player in after.players if after.team(player) == after.team(loser)}
    left = {after.team(player) for player in after.players}
    if len(left) == 1:
        after.winner = left.pop()
        return after
    for who in after.workers(after.team(loser)):
        after.at[who] = None
    after.rose -= {loser}
    after.used -= {loser}
    after.reserve = tuple(left * (player != loser) for player, left in enumerate(after.reserve))
    nothing = Board.of((), frozenset(), ((), ()))
    for record in _ON_CARDS.get(after.cards[loser], ()):
        setattr(after, record, getattr(nothing, record))
    return after


def after_loss(board: Board) -> Board:
    """What becomes of a board whose player to move has no complete turn."""
    after = without(board, board.to_move)
    return after if after.winner is not None else passed_on(after)


_ON_CARDS = {
    "aeolus": ("wind",),
    "chaos": ("face_up", "draw", "discards"),
    "charybdis": ("whirlpools",),
    "clio": ("coins", "coins_left"),
    "dionysus": ("owed",),
    "europa": ("talus",),
    "moerae": ("fate",),
    "morpheus": ("bank",),
    "siren": ("arrow",),
}
"""What lies on or beside a card and leaves with its player."""


def _can_be_taken(board: Board) -> bool:
    """Whether an additional turn can be more than declined; if not, it lapses."""
    start = board.copy()
    notice(start)
    return any(turn.steps != start.steps for turn in every_turn(start))


def begin(board: Board) -> None:
    """What happens of itself at the start of a turn: Circe's theft, Morpheus' piece."""
    if board.beside and board.ram is not None:
        board.blessed = frozenset(player for player in board.players if board.is_near(board.ram, board.team(player)))
    if board.cards[board.to_move] == "circe":
        them = 1 - board.to_move
        theirs = [square for square in board.squares(them) if square not in board.coins]
        together = len(theirs) >= 2 and all(b in TOUCHED[a] for a, b in permutations(theirs, 2))
        board.circe_holds = not together and board.cards[them] not in ONLY_THEIR_OWNERS
    look_at_towers(board)
    if board.mine == "morpheus" and not board.driven:
        board.bank += 1


def notice(board: Board) -> None:
    """What the opponents' powers look at when the turn starts: who sleeps, who is bound."""
    mine = [] if board.driven else board.ours
    if board.opposing("hypnus") and mine:
        heights = [board.levels[board.spot(who)] for who in mine]
        if heights.count(max(heights)) == 1:
            board.asleep = frozenset({mine[heights.index(max(heights))]})
    if board.opposing("aphrodite"):
        board.bound = frozenset(who for who in mine if board.is_near_foe(board.spot(who), "aphrodite"))


def every_turn(board: Board) -> Boards:
    """Every way to take a turn, the demands on whole turns aside."""
    if board.driven:
        yield board
        for who in within_reach(board):
            driving = board.copy()
            driving.guest = board.side[who]
            yield from moves(driving, who, partial(builds, builder=who, then=stop))
        return
    yield from _normal_turns(board)
    if board.once("odysseus"):
        targets = [who for who in within_reach(board) if board.is_near(board.spot(who), board.us)]
        for sent in distinct(_to_corners(board, targets)):
            if sent.winner is not None:
                yield sent
            else:
                yield from _normal_turns(sent)
    if board.mine == "siren" and board.arrow is not None:
        yield from _song(board, within_reach(board))
    if board.mine == "jason" and board.reserve[board.to_move]:
        yield from _newcomer(board)


def _normal_turns(board: Board) -> Boards:
    mine = board.ours
    if board.mine == "terpsichore":
        yield from _all_move(board, mine)
        return
    for who in mine:
        yield from _turns_of(board, who)
    if board.mine == "hermes":
        yield from roam(board, partial(_level_moves, mine=mine), partial(_any_builds, mine=mine))


def _turns_of(board: Board, who: int) -> Boards:
    """The turns in which this worker acts."""
    finish = partial(build_phase, who=who, then=end_of_turn)
    yield from _walk(board, who, finish)
    if board.mine == "prometheus":
        yield from builds(board, who, lambda built: moves(built, who, finish, rise="not_up"))
    if board.once("achilles"):
        yield from builds(board, who, lambda built: moves(built, who, finish), spends=use_once)
    if board.mine == "charon":
        for other in within_reach(board):
            here, there = board.spot(who), board.spot(other)
            if there in TOUCHED[here]:
                beyond = onward(here, (here % 5 - there % 5, here // 5 - there // 5))
                if beyond is not None and board.is_unoccupied(beyond):
                    yield from attempt(
                        board, partial(_send, who=other, to=beyond), partial(_walk, who=who, then=finish)
                    )


def _walk(board: Board, who: int, then: Then) -> Boards:
    """The move or moves of an acting worker."""
    start = board.spot(who)

    def again(after: Board) -> Boards:
        return chain(then(after), moves(after, who, then, barred=start))

    def on_and_on(after: Board) -> Boards:
        return roam(after, further, then)

    def further(after: Board, onto: Then, ahead: Then) -> Boards:
        if after.mine == "atalanta":
            return moves(after, who, onto, ahead, spends=True)
        at_edge = after.landing is not None and is_perimeter(after.landing)
        return moves(after, who, onto, ahead) if at_edge else iter(())

    if board.mine == "artemis":
        yield from moves(board, who, again)
    elif board.mine == "triton" or board.once("atalanta"):
        yield from moves(board, who, on_and_on)
    else:
        yield from moves(board, who, then)


def _level_moves(board: Board, onto: Then, ahead: Then, mine: list[int]) -> Boards:
    """Hermes: another move on the level by either worker."""
    for who in mine:
        yield from moves(board, who, onto, ahead, rise="level")


def _any_builds(board: Board, mine: list[int]) -> Boards:
    """Either worker builds."""
    for who in mine:
        yield from builds(board, who, end_of_turn)


def _all_move(board: Board, left: list[int]) -> Boards:
    """Terpsichore: every worker moves, in any order."""
    if not left:
        yield from _all_build(board, board.ours)
        return
    for who in left:
        rest = [other for other in left if other != who]
        yield from moves(board, who, partial(_all_move, left=rest))


def _all_build(board: Board, left: list[int]) -> Boards:
    """Then every worker builds, in any order."""
    if not left:
        yield from end_of_turn(board)
        return
    for who in left:
        rest = [other for other in left if other != who]
        yield from builds(board, who, partial(_all_build, left=rest))


def build_phase(board: Board, who: int, then: Then) -> Boards:
    """How the worker that acted builds."""
    power = board.mine
    if power == "morpheus":
        yield from roam(board, partial(_from_bank, who=who), then)
        return
    if power == "graeae":
        for builder in unmoved(board) if "graeae" in board.revised else board.ours:
            yield from builds(board, builder, then)
        return
    if power in ("demeter", "hephaestus", "hestia"):
        yield from builds(board, who, partial(_perhaps_again, who=who, then=then))
        return
    yield from builds(board, who, then)
    if board.once("heracles") and "heracles" in board.revised:
        yield from domes_instead(board, who, then)
    if power == "selene":
        for female in board.marked:
            if board.side[female] == board.us and board.at[female] is not None:
                yield from builds(board, female, then, low_domes=True, allowed=only_domes)
    if power == "zeus":
        here = board.spot(who)
        if board.levels[here] < 3 and not is_starved(board, here, "+"):
            yield from attempt(board, partial(put, on=here, piece="+", text=f"{name(here)}+{name(here)}"), then)


def _perhaps_again(board: Board, who: int, then: Then) -> Boards:
    """Demeter, Hephaestus, Hestia: a second build, or none."""
    yield from then(board)
    first = board.built

    def allowed(seen: Board, on: int, piece: str) -> bool:
        if seen.mine == "demeter":
            return first is not None and on != first[0]
        if seen.mine == "hestia":
            return not is_perimeter(on)
        return first == (on, piece) == (on, "+")

    yield from builds(board, who, then, allowed=allowed)


def _from_bank(board: Board, onto: Then, ahead: Then, who: int) -> Boards:
    if board.bank:
        yield from builds(board, who, onto, ahead, spends=_pay)


def _pay(board: Board) -> None:
    board.bank -= 1


def _send(board: Board, who: int, to: int) -> None:
    board.steps += (f"{name(board.spot(who))}>{name(to)}",)
    force(board, who, to)


def _to_corners(board: Board, targets: list[int]) -> Boards:
    """Odysseus: some of these workers, one after another, each to a free corner."""
    for who in targets:
        rest = [other for other in targets if other != who]
        for corner in (0, 4, 20, 24):
            if board.is_unoccupied(corner):

                def do(after: Board, who: int = who, corner: int = corner) -> None:
                    _send(after, who, corner)
                    use_once(after)

                for sent in attempt(board, do, stop, _normal_turns if board.abyss is not None else None):
                    yield sent
                    if sent.winner is None:
                        yield from _to_corners(sent, rest)


def _song(board: Board, targets: list[int]) -> Boards:
    """Siren: instead of a turn, some of these workers, one after another, each a step in the arrow's direction."""
    if board.arrow is None:
        return
    for who in targets:
        to = onward(board.spot(who), board.arrow)
        if to is not None and board.is_unoccupied(to):
            for sung in attempt(board, partial(_send, who=who, to=to), stop):
                if "siren" in board.revised and sung.winner is None:
                    yield from _any_builds(sung, sung.ours)
                else:
                    yield sung
                if sung.winner is None:
                    yield from _song(sung, [other for other in targets if other != who])


def _newcomer(board: Board) -> Boards:
    """Jason: instead of a turn, the spare worker comes in at the edge and builds."""
    newcomer = len(board.at)
    acts = partial(builds, builder=newcomer, then=stop)
    if "jason" in board.revised:
        acts = partial(comes_and_goes, newcomer=newcomer)

    def do(after: Board, square: int) -> None:
        if after.worker_on(square) is not None:
            after.cancelled = True
            after.steps += (f"@{name(square)}!",)
            return
        place(after, after.to_move, square)
        use_once(after)

    for square in range(25):
        if is_perimeter(square) and board.levels[square] == 0 and as_seen(board).is_unoccupied(square):
            yield from attempt(board, partial(do, square=square), acts)
