"""Positions that somebody asks about without a game: read from a line and checked, or taken from a game as everybody
knows it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.errors import InvalidSetup, NotationError
from engine.game import Game
from engine.judging import MOST_STEPS, after_steps
from engine.notation import action_text, parse_position, position_of, position_text, standing_position, state_of
from engine.notation.position import Position
from engine.reasons import Reason
from engine.seats import PUBLIC, Seat
from engine.secrets import known_to
from engine.state import Memory, Reserve, State


@dataclass(frozen=True, slots=True)
class AskedPosition:
    """A position to ask about: the ``line`` of the start of its turn, the ``steps`` of that turn so far, what stands
    after them with all that the cards remember, as if a turn began with it, and the game after them."""

    line: str
    steps: tuple[str, ...]
    standing: Position
    game: Game


def read_asked(text: str) -> AskedPosition:
    """The position on a line (docs/notation.md); steps of the turn may follow it, with spaces between.

    :raises NotationError: if it cannot be read, or a player has more workers than the cards bring into a game.
    :raises InvalidSetup: if the players and their powers do not form a game.
    :raises SantoriniError: if a step cannot be done.
    """
    line, *steps = text.split() or [text]
    if len(steps) >= MOST_STEPS:
        raise NotationError(
            f"{len(steps)} steps after a position; allowed are at most {MOST_STEPS - 1}",
            Reason.of("line.steps", given=len(steps), allowed=MOST_STEPS - 1),
        )
    position = parse_position(line)
    state = state_of(position)
    for side in position.sides:
        most = most_workers(state, side.seat)
        if len(side.workers) > most:
            raise InvalidSetup(
                f"position: {side.seat} has {len(side.workers)} workers; allowed are at most {most}",
                Reason.of("position.workers", seat=side.seat, most=most),
            )
    start = standing_position(state)
    game = after_steps(Game.at(state), steps)  # who cannot take a turn here has lost in it
    return AskedPosition(position_text(start), tuple(steps), standing_position(game.state) if steps else start, game)


def taken_from(game: Game) -> AskedPosition:
    """The position of a game, as everybody knows it: secret workers are left out, and so is what only some know of a
    card. Where nothing is secret, it is the start of the turn with the steps since; else what stands now.

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


def most_workers(state: State, seat: Seat) -> int:
    """The most workers that may be asked about with a seat: those that the cards of its team put on the board, or bring
    into the game later. That is so with two powers each, too: the sheet of 2007 has two men for each player, and what a
    card says goes before it."""
    cast = state.cast
    team = cast.team(seat)
    if cast.owner_of_team(team).seat != seat:
        return 0
    owned = [index for index, owner in enumerate(cast.owners) if owner is not None and cast.team(owner) == team]
    reserves = (cast.powers[index].memory_at_start(cast, index) for index in owned)
    return max(cast.powers[index].workers for index in owned) + sum(map(_waiting, reserves))


def _unshuffled(position: Position) -> Position:
    """A position without what decks were shuffled by: their order follows from it."""
    return replace(position, seed=0)


def _waiting(memory: Memory | None) -> int:
    return memory.workers if isinstance(memory, Reserve) else 0


def _is_written(state: State) -> bool:
    try:
        position_of(state)
    except NotationError:
        return False
    return True
