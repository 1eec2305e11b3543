"""When what a power says against a move, a force or a whole turn is true."""

from __future__ import annotations

from collections.abc import Mapping

from engine import Build, Move, Seat, square
from engine.actions import Force, squares_of
from engine.events import Event, TurnBegan, WorkerForced, WorkerMoved
from engine.setup import PowerName
from engine.squares import (
    Direction,
    are_neighbors,
    beyond,
    corners,
    direction_of,
    step_from,
)
from tests.engine.claims import Claim, TurnTrail
from tests.engine.truths_of_acts import Truth, has_token


def on_target(claim: Claim) -> bool:
    return claim.named == claim.target


def mine(claim: Claim) -> bool:
    """The power that speaks is the actor's own (or, in a placement, the team's)."""
    state = claim.known.state
    return claim.holder is claim.known.seat or (
        state.turn is None and state.cast.team(claim.holder) == claim.known.team
    )


def theirs(claim: Claim) -> bool:
    """The power that speaks is an opponent's, and the worker of the act is not."""
    team = claim.known.state.cast.team(claim.holder)
    return team != claim.known.team and (claim.worker is None or claim.worker.team != team)


# Where somebody may not go


def climbed_before(claim: Claim) -> bool:
    """The holder moved up in the last own turn, and the act is a move up."""
    return theirs(claim) and claim.is_about_target and claim.rise > 0 and climbed_last(claim)


def leads_down(claim: Claim) -> bool:
    return theirs(claim) and claim.is_about_target and claim.rise < 0


def leads_into_the_wind(claim: Claim) -> bool:
    assert isinstance(claim.act, Move)
    wind = Direction(claim.known.memory("aeolus", claim.holder)["direction"])
    return on_target(claim) and direction_of(claim.act.worker, claim.named, claim.size) is wind.opposite


def began_there(claim: Claim) -> bool:
    moves = [stay.event.origin for stay in claim.trail.moves]
    return mine(claim) and on_target(claim) and moves[:1] == [claim.named]


def climbs_after_building(claim: Claim) -> bool:
    """The worker has built before any move of its own, and the act is a move up."""
    worker = claim.worker
    assert worker is not None
    first = next((e for e in claim.trail.events if not isinstance(e, WorkerForced)), None)
    built_first = bool(claim.trail.built) and first is claim.trail.built[0]
    return mine(claim) and claim.is_about_target and claim.rise > 0 and built_first


def leaves_the_level(claim: Claim) -> bool:
    """The act leads up or down after moves on the level, or goes on after one that did."""
    moves = [stay.event for stay in claim.trail.moves if isinstance(stay.event, WorkerMoved)]
    uneven = any(event.from_level != event.to_level for event in moves)
    return mine(claim) and claim.is_about_target and bool(moves) and (claim.rise != 0 or uneven)


def whirlpool_is_too_high(claim: Claim) -> bool:
    return claim.named == claim.landing and claim.rise > 1


def was_highest(claim: Claim) -> bool:
    """The worker stood higher than all others of its team when the turn began."""
    start, worker = claim.trail.start, claim.worker
    if worker is None or not claim.is_about_worker or not theirs(claim):
        return False
    heights = {each.number: start.levels[each.square] for each in start.workers if each.team == worker.team}
    return all(heights[worker.number] > height for number, height in heights.items() if number != worker.number)


def has_moved(claim: Claim) -> bool:
    worker = claim.worker
    return mine(claim) and claim.is_about_worker and worker is not None and worker.number in claim.trail.moved


def has_moved_before_others(claim: Claim) -> bool:
    left = {each.number for each in claim.known.team_of(claim.holder)} - claim.trail.moved
    return has_moved(claim) and bool(left)


def climbed_last(claim: Claim) -> bool:
    """Whether the holder moved up in the last turn of its own that is over, additional turns left out; as the game
    began, if there was none since."""
    game = claim.known.game
    first = game.plies[0].before if game.plies else game.state
    turns: list[tuple[Seat | None, list[Event]]] = [(first.turn.seat if first.turn else None, [])]
    for ply in game.plies:
        for event in ply.events:
            if isinstance(event, TurnBegan):
                turns.append((None if event.driven else event.seat, []))
            else:
                turns[-1][1].append(event)
    own = [events for seat, events in turns[:-1] if seat is claim.holder]
    if not own:
        return claim.holder in first.climbed
    return any(isinstance(event, WorkerMoved) and event.to_level > event.from_level for event in own[-1])


