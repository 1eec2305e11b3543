"""The lobby: seats that the table plays, the options, and the beginning and end of a game."""

from __future__ import annotations

from common.message import Message
from engine.seats import Seat
from opponent.levels import LevelName
from table.session.answers import CommandRefused, Refusal, Refused, forbid, refusal_message, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.drafting import deck_seed, first_deal
from table.session.journal_entries import (
    GameAbandoned,
    GameBegan,
    OptionsChosen,
    RematchAgreed,
    TablePlays,
    evolve,
)
from table.session.power_deal import powers_needed
from table.session.rematch import WITH_THE_SAME_CARDS, RematchKind
from table.session.saved_state import (
    FEWEST_PLAYERS,
    SavedState,
    draft_of,
    need_here,
    need_host,
    need_opener,
    need_phase,
)
from table.session.snapshot import Phase
from table.session.table_state import TableState
from table.settings.options import GameOptions, powers_allowed

FLEECE_PLAYERS = 2
"""The number of players in the Golden Fleece variant."""


class LetTablePlay(Command, frozen=True, tag="let_table_play"):
    """Let the table play for a seat at a level, before a game (host only). Without a level it plays there no longer: a
    player who has the seat plays again, else it is free. On the host's own seat the host watches."""

    seat: Seat
    level: LevelName | None

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Only a free seat can be played by the table, or one of this phone's."""
        saved, held = state.saved, asked.held(state.saved)
        if not state.thinks:
            raise refuse(Refusal.NOT_NOW)
        need_phase(saved, Phase.LOBBY)
        need_host(saved, held)
        need_here(saved, self.seat)
        player = saved.seating.at(self.seat)
        if player is not None and player.mark and self.seat not in held:
            raise refuse(Refusal.SEAT_TAKEN, seat=self.seat.value)
        if self.level is None and (player is None or player.level is None):
            raise refuse(Refusal.NOT_NOW)
        return (TablePlays(self.seat, self.level),)


class ChooseOptions(Command, frozen=True, tag="choose_options"):
    """Choose the options of games in the lobby (host only)."""

    options: GameOptions

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_phase(state.saved, Phase.LOBBY)
        need_host(state.saved, asked.held(state.saved))
        return (OptionsChosen(self.options),)


class BeginGame(Command, frozen=True, tag="begin_game"):
    """Begin a game: with the draft, or without powers with the placement of workers (host only)."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        need_phase(saved, Phase.LOBBY)
        need_host(saved, asked.held(saved))
        need_opener(saved)
        against = obstacle_to_begin(saved, state.size)
        if against is not None:
            raise CommandRefused(Refused(against))
        begun = GameBegan(state.size)
        return (begun, *first_deal(evolve(saved, begun), asked.fresh))


class Rematch(Command, frozen=True, tag="rematch"):
    """Play again after a game."""

    again: RematchKind

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, fresh = state.saved, asked.fresh
        need_phase(saved, Phase.OVER)
        if not asked.held(saved):
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if self.again is not RematchKind.LOBBY:
            need_opener(saved)
        again = RematchAgreed(self.again, _deck(saved, fresh) if self.again in WITH_THE_SAME_CARDS else 0)
        return (again, *first_deal(evolve(saved, again), fresh))


class AbandonGame(Command, frozen=True, tag="abandon_game"):
    """End the game or the draft without a result (host only). It is not stored."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved = state.saved
        need_phase(saved, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
        need_host(saved, asked.held(saved))
        if saved.match is not None and saved.match.current and saved.phase is not Phase.OVER:
            raise refuse(Refusal.GAME_GOES_ON)
        if saved.drafting_apart:
            need_opener(saved)
        return (GameAbandoned(),)


def obstacle_to_begin(saved: SavedState, size: int) -> Message | None:
    """Return the reason why a game of the seated players cannot begin on a board of this size; None if it can."""
    count, options = len(saved.seating.players), saved.options_played
    if not saved.seating.enough:
        return refusal_message(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
    if saved.match is not None and not saved.match.seats.opened_here:
        return refusal_message(Refusal.OPENER_ONLY)
    if saved.match is not None and not saved.match.seats.all_came:
        return refusal_message(Refusal.NOT_ALL_CAME)
    if not saved.with_powers:
        return None
    if options.fleece and count != FLEECE_PLAYERS:
        return refusal_message(Refusal.FLEECE_FOR_TWO)
    draft, fit = draft_of(saved, size), len(powers_allowed(options, count))
    wanted = 0 if draft is None else powers_needed(draft, options.mode)
    return None if fit >= wanted else refusal_message(Refusal.TOO_FEW_GODS, count=str(fit), wanted=str(wanted))


def _deck(saved: SavedState, fresh: str) -> int:
    if saved.game is None:
        return 0
    setup = saved.game.setup
    powers = [power for player in setup.players for power in player.powers]
    return deck_seed([*powers, *([] if setup.fleece is None else [setup.fleece])], fresh)
