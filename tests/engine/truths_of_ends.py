"""When what an event gives as its reason is true: a win, a win that is none, a loss, a player without a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine import Game, Reason, Seat, square
from engine.actions import Piece, Resign
from engine.events import (
    BlockTaken,
    Built,
    Event,
    GameEnded,
    NoTurnLeft,
    PlayerEliminated,
    WinDenied,
    WorkerForced,
    WorkerMoved,
)
from engine.field_text import memory_fields
from engine.secrets import known_to
from engine.setup import PowerName
from engine.squares import BITS, STRIDE, Square, are_neighbors, is_perimeter, neighbors, squares, squares_in
from tests.engine.claims import TurnTrail

Told = NoTurnLeft | PlayerEliminated | GameEnded | WinDenied
"""The events that give a reason."""


class EndClaim:
    """What an event of the last action gives as its reason, and what happened until then."""

    def __init__(self, game: Game, event: Told, reason: Reason | None = None) -> None:
        self.game, self.event, self.reason = game, event, reason or event.reason
        self.ply = game.plies[-1]
        self.args = dict(self.reason.args)
        self.cast = game.state.cast
        self.size = game.setup.profile.size
        self.before = self.ply.before
        events = self.ply.events
        self.events: tuple[Event, ...] = events[: events.index(event)]

    def with_reason(self, reason: Reason) -> EndClaim:
        """The same event with another reason."""
        return EndClaim(self.game, self.event, reason)

    @property
    def named(self) -> Square:
        """The square that the reason names."""
        return square(self.args["square"])

    @property
    def moves(self) -> list[WorkerMoved]:
        """The moves of the action until then."""
        return [event for event in self.events if isinstance(event, WorkerMoved)]

    @property
    def winners(self) -> set[int]:
        """The teams that win by it."""
        seats = self.event.winners if isinstance(self.event, GameEnded) else ()
        return {self.cast.team(seat) for seat in seats}

    @property
    def is_about_event(self) -> bool:
        """Whether a denied win is denied on the square that the reason names."""
        return isinstance(self.event, WinDenied) and self.event.square == self.named

    def team(self, seat: str) -> int:
        """The team of a seat that is named."""
        return self.cast.team(Seat(self.args[seat]))

    def users(self, power: str) -> set[int]:
        """The teams that have the use of a power."""
        return {self.cast.team(role.seat) for role in self.before.roles.everyone if role.power.name == power}

    def standing(self) -> TurnTrail:
        """Where everybody stood then."""
        return TurnTrail(self.before, list(self.events))

    def memory(self, power: str) -> dict[str, str]:
        """What the card of a power remembered before the action."""
        cards = [card for card in self.before.powers if card.power == power]
        return dict(pair for card in cards for pair in memory_fields(card.memory))


EndTruth = Callable[[EndClaim], bool]


# Wins


def moved_up(claim: EndClaim) -> bool:
    last = claim.moves[-1]
    # By the later wording of the whirlpools, whoever is carried on to the third level wins however high it stood.
    carried = len(claim.moves) > 1 and claim.moves[-2].to == last.origin
    climbs = last.to_level == 3 and (last.from_level < 3 or carried)
    return last.to == claim.named and climbs and claim.winners == {claim.cast.team(last.seat)}


def came_down(claim: EndClaim) -> bool:
    last = claim.moves[-1]
    wins = claim.winners == {claim.cast.team(last.seat)} and claim.winners <= claim.users("pan")
    return last.to == claim.named and last.to_level <= last.from_level - 2 and wins


def came_to_the_other(claim: EndClaim) -> bool:
    last = claim.moves[-1]
    team = claim.cast.team(last.seat)
    trail = claim.standing()
    places = [each for number, each in trail.squares.items() if trail.teams[number] == team]
    levels = {claim.before.levels[each] for each in places}
    one_level = levels == {1} or (len(levels) == 1 and len(claim.cast.seats) == 3)
    together = len(places) == 2 and are_neighbors(*places) and last.to == claim.named and claim.named in places
    return together and one_level and claim.winners == {team} and team in claim.users("eros")


def was_chosen_by_the_moerae(claim: EndClaim) -> bool:
    corner = square(claim.memory("moerae")["corner"])
    last = claim.moves[-1]
    chosen = claim.named - corner in (0, 1, STRIDE, STRIDE + 1)
    wins = claim.winners <= claim.users("moerae") and claim.cast.team(last.seat) not in claim.winners
    return last.to == claim.named and chosen and wins


def towers_stand(claim: EndClaim) -> bool:
    after = claim.game.state
    towers = sum(level == 3 and bool(after.domes & bit) for level, bit in zip(after.levels, BITS, strict=True))
    counted = claim.game.setup.profile.rulings.recycled_towers_count
    towers += after.recycled if counted else 0
    return claim.args["towers"] == str(towers) and towers >= 5 and claim.winners <= claim.users("chronus")


# Losses


def is_loser(claim: EndClaim) -> bool:
    """The seat that is named goes out, or somebody else wins."""
    match claim.event:
        case PlayerEliminated(seat=seat):
            return claim.args["loser"] == seat
        case _:
            return claim.team("loser") not in claim.winners


def had_no_turn(claim: EndClaim) -> bool:
    stuck = [event.seat for event in claim.events if isinstance(event, NoTurnLeft)]
    return is_loser(claim) and stuck[-1:] == [Seat(claim.args["loser"])]


def gave_up(claim: EndClaim) -> bool:
    seat = Seat(claim.args["loser"])
    acts = [ply.action for ply in claim.game.plies]
    return is_loser(claim) and Resign(seat) in acts


def has_no_workers(claim: EndClaim) -> bool:
    trail = claim.standing()
    return is_loser(claim) and claim.team("loser") not in trail.teams_left


def entered_the_abyss(claim: EndClaim) -> bool:
    trail = claim.standing()
    there = {trail.teams[number] for number, each in trail.squares.items() if each == claim.named}
    abyss = claim.memory("tartarus")["square"]
    return is_loser(claim) and abyss == claim.args["square"] and claim.team("loser") in there


# Wins that are none


def stood_as_high(claim: EndClaim) -> bool:
    level = [each for each in claim.moves if each.from_level == each.to_level == 3]
    return claim.is_about_event and claim.named in {each.to for each in level}


def is_led(claim: EndClaim) -> bool:
    """In an additional turn a worker climbs to the third level, or comes to where its own player's card wins."""
    turn = claim.before.turn
    climbed = any(each.to_level == 3 > each.from_level for each in claim.moves if each.to == claim.named)
    by_card = any(looks_won(claim, each) for each in claim.moves if each.to == claim.named)
    return claim.is_about_event and turn is not None and turn.driven and (climbed or by_card)


