"""Converts states of the engine to written positions, and back.

A position is written after the effects at the start of its turn, with the memories of the cards then. Reading computes
again which powers change hands and which demands bind the turn.
"""

from __future__ import annotations

from engine.casting.cast import Cast
from engine.casting.setup_checks import check_setup
from engine.errors import NotationError, cut_short
from engine.field_text import NOTHING, entries_of, memory_fields, remembered
from engine.notation.checks import in_part
from engine.notation.position import Position, PositionCard, Side
from engine.ram import RamSpace
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup, team_in_turn
from engine.squares import Corner, Square, mask_of, square_name, squares, squares_between, squares_in
from engine.state import Memory, PowerState, Reserve, State, Step, StepKind, Turn, Worker
from engine.turns.flow import advance, begin_turn, first_state, planned


def setup_of(position: Position) -> Setup:
    """Return the setup of the game of a position.

    :raises NotationError: for more powers than a player can have.
    """
    count = len(position.sides)
    players = []
    for order, side in enumerate(position.sides):
        powers = "+".join(card.power for card in side.cards)
        if not 1 <= len(side.cards) <= 2:
            raise NotationError(
                f"position: {side.seat} has {len(side.cards)} powers, {powers}; allowed are one or two",
                Reason.of("line.three_powers", given=cut_short(powers), allowed="1, 2", at="player", number=order + 1),
            )
        second = side.cards[1].power if len(side.cards) == 2 else MORTAL
        if len(side.cards) == 2 and second == MORTAL:
            raise NotationError(
                f"position: {side.seat} has {MORTAL} as a second power in {powers}; leave it out",
                Reason.of("line.second_mortal", given=powers, allowed=side.power, at="player", number=order + 1),
            )
        players.append(Player(side.seat, side.power, team_in_turn(order, count), second))
    fleece = None if position.fleece is None else position.fleece.power
    return Setup(tuple(players), position.profile, fleece, position.seed)


def state_of(position: Position) -> State:
    """Return the state at the start of the turn that a position describes.

    It may have no legal turn for the player; ``Game.at`` of the state handles that.

    :raises NotationError: if the game is over, or the memory of a card is impossible.
    :raises InvalidSetup: if the players and their powers do not form a game.
    """
    if position.winner is not None:
        raise NotationError(
            f"the game of this position is over, {position.winner} has won: no turn starts in it",
            Reason.of("line.over", given="#", seat=position.winner),
        )
    setup = setup_of(position)
    check_setup(setup)
    empty = first_state(setup)
    cast = empty.cast
    workers = [(_team_of(side, cast), on, on in side.marked) for side in position.sides for on in side.workers]
    state = empty._replace(
        levels=position.levels,
        domes=mask_of(*position.domes),
        workers=tuple(Worker(number, *worker) for number, worker in enumerate(sorted(workers))),
        powers=_cards(position, empty),
        climbed=_climbed(position, cast),
        eliminated=frozenset(side.seat for side in position.sides if side.out),
        resigned=frozenset(side.seat for side in position.sides if side.resigned),
        recycled=position.recycled,
        agenda=(),
    )
    if position.extra is not None and position.extra not in [power.name for power in cast.powers]:
        here = ", ".join(power.name for power in cast.powers if power.name != MORTAL) or NOTHING
        raise NotationError(
            f"position: {position.extra} is not in this game to give an additional turn; those that are: {here}",
            Reason.of("line.extra", given=position.extra, allowed=here, at="to_move"),
        )
    extra = None if position.extra is None else _extra_step(position.to_move, position.extra)
    return begin_turn(state, position.to_move, extra=extra, resumed=True)


def position_of(state: State) -> Position:
    """Return the position of a state at the start of a turn, or at the end of the game.

    Secret workers are written at their true places.

    :raises NotationError: if workers are still being placed, or the state is within a turn.
    """
    if state.outcome is None and state.turn is not None and not is_turn_start(state):
        raise NotationError(
            f"{state.turn.seat} is in the middle of a turn: positions are written at the start of a turn"
        )
    return standing_position(state)


def standing_position(state: State) -> Position:
    """Return the present position of a state, as if its turn began with it; earlier actions of the turn do not count.

    :raises NotationError: if workers are still being placed.
    """
    winner = state.outcome.winners[0] if state.outcome else None
    to_move = winner or (state.turn.seat if state.turn else None)
    if to_move is None:
        raise NotationError("workers are still being placed: positions are written from the first turn on")
    setup, driven = state.setup, state.turn is not None and state.turn.driven and is_turn_start(state)
    fleece = None if setup.fleece is None else state.cast.index_of(setup.fleece)
    ram = None if fleece is None else state.powers[fleece + 1].memory
    return Position(
        levels=state.levels,
        domes=frozenset(squares_in(state.domes)),
        sides=tuple(_side(state, player) for player in setup.players),
        to_move=to_move,
        profile=setup.profile,
        extra=state.agenda[0].power if driven else None,
        fleece=None if fleece is None else _card(state, fleece, holders_due=driven),
        ram=ram.square if isinstance(ram, RamSpace) else None,
        seed=setup.seed,
        recycled=state.recycled,
        winner=winner,
    )


