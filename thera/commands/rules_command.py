"""``thera rules``: ask the rules engine about positions, on the command line, without a table.

What goes in and comes out is described in ``docs/notation.md``. Answers are JSON, one object a line.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from engine import Action, CompleteTurn, Game, IllegalAction, Reason, SantoriniError, State, TooManyTurns, perft
from engine.actions import Correct, Resign
from engine.notation import (
    Json,
    action_text,
    is_turn_start,
    parse_action,
    parse_position,
    position_json,
    position_of,
    read_position,
    record_of,
    state_of,
    turn_text,
)
from engine.turn_enumeration import every_turn
from table.storage.finished_game import read_game

BAD_INPUT = 1
"""Exit code when a position or an action could not be read, or cannot be."""

TOO_MANY = 3
"""Exit code when a position has too many turns to be listed."""

NO_FILE = 2
"""Exit code when a file could not be read."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``rules`` with its own subcommands; each sets ``run``."""
    rules = subparsers.add_parser(
        "rules",
        help="ask the rules about positions",
        description="Ask the rules about positions, written as JSON or as text (docs/notation.md).",
    )
    asked = rules.add_subparsers(required=True, metavar="QUESTION", dest="question")
    turns = asked.add_parser(
        "turns",
        help="every complete legal turn",
        description="Read a position a line and print a JSON line for each, with every complete legal turn. Blank "
        "lines are passed over. A line that cannot be read is answered by an error and makes the exit code 1; one with "
        "too many turns to list is, too, and makes it 3.",
    )
    turns.add_argument("file", metavar="FILE", help="a file of positions, one a line; - reads the standard input")
    counts = asked.add_parser(
        "perft",
        help="count the lines of complete turns to a depth",
        description="Count the lines of so many complete turns. A turn that wins ends its line and counts once.",
    )
    counts.add_argument("position", metavar="POSITION", help="a position, JSON or text")
    counts.add_argument("depth", metavar="DEPTH", type=_depth, help="how many turns deep, from 1")
    why = asked.add_parser(
        "why",
        help="why an action is not legal",
        description="Say whether an action is legal in a position, and if it is not, the reason. Earlier steps of the "
        "same turn may stand before it, with a space between: 'b2-c3 c3+c4' asks about the build.",
    )
    why.add_argument("position", metavar="POSITION", help="a position, JSON or text")
    why.add_argument(
        "action", metavar="ACTION", help="such as b2-c3 (move), c3+c4 (block), c3^c4 (dome); docs/notation.md has all"
    )
    again = asked.add_parser(
        "replay",
        help="check the record of a game",
        description="Play a recorded game again, strictly, and print how it ended and its last position. A record that "
        "breaks the rules is answered by what is wrong with it and the exit code 1.",
    )
    again.add_argument(
        "file", metavar="FILE", help="a record, or a game that the page saved, JSON; - reads the standard input"
    )
    rules.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer the question that the parsed arguments ask; the exit code, 0 if all of it could be answered."""
    try:
        match args.question:
            case "turns":
                return _turns(args.file)
            case "perft":
                _say({"depth": args.depth, "turns": perft(_state(args.position), args.depth)})
            case "replay":
                return _replay(args.file)
            case _:
                _say(_why(args.position, args.action))
    except TooManyTurns as error:
        _complain(str(error))
        return TOO_MANY
    except SantoriniError as error:
        _complain(str(error))
        return BAD_INPUT
    return 0


def _turns(file: str) -> int:
    code = 0
    with ExitStack() as closing:
        try:
            source: BinaryIO = sys.stdin.buffer if file == "-" else closing.enter_context(open(file, "rb"))
            for line in _lines(source):
                try:
                    answer = _answer(_state(line.decode()))
                except TooManyTurns as error:
                    answer, code = {"error": str(error)}, code or TOO_MANY
                except (SantoriniError, UnicodeDecodeError) as error:
                    answer, code = {"error": str(error)}, BAD_INPUT
                _say(answer)
        except BrokenPipeError:
            # Whoever read the answers has seen enough; what Python would still flush at its end goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            _complain(f"{file}: {error.strerror}")
            return NO_FILE
    return code


def _replay(file: str) -> int:
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _complain(f"{file}: {error.strerror}")
        return NO_FILE
    try:
        game = read_game(text.decode()).game()
    except UnicodeDecodeError as error:
        _complain(f"{file}: {error}")
        return BAD_INPUT
    record = record_of(game)
    answer: dict[str, Json] = {"turns": game.turn, "actions": len(game.plies), "result": record["result"]}
    if game.outcome is not None or is_turn_start(game.state):
        answer["position"] = position_json(position_of(game.state))
    _say(answer)
    return 0


def _lines(source: BinaryIO) -> Iterator[bytes]:
    for line in source:
        if line.strip():
            yield line


def _answer(state: State) -> dict[str, Json]:
    turns = every_turn(state)
    return {"turns": [_turn(turn) for turn in turns], "stuck": not turns}


def _turn(turn: CompleteTurn) -> Json:
    position = position_of(turn.after)
    return {
        "turn": turn_text(turn.actions),
        "steps": [action_text(action) for action in turn.actions],
        "position": position_json(position),
        "winner": None if position.winner is None else str(position.winner),
    }


def _why(position: str, asked: str) -> dict[str, Json]:
    game = Game.at(_state(position))
    *before, last = asked.split() or [asked]
    for step in before:
        game = game.after(parse_action(step))
    reason = _objection(game, parse_action(last))
    answer: dict[str, Json] = {"action": last, "legal": reason is None, "reason": None}
    if reason is not None:
        answer["reason"] = reason.key
        answer["args"] = dict(reason.args)
    return answer


def _objection(game: Game, action: Action) -> Reason | None:
    if not isinstance(action, Resign | Correct):
        return game.why_not(action)
    try:
        game.after(action)
    except IllegalAction as error:
        return error.reason
    return None


def _state(text: str) -> State:
    return state_of(read_position(text) if text.lstrip().startswith("{") else parse_position(text))


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a depth; it is a whole number from 1")
    return int(text)


def _say(answer: dict[str, Json]) -> None:
    print(json.dumps(answer, separators=(",", ":")), flush=True)  # noqa: T201 - the command line speaks here


def _complain(message: str) -> None:
    print(f"thera rules: {message}", file=sys.stderr)  # noqa: T201 - the command line speaks here
