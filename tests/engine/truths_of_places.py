"""When what a power says against a build, or against what is put or taken somewhere, is true."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Build, Place, square
from engine.actions import Piece
from engine.events import BlockTaken
from engine.setup import PowerName
from engine.squares import (
    STRIDE,
    Square,
    are_neighbors,
    is_perimeter,
)
from tests.engine.claims import Claim
from tests.engine.truths_of_acts import Truth, has_worker
from tests.engine.truths_of_moves import mine, on_target, theirs

# What may be built, and where


def is_beside_limus(claim: Claim) -> bool:
    theirs_near = any(are_neighbors(each.square, claim.named) for each in claim.known.team_of(claim.holder))
    return theirs(claim) and on_target(claim) and theirs_near


def completes_no_tower(claim: Claim) -> bool:
    assert isinstance(claim.act, Build)
    complete = claim.act.piece is Piece.DOME and claim.view.levels[claim.named] == 3
    return is_beside_limus(claim) and not complete


def is_block_beside_limus(claim: Claim) -> bool:
    assert isinstance(claim.act, Build)
    return is_beside_limus(claim) and claim.act.piece is Piece.BLOCK


def first_build_was_there(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and claim.named in {event.square for event in claim.trail.built}


def first_build_was_elsewhere(claim: Claim) -> bool:
    built = {event.square for event in claim.trail.built}
    return mine(claim) and on_target(claim) and bool(built) and claim.named not in built


def is_dome_on_first_build(claim: Claim) -> bool:
    assert isinstance(claim.act, Build)
    there = claim.named in {event.square for event in claim.trail.built}
    return mine(claim) and on_target(claim) and there and claim.act.piece is Piece.DOME


def is_second_build_at_the_edge(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and bool(claim.trail.built) and is_perimeter(claim.named, claim.size)


def is_no_complete_tower(claim: Claim) -> bool:
    view = claim.view
    complete = claim.named in view.domes and view.levels[claim.named] == 3
    return on_target(claim) and not complete


def is_flat(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and claim.view.levels[claim.named] == 0


def has_dome_to_ares(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and claim.named in claim.view.domes


def has_worker_to_ares(claim: Claim) -> bool:
    return mine(claim) and has_worker(claim)


def is_beside_no_idle_worker(claim: Claim) -> bool:
    """Beside none of the holder's workers that made no move in this turn, and those are named."""
    idle = {each.number for each in claim.known.team_of(claim.holder)} - claim.trail.moved
    named = [square(name) for name in claim.args["workers"].split(",")]
    beside = any(are_neighbors(on, claim.named) for on in named)
    return mine(claim) and on_target(claim) and claim.names_workers(idle) and not beside


# Where somebody or something is put


def is_inland(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and not is_perimeter(claim.named, claim.size)


def is_raised(claim: Claim) -> bool:
    return mine(claim) and on_target(claim) and claim.view.levels[claim.named] > 0


def is_away_from_the_dome(claim: Claim) -> bool:
    dome = claim.trail.built[-1]
    assert dome.piece is Piece.DOME
    return mine(claim) and on_target(claim) and not are_neighbors(dome.square, claim.named)


def is_away_from_the_mover(claim: Claim) -> bool:
    movers = [each for each in claim.known.team_of(claim.holder) if each.number in claim.trail.moved]
    return mine(claim) and on_target(claim) and not any(are_neighbors(each.square, claim.named) for each in movers)


def is_on_no_opposite_edge(claim: Claim) -> bool:
    """The first worker would not stand at the edge, or the next one not on an edge opposite to it."""
    placed = [worker.square for worker in claim.known.team_of(claim.holder)]
    last = claim.size - 1

    def faces(one: Square, other: Square) -> bool:
        return {0, last} in ({one % STRIDE, other % STRIDE}, {one // STRIDE, other // STRIDE})

    fits = all(faces(claim.named, each) for each in placed[:1]) and is_perimeter(claim.named, claim.size)
    return mine(claim) and on_target(claim) and isinstance(claim.act, Place) and not (fits and len(placed) < 2)


# Medea


def nobody_is_raised(claim: Claim) -> bool:
    levels = [claim.view.levels[each.square] for each in claim.view.workers if each.square == claim.named]
    return mine(claim) and on_target(claim) and not any(levels)


def was_lowered(claim: Claim) -> bool:
    taken = [e.square for e in claim.trail.events if isinstance(e, BlockTaken) and e.power == "medea"]
    return mine(claim) and on_target(claim) and claim.named in taken


def is_beside_no_worker_of_hers(claim: Claim) -> bool:
    """Beside none of the holder's that counts, and those are named: the unmoved ones, or revised all."""
    all_hers = {each.number for each in claim.known.team_of(claim.holder)}
    revised = claim.known.state.setup.profile.is_revised(PowerName("medea"))
    counting = all_hers if revised else all_hers - claim.trail.moved
    named = [square(name) for name in claim.args["workers"].split(",")]
    beside = any(are_neighbors(on, claim.named) for on in named)
    return mine(claim) and on_target(claim) and claim.names_workers(counting) and not beside


def stands_on_three_blocks(claim: Claim) -> bool:
    """The act is a build beneath the worker itself, which stands on the third level."""
    beneath = isinstance(claim.act, Build) and claim.act.worker == claim.act.on
    return mine(claim) and on_target(claim) and beneath and claim.view.levels[claim.named] == 3


TRUTHS_OF_PLACES: Mapping[str, Truth] = {
    "ares.domed": has_dome_to_ares,
    "ares.no_block": is_flat,
    "ares.not_beside": is_beside_no_idle_worker,
    "ares.occupied": has_worker_to_ares,
    "bia.perimeter": is_inland,
    "demeter.other_space": first_build_was_there,
    "eros.opposite_edges": is_on_no_opposite_edge,
    "europa.near": is_away_from_the_mover,
    "gaea.ground": is_raised,
    "gaea.near": is_away_from_the_dome,
    "hephaestus.block": is_dome_on_first_build,
    "hephaestus.same_space": first_build_was_elsewhere,
    "hestia.not_perimeter": is_second_build_at_the_edge,
    "jason.ground": is_raised,
    "jason.perimeter": is_inland,
    "limus.barren": completes_no_tower,
    "limus.only_domes": is_block_beside_limus,
    "medea.no_worker": nobody_is_raised,
    "medea.not_beside": is_beside_no_worker_of_hers,
    "medea.once": was_lowered,
    "recycle.no_tower": is_no_complete_tower,
    "zeus.only_blocks": stands_on_three_blocks,
}
