"""What comes after a game, or ends it."""

from __future__ import annotations

from engine.seats import Seat
from table.commands import AbandonGame, Rematch
from table.deciding.draft import deck_seed
from table.deciding.rights import need_host, need_phase
from table.entries import Entry, GameAbandoned, RematchAgreed
from table.evening import Evening
from table.refusals import Refusal, forbid
from table.rematch import WITH_THE_SAME_CARDS
from table.snapshot import Phase


def after_game(evening: Evening, held: tuple[Seat, ...], command: Rematch | AbandonGame, fresh: str) -> Entry:
    """What comes of playing again, or of ending the game without a result. ``fresh`` is where chance comes from."""
    if isinstance(command, Rematch):
        need_phase(evening, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        powers = () if evening.game is None else (each for one in evening.game.setup.players for each in one.powers)
        return RematchAgreed(command.kind, deck_seed(powers, fresh) if command.kind in WITH_THE_SAME_CARDS else 0)
    need_phase(evening, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(evening, held)
    return GameAbandoned()