# Demands


def nobody_climbs(claim: Claim) -> bool:
    """No turn that begins so has a move up; another one would."""
    assert claim.act is not None
    ends = list(claim.known.ways_to_end(claim.act))
    return theirs_alone(claim) and bool(claim.view.options) and not any(trail.climbed for _, trail in ends)


def named_one_stays_away(claim: Claim) -> bool:
    """In no turn that begins so the named worker ends beside one of the holder's, or beside the one that is named."""
    assert claim.act is not None
    start, marks = claim.trail.start, claim.known.memory("adonis", claim.holder)
    if not theirs_alone(claim) or "target" not in marks:
        return False
    at = {each.square: each.number for each in start.workers}
    target = at[square(marks["target"])]
    ally = at[square(marks["ally"])] if marks.get("ally", "-") != "-" else None

    def is_near(trail: TurnTrail) -> bool:
        team = start.cast.team(claim.holder)
        allies = [number for number, each in trail.teams.items() if each == team and ally in (None, number)]
        places = trail.squares
        return target in places and any(
            number in places and are_neighbors(places[number], places[target]) for number in allies
        )

    return not any(is_near(trail) for _, trail in claim.known.ways_to_end(claim.act))


def strays(claim: Claim) -> bool:
    """In every turn that begins so some worker that began beside one of the holder's makes its last move away from
    them."""
    assert claim.act is not None
    start = claim.trail.start
    team = start.cast.team(claim.holder)
    hers = [worker for worker in start.workers if worker.team == team]
    bound = {
        worker.number
        for worker in start.workers
        if worker.team == claim.known.team and any(are_neighbors(worker.square, each.square) for each in hers)
    }

    pools = {token.square for token in claim.view.tokens if token.power == "charybdis" and hops_are_no_moves(claim)}

    def is_astray(trail: TurnTrail) -> bool:
        last = {stay.worker: stay for stay in trail.moves if not {stay.event.origin, stay.event.to} <= pools}
        return any(
            number in bound and all(trail.teams[each] != team for each in stay.near if each in trail.teams)
            for number, stay in last.items()
        )

    return theirs_alone(claim) and all(is_astray(trail) for _, trail in claim.known.ways_to_end(claim.act))


def hops_are_no_moves(claim: Claim) -> bool:
    """Whether being carried on by a whirlpool counts for no last move, as in the later wording."""
    profile = claim.known.state.setup.profile
    counts = profile.rulings.hop_is_last_move
    return profile.is_revised(PowerName("charybdis")) if counts is None else not counts


def theirs_alone(claim: Claim) -> bool:
    return claim.known.state.cast.team(claim.holder) != claim.known.team


# Who is forced where, or named


def is_the_way_of(claim: Claim) -> bool:
    """The holder of the reason is the actor, or has the token that is in the way."""
    return claim.args["reason"] in ("clio.obstructs", "europa.obstructs") or mine(claim)


def has_no_room_behind(claim: Claim) -> bool:
    assert claim.origin is not None
    assert claim.target is not None
    pushed = claim.known.state.worker_on(claim.target)
    is_opponents = pushed is not None and pushed.team != claim.known.team
    behind = beyond(claim.origin, claim.target, claim.size) == claim.named
    return is_the_way_of(claim) and is_opponents and behind and is_taken(claim)


def is_taken(claim: Claim) -> bool:
    """What the reason says of the square that it names is so."""
    view, inner = claim.view, claim.args["reason"]
    match inner:
        case "move.occupied":
            return any(each.square == claim.named and each.seat == claim.args["seat"] for each in view.workers)
        case "move.domed":
            return claim.named in view.domes
        case _:
            return has_token(claim.inner())


def has_nothing_behind(claim: Claim) -> bool:
    assert claim.origin is not None
    return mine(claim) and on_target(claim) and beyond(claim.origin, claim.named, claim.size) is None


