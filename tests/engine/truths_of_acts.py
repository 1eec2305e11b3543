"""When what the base rules say against an act is true, and what they say of every power alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations

from engine import Build, Done, Game, Seat
from engine.actions import Piece, bare, card_named, squares_of
from engine.casting.cast import Role
from engine.setup import Edition
from engine.squares import Square, neighbors, squares
from engine.state import NOBODY, State
from engine.supply import BLOCKS, DOMES, DOMES_2007, TILES_2007
from engine.turns.blockers import without
from tests.engine.claims import Claim

Truth = Callable[[Claim], bool]
"""Whether a reason with a certain key is true."""


BY_SEAT = ("clio", "europa")
"""The powers whose tokens count as domes, and are somebody's."""


def has_dome(claim: Claim) -> bool:
    return claim.is_about_target and claim.named in claim.view.domes


def has_worker(claim: Claim) -> bool:
    stands = any(each.square == claim.named and each.seat == claim.args["seat"] for each in claim.view.workers)
    return claim.is_about_target and stands


def has_token(claim: Claim) -> bool:
    """A token of the power lies on the target, or on another square that the reason is about."""
    power = claim.reason.key.partition(".")[0]
    if power in BY_SEAT and not claim.known.uses(power, claim.holder):
        return False
    return any(token.power == power and token.square == claim.named for token in claim.view.tokens)


def token_on_target(claim: Claim) -> bool:
    return claim.named == claim.target and has_token(claim)


def has_any_token(claim: Claim) -> bool:
    return claim.named == claim.target and any(token.square == claim.named for token in claim.view.tokens)


def is_too_high(claim: Claim) -> bool:
    return claim.named == claim.target and claim.rise > 1


def is_far(claim: Claim) -> bool:
    return claim.named == claim.target and not claim.touches


def is_another_piece(claim: Claim) -> bool:
    """Another piece than the one that is asked belongs there: the next one, or where only domes are due, a dome."""
    assert isinstance(claim.act, Build)
    fits = Piece(claim.args["piece"])
    due = {
        each.action.piece
        for each in claim.known.offers
        if isinstance(each.action, Build) and (each.action.worker, each.action.on) == (claim.origin, claim.target)
    }
    natural = claim.known.next_piece(claim.named)
    expected = natural if natural in due else Piece.DOME
    return claim.named == claim.target and claim.act.piece is not fits and fits is expected and fits in due


def is_used_up(claim: Claim) -> bool:
    """The box has no such piece left, and no tower to take it from."""
    state, view = claim.known.state, claim.view
    profile = state.setup.profile
    piece, original = claim.args["piece"], profile.edition is Edition.ORIGINAL_2007
    assert isinstance(claim.act, Build)
    if claim.named != claim.target or claim.act.piece != piece or not profile.rulings.supply_can_run_dry:
        return False
    if piece == Piece.DOME:
        return len(view.domes) - (state.recycled if original else 0) >= (DOMES_2007 if original else DOMES)
    if any(view.levels[each] == 3 for each in view.domes):
        return False
    if original:
        return sum(view.levels) + profile.size**2 - state.recycled >= TILES_2007
    size = view.levels[claim.named] + 1
    return sum(level >= size for level in view.levels) >= BLOCKS[size - 1]


def stands_empty(claim: Claim) -> bool:
    return claim.is_about_worker and all(worker.square != claim.named for worker in claim.view.workers)


def is_anothers(claim: Claim) -> bool:
    seat = Seat(claim.args["seat"])
    cast = claim.known.state.cast
    theirs = any(worker.square == claim.named and worker.seat == seat for worker in claim.view.workers)
    return claim.is_about_worker and theirs and cast.team(seat) != claim.known.team


def others_are_due(claim: Claim) -> bool:
    """The worker of the act has no step of this kind, and those that are named have."""
    kind = type(claim.act)
    due = {each.worker for each in claim.known.offers if isinstance(each.action, kind) and each.worker is not None}
    step, turn = claim.known.step, claim.known.state.turn
    assert step is not None
    if step.power == "atalanta" and turn is not None and turn.actor is not None:
        due = {turn.actor}
    worker = claim.worker
    return claim.is_about_worker and worker is not None and worker.number not in due and claim.names_workers(due)


def is_asked(claim: Claim) -> bool:
    return claim.known.step is not None and claim.args["asked"] == claim.known.step.kind


def must_be_done(claim: Claim) -> bool:
    prompt = claim.view.prompt
    return isinstance(claim.act, Done) and prompt is not None and not prompt.optional


def two_cards_allow_it(claim: Claim) -> bool:
    cards = {card_named(each) for each in claim.view.options if bare(each) == claim.act}
    return len(cards) > 1 and None not in cards


def is_of_another_card(claim: Claim) -> bool:
    """The card that the act names does not allow it; something else would."""
    assert claim.act is not None
    card = card_named(claim.act)
    by = {each.power for each in claim.known.offers if each.action == bare(claim.act)}
    return claim.args["power"] == card and bool(by) and card not in by