def is_at_heras_edge(claim: EndClaim) -> bool:
    holder = Seat(claim.args["holder"])
    uses = any(role.power.name == "hera" and role.seat is holder for role in claim.before.roles.everyone)
    arrived = claim.named in {each.to for each in claim.moves}
    opposes = isinstance(claim.event, WinDenied) and claim.cast.team(claim.event.seat) != claim.cast.team(holder)
    return claim.is_about_event and uses and arrived and opposes and is_perimeter(claim.named, claim.size)


def was_forced(claim: EndClaim) -> bool:
    forced = [each for each in claim.events if isinstance(each, WorkerForced) and each.to == claim.named]
    by_power = [each for each in forced if each.power == claim.args["power"]]
    return claim.is_about_event and any(looks_won(claim, each) for each in by_power)


def looks_won(claim: EndClaim, way: WorkerMoved | WorkerForced) -> bool:
    """Whether a worker came up to the third level, down two levels for a player of Pan, or beside the other one on its
    level for a player of Eros."""
    levels = claim.before.levels
    low, high = levels[way.origin], levels[way.to]
    trail = claim.standing()
    team = trail.teams[next(number for number, on in trail.squares.items() if on == way.to)]
    others = [on for number, on in trail.squares.items() if trail.teams[number] == team and on != way.to]
    if high == 3 > low:
        return True
    if team in claim.users("pan") and high <= low - 2:
        return True
    together = len(others) == 1 and are_neighbors(others[0], way.to) and levels[others[0]] == high
    return team in claim.users("eros") and together and (high == 1 or len(claim.cast.seats) == 3)


def was_lifted(claim: EndClaim) -> bool:
    built = [each for each in claim.events if isinstance(each, Built)]
    return claim.is_about_event and any(each.square == claim.named and each.level == 2 for each in built)


def was_lowered(claim: EndClaim) -> bool:
    """Blocks were taken from beneath a worker: two of them with Pan, or as many as bring Eros' workers together."""
    taken = [each for each in claim.events if isinstance(each, BlockTaken) and each.square == claim.named]
    there = claim.before.worker_on(claim.named)
    if not claim.is_about_event or there is None or not taken:
        return False
    drop = claim.before.levels[claim.named] - taken[-1].level
    return there.team in claim.users("eros") or (there.team in claim.users("pan") and drop >= 2)


def was_carried_on(claim: EndClaim) -> bool:
    """By the later wording of the whirlpools the worker came to one, or was carried on to the other."""
    pools = claim.memory("charybdis")["squares"].split("+")
    counts = claim.game.setup.profile.rulings.hop_is_move
    revised = claim.game.setup.profile.is_revised(PowerName("charybdis")) if counts is None else not counts
    arrived = claim.named in {each.to for each in claim.moves}
    return claim.is_about_event and revised and arrived and claim.args["square"] in pools


