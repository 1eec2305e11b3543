"""What comes after a game, or ends it."""

from __future__ import annotations

from engine.seats import Seat
from table.session.commands import AbandonGame, Rematch
from table.session.handlers.draft_commands import deck_seed, first_deal
from table.session.handlers.permissions import need_host, need_phase
from table.session.journal_entries import Entry, GameAbandoned, RematchAgreed
from table.session.refusals import Refusal, forbid
from table.session.rematch import WITH_THE_SAME_CARDS
from table.session.saved_state import SavedState, evolve
from table.session.snapshot import Phase


def after_game(
    evening: SavedState, held: tuple[Seat, ...], command: Rematch | AbandonGame, fresh: str
) -> tuple[Entry, ...]:
    """What comes of playing again, or of ending the game without a result. ``fresh`` is where chance comes from."""
    if isinstance(command, Rematch):
        need_phase(evening, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        again = RematchAgreed(command.again, _deck(evening, fresh) if command.again in WITH_THE_SAME_CARDS else 0)
        return (again, *first_deal(evolve(evening, again), fresh))
    need_phase(evening, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(evening, held)
    return (GameAbandoned(),)


def _deck(evening: SavedState, fresh: str) -> int:
    if evening.game is None:
        return 0
    setup = evening.game.setup
    powers = [power for player in setup.players for power in player.powers]
    return deck_seed([*powers, *([] if setup.fleece is None else [setup.fleece])], fresh)