def is_off_board(claim: Claim) -> bool:
    assert claim.act is not None
    return claim.named in squares_of(claim.act) and claim.named not in squares(claim.size)


def is_over(claim: Claim) -> bool:
    return claim.known.game.outcome is not None


def free_around(state: State, square: Square) -> bool:
    """Whether anything can be built beside a square."""
    return any(state.is_unoccupied(each) for each in neighbors(square, state.size))


def cannot_build_then(claim: Claim) -> bool:
    """Around the worker every square is taken when its build is due."""
    assert claim.act is not None
    after = claim.known.results(claim.act)
    return bool(after) and all(
        state.step is not None
        and state.step.kind == "build"
        and not any(free_around(state, each) for each in builders(state))
        for state in after
    )


def builders(state: State) -> list[Square]:
    step, turn = state.step, state.turn
    assert step is not None
    assert turn is not None
    number = turn.actor if step.worker is None else step.worker
    team = state.cast.team(step.seat)
    return [each.square for each in state.workers if each.team == team and number in (NOBODY, each.number)]


def cannot_end(claim: Claim) -> bool:
    """However the turn goes on, it comes to no end."""
    assert claim.act is not None
    return bool(claim.known.results(claim.act)) and not any(True for _ in claim.known.ways_to_end(claim.act))


def box_is_empty_then(claim: Claim) -> bool:
    """There is room to build, and the box lacks the piece for each of the squares."""
    assert claim.act is not None
    profile = claim.known.state.setup.profile
    roomy = [
        state for state in claim.known.results(claim.act) if any(free_around(state, each) for each in builders(state))
    ]
    return profile.rulings.supply_can_run_dry and bool(roomy) and cannot_end(claim)


def cannot_end_as_asked(claim: Claim) -> bool:
    """The actor's own power that is named keeps the turn from an end: without it the act would be legal, or it asks for
    a step that comes after it."""
    assert claim.act is not None
    power, state = claim.args["power"], claim.known.state
    if not cannot_end(claim) or not claim.known.uses(power, claim.known.seat):
        return False
    own = [role.card_index for role in state.roles.everyone if role.power.name == power]
    due = any(step.power == power for after in claim.known.results(claim.act) for step in after.agenda)
    return due or any(allows(claim, [index]) for index in own)


def causing(cause: str) -> tuple[str, str]:
    """A power and the seat that uses it, as a reason writes them: ``limus (orange)``, or ``ram``."""
    power, _, seat = cause.partition(" ")
    return power, seat.strip("()")


def roles_named(state: State, causes: str) -> list[Role]:
    """The powers in use that a reason names."""
    wanted = {causing(cause) for cause in causes.split(",")}
    return [
        role
        for role in state.roles.everyone
        if (str(role.power.name), str(role.seat) if role.power.is_card else "") in wanted
    ]


def cannot_end_because(claim: Claim) -> bool:
    """The powers that are named stand in the way: without all of them the act would be legal, without fewer it is
    not."""
    state, team = claim.known.state, claim.known.team
    roles = roles_named(state, claim.args["causes"])
    cards = sorted({role.card_index for role in roles})
    if len(cards) < len(claim.args["causes"].split(",")):
        return False
    if any(role.power.is_card and state.cast.team(role.seat) == team for role in roles):
        return False
    fewer = (chosen for count in range(len(cards)) for chosen in combinations(cards, count))
    return allows(claim, cards) and not any(allows(claim, chosen) for chosen in fewer)


def allows(claim: Claim, cards: Iterable[int]) -> bool:
    """Whether the act would be legal if nobody had the use of some cards (by index)."""
    return any(bare(each) == claim.act for each in Game(without(claim.known.state, cards)).legal_actions())


TRUTHS_OF_ACTS: Mapping[str, Truth] = {
    "move.domed": has_dome,
    "board.no_square": is_off_board,
    "build.domed": has_dome,
    "place.domed": has_dome,
    "token.domed": has_dome,
    "move.occupied": has_worker,
    "build.occupied": has_worker,
    "place.occupied": has_worker,
    "token.occupied": has_worker,
    "token.on_token": has_any_token,
    "clio.obstructs": token_on_target,
    "europa.obstructs": token_on_target,
    "ram.obstructs": token_on_target,
    "move.too_high": is_too_high,
    "move.not_neighboring": is_far,
    "build.not_neighboring": is_far,
    "build.piece": is_another_piece,
    "build.out_of_stock": is_used_up,
    "worker.none": stands_empty,
    "worker.not_yours": is_anothers,
    "worker.not_this": others_are_due,
    "step.other": is_asked,
    "done.not_optional": must_be_done,
    "card.which": two_cards_allow_it,
    "card.not_this": is_of_another_card,
    "game_over": is_over,
    "no_legal_finish": cannot_end,
    "no_legal_finish_build": cannot_build_then,
    "no_legal_finish_by": cannot_end_because,
    "no_legal_finish_own": cannot_end_as_asked,
    "no_legal_finish_stock": box_is_empty_then,
}
