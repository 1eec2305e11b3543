"""A position of the game with what is worked out about it once: who stands where, and what each step would leave."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine import PUBLIC, Action, Game, Move, Place, Seat, Square
from engine.actions import Force, RemoveWorker, Swap
from engine.secrets import reveals
from table.moves.step_search import Pieces, StepSearch, StepSequence, foreseen, pieces


@dataclass(frozen=True, slots=True)
class StepResult:
    """A legal step that moves workers, and the workers that stand after it."""

    action: Action
    standing: Pieces


def offers_all_of(before: Game, after: Game) -> bool:
    """Whether at an earlier position of a turn all can be done that can be done after further steps of it, with the
    same pieces on the board: then those steps have come to nothing. Both are as the seat to act knows them."""
    seat = before.to_act
    if seat is None or after.to_act is not seat or after.turn != before.turn:
        return False
    was, now = before.view(seat), after.view(seat)
    unchanged = (was.levels, was.domes, was.workers, was.tokens) == (now.levels, now.domes, now.workers, now.tokens)
    return unchanged and set(now.options) <= set(was.options) and set(now.after_done) <= set(was.after_done)


class PossibleSteps:
    """A position that hands start from, or may go back to."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def known(self) -> Game:
        """The game as the seat to act knows it."""
        return foreseen(self.game)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        """The seats that have workers: every player's, of a team only the first player's."""
        first: dict[int, Seat] = {}
        for player in self.game.setup.players:
            first.setdefault(player.team, player.seat)
        return tuple(first.values())

    @property
    def mover(self) -> Seat | None:
        """The seat whose workers the seat to act moves; None when the game is over."""
        to_act = self.game.to_act
        if to_act is None or to_act in self.seats:
            return to_act
        teams = {player.seat: player.team for player in self.game.setup.players}
        return next(seat for seat in self.seats if teams[seat] == teams[to_act])

    def is_final(self, chain: StepSequence) -> bool:
        """Whether these steps cannot be taken back: they end the game, test something secret or draw a card."""
        if chain.after.outcome is not None or any(ply.barrier for ply in chain.after.plies[-len(chain.actions) :]):
            return True
        return any(reveals(self.game.state, action) for action in chain.actions)

    @cached_property
    def pieces(self) -> Pieces:
        """The workers that everybody can see on the board."""
        return pieces(self.game)

    @cached_property
    def chains(self) -> StepSearch:
        """The legal steps from here that explain what stands."""
        return StepSearch(self.game)

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """The heights of the 25 squares in pieces, domes included."""
        view = self.game.view(PUBLIC)
        return tuple(level + (Square(square) in view.domes) for square, level in enumerate(view.levels))

    @cached_property
    def results(self) -> tuple[StepResult, ...]:
        """What each legal step that moves workers would leave, as far as it can be foreseen."""
        known = self.known
        found = []
        for action in known.legal_actions():
            if isinstance(action, Place | Move | Force | Swap | RemoveWorker):
                after = frozenset((worker.square, worker.seat) for worker in known.workers_after(action))
                found.append(StepResult(action, after))
        return tuple(found)
