"""``thera rules``: asks the rules engine about positions, without a table.

``docs/notation.md`` describes input and output. Answers are JSON, one object a line.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

from common.message import shortened
from engine import CompleteTurn, Game, Reason, SantoriniError, TooManyTurns, perft
from engine.asked_positions import written_state
from engine.judging import StepRefused, after_steps, judge, paragraphs
from engine.notation import (
    Json,
    Position,
    action_text,
    is_turn_start,
    position_json,
    position_of,
    record_of,
    turn_text,
)
from engine.squares import square_name
from engine.turns.flow import Between
from engine.turns.turn_enumeration import MOST_COUNTED, every_turn
from table.storage.finished_game import read_game
from table.view.snapshot_builder import logged
from thera.command_parser import CommandParser, Example
from thera.commands.position_stream import written_positions
from thera.exit_codes import ExitCode
from web_ui.languages import REFERENCE, sentence

OPENING = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4"
"""The position of the examples."""


def add_arguments(parser: CommandParser) -> None:
    """Describe the command, its subcommands and their arguments."""
    parser.description = "Ask the rules engine about positions, written as JSON or as text (docs/notation.md)."
    parser.examples = (
        Example("thera rules turns positions.txt", "every legal turn of each position in this file"),
        Example(f"thera rules why {OPENING} b3-c4", "why the worker cannot go to c4"),
    )
    asked = parser.add_subparsers(required=True, metavar="COMMAND", dest="question", title="commands")
    turns = asked.add_parser(
        "turns",
        help="list every complete legal turn",
        description="Read positions, one a line, and print for each a JSON line with every complete legal turn. JSON "
        "may have several lines. Blank lines are skipped. A position that cannot be read gets an error as its answer "
        "and makes the exit code 1; one with too many turns to list does the same and makes it 3.",
    )
    turns.add_argument(
        "file", metavar="FILE", help="a file of positions, one a line or as JSON; - reads standard input"
    )
    turns.examples = (
        Example("thera rules turns positions.txt", "every legal turn of each position in this file"),
        Example(
            "thera rules turns positions.txt | jq '.turns[].position' | thera rules turns -",
            "every reply to every turn of the first position (with the program jq)",
        ),
    )
    counts = asked.add_parser(
        "perft",
        help="count the sequences of complete turns to a depth",
        description="Count the sequences of complete turns to a depth. A turn that wins ends its sequence and counts "
        "once.",
    )
    counts.add_argument("position", metavar="POSITION", help="a position, JSON or text")
    counts.add_argument("depth", metavar="DEPTH", type=_depth, help="the depth in turns, from 1")
    counts.examples = (Example(f"thera rules perft {OPENING} 2", "turns and replies from this position"),)
    why = asked.add_parser(
        "why",
        help="explain why an action is not legal, or what a worker can do",
        description="Say whether an action is legal in a position, and if not, why, with the numbers of the rulings. "
        "Earlier actions of the same turn may come before it, separated by spaces: 'b2-c3 c3+c4' asks about the build. "
        "A square alone asks what the worker there can do, and why not the rest; without a worker, why nothing leads "
        "there. What earlier actions did is told as well.",
    )
    why.add_argument(
        "position", metavar="POSITION", help="a position, JSON or text; steps of its turn may follow a text"
    )
    why.add_argument(
        "action",
        metavar="ACTION",
        help="such as b2-c3 (move), c3+c4 (block), c3^c4 (dome), or b2 (a square); docs/notation.md lists all. Write --"
        " before one that begins with a hyphen",
    )
    why.examples = (
        Example(f"thera rules why {OPENING} b3-c4", "why the worker cannot go to c4"),
        Example(f"thera rules why {OPENING} b3", "what the worker on b3 can do"),
    )
    again = asked.add_parser(
        "replay",
        help="check the record of a game",
        description="Replay a recorded game by the rules, and print how it ended and its last position. For a record "
        "that breaks the rules, print the error; the exit code is then 1.",
    )
    again.add_argument(
        "file", metavar="FILE", help="a record, or a game saved from the page, JSON; - reads standard input"
    )
    again.examples = (Example("thera rules replay game.json", "check a game that was saved from the page"),)


def run(args: argparse.Namespace) -> int:
    """Answer the question of the parsed arguments. Return the exit code, 0 if all of it was answered."""
    try:
        match args.question:
            case "turns":
                return _turns(args.file)
            case "perft":
                _say({"depth": args.depth, "turns": perft(written_state(args.position), args.depth, most=MOST_COUNTED)})
            case "replay":
                return _replay(args.file)
            case _:
                return _why(args.position, args.action)
    except TooManyTurns as error:
        _complain(str(error))
        return ExitCode.TOO_MANY
    except SantoriniError as error:
        _complain(str(error))
        return ExitCode.FAILED
    return ExitCode.DONE


def _turns(file: str) -> int:
    code = ExitCode.DONE
    with ExitStack() as closing:
        try:
            source: BinaryIO = sys.stdin.buffer if file == "-" else closing.enter_context(open(file, "rb"))
            for position in written_positions(source):
                try:
                    turns = every_turn(written_state(position.decode()))
                except TooManyTurns as error:
                    code = code or ExitCode.TOO_MANY
                    _say({"error": shortened(str(error))})
                except (SantoriniError, UnicodeDecodeError) as error:
                    code = ExitCode.FAILED
                    _say({"error": shortened(str(error))})
                else:
                    _list(turns)
        except BrokenPipeError:
            raise  # of the output: nothing is wrong with the file
        except OSError as error:
            _complain(f"{file}: {error.strerror}")
            return ExitCode.REFUSED
    return code


def _replay(file: str) -> int:
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        _complain(f"{file}: {error.strerror}")
        return ExitCode.REFUSED
    try:
        game = read_game(text.decode()).game()
    except UnicodeDecodeError as error:
        _complain(f"{file}: {error}")
        return ExitCode.FAILED
    record = record_of(game)
    answer: dict[str, Json] = {"turns": game.turn, "actions": len(game.plies), "result": record["result"]}
    if game.outcome is not None or is_turn_start(game.state):
        answer["position"] = position_json(position_of(game.state))
    _say(answer)
    return ExitCode.DONE


def _list(turns: tuple[CompleteTurn, ...]) -> None:
    """Print the turns of a position as one JSON line, each as soon as it is written."""
    positions: dict[Between, Position] = {}
    print('{"turns":[', end="")
    for number, turn in enumerate(turns):
        if turn.end not in positions:  # several turns may lead there
            positions[turn.end] = position_of(turn.leads_to)
        print("," * bool(number) + _text(_turn(turn, positions[turn.end])), end="")
    print(f'],"stuck":{_text(not turns)}}}', flush=True)


def _turn(turn: CompleteTurn, position: Position) -> Json:
    return {
        "turn": turn_text(turn.actions),
        "steps": [action_text(action) for action in turn.actions],
        "position": position_json(position),
        "winner": None if position.winner is None else str(position.winner),
    }


def _why(position: str, asked: str) -> int:
    try:
        _say(_judged(position, asked))
    except StepRefused as refused:
        rulings: list[Json] = list(paragraphs(refused.refusal))
        _say({"action": refused.step, "legal": False, **_told(refused.refusal), "rulings": rulings})
        return ExitCode.FAILED
    return ExitCode.DONE


def _judged(position: str, asked: str) -> dict[str, Json]:
    line, steps = (position, []) if position.lstrip().startswith("{") else _line_and_steps(position)
    game = after_steps(Game.at(written_state(line)), steps)
    judged = judge(game, asked)
    *before, last = asked.split()
    answer: dict[str, Json] = {"action": last, "legal": judged.legal, "reason": None}
    if judged.reason is not None:
        answer |= _told(judged.reason)
    if judged.options:
        answer["options"] = [action_text(action) for action in judged.options]
    if judged.dark:
        answer["dark"] = {square_name(square): _told(reason) for square, reason in judged.dark}
    if judged.sections:
        answer["rulings"] = list(judged.sections)
    if steps or before:
        answer["done"] = _done(after_steps(game, before))
    return answer


def _done(game: Game) -> list[Json]:
    """Print the results of the steps of a game, as in the log of a phone, with the rulings behind wins that are
    none."""
    told: list[Json] = []
    for message in (logged(event).message for ply in game.plies for event in ply.events):
        args = dict(message.args)
        line: dict[str, Json] = {"sentence": sentence(REFERENCE, message.key, args)}
        if "reason" in args:
            line["rulings"] = list(paragraphs(Reason(args["reason"], message.args)))
        told.append(line)
    return told


def _line_and_steps(text: str) -> tuple[str, list[str]]:
    """Return a position and the steps of its turn after it, as a phone shares them."""
    line, *steps = text.split() or [text]
    return line, steps


def _told(reason: Reason) -> dict[str, Json]:
    args = dict(reason.args)
    return {"reason": reason.key, "args": {**args}, "sentence": sentence(REFERENCE, reason.key, args)}


def _depth(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a depth; it is a whole number from 1")
    return int(text)


def _say(answer: dict[str, Json]) -> None:
    print(_text(answer), flush=True)


def _text(answer: Json) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _complain(message: str) -> None:
    print(f"thera rules: {shortened(message)}", file=sys.stderr)
