"""Nemesis (41).

If none of an opponent's workers stands beside one of hers, as many as possible of both may exchange their spaces (End
of Your Turn).

- Optional, but all or nothing: as many exchanges as the smaller side has workers; she picks who exchanges with whom
  (rulings 41). The exchanges are entered one after the other; each worker takes part once.
- With three players she picks one opponent by her first exchange; the other one's workers do not matter (rulings 41).
- Exchanges are forces: no win, any heights. Workers on a coin are not there for her (rulings G7, 41).
- Revised: exactly two of hers with two of theirs, and only if both sides have two (rulings 41).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.actions import Action, Swap
from engine.casting.cast import no_opponent, not_own
from engine.effects import Effect, Grant, Note, Option
from engine.power import Holding, Power
from engine.reasons import Reason
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Memory, Step, StepKind, Worker


@dataclass(frozen=True, slots=True)
class Swapped(Memory):
    """The workers (by number) that took part in an exchange already, and the opponent's team."""

    workers: frozenset[int]
    team: int


class Nemesis(Power):
    """Exchange all workers with an opponent who keeps away."""

    name = PowerName("nemesis")
    wins_by_first_move = True
    relocates_at_end = True

    def end_of_turn(self, h: Holding) -> Iterable[Effect]:
        """The chance to exchange, where some opponent keeps away."""
        if any(self._exchanges(h, theirs) for theirs in self._opponents(h).values()):
            yield Grant(Step(StepKind.SWAP, h.seat, self.name, optional=True))

    def offer(self, h: Holding, step: Step) -> Iterable[Option]:
        """Any of hers with any of theirs; after the first exchange those that are left, with the same opponent."""
        if step.power != self.name or step.kind is not StepKind.SWAP:
            return
        swapped = h.card.notes if isinstance(h.card.notes, Swapped) else None
        for team, theirs in self._opponents(h).items():
            if swapped is None:
                due = Step(StepKind.SWAP, h.seat, self.name)
                yield from self._swaps(h, theirs, frozenset(), (due,) * (self._exchanges(h, theirs) - 1))
            elif swapped.team == team:
                yield from self._swaps(h, theirs, swapped.workers, ())

    def why_not_offered(self, h: Holding, step: Step, action: Action) -> Reason | None:
        """The two are not one of hers and one that she can name; or one was exchanged already, or their player is not
        the one to exchange with."""
        if step.power != self.name or not isinstance(action, Swap):
            return None
        swapped = h.card.notes if isinstance(h.card.notes, Swapped) else None
        for worker in h.state.workers:
            if swapped and worker.number in swapped.workers and worker.square in (action.mine, action.theirs):
                return Reason.of("nemesis.once", square=square_name(worker.square))
        against = not_own(h.state, h.team, action.mine) or no_opponent(h, action.theirs, self.name)
        if against is not None:
            return against
        team = next(worker.team for worker in h.opponent_workers if worker.square == action.theirs)
        if swapped is not None:
            return Reason.of("nemesis.one_opponent", seat=h.state.cast.owner_of_team(swapped.team).seat)
        return self._why_not_with(h, team)

    def _why_not_with(self, h: Holding, team: int) -> Reason:
        """Why she exchanges no workers with an opponent: one stands beside one of hers, or there are too few."""
        seat = h.state.cast.owner_of_team(team).seat
        for worker in self._opponents(h)[team]:
            if h.neighbors_mine(worker.square):
                return Reason.of("nemesis.near", square=square_name(worker.square), seat=seat)
        return Reason.of("nemesis.two", seat=seat)

    def _swaps(
        self, h: Holding, theirs: list[Worker], swapped: frozenset[int], then: tuple[Step, ...]
    ) -> Iterable[Option]:
        """One exchange of two workers that took part in none."""
        if not swapped and not self._exchanges(h, theirs):
            return
        for mine in h.my_workers:
            for other in theirs:
                if mine.number not in swapped and other.number not in swapped:
                    forced = ((mine.number, other.square), (other.number, mine.square))
                    note = Note(Swapped(swapped | {mine.number, other.number}, other.team))
                    swap = Swap(mine.square, other.square)
                    yield Option(swap, power=self.name, forced=forced, then=then, effects=(note,))

    def _opponents(self, h: Holding) -> dict[int, list[Worker]]:
        """The workers of each opponent that she can name."""
        found: dict[int, list[Worker]] = {}
        for worker in h.opponent_workers:
            found.setdefault(worker.team, []).append(worker)
        return found

    def _exchanges(self, h: Holding, theirs: list[Worker]) -> int:
        """The number of exchanges due with an opponent; none if one of theirs neighbors one of hers."""
        if any(h.neighbors_mine(worker.square) for worker in theirs):
            return 0
        most = min(len(h.my_workers), len(theirs))
        if h.revised:
            return 2 if most >= 2 else 0
        return most
