"""Positions for questions without a game: read from a line and checked, or taken from a game by public knowledge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.errors import InvalidSetup, NotationError
from engine.game import Game
from engine.judging import MOST_STEPS, after_steps
from engine.notation import (
    action_text,
    parse_position,
    position_of,
    position_text,
    read_position,
    standing_position,
    state_of,
)
from engine.notation.position import Position
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat
from engine.secrets import known_to
from engine.squares import BITS, Square, square_name, squares
from engine.state import Memory, Reserve, State

# ---- Positions to ask about


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """A position to ask about: the ``line`` of the start of its turn, the ``steps`` of that turn so far, the position
    after them with the memories of the cards, as if a turn began with it, and the game after them."""

    line: str
    steps: tuple[str, ...]
    standing: Position
    game: Game


def read_asked(text: str) -> AskedPosition:
    """Read a position from a line (docs/notation.md); steps of the turn may follow it, separated by spaces.

    :raises NotationError: if it cannot be read.
    :raises InvalidSetup: if the players and their powers do not form a game, or the position is impossible.
    :raises SantoriniError: if a step is not allowed.
    """
    line, *steps = text.split() or [text]
    if len(steps) >= MOST_STEPS:
        raise NotationError(
            f"{len(steps)} steps after a position; allowed are at most {MOST_STEPS - 1}",
            Reason.of("line.steps", given=len(steps), allowed=MOST_STEPS - 1),
        )
    state = state_of(parse_position(line))
    check_possible(state)
    start = standing_position(state)
    game = after_steps(Game.at(state), steps)  # a player without a possible turn here has lost
    return AskedPosition(position_text(start), tuple(steps), standing_position(game.state) if steps else start, game)


def written_state(text: str) -> State:
    """Read the state at the start of the turn of a position, on a line or as JSON.

    :raises NotationError: if it cannot be read.
    :raises InvalidSetup: if the players and their powers do not form a game, or the position is impossible.
    """
    state = state_of(read_position(text) if text.lstrip().startswith("{") else parse_position(text))
    check_possible(state)
    return state


def taken_from(game: Game) -> AskedPosition:
    """Take the position of a game, by public knowledge: without secret workers and secrets of cards. If nothing is
    secret, it is the start of the turn with the steps since; otherwise the present position.

    :raises NotationError: if workers are still being placed, or the game is over.
    """
    if game.outcome is not None:
        raise NotationError("the game is over: no turn is being taken")
    if not game.state.cast.has_secrets:
        start, actions = game.turn_so_far
        steps = tuple(action_text(action) for action in actions)
        if len(steps) < MOST_STEPS and _is_written(start):
            now = _unshuffled(standing_position(game.state))
            return AskedPosition(position_text(_unshuffled(position_of(start))), steps, now, game)
    now = _unshuffled(standing_position(known_to(game.state, PUBLIC)))
    return AskedPosition(position_text(now), (), now, Game.at(state_of(now)))


def _unshuffled(position: Position) -> Position:
    """Return a position without the seeds of its decks, from which their order follows."""
    return replace(position, seed=0)


def _is_written(state: State) -> bool:
    try:
        position_of(state)
    except NotationError:
        return False
    return True


# ---- Possible positions
#
# One check for the page and the commands. A readable but impossible position is refused with a sentence that names the
# fault. A card's power judges its memory (`Power.memory_objection`); the rest is here.


def check_possible(state: State) -> None:
    """Check that a state at the start of a turn is possible. Secrets that it lacks count as possible.

    :raises InvalidSetup: with the reason that names the fault.
    """
    for reason in (_workers_objection(state), _recycled_objection(state), _tokens_objection(state)):
        if reason is not None:
            raise _impossible(reason)
    for power, holding in _cards(state):
        reason = power.memory_objection(holding)
        if reason is not None:
            raise _impossible(reason)


def most_workers(state: State, seat: Seat) -> int:
    """Return the most workers that a seat can ever have: those that the cards of its team put on the board, or bring
    in later. This also holds with two powers each: the sheet of 2007 has two men for each player, and a card
    overrides it."""
    cast = state.cast
    owned = _cards_of_team(state, seat)
    if not owned:
        return 0
    reserves = (cast.powers[index].memory_at_start(cast, index) for index in owned)
    return max(cast.powers[index].workers for index in owned) + sum(map(_waiting, reserves))


def _cards(state: State) -> Iterator[tuple[Power, Holding]]:
    """Generate the cards of the game, each with its owner as holder; a card beside the board with any player."""
    for index, power in enumerate(state.cast.powers):
        yield power, Holding(state, index, state.powers[index].owner or state.cast.seats[0])


def _cards_of_team(state: State, seat: Seat) -> list[int]:
    """Return the cards (by index) of the team whose workers stand with this seat; none for its other players."""
    cast = state.cast
    team = cast.team(seat)
    if cast.owner_of_team(team).seat != seat:
        return []
    return [index for index, owner in enumerate(cast.owners) if owner is not None and cast.team(owner) == team]


def _waiting(memory: Memory | None) -> int:
    return memory.workers if isinstance(memory, Reserve) else 0


def _workers_objection(state: State) -> Reason | None:
    for seat in state.cast.seats:
        team, owned = state.cast.team(seat), _cards_of_team(state, seat)
        standing = len(state.team_squares(team)) if owned else 0
        most, waiting = most_workers(state, seat), sum(_waiting(state.powers[index].memory) for index in owned)
        if standing > most:
            return Reason.of("position.workers", seat=seat, most=most)
        if standing + waiting > most:
            return Reason.of("position.workers_waiting", seat=seat, given=standing, waiting=waiting, most=most)
    return None


def _recycled_objection(state: State) -> Reason | None:
    """Return why the domes do not fit: each tower returned to the supply left a dome on the ground (rulings G6)."""
    left = sum(bool(state.domes & BITS[square]) and not state.levels[square] for square in squares(state.size))
    return Reason.of("position.recycled", given=state.recycled, most=left) if state.recycled > left else None


def _tokens_objection(state: State) -> Reason | None:
    """Return why the tokens do not fit: they lie on separate spaces, and leave where a dome is built (rulings G1)."""
    lying: set[Square] = set()
    for power, holding in _cards(state):
        for square in power.tokens(holding):
            if square in lying:
                return Reason.of("position.token_twice", square=square_name(square))
            if state.domes & BITS[square]:
                return Reason.of("position.token_domed", power=power.name, square=square_name(square))
            lying.add(square)
    return None


def _impossible(reason: Reason) -> InvalidSetup:
    return InvalidSetup(f"position: {_IN_ENGLISH[reason.key].format(**dict(reason.args))}", reason)


_IN_ENGLISH = {
    "position.workers": "{seat} can have at most {most} workers",
    "position.workers_waiting": "{seat} can have at most {most} workers: {given} stand and {waiting} wait on a card",
    "position.recycled": "recycled={given}, but each such tower leaves a dome on the ground, and there are {most}",
    "position.token_twice": "two tokens lie on {square}; there is room for one",
    "position.token_domed": "a token of {power} lies on {square}, where a dome is; building takes it off",
    "position.token_count": "{power} has {given} tokens with those that are left; there are {most} in all",
    "position.token_on_worker": "the token of {power} lies on {square}, where a worker stands",
    "position.token_on_ground": "a token of {power} lies on {square} without a block; it is put on a block",
    "position.in_abyss": "a worker stands on {square}, the space of {power}; whoever enters it has lost",
    "position.corner": "the four spaces of {power} are not all on the board from {square}; allowed are {allowed}",
    "position.named": "{power} names {square}, where no opponent's worker stands",
    "position.named_ally": "{power} names {square}, where none of the workers of {seat} stands",
}
"""The text of each reason where there is no page."""
