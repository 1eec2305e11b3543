"""The positions that hands may go back to: those of the unconfirmed turn, back to its last secret or its beginning.

A move is believed early, since it can be revised: the worker goes on to another square, or back to where it came
from. Each earlier position is known with all that was worked out when it was the present one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from engine import Action, Build, Game
from table.moves.possible_steps import PossibleSteps, offers_all_of
from table.moves.step_search import Pieces, StepSequence

_CARRIED = 2
"""In so many places workers differ if one was carried. What two may have done takes too long to find out."""

_LATEST = 2
"""From so many positions at most several steps are looked for: a long walk would take too long."""


@dataclass(frozen=True, slots=True)
class EarlierPosition:
    """Going back: the last ``back`` steps are undone and one of these steps done instead (none: only back).
    ``built`` are the builds that are undone."""

    back: int
    chains: tuple[StepSequence, ...] = ()
    built: tuple[Build, ...] = ()


class EarlierPositions:
    """The earlier positions of one game, the latest first, as far as they may be gone back to."""

    def __init__(self, stages: tuple[PossibleSteps, ...] = ()) -> None:
        self.stages = stages

    @classmethod
    def of(cls, game: Game, undoable: int, known: tuple[PossibleSteps, ...]) -> EarlierPositions:
        """The positions before the last ``undoable`` steps of a game; ``known`` are those that were looked at before.
        No way leads back over a step that told a secret."""
        stages: list[PossibleSteps] = []
        for _ in range(min(undoable, len(game.plies))):
            if game.plies[-1].barrier is not None:
                break
            game = game.undo()
            seen = next((each for each in known if each.game.state is game.state), None)
            stages.append(seen or PossibleSteps(game))
        return cls(tuple(stages))

    def actions(self, game: Game) -> tuple[Action, ...]:
        """The steps that lead from the earlier positions on, the latest first."""
        return tuple(ply.action for ply in reversed(game.plies[len(game.plies) - len(self.stages) :]))

    def taken_back(self, game: Game, standing: Pieces) -> EarlierPosition | None:
        """The nearest earlier position with just these workers, if there is one."""
        actions = self.actions(game)
        for back, stage in enumerate(self.stages, start=1):
            if stage.pieces == standing:
                return EarlierPosition(back, (), tuple(each for each in actions[:back] if isinstance(each, Build)))
        return None

    def is_walk_back(self, game: Game, standing: Pieces, chains: tuple[StepSequence, ...]) -> bool:
        """Whether steps that lead to these workers have come to nothing: to a position that was there before, or one
        from which no more can be done. Nobody means such a walk; who carries a worker so takes steps back, or puts it
        back where it stood before it was knocked away."""
        back = self.taken_back(game, standing)
        if back is None:
            return False
        before = self.stages[back.back - 1].known
        return all(offers_all_of(before, chain.after) for chain in chains)

    def instead(self, game: Game, standing: Pieces) -> EarlierPosition | None:
        """Another legal step from the nearest earlier position that leads to these workers, or else several from one of
        the last positions, with which a single worker is carried there. What was built stands: to move otherwise, it
        has to be taken back first."""
        moved = takewhile(lambda action: not isinstance(action, Build), self.actions(game))
        earlier = [(back, stage) for (back, stage), _ in zip(enumerate(self.stages, start=1), moved, strict=False)]
        for back, stage in earlier:
            if any(result.standing == standing for result in stage.results):
                return EarlierPosition(back, stage.chains.explaining(standing))
        for back, stage in earlier[:_LATEST]:
            chains = stage.chains.explaining(standing) if len(stage.pieces ^ standing) <= _CARRIED else ()
            if chains:
                return EarlierPosition(back, chains)
        return None