def is_turn_start(state: State) -> bool:
    """Whether a turn has begun and nothing was done yet."""
    turn = state.turn
    if turn is None or state.outcome is not None or not state.agenda:
        return False
    here = tuple(worker.square for worker in sorted(state.workers, key=lambda worker: worker.number))
    if turn != Turn(turn.seat, here, demands=turn.demands, driven=turn.driven):
        return False
    if turn.driven:
        return state.agenda == (_extra_step(turn.seat, state.agenda[0].power),)
    due = planned(state, turn.seat)
    if state.agenda == due:
        return True
    # A game skips optional steps in which nothing could be chosen.
    passed = len(due) - len(state.agenda)
    if passed <= 0 or due[passed:] != state.agenda or not all(step.optional for step in due[:passed]):
        return False
    return advance(state._replace(agenda=due)).state == state


def _extra_step(seat: Seat, power: PowerName) -> Step:
    return Step(StepKind.MOVE, seat, power, optional=True)


def _team_of(side: Side, cast: Cast) -> int:
    team = cast.team(side.seat)
    first = cast.owner_of_team(team).seat
    if first != side.seat:
        there = ",".join(square_name(square) for square in side.workers)
        raise NotationError(
            f"position: the workers of {side.seat} stand with {first}, the first of the team; {there} is given",
            Reason.of("line.team", given=cut_short(there), seat=side.seat, other=first),
        )
    return team


def _climbed(position: Position, cast: Cast) -> frozenset[Seat]:
    climbed = frozenset(side.seat for side in position.sides if side.moved_up)
    for seat in climbed:
        if not cast.asks_about_climbs(seat):
            raise NotationError(
                f"position: moved_up_last_turn is given for {seat}, but no power here asks about it",
                Reason.of("line.climbed", given="^", seat=seat),
            )
    return climbed


def _cards(position: Position, empty: State) -> tuple[PowerState, ...]:
    """Return the cards of the position."""
    written: list[tuple[PositionCard, int | None]] = [
        (card, order) for order, side in enumerate(position.sides) for card in side.cards
    ]
    if position.fleece is not None:
        written.append((position.fleece, None))
    cards = list(empty.powers)
    for index, (card, order) in enumerate(written):
        if order is None:
            with in_part("fleece_brackets"):
                cards[index] = _card_state(cards[index], card, None, empty.cast)
        elif position.sides[order].out:
            cards[index] = cards[index]._replace(holders=(), memory=None)
        else:
            with in_part("brackets", order + 1):
                cards[index] = _card_state(cards[index], card, position.sides[order], empty.cast)
    if position.fleece is not None:
        cards[len(written)] = cards[len(written)]._replace(memory=RamSpace(position.ram))
    gone = frozenset(side.seat for side in position.sides if side.out)
    return tuple(card._replace(holders=tuple(seat for seat in card.holders if seat not in gone)) for card in cards)


def _card_state(start: PowerState, card: PositionCard, side: Side | None, cast: Cast) -> PowerState:
    where = f"position: {card.power}{'' if side is None else f' of {side.seat}'}"
    memory = start.memory
    if memory is None and card.memory:
        name = card.memory[0][0]
        raise NotationError(
            f"{where} remembers nothing, but {name!r} is given",
            Reason.of("line.nothing_remembered", given=cut_short(name), power=card.power),
        )
    if memory is not None:
        try:
            memory = remembered(card.memory, memory)
        except NotationError as error:
            raise NotationError(f"{where}: {error}", error.reason) from error
        _check_known(memory, cast, where)
    if isinstance(memory, Reserve) and isinstance(start.memory, Reserve) and memory.workers > start.memory.workers:
        most = start.memory.workers
        raise NotationError(
            f"{where}: workers={memory.workers}; at most {most} wait there",
            Reason.of("line.value", given=f"workers={memory.workers}", allowed=", ".join(map(str, range(most + 1)))),
        )
    return start._replace(memory=memory, holders=start.holders if card.holders is None else card.holders)


def _check_known(memory: Memory, cast: Cast, where: str) -> None:
    """Check that a card remembers only squares, players and drawable cards that the game has."""
    known: dict[object, tuple[object, ...]] = {
        Square: squares(cast.size),
        Corner: squares(cast.size),
        Seat: cast.seats,
        PowerName: tuple(power.name for power, owner in zip(cast.powers, cast.owners, strict=True) if owner is None),
    }
    for kind, there in known.items():
        for entry in entries_of(memory, kind):
            if entry not in there:
                name, allowed = str(entry), ", ".join(map(str, there)) or NOTHING
                if kind in (Square, Corner) and isinstance(entry, int):
                    name, allowed = square_name(Square(entry)), squares_between(cast.size)
                raise NotationError(
                    f"{where}: there is no {name} in this game; allowed are {allowed}",
                    Reason.of("line.not_in_game", given=cut_short(name), allowed=allowed),
                )


def _side(state: State, player: Player) -> Side:
    first = state.cast.owner_of_team(player.team) is player
    standing = sorted(worker for worker in state.workers if worker.team == player.team) if first else []
    indexes = [index for index, owner in enumerate(state.cast.owners) if owner == player.seat]
    return Side(
        seat=player.seat,
        cards=tuple(_card(state, index) for index in indexes),
        workers=tuple(sorted(worker.square for worker in standing)),
        marked=tuple(sorted(worker.square for worker in standing if worker.marked)),
        moved_up=player.seat in state.climbed,
        out=player.seat in state.eliminated,
        resigned=player.seat in state.resigned,
    )


def _card(state: State, index: int, *, holders_due: bool = True) -> PositionCard:
    card = state.powers[index]
    usual = () if card.owner is None or card.owner in state.eliminated else (card.owner,)
    unusual = card.holders != usual and holders_due
    return PositionCard(card.power, memory_fields(card.memory), card.holders if unusual else None)
