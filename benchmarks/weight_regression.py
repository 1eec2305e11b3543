"""Weights of the evaluation by logistic regression on positions of games, and whether they foretell other games."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.setup import PowerName
from opponent.weights import PowerWeights, Weights

Numbers = NDArray[np.float64]


FEATURES = 93

HOLDS = (40.0, 160.0, 640.0)
"""How firmly the weights of a power may be held where they begin: the best of these is taken."""

BASE_HOLD = 10.0
"""How firmly those of the base game are held."""

FIRMLY = 1e9
LOOSELY = 1.0
"""How firmly numbers are held that are not fitted, and the one number of which little is known before."""

FOLDS = 5
"""Games are foretold by weights that are fitted on the others, in so many parts."""

BEYOND_CHANCE = 2.0
"""By how many standard errors a power's own weights have to foretell games better."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a game: the number of the game, the features of the player to move and of the one who waits, the
    powers of these two, how many squares have each height (the last number: domes), and whether the player to move
    won."""

    game: int
    to_move: list[int]
    waiting: list[int]
    powers: tuple[PowerName, PowerName]
    heights: list[int]
    won: bool


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of games of one power, as a regression takes them: ``data`` is what its weights are multiplied
    with, ``fixed`` what the other player's add, and ``stage`` how far the game has come: 1 and the heights, with the
    opposite sign where the power waits (0 where both have it). As the game goes on a power may win more often or less,
    whoever stands better, and no square near a worker may be given that. And the number of each game."""

    data: Numbers
    fixed: Numbers
    stage: Numbers
    won: Numbers
    games: Numbers

    def of_games(self, chosen: NDArray[np.bool_]) -> Positions:
        """Some of them."""
        return Positions(*(each[chosen] for each in (self.data, self.fixed, self.stage, self.won, self.games)))


def positions_of(rows: list[Sample], power: PowerName, rival: PowerWeights) -> Positions:
    """The positions of games of a power, against itself or against a player with the weights ``rival``."""
    own = np.array([row.to_move for row in rows], dtype=float)
    other = np.array([row.waiting for row in rows], dtype=float)
    moves, waits = (np.array([row.powers[which] == power for row in rows], dtype=float) for which in (0, 1))
    known = _numbers(rival)
    fixed = (own @ known[:FEATURES]) * (1 - moves) - (other @ known[FEATURES:]) * (1 - waits)
    won = np.array([row.won for row in rows], dtype=float)
    data = np.hstack([own * moves[:, None], -other * waits[:, None]])
    heights = np.array([[1, *row.heights] for row in rows], dtype=float)
    stage = heights * (moves - waits)[:, None]
    return Positions(data, fixed, stage, won, np.array([row.game for row in rows], dtype=float))


@dataclass(frozen=True, slots=True)
class Fitted:
    """Numbers that were fitted: the weights, and how much likelier the power wins by how far the game has come."""

    weights: Numbers
    lead: Numbers

    def losses(self, positions: Positions) -> Numbers:
        """How badly each position's result was foretold: the negative logarithm of its probability."""
        odds = positions.data @ self.weights + positions.fixed + positions.stage @ self.lead
        return np.asarray(np.logaddexp(0.0, np.where(positions.won > 0, -odds, odds)))


def regression(positions: Positions, begin: Numbers, holds: Numbers) -> Fitted:
    """Logistic regression by Newton's method; each weight is held where it begins by a spring of its own strength."""
    data = np.hstack([positions.data, positions.stage])
    count, stages = len(begin), positions.stage.shape[1]
    start, firm = np.append(begin, np.zeros(stages)), np.append(holds, np.full(stages, LOOSELY))
    found = start.copy()
    for _ in range(25):
        foretold = 1 / (1 + np.exp(-np.clip(data @ found + positions.fixed, -30, 30)))
        slope = data.T @ (foretold - positions.won) + firm * (found - start)
        curve = (data * (foretold * (1 - foretold))[:, None]).T @ data + np.diag(firm)
        step = np.linalg.solve(curve, slope)
        found -= step
        if float(np.abs(step).max()) < 1e-5:
            break
    return Fitted(found[:count], found[count:])


def held(hold: float) -> Numbers:
    """How firmly each weight is held: that of an unused power hardly."""
    firm = np.full(2 * FEATURES, hold)
    if hold < FIRMLY:
        firm[[FEATURES - 1, 2 * FEATURES - 1]] = LOOSELY
    return firm


def losses_of_games(positions: Positions, begin: Numbers, hold: float) -> Numbers:
    """How badly each game was foretold, on average over its positions, by weights that were fitted on others."""
    numbers, which = np.unique(positions.games, return_inverse=True)
    losses = np.zeros(len(positions.won))
    for fold in range(FOLDS):
        left_out = which % FOLDS == fold
        found = regression(positions.of_games(~left_out), begin, held(hold))
        losses[left_out] = found.losses(positions.of_games(left_out))
    return np.bincount(which, losses, len(numbers)) / np.bincount(which, minlength=len(numbers))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a fit of a power came to: how many games and positions, how firmly its weights were held, how much better
    they foretell a game that they were not fitted on than those it begins with do, the standard error of that, and
    the weights where that is beyond chance: whether they play better as well is another question."""

    games: int
    positions: int
    hold: float
    gain: float
    error: float
    weights: PowerWeights | None

    @property
    def row(self) -> str:
        """The same as cells of a table."""
        return f"{self.games} | {self.positions} | {self.gain:+.4f} | {self.error:.4f} | {self.hold:g} |"


def fitted(rows: list[Sample], power: PowerName, begin: PowerWeights, hold: float) -> PowerWeights:
    """The weights that foretell the results of these positions best, held near those that they begin with."""
    numbers = _numbers(begin)
    return _weights(regression(positions_of(rows, power, begin), numbers, held(hold)).weights)


def outcome_of(rows: list[Sample], power: PowerName, start: PowerWeights) -> Outcome:
    """Fit the weights of a power on these positions, and see whether they are better than those to start with, which
    are those of the other player as well."""
    begin = _numbers(start)
    positions = positions_of(rows, power, start)
    before = losses_of_games(positions, begin, FIRMLY)
    tried = [(before - losses_of_games(positions, begin, hold), hold) for hold in HOLDS]
    gains, hold = max(tried, key=lambda each: float(each[0].mean()))
    gain, error = float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))
    weights = None
    if gain > BEYOND_CHANCE * error:
        weights = _weights(regression(positions, begin, held(hold)).weights)
    return Outcome(len(before), len(rows), hold, gain, error, weights)


def _weights(numbers: Numbers) -> PowerWeights:
    rounded = [round(float(each) * 1000) for each in numbers]
    return PowerWeights(_shaped(rounded[:FEATURES]), _shaped(rounded[FEATURES:]))


def _numbers(weights: PowerWeights) -> Numbers:
    return np.array(_flat(weights.to_move) + _flat(weights.waiting)) / 1000


def _flat(weights: Weights) -> list[float]:
    rows = (*weights.place, *weights.near, *weights.far, *weights.rival)
    return [*(float(each) for row in rows for each in row), float(weights.reserve)]


def _shaped(numbers: list[int]) -> Weights:
    rows, first = [], 0
    for length in (3, 4, 4, 12):
        rows.append(
            tuple([tuple(numbers[first + length * level : first + length * (level + 1)]) for level in range(4)])
        )
        first += 4 * length
    place, near, far, rival = rows
    return Weights(place, near, far, rival, numbers[first])
