"""Games that were played, for tests of what is kept of them."""

from __future__ import annotations

import random
from datetime import UTC, datetime

from engine import Game, Player, PowerName, Seat, Setup

NOW = datetime(2025, 3, 1, 19, 12, 5, tzinfo=UTC)
NAME = "20250301T191205Z-1"
"""Under which a game that begins then is kept."""
ANN_AND_BEN = ((Seat.BLUE, "Ann"), (Seat.ORANGE, "Ben"))


def played(*powers: str, seed: int = 3, steps: int = 1000) -> Game:
    """A game of random legal steps, to its end or so far."""
    chance = random.Random(seed)  # noqa: S311 - for a test
    seats = zip(Seat, powers or ("mortal", "mortal"), strict=False)
    players = tuple(Player(seat, PowerName(power), team=team) for team, (seat, power) in enumerate(seats))
    game = Game.begin(Setup(players))
    while game.outcome is None and len(game.plies) < steps:
        game = game.play(chance.choice(game.legal_actions()))
    return game
