"""What the table says as a player, in one line: at the beginning and the end of a game, and after a turn that mattered.

A remark comes from what everybody sees on the board, never from what a search found or from something hidden: it is
made of the last turn that stands, as a viewer without a seat knows it, so it is gone with the next one. It is apart
from the snapshot so that one can see at a glance that nothing else gets into it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final
from zlib import crc32

from common.message import Message
from engine import PUBLIC, Game
from engine.actions import Piece
from engine.events import Built
from engine.game import Ply
from engine.seats import Seat
from engine.secrets import known_to
from engine.squares import Square, neighbors
from engine.state import State
from engine.views import visible_event
from opponent.levels import LevelName
from table.session.saved_state import SavedState
from table.session.snapshot import Phase, RemarkView

HIGH: Final = 2
"""The level from which a worker wins by moving up."""

WARNING_LEVELS: Final = (LevelName.CHILD, LevelName.BEGINNER)
"""The levels that say themselves that they could win next: who plays against these is learning the game. Stronger ones
say it only where the host allows hints, since to be told takes away what there is to see."""

VARIANTS: Final = 3
"""The number of texts for each occasion."""


class Occasion(StrEnum):
    """When the table says something. ``stopped``: it has just built a dome where a person could have won next;
    ``was_stopped``: a person has done that to it. ``threatens``: one of its workers has just come beside a square where
    it wins; ``threatened``: a person's has."""

    BEGINS = "begins"
    AGAIN = "again"
    STOPPED = "stopped"
    WAS_STOPPED = "was_stopped"
    THREATENS = "threatens"
    THREATENED = "threatened"
    WON = "won"
    LOST = "lost"


def remark_of(saved: SavedState) -> RemarkView | None:
    """Return what the table says now; None if it says nothing, plays no seat, or plays all of them."""
    game = saved.game
    if game is None or not saved.options.talks:
        return None
    playing = tuple(player.seat for player in game.setup.players)
    own = tuple(seat for seat in playing if seat in saved.seating.played_by_table)
    people = tuple(seat for seat in playing if seat not in own)
    if not own or not people:
        return None
    found = _of_end(game, own) if saved.phase is Phase.OVER else _under_way(saved, game, own)
    if found is None:
        return None
    occasion, speaker, others = found
    variant = 1 + crc32(f"{saved.name} {len(saved.turns)}".encode()) % VARIANTS
    args = (("seat", ",".join(others)),) if others else ()
    return RemarkView(speaker, Message(f"remark.{occasion}.{variant}", args))


Remark = tuple[Occasion, Seat, tuple[Seat, ...]]
"""The occasion, the seat for which the table speaks, and the people of whom it does."""


def _of_end(game: Game, own: tuple[Seat, ...]) -> Remark | None:
    winners = () if game.outcome is None else game.outcome.winners
    people = tuple(seat for seat in winners if seat not in own)
    if len(people) == len(winners):
        return (Occasion.LOST, own[0], people) if winners else None
    return None if people else (Occasion.WON, winners[0], ())


def _under_way(saved: SavedState, game: Game, own: tuple[Seat, ...]) -> Remark | None:
    if not saved.turns:
        return Occasion.AGAIN if saved.again else Occasion.BEGINS, own[0], ()
    first = saved.turns[-2].plies if len(saved.turns) > 1 else 0
    after = saved.turns[-1].plies
    if not first < after <= len(game.plies):
        return None
    plies = game.plies[first:after]
    states = plies[0].before, game.plies[after].before if after < len(game.plies) else game.state
    turn = _Turn(game, own, plies, *(known_to(state, PUBLIC) for state in states))
    if turn.mover not in own:
        return turn.of_person()
    level = next(player.level for player in saved.seating.players if player.seat is turn.mover)
    return turn.of_table(warns=saved.options.hints or level in WARNING_LEVELS)


class _Turn:
    """A turn that stands: its actions, and the states before and after it as everybody knows them."""

    def __init__(self, game: Game, own: tuple[Seat, ...], plies: tuple[Ply, ...], before: State, after: State) -> None:
        self.mover = plies[0].seat
        self._own = own
        self._teams = {player.seat: game.state.cast.team(player.seat) for player in game.setup.players}
        self._before, self._after = before, after
        self._domed = frozenset(_domed(plies))

    def of_table(self, *, warns: bool) -> Remark | None:
        """What the table says after a turn of its own."""
        for seat, team in self._teams.items():
            if seat not in self._own and team != self._teams[self.mover] and self._domed & ways_up(self._before, team):
                return Occasion.STOPPED, self.mover, (seat,)
        return (Occasion.THREATENS, self.mover, ()) if warns and self._threatens else None

    def of_person(self) -> Remark | None:
        """What the table says after a person's turn. Among three it points at nobody: that would help the third."""
        for seat in self._own:
            team = self._teams[seat]
            if team != self._teams[self.mover] and self._domed & ways_up(self._before, team):
                return Occasion.WAS_STOPPED, seat, (self.mover,)
        rival = next((seat for seat in self._own if self._teams[seat] != self._teams[self.mover]), None)
        if rival is None or len(set(self._teams.values())) > len((self.mover, rival)) or not self._threatens:
            return None
        return Occasion.THREATENED, rival, (self.mover,)

    @property
    def _threatens(self) -> bool:
        """Whether the mover has a way up that it did not have before."""
        team = self._teams[self.mover]
        return bool(ways_up(self._after, team) - ways_up(self._before, team))


def _domed(plies: tuple[Ply, ...]) -> list[Square]:
    """Return the squares on which everybody saw a dome being built."""
    events = (visible_event(event, ply.before, PUBLIC) for ply in plies for event in ply.events)
    return [event.square for event in events if isinstance(event, Built) and event.piece is Piece.DOME]


def ways_up(state: State, team: int) -> frozenset[Square]:
    """Return the open towers of three blocks beside a worker of this team on the second level. A card may still forbid
    the move: this is what people see at a glance."""
    high = (square for square in state.team_squares(team) if state.levels[square] == HIGH)
    beside = (to for square in high for to in neighbors(square))
    return frozenset(to for to in beside if state.levels[to] == HIGH + 1 and state.is_unoccupied(to))