def counts_later(claim: EndClaim) -> bool:
    """A dome has just completed a tower in an additional turn, and enough of them stand for a player of Chronus."""
    turn, built = claim.before.turn, [each for each in claim.events if isinstance(each, Built)]
    completed = any(each.square == claim.named and each.piece is Piece.DOME and each.level == 3 for each in built)
    towers = sum(claim.game.state.is_complete_tower(each) for each in squares(claim.size))
    towers += claim.game.state.recycled if claim.game.setup.profile.rulings.recycled_towers_count else 0
    return claim.is_about_event and turn is not None and turn.driven and completed and towers >= 5


# Nobody can go on


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that heights and domes leave to the loser: who builds after it, and which squares are taken then."""

    builders: frozenset[Square]
    taken: frozenset[Square]


def attempts(claim: EndClaim) -> list[Attempt]:
    """The moves that heights, workers and domes leave to the loser's workers; Apollo's exchanges too."""
    trail, state, team = claim.standing(), claim.game.state, claim.team("loser")
    hidden = {each.number for each in claim.before.workers} - {
        each.number for each in known_to(claim.before, Seat(claim.args["loser"])).workers
    }
    standing = {each: number for number, each in trail.squares.items() if number not in hidden}
    closed = frozenset(squares_in(state.domes))
    exchanges = team in claim.users("apollo")
    others_build = team in claim.users("graeae")
    revised = claim.game.setup.profile.is_revised(PowerName("graeae"))
    found = []
    for origin in [each for each, number in standing.items() if trail.teams[number] == team]:
        rest = frozenset(each for each, number in standing.items() if trail.teams[number] == team) - {origin}
        for to in neighbors(origin, claim.size):
            opponents = to in standing and trail.teams[standing[to]] != team
            if to in closed or state.levels[to] > state.levels[origin] + 1 or (to in standing and not opponents):
                continue
            if opponents and not exchanges:
                continue
            builders = (rest if others_build else frozenset()) | (frozenset() if others_build and revised else {to})
            taken = closed | (frozenset(standing) - {origin}) | {to} | ({origin} if opponents else frozenset())
            found.append(Attempt(builders, taken))
    return found


def leaves_room(claim: EndClaim, attempt: Attempt) -> bool:
    """Whether there is a square to build on after a move."""
    return any(each not in attempt.taken for on in attempt.builders for each in neighbors(on, claim.size))


def is_stuck_seat(claim: EndClaim) -> bool:
    return isinstance(claim.event, NoTurnLeft) and claim.event.seat == claim.args["loser"]


def cannot_move(claim: EndClaim) -> bool:
    return is_stuck_seat(claim) and not attempts(claim)


def cannot_build(claim: EndClaim) -> bool:
    tried = attempts(claim)
    return is_stuck_seat(claim) and bool(tried) and not any(leaves_room(claim, each) for each in tried)


def cannot_finish(claim: EndClaim) -> bool:
    return is_stuck_seat(claim) and bool(attempts(claim))


def causes_bind(claim: EndClaim) -> bool:
    """Opponents of the loser use the powers that are named; the Ram binds everybody."""
    roles = {*claim.before.roles.everyone, *claim.game.state.roles.everyone}
    binding = {
        f"{role.power.name} ({role.seat})" if role.power.is_card else str(role.power.name)
        for role in roles
        if not role.power.is_card or claim.cast.team(role.seat) != claim.team("loser")
    }
    return set(claim.args["causes"].split(",")) <= binding


def is_kept_from_moving(claim: EndClaim) -> bool:
    return cannot_finish(claim) and causes_bind(claim)


def is_kept_from_building(claim: EndClaim) -> bool:
    room = any(leaves_room(claim, each) for each in attempts(claim))
    return is_stuck_seat(claim) and room and causes_bind(claim)


TRUTHS_OF_ENDS: Mapping[str, EndTruth] = {
    "chronus.win": towers_stand,
    "eros.win": came_to_the_other,
    "hera.denies_win": is_at_heras_edge,
    "lose.no_workers": has_no_workers,
    "lose.resigned": gave_up,
    "moerae.win": was_chosen_by_the_moerae,
    "pan.win": came_down,
    "stuck.build": cannot_build,
    "stuck.build_by": is_kept_from_building,
    "stuck.move": cannot_move,
    "stuck.move_by": is_kept_from_moving,
    "stuck.turn": cannot_finish,
    "stuck.turn_by": is_kept_from_moving,
    "tartarus.abyss": entered_the_abyss,
    "win.carried": was_carried_on,
    "win.driven": is_led,
    "win.forced": was_forced,
    "win.last_standing": had_no_turn,
    "win.later": counts_later,
    "win.lifted": was_lifted,
    "win.lowered": was_lowered,
    "win.moved_up": moved_up,
    "win.not_up": stood_as_high,
}
