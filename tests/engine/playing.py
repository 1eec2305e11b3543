"""Random play with every eye open: games of any setup, and what must hold at each of their steps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from engine import Done, Game, Player, PowerName, Profile, Seat, Setup, UndoBarred
from engine.actions import Piece, card_named
from engine.casting.catalogue import CARDS, IMPOSSIBLE_PAIRS, PowerSet
from engine.events import (
    BlockTaken,
    Built,
    GameEnded,
    PlayerEliminated,
    TowerRecycled,
    WorkerForced,
    WorkerMoved,
    WorkerPlaced,
    WorkerRemoved,
)
from engine.powers import POWERS
from engine.setup import MORTAL, Edition, Supply
from engine.squares import Square, squares_in
from engine.state import Reserve, State

NAMES = [power.name for power in POWERS]
EVERY = [MORTAL, *NAMES]
OF_THE_RULEBOOK = CARDS[:55]
"""The cards that the rulebook prints; cards of one's own come after them."""
MOST_TURNS = 100
"""Random walks need not end; a game is left after so many turns."""

THREE = [card.power for card in CARDS if 3 in card.players]
FOUR = [card.power for card in CARDS if 4 in card.players]
FLEECE = [card.power for card in CARDS if card.fleece]
GODS = [card.power for card in CARDS if card.group is not PowerSet.HERO]

LAWFUL_LOSSES = ("win.last_standing",)


def ordered_pairs() -> Iterator[tuple[PowerName, PowerName]]:
    """All ordered pairs of powers for two players, the one without a power and printed bans included, each power
    against itself too."""
    for one in EVERY:
        for other in EVERY:
            if frozenset({one, other}) not in IMPOSSIBLE_PAIRS:
                yield one, other


def pair(one: PowerName, other: PowerName, seed: int = 0) -> Setup:
    players = (Player(Seat.BLUE, one, 0), Player(Seat.ORANGE, other, 1))
    return Setup(players, Profile(same_power_allowed=True if one == other else None), seed=seed)


def of_three(chance: random.Random) -> Setup:
    powers = _compatible(chance, THREE, 3)
    players = (Player(seat, power, team) for team, (seat, power) in enumerate(zip(Seat, powers, strict=False)))
    return Setup(tuple(players), seed=chance.randrange(1000))


def of_teams(chance: random.Random) -> Setup:
    powers = _compatible(chance, FOUR, 4)
    players = (Player(seat, power, turn % 2) for turn, (seat, power) in enumerate(zip(Seat, powers, strict=True)))
    return Setup(tuple(players), seed=chance.randrange(1000))


def of_fleece(chance: random.Random) -> Setup:
    players = (Player(Seat.BLUE, MORTAL, 0), Player(Seat.ORANGE, MORTAL, 1))
    return Setup(players, fleece=chance.choice(FLEECE), seed=chance.randrange(1000))


def of_2007(chance: random.Random) -> Setup:
    """Two gods each, one, or none; the same one for both allowed; on either board, with the tiles of that box."""
    profile = Profile(
        size=chance.choice((4, 5)),
        edition=Edition.ORIGINAL_2007,
        supply=Supply.PHYSICAL,
        gods_per_player=2,
        same_power_allowed=True,
    )
    while True:
        hands = [chance.sample(GODS, chance.choice((0, 1, 2, 2))) for _ in range(2)]
        crossed = [frozenset({one, other}) for one in hands[0] for other in hands[1]]
        if not any(each in IMPOSSIBLE_PAIRS for each in crossed):
            break
    players = []
    for team, (seat, hand) in enumerate(zip(Seat, hands, strict=False)):
        first, second = (*hand, MORTAL, MORTAL)[:2]
        players.append(Player(seat, first, team, second))
    return Setup(tuple(players), profile, seed=chance.randrange(1000))


def _compatible(chance: random.Random, powers: list[PowerName], count: int) -> list[PowerName]:
    while True:
        chosen = chance.sample(powers, count)
        crossed = [frozenset({one, other}) for one in chosen for other in chosen]
        if not any(each in IMPOSSIBLE_PAIRS for each in crossed):
            return chosen


