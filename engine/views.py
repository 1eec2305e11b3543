"""Views: what one viewer may see of a state, and of the events before it. Everything that leaves the engine for lights,
log and phones is a ``View``."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from engine.actions import Action
from engine.casting.cast import holdings
from engine.events import (
    ActedInSecret,
    Event,
    TokenPlaced,
    WinDenied,
    WorkerForced,
    WorkerMoved,
    WorkerPlaced,
    WorkerRemoved,
)
from engine.field_text import memory_fields, squares_of
from engine.power import Power
from engine.seats import Seat, Viewer
from engine.secrets import concealed_workers, is_concealed, known_card, known_to, knows_card
from engine.setup import MORTAL, Player, PowerName
from engine.squares import Square, squares_in
from engine.state import Outcome, Reserve, State, Step, StepKind
from engine.supply import UNCOUNTED, Stock, stock
from engine.turns.choices import actions_after_done, legal_choices


@dataclass(frozen=True, slots=True)
class SeenWorker:
    """A worker that the viewer can see, with its player (in a team of two: the team's first player).

    ``marked`` says that a power's text treats it differently from its player's others.
    """

    seat: Seat
    square: Square
    marked: bool = False


@dataclass(frozen=True, slots=True)
class SeenToken:
    """A token of ``power`` on the board."""

    power: PowerName
    square: Square


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card beside the board: its present users, and its memory as far as the viewer may know it."""

    power: PowerName
    holders: tuple[Seat, ...]
    memory: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """What the viewer knows of a player.

    ``power`` is the card in front of the player, ``uses`` the powers at this player's disposal now (another's card
    while it is stolen), ``memory`` what the cards remember, as far as this viewer may know it, ``reserve`` the
    workers that wait on the card, ``hidden`` how many workers stand where this viewer cannot see them.
    """

    seat: Seat
    team: int
    power: PowerName
    uses: tuple[PowerName, ...]
    memory: tuple[tuple[str, str], ...] = ()
    reserve: int = 0
    hidden: int = 0
    eliminated: bool = False
    second: PowerName = MORTAL


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open step: who is asked, for what, by which power (``mortal``: the base rules), and if it may be declined.
    ``in_a_row`` counts the steps of this kind that the player takes one after the other from here, this one included.
    """

    seat: Seat
    kind: StepKind
    power: PowerName
    optional: bool
    in_a_row: int


@dataclass(frozen=True, slots=True)
class View:
    """A position as ``viewer`` may see it.

    ``levels`` counts the blocks on each of the 25 squares (0 to 3), ``domes`` the domed squares; ``active`` is the
    seat whose turn it is (None while workers are placed); ``options`` are the legal actions of the open step, empty
    when they would reveal a secret to this viewer. ``after_done`` are those that open for the same seat once the open
    step is declined: what it may do next without using a "may". ``beside`` are cards that lie beside the board,
    ``driven`` marks an additional turn with an opponent's worker, ``stock`` is what is left in the box,
    ``wins`` are the options that win at once, as far as the viewer can know (empty unless the viewer or a teammate is
    to act). ``secrets`` are the tokens on secret maps that the viewer may know, ``revealed`` says that the game is over
    and what was kept secret in it is told.
    """

    viewer: Viewer
    size: int
    levels: tuple[int, ...]
    domes: frozenset[Square]
    workers: tuple[SeenWorker, ...]
    players: tuple[SeenPlayer, ...]
    active: Seat | None
    prompt: Prompt | None
    options: tuple[Action, ...]
    outcome: Outcome | None
    after_done: tuple[Action, ...] = ()
    tokens: tuple[SeenToken, ...] = ()
    beside: tuple[SeenCard, ...] = ()
    driven: bool = False
    stock: Stock = UNCOUNTED
    wins: tuple[Action, ...] = ()
    secrets: tuple[SeenToken, ...] = ()
    revealed: bool = False


def observe(state: State, viewer: Viewer) -> View:
    """Return the position as a viewer may see it; nothing that leaves the engine shows more."""
    if state.step is None:
        return view_with(state, viewer, (), ())
    known = known_to(state, state.step.seat)
    choices = legal_choices(known)
    options = tuple([choice.action for choice in choices])
    return view_with(state, viewer, options, actions_after_done(known, choices))


def view_with(state: State, viewer: Viewer, options: tuple[Action, ...], after_done: tuple[Action, ...]) -> View:
    """Return the same as ``observe``, for known options."""
    cast, step = state.cast, state.step
    if step and state.outcome is None and is_concealed(state, cast.team(step.seat), viewer):
        options = after_done = ()
    return View(
        viewer=viewer,
        size=state.size,
        levels=state.levels,
        domes=frozenset(squares_in(state.domes)),
        workers=seen_workers(state, viewer),
        players=tuple(_seen_player(state, player, viewer) for player in cast.setup.players),
        active=state.turn.seat if state.turn else None,
        prompt=_prompt(state, step) if step else None,
        options=options,
        outcome=state.outcome,
        after_done=after_done,
        tokens=_seen_tokens(state),
        beside=tuple(
            _seen_card(state, index, viewer)
            for index, card in enumerate(state.powers)
            if card.owner is None and card.power == state.setup.fleece
        ),
        driven=state.turn is not None and state.turn.driven,
        stock=stock(state),
        secrets=_seen_secrets(state, viewer),
        revealed=state.outcome is not None and cast.has_secret_places,
    )


def _prompt(state: State, step: Step) -> Prompt:
    alike = takewhile(lambda each: (each.seat, each.kind) == (step.seat, step.kind), state.agenda)
    return Prompt(step.seat, step.kind, step.power, step.optional, sum(1 for _ in alike))


def seen_workers(state: State, viewer: Viewer) -> tuple[SeenWorker, ...]:
    """Return the workers that a viewer can see, by player and square."""
    concealed = concealed_workers(state, viewer)
    return tuple(
        SeenWorker(state.cast.owner_of_team(worker.team).seat, worker.square, worker.marked)
        for worker in sorted(state.workers, key=lambda each: (each.team, each.square))
        if worker not in concealed
    )


def _seen_tokens(state: State) -> tuple[SeenToken, ...]:
    return tuple(
        SeenToken(power.name, square)
        for power, holding in holdings(state, Power.tokens)
        if holding.seat == state.powers[holding.card_index].holders[0]
        for square in power.tokens(holding)
    )


def _seen_secrets(state: State, viewer: Viewer) -> tuple[SeenToken, ...]:
    if not state.cast.has_secret_tokens:
        return ()
    return tuple(
        SeenToken(power.name, square)
        for index, power in enumerate(state.cast.powers)
        if power.secret_tokens
        for square in squares_of(known_card(state, index, viewer).memory)
    )


def _seen_card(state: State, index: int, viewer: Viewer) -> SeenCard:
    card = known_card(state, index, viewer)
    return SeenCard(card.power, card.holders, memory_fields(card.memory))


def _seen_player(state: State, player: Player, viewer: Viewer) -> SeenPlayer:
    cards = [index for index, owner in enumerate(state.cast.owners) if owner == player.seat]
    memories = [state.powers[index].memory for index in cards]
    remembering = [index for index, memory in zip(cards, memories, strict=True) if memory is not None]
    uses = (power.name for power, _, seat in state.roles.everyone if seat == player.seat and power.is_card)
    return SeenPlayer(
        seat=player.seat,
        team=player.team,
        power=player.power,
        uses=tuple(dict.fromkeys(uses)),
        memory=tuple(pair for index in remembering for pair in memory_fields(known_card(state, index, viewer).memory)),
        reserve=sum(memory.workers for memory in memories if isinstance(memory, Reserve)),
        hidden=_hidden_workers(state, player, viewer, cards),
        eliminated=player.seat in state.eliminated,
        second=player.second,
    )


def _hidden_workers(state: State, player: Player, viewer: Viewer, cards: list[int]) -> int:
    """Return the number of workers that may stand where the viewer cannot see them: as many as were placed."""
    if state.outcome is not None or not is_concealed(state, player.team, viewer):
        return 0
    if state.turn is None:
        return len(state.team_squares(player.team))
    return max(state.cast.powers[index].workers for index in cards)


def visible_event(event: Event, before: State, viewer: Viewer) -> Event | None:
    """Return an event as a viewer may know it: secret actions lose their squares; unseen workers are left out."""
    match event:
        case WorkerPlaced(seat=seat) | WorkerMoved(seat=seat):
            return ActedInSecret(seat) if _hidden(before, seat, viewer) else event
        case WorkerForced(seat=seat) | WorkerRemoved(seat=seat) | WinDenied(seat=seat):
            return None if _hidden(before, seat, viewer) else event
        case TokenPlaced(seat=seat, power=power):
            return event if _is_open(before, power, viewer) else ActedInSecret(seat)
        case _:
            return event


def _hidden(before: State, seat: Seat, viewer: Viewer) -> bool:
    return is_concealed(before, before.cast.team(seat), viewer)


def _is_open(before: State, power: PowerName, viewer: Viewer) -> bool:
    """Whether a viewer may know of a token of this power."""
    return all(
        not before.cast.powers[index].secret_tokens or knows_card(before, index, viewer)
        for index, card in enumerate(before.powers)
        if card.power == power
    )
