"""``observe``: from a state to what one viewer may see of it."""

from __future__ import annotations

from engine.actions import Action
from engine.lookahead import actions_after_done, legal_actions
from engine.power import Holding
from engine.seats import Viewer
from engine.secrets import concealed_workers, is_concealed, known_to
from engine.setup import Player
from engine.state import Reserve, State, Worker
from engine.views import Prompt, SeenPlayer, SeenWorker, View


def observe(state: State, viewer: Viewer) -> View:
    """The position as a viewer may see it; nothing that leaves the engine shows more."""
    if state.step is None:
        return view_with(state, viewer, (), ())
    known = known_to(state, state.step.seat)
    options = legal_actions(known)
    return view_with(state, viewer, options, actions_after_done(known, options))


def view_with(state: State, viewer: Viewer, options: tuple[Action, ...], after_done: tuple[Action, ...]) -> View:
    """As ``observe``, for options that are known already."""
    cast, step = state.cast, state.step
    concealed = concealed_workers(state, viewer)
    if step and state.outcome is None and is_concealed(state, cast.team(step.seat), viewer):
        options = after_done = ()
    return View(
        viewer=viewer,
        size=state.size,
        levels=state.levels,
        domes=state.domes,
        workers=seen_workers(state, viewer),
        players=tuple(_seen_player(state, player, concealed) for player in cast.setup.players),
        active=state.turn.seat if state.turn else None,
        prompt=Prompt(step.seat, step.kind, step.power, step.optional) if step else None,
        options=options,
        outcome=state.outcome,
        after_done=after_done,
    )


def seen_workers(state: State, viewer: Viewer) -> tuple[SeenWorker, ...]:
    """The workers that a viewer can see, by player and square."""
    concealed = concealed_workers(state, viewer)
    return tuple(
        SeenWorker(state.cast.owner_of_team(worker.team).seat, worker.square)
        for worker in sorted(state.workers, key=lambda each: (each.team, each.square))
        if worker not in concealed
    )


def _seen_player(state: State, player: Player, concealed: tuple[Worker, ...]) -> SeenPlayer:
    memory: list[tuple[str, str]] = []
    reserve = 0
    for index, card in enumerate(state.powers):
        if card.owner == player.seat:
            for holder in card.holders:
                memory.extend(state.cast.powers[index].public_memory(Holding(state, index, holder)))
            reserve += card.memory.workers if isinstance(card.memory, Reserve) else 0
    return SeenPlayer(
        seat=player.seat,
        team=player.team,
        power=player.power,
        uses=tuple(card.power for card in state.powers if player.seat in card.holders),
        memory=tuple(memory),
        reserve=reserve,
        hidden=sum(worker.team == player.team for worker in concealed),
        eliminated=player.seat in state.eliminated,
    )