@dataclass(slots=True)
class Walk:
    """A game played by chance, step by step; ``scrutiny`` is the share of steps after which everything is tried."""

    game: Game
    chance: random.Random
    scrutiny: float = 0.0

    def steps(self) -> Iterator[Game]:
        """The game at each of its steps, until it ends or has lasted long enough."""
        while self.game.outcome is None and self.game.turn <= MOST_TURNS:
            yield self.game
            self._step()

    def _step(self) -> None:
        game, chance = self.game, self.chance
        actions = game.legal_actions()
        assert actions, f"{game.to_act} is asked and has no answer"
        if all(player.second == MORTAL for player in game.setup.players):
            assert not any(card_named(action) for action in actions), "one card alone never has to be named"
        check_pieces(game.state)
        if chance.random() < self.scrutiny:
            for action in actions:
                assert game.why_not(action) is None
                check_no_dead_end(game, game.play(action))
        self.game = game.play(Done() if Done() in actions and chance.random() < 0.3 else chance.choice(actions))
        check_no_dead_end(game, self.game)
        check_events_tell_all(game, self.game)
        if chance.random() < 0.1:
            check_undo(game, self.game)


def walk(setup: Setup, seed: object, scrutiny: float = 0.0) -> Walk:
    return Walk(Game.begin(setup), random.Random(f"{seed}"), scrutiny)  # noqa: S311 - repeatable chance, no secret


def check_pieces(state: State) -> None:
    """Pieces lie where pieces can lie, and no worker comes from nowhere."""
    assert all(0 <= level <= 3 for level in state.levels)
    standing = [worker.square for worker in state.workers]
    assert len(set(standing)) == len(standing), "two workers on one space"
    assert not state.standing & state.domes, "a worker stands on a dome"
    for player in state.setup.players:
        cards = [index for index, owner in enumerate(state.cast.owners) if owner == player.seat]
        team = [
            index for index, owner in enumerate(state.cast.owners) if owner and state.cast.team(owner) == player.team
        ]
        placed = max(state.cast.powers[index].workers for index in cards)
        waiting = [state.cast.powers[index].memory_at_start(state.cast, index) for index in team]
        reserve = sum(memory.workers for memory in waiting if isinstance(memory, Reserve))
        assert len(state.team_squares(player.team)) <= placed + reserve


def check_events_tell_all(before: Game, after: Game) -> None:
    """What is on the board afterwards is what was there, changed as the events say: no piece or worker comes or goes
    without a word."""
    levels, domes = list(before.state.levels), set(squares_in(before.state.domes))
    standing = {worker.square for worker in before.state.workers}
    lifted: set[Square] = set()
    for event in after.plies[-1].events:
        match event:
            case Built(square=square, piece=Piece.DOME):
                domes.add(square)
            case Built(square=square):
                levels[square] += 1
            case BlockTaken(square=square, level=level):
                levels[square] = level
            case TowerRecycled(square=square):
                levels[square] = 0
            case WorkerMoved(origin=origin, to=to) | WorkerForced(origin=origin, to=to):
                # Of two that exchange their spaces each leaves one that the other one comes to.
                standing ^= {origin} if origin not in lifted else set()
                lifted.discard(origin)
                if to in standing:
                    lifted.add(to)
                standing.add(to)
            case WorkerPlaced(square=square):
                standing.add(square)
            case WorkerRemoved(square=square):
                standing.discard(square)
            case _:
                pass
    assert tuple(levels) == after.state.levels
    assert domes == set(squares_in(after.state.domes))
    if not after.state.eliminated - before.state.eliminated:
        assert standing == {worker.square for worker in after.state.workers}


def check_no_dead_end(before: Game, after: Game) -> None:
    """Nobody gets stuck in the middle of the own turn by a step that was lit for him."""
    ply = after.plies[-1]
    for event in ply.events:
        if isinstance(event, GameEnded | PlayerEliminated) and event.reason.key in LAWFUL_LOSSES:
            loser = dict(event.reason.args)["loser"]
            assert before.active is None or loser != before.active or ply.seat != loser, f"{loser} walked into an end"
    if after.outcome is not None:
        assert isinstance(ply.events[-1], GameEnded)
        assert after.legal_actions() == ()
    else:
        assert after.legal_actions()


def check_undo(before: Game, after: Game) -> None:
    """Taking a step back gives the game before it, unless it showed something."""
    barrier = after.plies[-1].barrier
    if barrier is not None:
        assert before.state.cast.has_secrets
        with pytest.raises(UndoBarred) as barred:
            after.undo()
        assert barred.value.reason == barrier
        return
    undone = after.undo()
    assert undone == before
    assert undone.play(after.plies[-1].action).state == after.state