def crosses(claim: Claim) -> bool:
    """A worker of the actor's stands right between where the forced worker stands and where it would go."""
    assert claim.origin is not None
    return any(
        are_neighbors(each.square, claim.origin) and beyond(claim.origin, each.square, claim.size) == claim.target
        for each in claim.known.team_of(claim.known.seat)
    )


def has_no_room_across(claim: Claim) -> bool:
    return is_the_way_of(claim) and on_target(claim) and crosses(claim) and is_taken(claim)


def has_no_room_ahead(claim: Claim) -> bool:
    assert claim.origin is not None
    ahead = step_from(claim.origin, arrow(claim), claim.size)
    return is_the_way_of(claim) and on_target(claim) and ahead == claim.named and is_taken(claim)


def has_no_free_corner(claim: Claim) -> bool:
    return is_the_way_of(claim) and on_target(claim) and claim.named in corners(claim.size) and is_taken(claim)


def is_beside_the_holders(claim: Claim) -> bool:
    return any(are_neighbors(each.square, claim.named) for each in claim.known.team_of(claim.holder))


def is_beside_nobody(claim: Claim) -> bool:
    return mine(claim) and claim.is_about_worker and not is_beside_the_holders(claim)


def goes_not_across(claim: Claim) -> bool:
    to = square(claim.args["to"])
    beside = mine(claim) and claim.is_about_worker and is_beside_the_holders(claim)
    return beside and to == claim.target and not crosses(claim)


def arrow(claim: Claim) -> Direction:
    return Direction(claim.known.memory("siren", claim.known.seat)["direction"])


def goes_another_way(claim: Claim) -> bool:
    to, direction = square(claim.args["to"]), Direction(claim.args["direction"])
    ahead = step_from(claim.named, direction, claim.size)
    about = mine(claim) and claim.is_about_worker and to == claim.target
    return about and direction is arrow(claim) and ahead != to


def forced_by(claim: Claim, power: str) -> dict[int, WorkerForced]:
    """The workers that a power has forced in this turn."""
    events = {stay.worker: stay.event for stay in claim.trail.stays if isinstance(stay.event, WorkerForced)}
    return {number: event for number, event in events.items() if event.power == power}


def was_lured(claim: Claim) -> bool:
    worker = claim.worker
    return mine(claim) and claim.is_about_worker and worker is not None and worker.number in forced_by(claim, "siren")


def was_just_left(claim: Claim) -> bool:
    left = {event.origin for event in forced_by(claim, "siren").values()}
    together = claim.known.state.setup.profile.rulings.forced_together
    return mine(claim) and on_target(claim) and claim.named in left and together


def is_on_a_token(claim: Claim) -> bool:
    """The worker that the act names is an opponent's and stands on the token, and the power is the actor's."""
    return names_the_other(claim) and has_opponent(claim) and is_taken(claim)


def is_no_opponents(claim: Claim) -> bool:
    """No worker of an opponent stands where the act names one, and the power is the actor's."""
    return names_the_other(claim) and not has_opponent(claim)


def names_the_other(claim: Claim) -> bool:
    """The square is where the act names the worker that a power of the actor's does something to."""
    named = claim.origin if isinstance(claim.act, Force | Move | Build) else claim.target
    return named == claim.named and claim.known.uses(claim.args["power"], claim.known.seat)


def has_opponent(claim: Claim) -> bool:
    """An opponent's worker stands on the square that is named."""
    worker = claim.known.state.worker_on(claim.named)
    return worker is not None and worker.team != claim.known.team


def is_above_nobody(claim: Claim) -> bool:
    """The opponent's worker that the act names stands two levels above none of the holder's beside it."""
    level = claim.view.levels[claim.named]
    near = (each.square for each in claim.known.team_of(claim.holder) if are_neighbors(each.square, claim.named))
    above = any(claim.view.levels[each] + 2 == level for each in near)
    return mine(claim) and on_target(claim) and has_opponent(claim) and not above


def has_changed_places(claim: Claim) -> bool:
    assert claim.act is not None
    places = {event.to for event in forced_by(claim, "nemesis").values()}
    return mine(claim) and claim.named in squares_of(claim.act) and claim.named in places


def players_swapped_with(claim: Claim) -> set[int]:
    """The opponents' teams that Nemesis has exchanged workers with in this turn."""
    return {claim.trail.teams[number] for number in forced_by(claim, "nemesis")} - {claim.known.team}


