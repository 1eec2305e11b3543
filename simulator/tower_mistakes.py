"""Mistakes at towers: the build is told by a touch, and the wood says something else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine import Build, Game, Piece
from simulator.hand_styles import HandStyleName
from simulator.mishaps import Mishap, Mishaps
from simulator.simulated_board import SimulatedHands
from simulator.simulated_player import SimulatedPlayer
from simulator.square_choice import SquareChoice
from table.moves.step_search import visible_pieces
from table.session.session_events import ActionSequence

Way = Callable[[Game, ActionSequence, Game, int], bool]
"""Does a build, the so many-th deed of the game, with a mistake; False at once if it does not fit."""


class TowerMistakes:
    """Builds with a block too few, too many, or in the wrong place."""

    def __init__(
        self, hands: SimulatedHands, player: SimulatedPlayer, mishaps: Mishaps, places: SquareChoice, chance: Random
    ) -> None:
        self._hands = hands
        self._player = player
        self._mishaps = mishaps
        self._places = places
        self._chance = chance
        self.ways: dict[HandStyleName, Way] = {
            HandStyleName.BLOCK_FORGOTTEN: self._block_forgotten,
            HandStyleName.WRONG_TOWER: self._wrong_tower,
            HandStyleName.TWO_BLOCKS: self._two_blocks,
        }

    def _block_forgotten(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None:
            return False
        self._player.build(build, stacked=0)
        self._mishaps.add(build.on, Mishap(HandStyleName.BLOCK_FORGOTTEN, when))
        return True

    def _two_blocks(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None or self._hands.look().levels[build.on] > 1:
            return False
        self._player.build(build, stacked=2)
        self._mishaps.add(build.on, Mishap(HandStyleName.TWO_BLOCKS, when))
        return True

    def _wrong_tower(self, game: Game, actions: ActionSequence, after: Game, when: int) -> bool:
        build = self._plain_build(game, actions, after)
        if build is None:
            return False
        levels = self._hands.look().levels
        others = [
            each
            for each in self._places.free_beside(build.worker, build.worker)
            if each != build.on and levels[each] < 3 and each not in self._mishaps.squares
        ]
        if not others:
            return False
        other = self._chance.choice(others)
        self._player.build(build, stacked=0)
        self._player.stack(other, 1, dome=False)
        for square in (build.on, other):
            self._mishaps.add(square, Mishap(HandStyleName.WRONG_TOWER, when))
        return True

    def _plain_build(self, game: Game, actions: ActionSequence, after: Game) -> Build | None:
        """The build of a block on a square of its own, without further consequences."""
        build = actions[0]
        if not isinstance(build, Build) or build.piece is not Piece.BLOCK or build.on in self._mishaps.squares:
            return None
        if build.worker == build.on or visible_pieces(after) != visible_pieces(game):
            return None
        rises = [level for level, before in zip(after.state.levels, game.state.levels, strict=True) if level != before]
        return build if rises == [game.state.levels[build.on] + 1] and after.outcome is None else None
