"""Commands that follow a game or end it: a rematch, and abandoning the game."""

from __future__ import annotations

from engine.seats import Seat
from table.session.commands import AbandonGame, Rematch
from table.session.evolve import evolve
from table.session.handlers.draft_commands import deck_seed, first_deal
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, GameAbandoned, RematchAgreed
from table.session.refusals import Refusal, forbid
from table.session.rematch import WITH_THE_SAME_CARDS
from table.session.saved_state import SavedState
from table.session.snapshot import Phase


def handle_rematch_command(
    saved: SavedState, held: tuple[Seat, ...], command: Rematch | AbandonGame, fresh: str
) -> tuple[Entry, ...]:
    """The entries of a rematch, or of ending the game without a result; ``fresh`` seeds random numbers."""
    if isinstance(command, Rematch):
        need_phase(saved, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        again = RematchAgreed(command.again, _deck(saved, fresh) if command.again in WITH_THE_SAME_CARDS else 0)
        return (again, *first_deal(evolve(saved, again), fresh))
    need_phase(saved, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(saved, held)
    return (GameAbandoned(),)


def _deck(saved: SavedState, fresh: str) -> int:
    if saved.game is None:
        return 0
    setup = saved.game.setup
    powers = [power for player in setup.players for power in player.powers]
    return deck_seed([*powers, *([] if setup.fleece is None else [setup.fleece])], fresh)
