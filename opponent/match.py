"""Plays matches between two players, each start from both sides, and computes their results."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import log10, sqrt
from typing import Final, Protocol

from engine.errors import SantoriniError, TooManyTurns
from engine.game import Game
from engine.notation import parse_turn, position_json, position_of
from engine.seats import Seat
from engine.secrets import has_hidden, known_to
from engine.setup import Player, PowerName, Profile, Setup
from engine.squares import square
from engine.state import State
from engine.turns.choices import carry_out
from engine.turns.flow import advance, first_state, open_turn
from engine.turns.successors import Successor, successors
from engine.turns.winning import winning_turn
from opponent.budget import Allowance, Budget, count_of, seconds_of
from opponent.evaluation import fitted_weights
from opponent.levels import LEVELS, LevelName
from opponent.thinking import BEST, Manner, RatedTurn, Thoughts, think

# ---- Matches


LONGEST = 200
"""The turns after which a game counts as drawn: half a win for each player."""

SURENESS = 1.96
"""The standard deviations of an interval that contains the true share in 95 of 100 matches."""


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of a match: the powers in the order of play, whether the first player of the match began, that player's
    result (1, 0, or a half if neither won), and the turns with their cost to each of the two."""

    powers: tuple[PowerName, ...]
    first_began: bool
    score: float
    turns: int
    nodes: tuple[int, int]
    seconds: tuple[float, float]
    turns_of: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchScore:
    """A player's score over a number of games."""

    score: float
    games: int

    @property
    def share(self) -> float:
        """The share of the games that were won, from 0 to 1."""
        return self.score / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that contains the true share with a confidence of 95 % (Wilson's interval)."""
        if not self.games:
            return 0.0, 1.0
        count, squared = self.games, SURENESS**2
        middle = (self.share + squared / (2 * count)) / (1 + squared / count)
        spread = self.share * (1 - self.share) / count + squared / (4 * count**2)
        width = SURENESS / (1 + squared / count) * sqrt(spread)
        return max(0.0, middle - width), min(1.0, middle + width)


def elo_difference(share: float) -> float:
    """Return the lead in Elo points of a player who wins this share of the games; at most 800 either way."""
    kept = min(max(share, 0.01), 0.99)
    return 400 * log10(kept / (1 - kept))


def random_start(powers: tuple[PowerName, ...], seed: int) -> State:
    """Return the start of a game of these powers, with each player alone and random choices in the setup."""
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
    """Play the games of a match from ``starts`` starts. Each start is played from both sides, and every second one with
    the powers exchanged."""
    for number in range(starts):
        dealt = powers if number % 2 == 0 else (powers[1], powers[0])
        start = random_start(dealt, seed + number)
        for first_begins in (True, False):
            yield played_game(start, dealt, (one, other), first_begins=first_begins, seed=seed + number)


def after_turn(state: State, turn: RatedTurn) -> State:
    """Return the true state after a player's turn, which was chosen with the seat's knowledge: an action against
    something hidden is cancelled, with the rest of the turn."""
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
    """Play a game of two players from the start of a turn to its end.

    :raises PlayerError: if a player answers wrongly.
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


# ---- Players
#
# A player is a level, a budget, a fixed number of turns to look ahead, simple habits, or another program.


KINDS = "a level, nodes:N, seconds:S, plies:N, simple:wins, simple:climbs, simple:careful or command:PROGRAM"

FOREVER = 1 << 40

MOST_COMPARED = 600
"""The most turns that a simple player compares."""


class PlayerError(Exception):
    """A player that cannot exist, or that answers wrongly; the message gives the fault."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's turn in a position, and its cost in nodes and in processor seconds."""

    turn: RatedTurn
    nodes: int
    depth: int
    seconds: float


class MatchPlayer(Protocol):
    """A player that takes turns in a game."""

    @property
    def name(self) -> str:
        """The text that named the player."""

    def choose(self, state: State, seed: int) -> Answer:
        """Choose a turn in a state at the start of it.

        :raises PlayerError: if it has none.
        """


@dataclass(frozen=True, slots=True)
class Thinker:
    """A player that thinks as this program does."""

    name: str
    allowance: Allowance
    manner: Manner

    def choose(self, state: State, seed: int) -> Answer:
        """Return the best turn, with what the player may know."""
        began = time.thread_time()
        thoughts: Thoughts = think(
            known_to(state, state.agenda[0].seat),
            Budget(self.allowance),
            seed,
            manner=self.manner,
        )
        return Answer(thoughts.best, thoughts.nodes, thoughts.depth, time.thread_time() - began)


@dataclass(frozen=True, slots=True)
class SimplePlayer:
    """A player as people are who have just learned the game: it takes each win in one, and is otherwise led by chance.
    Some ``climbs`` as high as it can at once, and some ``stops_wins`` that the next player would have in one."""

    name: str
    climbs: bool = False
    stops_wins: bool = False

    def choose(self, state: State, seed: int) -> Answer:
        """Return a turn, with what the player may know."""
        began = time.thread_time()
        seat = state.agenda[0].seat
        known = known_to(state, seat)
        win = _won_in_one(known)
        if win is not None:
            return Answer(RatedTurn(win.actions, 0, win.end), 1, 1, time.thread_time() - began)
        turns = list(islice(successors(known), MOST_COMPARED))
        random.Random(f"simple {seed}").shuffle(turns)  # noqa: S311 - repeatable chance, no secret
        if self.climbs:
            turns.sort(key=lambda turn: -_blocks_under(turn, seat))
        safe = (turn for turn in turns if not self.stops_wins or not _lets_win(turn))
        best = next(safe, turns[0] if turns else None)
        if best is None:
            raise PlayerError(f"{self.name} has no turn")
        return Answer(RatedTurn(best.actions, 0, best.end), len(turns), 1, time.thread_time() - began)


def _won_in_one(known: State) -> Successor | None:
    try:
        return winning_turn(known)
    except TooManyTurns:
        return None  # nobody who has just learned the game sees that far


def _blocks_under(turn: Successor, seat: Seat) -> int:
    """Return on how many blocks the workers of a seat stand together after a turn."""
    after = turn.end.state
    return sum(after.levels[each] for each in after.team_squares(after.cast.team(seat)))


def _lets_win(turn: Successor) -> bool:
    """Whether the next player has a win in one after a turn, or has won."""
    after = turn.end.state if turn.end.state.outcome is not None else open_turn(turn.end)
    return after.outcome is not None or (bool(after.agenda) and _won_in_one(after) is not None)


class Program:
    """Another program: it reads a position as a line of JSON, and answers with a line of JSON that has its ``turn`` in
    notation, or the position after it as ``workers`` (the squares by seat), ``levels`` and ``domes``."""

    def __init__(self, command: str) -> None:
        self.name = f"command:{command}"
        self._process = subprocess.Popen(  # noqa: S603 - the user says which program to play against
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def choose(self, state: State, seed: int) -> Answer:
        """Return the turn that leads to the program's answer."""
        del seed
        asking, answering = self._process.stdin, self._process.stdout
        if asking is None or answering is None:
            raise PlayerError(f"{self.name} has no streams")
        try:
            asking.write(json.dumps(position_json(position_of(state))) + "\n")
            asking.flush()
        except BrokenPipeError as error:
            raise PlayerError(f"{self.name} ended without an answer") from error
        line = answering.readline()
        if not line:
            raise PlayerError(f"{self.name} ended without an answer")
        try:
            told = json.loads(line)
            if "error" in told:
                raise PlayerError(f"{self.name}: {told['error']}")
            turn = _written_turn(state, told["turn"]) if "turn" in told else _turn_to(state, told, self.name)
        except (ValueError, TypeError, KeyError, SantoriniError) as error:
            raise PlayerError(f"{self.name} answers with no legal turn: {line.strip()[:200]} ({error})") from error
        return Answer(turn, int(told.get("nodes", 0)), int(told.get("depth", 0)), float(told.get("seconds", 0)))

    def close(self) -> None:
        """End the program."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(BrokenPipeError):  # the program has ended, and no longer reads
                    stream.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _written_turn(state: State, text: str) -> RatedTurn:
    wanted = parse_turn(text)
    for found in successors(state):
        if found.actions == wanted:
            return RatedTurn(wanted, 0, found.end)
    raise ValueError(f"{text} is not a complete turn")


def _turn_to(state: State, told: dict[str, object], name: str) -> RatedTurn:
    """Find the turn that leads to a position of a program. If the program says that it won, find a turn that wins, or
    one that leaves the other player none."""
    workers, levels, domes = (told.get(part) for part in ("workers", "levels", "domes"))
    if not isinstance(workers, dict) or not isinstance(levels, list) or not isinstance(domes, list):
        raise PlayerError(f"{name} answers without a turn, and without workers by seat, levels and domes")
    stands = {Seat(seat): sorted(square(each) for each in squares) for seat, squares in workers.items()}
    heights = tuple(int(level) for row in levels for level in row)
    topped = sum(1 << square(each) for each in domes)
    winner = told.get("winner")
    shown: RatedTurn | None = None
    for found in successors(state):
        end = found.end.state
        won = None if end.outcome is None else end.outcome.winners[0]
        if stands != {seat: sorted(end.team_squares(end.cast.team(seat))) for seat in stands}:
            continue
        turn = RatedTurn(found.actions, 0, found.end)
        if won is not None and won == winner:
            return turn
        if won is None and end.levels == heights and end.domes == topped:
            shown = turn
    if shown is not None:
        return shown
    raise PlayerError(f"{name} answers with a position that no legal turn leads to: {json.dumps(told)}")


SIMPLE_PLAYERS: Final = {
    "wins": SimplePlayer("simple:wins"),
    "climbs": SimplePlayer("simple:climbs", climbs=True),
    "careful": SimplePlayer("simple:careful", climbs=True, stops_wins=True),
}
"""Simple players by name, the weakest first."""


def player_of(text: str) -> MatchPlayer:
    """Return the player that a text names.

    :raises PlayerError: if it names none.
    """
    kind, _, value = text.partition(":")
    if text in LEVELS:
        level = LEVELS[LevelName(text)]
        return Thinker(text, level.allowance, level.manner)
    try:
        match kind:
            case "nodes":
                return Thinker(text, Allowance(nodes=count_of(value)), BEST)
            case "seconds":
                return Thinker(text, Allowance(seconds=seconds_of(value)), BEST)
            case "plies":
                looks = Manner(depth=count_of(value), threat_turns=0, weights=fitted_weights().base)
                return Thinker(text, Allowance(nodes=FOREVER), looks)
            case "simple" if value in SIMPLE_PLAYERS:
                return SIMPLE_PLAYERS[value]
            case "command" if value:
                return Program(value)
            case _:
                pass
    except ValueError as error:
        raise PlayerError(f"{text}: {error}") from error
    except OSError as error:
        raise PlayerError(f"{text}: it cannot be started: {error.strerror}") from error
    raise PlayerError(f"{text!r} is not a player; a player is {KINDS}. The levels are {', '.join(LEVELS)}")
