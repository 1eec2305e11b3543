"""Whether a reason is true: it is compared with the position that stands and with what happened, not with its key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from engine import Game, Reason, Seat, square
from engine.actions import Piece
from engine.events import Built, Event, NoTurnLeft, PlayerEliminated, TurnBegan, WinDenied, WorkerForced, WorkerMoved
from engine.powers import POWERS
from engine.squares import (
    Direction,
    Square,
    are_neighbors,
    is_perimeter,
    squares,
    step_from,
    wrapped_neighbors,
)
from engine.state import StepKind, Worker
from engine.views import View
from web_ui.languages import catalogue, offered

BY_POWER = frozenset({power.name for power in POWERS})
"""The powers that may have reasons of their own; whoever is named as the holder has the use of one."""


class Claim:
    """A reason about a square, and what is known where it is given."""

    def __init__(self, game: Game, square: Square, reason: Reason) -> None:
        self.game, self.square, self.reason = game, square, reason
        self.args = dict(reason.args)
        self.seat = game.to_act or Seat.BLUE
        self.view: View = game.view(self.seat)
        self.team = game.state.cast.team(self.seat)

    @property
    def holder(self) -> Seat:
        return Seat(self.args["holder"])

    @property
    def named(self) -> Square:
        """The square that the reason names."""
        return square(self.args["square"])

    def level(self, square: Square) -> int:
        return self.view.levels[square]

    def actors(self) -> list[Worker]:
        """The workers that the open step is about."""
        state, step = self.game.state, self.game.state.step
        assert step is not None
        driven = state.turn is not None and state.turn.driven
        mine = [each for each in state.workers if (each.team == self.team) is not driven]
        number = step.worker
        if number is None and step.kind is StepKind.BUILD and state.turn is not None:
            number = state.turn.actor
        return [each for each in mine if number in (None, -1, each.number)]

    def beside(self, one: Square, other: Square) -> bool:
        """Whether the actor's workers count two squares as neighbors; to Urania opposite edges touch."""
        wraps = self.uses("urania", self.seat) and other in wrapped_neighbors(one, self.view.size)
        return wraps or are_neighbors(one, other)

    def uses(self, power: str, seat: Seat) -> bool:
        return any(player.seat == seat and power in player.uses for player in self.view.players)

    def team_of(self, seat: Seat) -> list[Worker]:
        return [each for each in self.game.state.workers if each.team == self.game.state.cast.team(seat)]


def is_domed(claim: Claim) -> bool:
    return claim.square in claim.view.domes


def is_occupied(claim: Claim) -> bool:
    return any(each.square == claim.named and each.seat == claim.args["seat"] for each in claim.view.workers)


def is_too_high(claim: Claim) -> bool:
    here = claim.level(claim.square)
    return any(claim.beside(w.square, claim.square) and here > claim.level(w.square) + 1 for w in claim.actors())


def is_far(claim: Claim) -> bool:
    return not all(claim.beside(worker.square, claim.square) for worker in claim.actors())


def is_another_piece(claim: Claim) -> bool:
    natural = Piece.DOME if claim.level(claim.square) == 3 else Piece.BLOCK
    return claim.args["piece"] == natural


def is_asked(claim: Claim) -> bool:
    step = claim.game.state.step
    return step is not None and claim.args["asked"] == step.kind


def is_beside_limus(claim: Claim) -> bool:
    theirs = claim.team_of(claim.holder)
    return claim.team_of(claim.seat) != theirs and any(are_neighbors(w.square, claim.square) for w in theirs)


def climbed_last(claim: Claim) -> bool:
    # The square is where the way leads in the end: through a whirlpool that need not be beside the worker.
    climbs = any(claim.level(claim.named) > claim.level(worker.square) for worker in claim.actors())
    return climbs and any(
        isinstance(event, WorkerMoved) and event.to_level > event.from_level
        for event in last_own_turn(claim.game, claim.holder)
    )


