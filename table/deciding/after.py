"""What comes after a game, or ends it."""

from __future__ import annotations

from engine.seats import Seat
from table.commands import AbandonGame, Rematch
from table.deciding.rights import need_host, need_phase
from table.entries import Entry, GameAbandoned, RematchAgreed
from table.evening import Evening
from table.refusals import Refusal, forbid
from table.snapshot import Phase


def after_game(evening: Evening, held: tuple[Seat, ...], command: Rematch | AbandonGame) -> Entry:
    """What comes of playing again, or of ending the game without a result."""
    if isinstance(command, Rematch):
        need_phase(evening, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return RematchAgreed()
    need_phase(evening, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(evening, held)
    return GameAbandoned()