def is_of_another_player(claim: Claim) -> bool:
    """The exchanges began with the seat that is named, and the opponent's worker of the act is not of its team."""
    team = claim.known.state.cast.team(Seat(claim.args["seat"]))
    return mine(claim) and players_swapped_with(claim) == {team} and team_named(claim) not in (None, team)


def team_named(claim: Claim) -> int | None:
    """Whose worker the act names as the other one."""
    assert claim.target is not None
    other = claim.known.state.worker_on(claim.target)
    return None if other is None else other.team


def is_near_nemesis(claim: Claim) -> bool:
    """The worker that is named belongs to the player of the other one in the act, and neighbors one of the holder's."""
    team = claim.known.state.cast.team(Seat(claim.args["seat"]))
    there = claim.known.state.worker_on(claim.named)
    of_seat = there is not None and there.team == team == team_named(claim)
    return mine(claim) and of_seat and has_opponent(claim) and is_beside_the_holders(claim)


def has_not_two(claim: Claim) -> bool:
    """By the revised text, the player of the other worker has not two that can be named."""
    state, seat = claim.known.state, Seat(claim.args["seat"])
    barred = {token.square for token in claim.view.tokens if token.power == "clio"}
    there = [each for each in claim.known.team_of(seat) if each.square not in barred]
    of_seat = state.cast.team(seat) == team_named(claim) != claim.known.team
    return mine(claim) and state.setup.profile.is_revised(PowerName("nemesis")) and of_seat and len(there) < 2


def was_outwitted(claim: Claim) -> bool:
    worker = claim.worker
    sent = forced_by(claim, "odysseus")
    return mine(claim) and claim.is_about_worker and worker is not None and worker.number in sent


def began_beside_nobody(claim: Claim) -> bool:
    """The opponent's worker of the act was beside none of the holder's when the turn began, and was not forced."""
    start = claim.trail.start
    his = [each.square for each in start.workers if each.team == start.cast.team(claim.holder)]
    beside = any(are_neighbors(each, claim.named) for each in his)
    unsent = mine(claim) and claim.is_about_worker and has_opponent(claim) and not was_outwitted(claim)
    return unsent and isinstance(claim.act, Force) and not beside


def goes_to_no_corner(claim: Claim) -> bool:
    to = square(claim.args["to"])
    leads = (
        isinstance(claim.act, Force) and to == claim.target and (to == claim.origin or to not in corners(claim.size))
    )
    return mine(claim) and claim.is_about_worker and has_opponent(claim) and leads


TRUTHS_OF_MOVES: Mapping[str, Truth] = {
    "adonis.come_near": named_one_stays_away,
    "aeolus.wind": leads_into_the_wind,
    "aphrodite.stay_near": strays,
    "artemis.not_back": began_there,
    "athena.no_climb": climbed_before,
    "charon.no_room": has_no_room_across,
    "charon.not_beside": is_beside_nobody,
    "charon.only_across": goes_not_across,
    "charybdis.too_high": whirlpool_is_too_high,
    "graeae.moved": has_moved,
    "hades.no_descent": leads_down,
    "hermes.level": leaves_the_level,
    "hypnus.asleep": was_highest,
    "minotaur.edge": has_nothing_behind,
    "minotaur.no_room": has_no_room_behind,
    "nemesis.near": is_near_nemesis,
    "nemesis.once": has_changed_places,
    "nemesis.one_opponent": is_of_another_player,
    "nemesis.two": has_not_two,
    "odysseus.corner": goes_to_no_corner,
    "odysseus.not_beside": began_beside_nobody,
    "odysseus.occupied": has_no_free_corner,
    "odysseus.once": was_outwitted,
    "persephone.must_climb": nobody_climbs,
    "prometheus.no_climb": climbs_after_building,
    "siren.just_left": was_just_left,
    "siren.no_room": has_no_room_ahead,
    "siren.once": was_lured,
    "siren.other_way": goes_another_way,
    "terpsichore.once_each": has_moved_before_others,
    "theseus.not_above": is_above_nobody,
    "worker.no_opponent": is_no_opponents,
    "worker.on_token": is_on_a_token,
}
