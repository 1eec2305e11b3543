"""``observe``: from a state to what one viewer may see of it."""

from __future__ import annotations

from engine.actions import Action
from engine.lookahead import legal_actions
from engine.power import Holding
from engine.seats import Viewer
from engine.secrets import concealed_workers, known_to
from engine.state import State
from engine.views import Prompt, SeenPlayer, SeenWorker, View


def observe(state: State, viewer: Viewer) -> View:
    """The position as a viewer may see it; nothing that leaves the engine shows more."""
    return view_with(state, viewer, legal_actions(known_to(state, state.step.seat)) if state.step else ())


def view_with(state: State, viewer: Viewer, options: tuple[Action, ...]) -> View:
    """As ``observe``, for options that are known already."""
    cast, step = state.cast, state.step
    concealed = concealed_workers(state, viewer)
    if any(worker.team == cast.team(step.seat) for worker in concealed) if step else False:
        options = ()
    players = []
    for player in cast.setup.players:
        uses = tuple(card.power for card in state.powers if player.seat in card.holders)
        memory: list[tuple[str, str]] = []
        for index, card in enumerate(state.powers):
            if card.owner == player.seat:
                for holder in card.holders:
                    memory.extend(cast.powers[index].public_memory(Holding(state, index, holder)))
        hidden = sum(worker.team == player.team for worker in concealed)
        reserve = sum(int(value) for name, value in memory if name == "reserve")
        eliminated = player.seat in state.eliminated
        players.append(
            SeenPlayer(player.seat, player.team, player.power, uses, tuple(memory), reserve, hidden, eliminated)
        )
    return View(
        viewer=viewer,
        size=state.size,
        levels=state.levels,
        domes=state.domes,
        workers=tuple(
            SeenWorker(cast.owner_of_team(worker.team).seat, worker.square)
            for worker in sorted(state.workers, key=lambda each: (each.team, each.square))
            if worker not in concealed
        ),
        players=tuple(players),
        active=state.turn.seat if state.turn else None,
        prompt=Prompt(step.seat, step.kind, step.power, step.optional) if step else None,
        options=options,
        outcome=state.outcome,
    )
