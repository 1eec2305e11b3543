"""Players of matches: a level, a budget, a player who looks a fixed number of turns ahead, or another program."""

from __future__ import annotations

import json
import shlex
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from engine.errors import SantoriniError
from engine.notation import parse_turn, position_json, position_of
from engine.seats import Seat
from engine.secrets import known_to
from engine.squares import square
from engine.state import State
from engine.turns.successors import successors
from opponent.budget import Allowance, Budget, count_of, seconds_of
from opponent.levels import LEVELS, LevelName
from opponent.thinking import BEST, Manner, RatedTurn, Thoughts, think
from opponent.weights import fitted_weights

KINDS = "a level, nodes:N, seconds:S, plies:N or command:PROGRAM"

FOREVER = 1 << 40


class PlayerError(Exception):
    """A player that cannot be, or that does not answer as it should; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player does in a position: its turn, and what that cost it in nodes and in seconds of its processor."""

    turn: RatedTurn
    nodes: int
    depth: int
    seconds: float


class MatchPlayer(Protocol):
    """Takes turns in a game."""

    @property
    def name(self) -> str:
        """How it was asked for."""

    def choose(self, state: State, seed: int) -> Answer:
        """Its turn in a state at the start of it.

        :raises PlayerError: if it has none.
        """


@dataclass(frozen=True, slots=True)
class Thinker:
    """A player who thinks as this program does."""

    name: str
    allowance: Allowance
    manner: Manner

    def choose(self, state: State, seed: int) -> Answer:
        """The best turn that it finds on what it may know."""
        began = time.thread_time()
        thoughts: Thoughts = think(
            known_to(state, state.agenda[0].seat),
            Budget(self.allowance),
            seed,
            manner=self.manner,
        )
        return Answer(thoughts.best, thoughts.nodes, thoughts.depth, time.thread_time() - began)


class Program:
    """Another program: it reads a position in JSON a line and writes a line of JSON, with its ``turn`` in writing, or
    with ``workers`` (the squares by seat), ``levels`` and ``domes`` as they are after it."""

    def __init__(self, command: str) -> None:
        self.name = f"command:{command}"
        self._process = subprocess.Popen(  # noqa: S603 - the user says which program to play against
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def choose(self, state: State, seed: int) -> Answer:
        """What it answers, as the turn that leads there."""
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
                with suppress(BrokenPipeError):  # it ended, and wants no more of what it was asked
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
    """The turn that leads to what a program shows. A game that it says is won is won by a turn that wins, or by one
    that leaves the other player none."""
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


def player_of(text: str) -> MatchPlayer:
    """The player that a text names.

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
            case "command" if value:
                return Program(value)
            case _:
                pass
    except ValueError as error:
        raise PlayerError(f"{text}: {error}") from error
    except OSError as error:
        raise PlayerError(f"{text}: it cannot be started: {error.strerror}") from error
    raise PlayerError(f"{text!r} is no player; a player is {KINDS}. The levels are {', '.join(LEVELS)}")
