"""Between states of the engine and written positions."""

from __future__ import annotations

from dataclasses import replace

from engine.catalogue import check_setup
from engine.errors import NotationError
from engine.flow import begin_turn, first_state
from engine.notation.position import Position, Side
from engine.power import Power
from engine.seats import Seat
from engine.setup import Player, PowerName, Profile, Setup
from engine.state import PowerState, Reserve, State, Step, Worker
from engine.views import StepKind

TEAM_GAME = 4
"""Players of the game that is played in two teams."""


def state_of(position: Position) -> State:
    """The state at the start of the turn that a position describes, whatever happens of itself then included.

    A player may have no legal turn in it; ``Game.at`` of the state settles that.

    :raises NotationError: if the game is over, or a card is said to remember what it cannot.
    :raises InvalidSetup: if the players and their powers do not form a game.
    """
    if position.winner is not None:
        raise NotationError(f"the game of this position is over, {position.winner} has won: no turn starts in it")
    count = len(position.sides)
    teams = [order % 2 if count == TEAM_GAME else order for order in range(count)]
    players = tuple(Player(side.seat, side.power, team) for side, team in zip(position.sides, teams, strict=True))
    setup = Setup(players, Profile(size=position.size))
    check_setup(setup)
    empty = first_state(setup)
    workers = [(team, on) for side, team in zip(position.sides, teams, strict=True) for on in side.workers]
    state = replace(
        empty,
        levels=position.levels,
        domes=position.domes,
        workers=tuple(Worker(number, team, on) for number, (team, on) in enumerate(sorted(workers))),
        powers=_cards(position, empty),
        climbed=_climbed(position, empty),
        agenda=(),
    )
    return begin_turn(state, position.to_move)[0]


def position_of(state: State) -> Position:
    """The position that a state at the start of a turn, or at the end of the game, is written as.

    Workers that are secret in the game are written where they truly stand. Players who are out are left out.

    :raises NotationError: if workers are still being placed, or the state is in the middle of a turn.
    """
    winner = state.outcome.winners[0] if state.outcome else None
    to_move = state.turn.seat if state.turn else winner
    if to_move is None:
        raise NotationError("workers are still being placed: positions are written from the first turn on")
    beginning = (Step(StepKind.MOVE, to_move), Step(StepKind.BUILD, to_move))
    if winner is None and (state.agenda != beginning or (state.turn and state.turn.moved)):
        raise NotationError(f"{to_move} is in the middle of a turn: positions are written at the start of a turn")
    sides = tuple(_side(state, index) for index in range(len(state.powers)) if _plays(state, index))
    return Position(state.levels, state.domes, sides, to_move, state.size, winner)


def _plays(state: State, index: int) -> bool:
    return state.setup.players[index].seat not in state.eliminated


def _side(state: State, index: int) -> Side:
    player, card = state.setup.players[index], state.powers[index]
    workers = state.team_squares(player.team) if state.cast.owner_of_team(player.team) is player else ()
    held = [other.power for other in state.powers if player.seat in other.holders and other.owner != player.seat]
    return Side(
        seat=player.seat,
        power=player.power,
        workers=tuple(sorted(workers)),
        moved_up=player.seat in state.climbed,
        reserve=card.memory.workers if isinstance(card.memory, Reserve) else None,
        holds=held[0] if held else None,
    )


def _climbed(position: Position, empty: State) -> frozenset[Seat]:
    climbed = frozenset(side.seat for side in position.sides if side.moved_up)
    for seat in climbed:
        if not empty.cast.asks_about_climbs(seat):
            raise NotationError(f"position: moved_up_last_turn is kept for {seat}, but no power here asks about it")
    return climbed


def _cards(position: Position, empty: State) -> tuple[PowerState, ...]:
    cards = [
        _remembering(card, power, side)
        for card, power, side in zip(empty.powers, empty.cast.powers, position.sides, strict=True)
    ]
    for side, power in zip(position.sides, empty.cast.powers, strict=True):
        if side.holds is not None:
            index = _index_held(empty, side.seat, side.holds, power)
            cards[index] = replace(cards[index], holders=(side.seat,))
    return tuple(cards)


def _index_held(empty: State, seat: Seat, held: PowerName, power: Power) -> int:
    team = empty.cast.team(seat)
    for index, player in enumerate(empty.setup.players):
        if power.takes_powers and player.team != team and player.power == held:
            return index
    raise NotationError(
        f"position: {seat} ({power.name}) cannot hold {held}: only an opponent's power, by a power's text"
    )


def _remembering(card: PowerState, power: Power, side: Side) -> PowerState:
    if not isinstance(card.memory, Reserve):
        if side.reserve is not None:
            raise NotationError(f"position: {side.seat} ({power.name}) has no workers on its card")
        return card
    most = card.memory.workers
    on_board_besides = max(0, len(side.workers) - power.workers)
    waiting = max(0, most - on_board_besides) if side.reserve is None else side.reserve
    if waiting > most:
        raise NotationError(
            f"position: {waiting} workers on the card of {side.seat} ({power.name}); at most {most} wait there"
        )
    return replace(card, memory=Reserve(waiting))
