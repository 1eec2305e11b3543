"""Simulated mistakes at towers: a touch reports the build, and the block is missing, elsewhere, or there twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from engine import Build, Game, Piece
from hardware.virtual_hands import HandQueue
from simulator.action_choice import SquareChoice
from simulator.hand_styles import HandStyleName
from simulator.simulated_player import SimulatedPlayer
from table.moves.step_search import visible_pieces
from table.session.session_events import ActionSequence

Way = Callable[[Game, ActionSequence, Game, int], bool]
"""Carries out a build with a mistake, as the n-th action of the game; False at once if it does not fit."""


class TowerMistakes:
    """Builds with a block missing, one too many, or one in the wrong place."""

    def __init__(
        self, hands: HandQueue, player: SimulatedPlayer, mishaps: Mishaps, places: SquareChoice, chance: Random
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


@dataclass(frozen=True, slots=True)
class Mishap:
    """A tower that differs from the game's by a mistake of this kind in this turn; ``where`` is the number of the
    mistake among all actions."""

    cause: HandStyleName
    where: int


class Mishaps:
    """The mistakes of one game that the table has not reported yet, by their squares."""

    def __init__(self) -> None:
        self._open: dict[int, Mishap] = {}
        self._found: list[Mishap] = []

    @property
    def squares(self) -> frozenset[int]:
        """The squares of the mistakes."""
        return frozenset(self._open)

    def at(self, squares: Iterable[int]) -> Mishap | None:
        """The first mistake on one of these squares; None if there is none."""
        return next((self._open[square] for square in squares if square in self._open), None)

    def add(self, square: int, mishap: Mishap) -> None:
        """A mistake was made there."""
        self._open[square] = mishap

    def found(self, square: int) -> bool:
        """The table reports this square. True if a mistake was made there, which then counts as noticed."""
        mishap = self._open.pop(square, None)
        if mishap is None:
            return False
        self._found.append(mishap)
        return True

    def overlooked(self, square: int) -> Mishap | None:
        """A worker stands there and the table has reported nothing: the mistake that it missed, if there is one. It is
        removed."""
        return self._open.pop(square, None)

    def settle(self, seen: Sequence[int], wanted: Sequence[int]) -> None:
        """Remove mistakes that later builds have corrected: the tower is as high as the game has it."""
        for square in [each for each in self._open if seen[each] == wanted[each]]:
            del self._open[square]

    def take_found(self) -> tuple[Mishap, ...]:
        """The mistakes that were noticed since the last call."""
        found, self._found = tuple(self._found), []
        return found