def leads_down(claim: Claim) -> bool:
    return any(claim.level(claim.named) < claim.level(worker.square) for worker in claim.actors())


def was_highest(claim: Claim) -> bool:
    levels = {worker.square: claim.level(worker.square) for worker in claim.team_of(claim.seat)}
    if any(isinstance(event, Built) for event in this_turn(claim.game)):
        return claim.named in levels
    others = [level for square, level in levels.items() if square != claim.named]
    return claim.named in levels and all(level < levels[claim.named] for level in others)


def is_used_up(claim: Claim) -> bool:
    return any(player.seat == claim.seat and claim.args["power"] in player.uses for player in claim.view.players)


def is_beside_no_idle_worker(claim: Claim) -> bool:
    """Beside none of the holder's workers that made no move in this turn, and those are named."""
    assert claim.game.state.turn is not None
    moved = claim.game.state.turn.moved
    idle = [each for each in claim.team_of(claim.holder) if each.number not in moved]
    named = {square(name) for name in claim.args["workers"].split(",")}
    return named == {each.square for each in idle} and not any(are_neighbors(on, claim.square) for on in named)


def leads_another_way(claim: Claim) -> bool:
    """The arrow is as it is told, and does not lead the worker to the square that is asked about."""
    pointed = [value for player in claim.view.players for name, value in player.memory if name == "direction"]
    pointed += [value for card in claim.view.beside for name, value in card.memory if name == "direction"]
    to = step_from(claim.named, Direction(claim.args["direction"]), claim.view.size)
    return claim.args["direction"] in pointed and to != claim.square


def is_beside_the_holders(claim: Claim) -> bool:
    """A worker of the holder's stands next to the one that is named."""
    return any(are_neighbors(each.square, claim.named) for each in claim.team_of(claim.holder))


def stands_on_a_token(claim: Claim) -> bool:
    return any(token.square == claim.named for token in claim.view.tokens)


TRUE: dict[str, Callable[[Claim], bool]] = {
    "move.domed": is_domed,
    "build.domed": is_domed,
    "place.domed": is_domed,
    "token.domed": is_domed,
    "move.occupied": is_occupied,
    "build.occupied": is_occupied,
    "place.occupied": is_occupied,
    "token.occupied": is_occupied,
    "move.too_high": is_too_high,
    "move.not_neighboring": is_far,
    "build.not_neighboring": is_far,
    "build.piece": is_another_piece,
    "step.other": is_asked,
    "limus.barren": is_beside_limus,
    "limus.only_domes": is_beside_limus,
    "athena.no_climb": climbed_last,
    "hades.no_descent": leads_down,
    "hypnus.asleep": was_highest,
    "hero.spent": is_used_up,
    "ares.not_beside": is_beside_no_idle_worker,
    "charon.not_beside": lambda claim: not is_beside_the_holders(claim),
    "charon.only_across": is_beside_the_holders,
    "charon.on_token": stands_on_a_token,
    "siren.on_token": stands_on_a_token,
    "siren.other_way": leads_another_way,
}


def check_words(reason: Reason) -> None:
    """Every language has a sentence for the reason, and all that stands in it is known."""
    args = dict(reason.args)
    for language in offered():
        texts = catalogue(language)
        assert reason.key in texts, f"{language}: no sentence for {reason}"
        unknown = set(re.findall(r"\{(\w+)\}", texts[reason.key])) - args.keys()
        assert not unknown, f"{language}: {texts[reason.key]!r} needs {unknown}, and there is {args}"
        if "reason" in args:
            check_words(Reason(args["reason"], tuple((name, value) for name, value in reason.args if name != "reason")))


def check_reason(game: Game, square: Square, reason: Reason) -> None:
    """A dark square's reason is true of the position."""
    check_words(reason)
    claim = Claim(game, square, reason)
    power, _, what = reason.key.partition(".")
    if what == "obstructs":
        assert any(token.power == power and token.square == square for token in claim.view.tokens), reason
    elif power in BY_POWER and "reason" not in claim.args:
        assert claim.uses(power, claim.holder), f"{reason}: {claim.view.players}"
    if "causes" in claim.args:
        check_causes(claim, claim.args["causes"])
    is_true = TRUE.get(reason.key)
    assert is_true is None or is_true(claim), f"{square}: {reason} is not so in {claim.view}"


