"""The lobby: seats that the table plays, the options, and the beginning and end of a game."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import replace as replace_fields

from common.message import Message
from engine.seats import Seat
from opponent.levels import LevelName, rung_of
from table.session.answers import CommandRefused, Refusal, Refused, forbid, refusal_message, refuse
from table.session.command import Command, CommandReceived, Decided
from table.session.drafting import deck_seed, first_deal
from table.session.journal_entries import (
    Entry,
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
    TABLE_SEATS,
    SavedState,
    draft_of,
    need_here,
    need_host,
    need_opener,
    need_phase,
)
from table.session.snapshot import Phase, RematchView
from table.session.table_state import RematchWish, TableState
from table.settings.options import GameOptions, powers_allowed

FLEECE_PLAYERS = 2
"""The number of players in the Golden Fleece variant."""


class LetTablePlay(Command, frozen=True, tag="let_table_play"):
    """Let the table play for a seat at a level, before a game (host only). Without a level it plays there no longer: a
    player who has the seat plays again, else it is free. On the host's own seat the host watches. If it ``adapts``, the
    level is that of the first game: after each one the table plays the next a little more weakly if it has won, and
    more strongly if it has lost."""

    seat: Seat
    level: LevelName | None
    adapts: bool = False

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
        rung = rung_of(self.level) if self.adapts and self.level is not None else None
        return (TablePlays(self.seat, self.level, rung),)


class ChooseOptions(Command, frozen=True, tag="choose_options"):
    """Choose the options of games in the lobby (host only)."""

    options: GameOptions

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        need_phase(state.saved, Phase.LOBBY)
        need_host(state.saved, asked.held(state.saved))
        return (OptionsChosen(self.options),)


class PlayAgainstTable(Command, frozen=True, tag="play_against_table"):
    """Begin a first game against the table at once, for a player who sits alone: without powers and clock, at a child's
    level and with hints."""

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        """Nobody else may sit, not even the table."""
        saved, own = state.saved, asked.own(state.saved)
        need_phase(saved, Phase.LOBBY)
        if not own:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if not state.thinks or saved.match is not None or len(saved.seating.players) > 1:
            raise refuse(Refusal.NOT_NOW)
        opposite = TABLE_SEATS[(TABLE_SEATS.index(own[0]) + 1) % len(TABLE_SEATS)]
        options = replace_fields(saved.options, powers=False, clock=None, hints=True)
        return TablePlays(opposite, LevelName.CHILD), OptionsChosen(options), GameBegan(state.size)


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
    """Play again after a game, once a player with another phone at this table agrees: by `AnswerRematch`, or by the
    same wish. It begins at once where one phone has all seats for which people play here; so does the lobby, where a
    next game has to be begun anyway."""

    again: RematchKind

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, held = state.saved, asked.held(state.saved)
        need_phase(saved, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if self.again is RematchKind.LOBBY:
            return _played_again(saved, self.again, asked.fresh)
        need_opener(saved)
        wish, people = state.rematch, _people(saved)
        alone = people <= set(held)
        agrees = wish is not None and wish.refused is None and wish.asker not in held and wish.again is self.again
        if alone or agrees:
            return _played_again(saved, self.again, asked.fresh)
        own = next((seat for seat in held if seat in people), held[0])
        return replace(state.newer, rematch=RematchWish(own, self.again, state.version + 1))


class AnswerRematch(Command, frozen=True, tag="answer_rematch"):
    """Agree to a rematch that another player asks for, which begins it, or refuse it. The player who asked withdraws
    it by refusing."""

    agree: bool

    def known_since(self, state: TableState, asked: CommandReceived) -> int:
        """The wish may be another one by now."""
        del asked
        return state.game_version if state.rematch is None else state.rematch.since

    def decide(self, state: TableState, asked: CommandReceived) -> Decided:
        saved, wish, held = state.saved, state.rematch, asked.held(state.saved)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        if wish is None or wish.refused is not None:
            raise refuse(Refusal.NO_REMATCH)
        if wish.asker in held:
            if self.agree:
                raise refuse(Refusal.NO_REMATCH)
            return replace(state.newer, rematch=None)
        if not self.agree:
            return replace(state.newer, rematch=replace(wish, refused=held[0]))
        return _played_again(saved, wish.again, asked.fresh)


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


def rematch_view(wish: RematchWish | None) -> RematchView | None:
    """Return the wish as phones show it."""
    return None if wish is None else RematchView(wish.asker, wish.again, wish.refused)


def _people(saved: SavedState) -> set[Seat]:
    """Return the seats for which people at this table play."""
    return {player.seat for player in saved.seating.players} - saved.seating.announced_seats


def _played_again(saved: SavedState, kind: RematchKind, fresh: str) -> tuple[Entry, ...]:
    """Return the entries with which the same players play again."""
    again = RematchAgreed(kind, _deck(saved, fresh) if kind in WITH_THE_SAME_CARDS else 0)
    return (again, *first_deal(evolve(saved, again), fresh))


def _deck(saved: SavedState, fresh: str) -> int:
    if saved.game is None:
        return 0
    setup = saved.game.setup
    powers = [power for player in setup.players for power in player.powers]
    return deck_seed([*powers, *([] if setup.fleece is None else [setup.fleece])], fresh)
