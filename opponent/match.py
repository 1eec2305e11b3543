"""Games between two players, each start played from both sides, and what comes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10, sqrt

from engine.game import Game
from engine.seats import Seat
from engine.secrets import has_hidden
from engine.setup import Player, PowerName, Profile, Setup
from engine.state import State
from engine.turns.choices import carry_out
from engine.turns.flow import advance, first_state, open_turn
from opponent.players import MatchPlayer
from opponent.thinking import RatedTurn

LONGEST = 200
"""Turns after which a game is given up as drawn: it counts as half a win for each."""

SURENESS = 1.96
"""Standard deviations of an interval that holds the true share in 95 of 100 matches."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match: the powers in the order of play, whether the first player of the match began, how much of a
    win it was for that player (1, 0, or a half where nobody won), and the turns with what they cost each of the two."""

    powers: tuple[PowerName, ...]
    first_began: bool
    score: float
    turns: int
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    turns_of: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a player won of so many games."""

    score: float
    games: int

    @property
    def share(self) -> float:
        """The part of the games that were won, from 0 to 1."""
        return self.score / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 of 100 (Wilson's interval)."""
        if not self.games:
            return 0.0, 1.0
        count, squared = self.games, SURENESS**2
        middle = (self.share + squared / (2 * count)) / (1 + squared / count)
        spread = self.share * (1 - self.share) / count + squared / (4 * count**2)
        width = SURENESS / (1 + squared / count) * sqrt(spread)
        return max(0.0, middle - width), min(1.0, middle + width)


def elo_difference(share: float) -> float:
    """By how many Elo points a player is stronger who wins this share of the games; at most 800 either way."""
    kept = min(max(share, 0.01), 0.99)
    return 400 * log10(kept / (1 - kept))


def random_start(powers: tuple[PowerName, ...], seed: int) -> State:
    """The start of the first turn of a game of these powers, each player alone, with all that the setup asks chosen by
    chance."""
    chance = random.Random(f"start {seed}")  # noqa: S311 - repeatable chance, no secret
    players = tuple(Player(seat, power, team) for team, (seat, power) in enumerate(zip(Seat, powers, strict=False)))
    same = True if len(set(powers)) < len(powers) else None
    settled = advance(first_state(Setup(players, Profile(same_power_allowed=same), seed=seed)))
    while settled.state.turn is None and settled.choices:
        settled = advance(carry_out(settled.state, chance.choice(settled.choices).option))
    return settled.state


def matched(
    one: MatchPlayer, other: MatchPlayer, powers: tuple[PowerName, PowerName], starts: int, seed: int = 0
) -> Iterator[MatchGame]:
    """The games of a match from so many starts: each start is played twice, with the players on both sides, and every
    second one with the powers changed over."""
    for number in range(starts):
        dealt = powers if number % 2 == 0 else (powers[1], powers[0])
        start = random_start(dealt, seed + number)
        for first_begins in (True, False):
            yield played_game(start, dealt, (one, other), first_begins=first_begins, seed=seed + number)


def after_turn(state: State, turn: RatedTurn) -> State:
    """The true state once a player has taken a turn, chosen on what its seat knows: what is tried against something
    hidden is cancelled, with the rest of the turn."""
    if not has_hidden(state, state.agenda[0].seat):
        return open_turn(turn.end)
    game = Game.at(state)
    number = game.turn
    for action in turn.actions:
        if game.outcome is not None or game.turn != number:
            break
        game = game.play(action)
    return game.state


def played_game(
    start: State,
    powers: tuple[PowerName, ...],
    players: tuple[MatchPlayer, MatchPlayer],
    *,
    first_begins: bool,
    seed: int,
) -> MatchGame:
    """A game of two players from the start of a turn to its end.

    :raises PlayerError: if a player does not answer as it should.
    """
    state, turns = start, 0
    nodes, seconds, taken = [0, 0], [0.0, 0.0], [0, 0]
    while turns < LONGEST:
        settled = advance(state)
        if settled.state.outcome is not None:
            state = settled.state
            break
        team = state.cast.team(state.agenda[0].seat)
        who = team if first_begins else 1 - team
        answer = players[who].choose(state, seed * LONGEST + turns)
        nodes[who] += answer.nodes
        seconds[who] += answer.seconds
        taken[who] += 1
        turns += 1
        state = after_turn(state, answer.turn)
        if state.outcome is not None:
            break
    score = 0.5
    if state.outcome is not None:
        won = state.cast.team(state.outcome.winners[0])
        score = float((won == 0) == first_begins)
    return MatchGame(
        powers,
        first_begins,
        score,
        turns,
        (nodes[0], nodes[1]),
        (seconds[0], seconds[1]),
        (taken[0], taken[1]),
    )