def check_causes(claim: Claim, causes: str) -> None:
    """Each power that is named as a cause is used by the opponent that it is said to be used by."""
    for cause in causes.split(","):
        power, _, held = cause.partition(" ")
        if held:
            holder = Seat(held.strip("()"))
            assert claim.uses(power, holder), cause
            assert claim.game.state.cast.team(holder) != claim.team, cause


def check_dark_squares(game: Game) -> int:
    """All reasons of a position are true; how many there are."""
    count = 0
    for dark in squares(game.setup.profile.size):
        reason = game.why_no_option_on(dark)
        if reason is not None:
            check_reason(game, dark, reason)
            count += 1
    return count


def check_denied_wins(game: Game) -> int:
    """Whatever looks like a win in the last action and is none has its event with a true reason, and nothing else has;
    how many there were."""
    ply = game.plies[-1]
    denied = [event for event in ply.events if isinstance(event, WinDenied)]
    for event in denied:
        check_words(event.reason)
        args = dict(event.reason.args)
        match event.reason.key:
            case "win.not_up":
                assert any(m.to == event.square and m.from_level == m.to_level == 3 for m in moves(ply.events)), event
            case "win.driven":
                assert ply.before.turn is not None
                assert ply.before.turn.driven, event
            case "hera.denies_win":
                assert is_perimeter(event.square, game.setup.profile.size), event
                assert any(m.to == event.square for m in moves(ply.events)), event
                assert any(
                    role.power.name == "hera" and role.seat == args["holder"] for role in ply.before.roles.everyone
                ), event
            case "win.forced":
                assert any(
                    isinstance(each, WorkerForced) and each.to == event.square and each.power == args["power"]
                    for each in ply.events
                ), event
            case "win.lifted":
                built = [each for each in ply.events if isinstance(each, Built)]
                assert any(each.square == event.square and each.level == 2 for each in built), event
            case other:
                raise AssertionError(f"nobody knows when {other} is true")
    for move in moves(ply.events):
        if move.to_level == 3 and game.outcome is None:
            lost = any(isinstance(event, PlayerEliminated) for event in ply.events)
            assert lost or any(event.square == move.to for event in denied), f"{move} did not win, and nobody hears why"
    return len(denied)


def check_lost_turns(game: Game) -> int:
    """Who has no turn left is told what is in the way; how many there were."""
    ply = game.plies[-1]
    lost = [event for event in ply.events if isinstance(event, NoTurnLeft)]
    for event in lost:
        check_words(event.reason)
        args = dict(event.reason.args)
        assert args["loser"] == event.seat
        for cause in args["causes"].split(",") if "causes" in args else ():
            power, _, held = cause.partition(" ")
            assert power == "ram" or power in {card.power for card in game.state.powers}, cause
            assert held.strip("()") != event.seat, cause
    return len(lost)


def moves(events: tuple[Event, ...]) -> list[WorkerMoved]:
    return [event for event in events if isinstance(event, WorkerMoved)]


def this_turn(game: Game) -> Iterator[Event]:
    """What happened since the open turn began, latest first."""
    for ply in reversed(game.plies):
        for event in reversed(ply.events):
            if isinstance(event, TurnBegan):
                return
            yield event


def last_own_turn(game: Game, seat: Seat) -> list[Event]:
    """What happened in the last turn of a seat that is over, additional turns left out."""
    found: list[Event] = []
    inside = False
    for ply in game.plies:
        for event in ply.events:
            if isinstance(event, TurnBegan):
                inside = event.seat == seat and not event.driven
                if inside and event.seat != game.active:
                    found = []
            elif inside:
                found.append(event)
    return found
