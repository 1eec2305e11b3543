"""What a viewer sees and not everybody does, so that a phone can keep it covered."""

from __future__ import annotations

from engine import PUBLIC, Game
from engine.seats import Viewer
from engine.views import StepKind, View
from table.session.snapshot import SecretView


def secret_of(game: Game, viewer: Viewer) -> SecretView | None:
    """What is secret in the view of this viewer; None if everybody sees the same."""
    if viewer == PUBLIC:
        return None
    own, public = game.view(viewer), game.view(PUBLIC)
    workers = tuple(worker for worker in own.workers if worker not in public.workers)
    known = {(player.seat, pair) for player in public.players for pair in player.memory}
    memory = tuple(pair for player in own.players for pair in player.memory if (player.seat, pair) not in known)
    step = own.prompt is not None and own.prompt.seat == viewer and _in_secret(game, own, public)
    return SecretView(workers, memory, step) if workers or memory or step else None


def _in_secret(game: Game, own: View, public: View) -> bool:
    """Whether what is chosen now is told to nobody else: nobody else sees the options, or the token goes on a map."""
    prompt = own.prompt
    if prompt is not None and prompt.kind is StepKind.TOKEN:
        cards = zip(game.state.powers, game.state.cast.powers, strict=True)
        return any(power.secret_tokens for card, power in cards if card.power == prompt.power)
    return bool(own.options) and not public.options
