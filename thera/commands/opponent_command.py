"""``thera opponent``: asks what the opponent would play, and plays matches between players, without a table.

``docs/notation.md`` describes positions and turns, ``docs/opponent.md`` the players.
"""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import ExitStack
from typing import BinaryIO

from common.message import shortened
from engine import MORTAL, PowerName, SantoriniError, State
from engine.asked_positions import written_state
from engine.casting.catalogue import CARDS
from engine.notation import Json, position_json, position_of, turn_text
from engine.secrets import known_to
from engine.turns.flow import open_turn, taken_up
from opponent.budget import Allowance, Budget, count_of, seconds_of
from opponent.levels import LEVELS, LevelName
from opponent.match import KINDS, MatchGame, MatchPlayer, MatchScore, PlayerError, Program, matched, player_of
from opponent.puzzle_making import made_puzzles
from opponent.puzzles import puzzle_text
from opponent.thinking import BEST, RatedTurn, think
from table.errors import CannotPlayError
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import ProgressLine, add_quiet_argument
from thera.commands.position_stream import written_positions
from thera.exit_codes import ExitCode


def add_arguments(parser: CommandParser) -> None:
    """Describe the command, its subcommands and their arguments."""
    parser.description = "Let the opponent think about positions, or let players play against each other."
    parser.examples = (
        Example("thera opponent turns positions.txt", "the turn that it would take in each position of this file"),
        Example("thera opponent match strong casual --games 10", "ten games of two levels"),
        Example("thera opponent puzzles --count 5", "five positions with a single turn that wins"),
    )
    asked = parser.add_subparsers(required=True, metavar="COMMAND", dest="question", title="commands")
    _add_turns(asked.add_parser("turns", help="print the turn that the opponent would take"))
    _add_match(asked.add_parser("match", help="let two players play games, and count who wins"))
    _add_puzzles(asked.add_parser("puzzles", help="make puzzles: wins in one, two or three turns"))


def _add_turns(turns: CommandParser) -> None:
    turns.description = (
        "Read positions, one a line or as JSON, and print for each the turn that the opponent would take: as text, or"
        " with --json with the position after it, its value to the player (in thousandths of a natural logarithm of"
        " the odds), the positions that were valued, and how many turns ahead all turns were looked at. A position"
        " that cannot be read, or in which nobody can take a turn, gets an error as its answer and makes the exit code"
        " 1."
    )
    turns.add_argument(
        "file", metavar="FILE", help="a file of positions, one a line or as JSON; - reads standard input"
    )
    limit = turns.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=_seconds, metavar="S", help="the processor time for each")
    limit.add_argument("--nodes", type=_count, metavar="N", help="evaluate this number of positions for each")
    limit.add_argument(
        "--level",
        choices=[str(name) for name in LEVELS],
        metavar="LEVEL",
        help=f"play as this level: {', '.join(LEVELS)} (default: {LevelName.STRONGEST})",
    )
    turns.add_argument("--seed", type=int, default=0, metavar="N", help="the random seed (default: %(default)s)")
    turns.add_argument("--json", action="store_true", help="print a JSON object for each position")
    turns.examples = (
        Example("thera opponent turns positions.txt --seconds 1", "the best turn in each position of this file"),
        Example("thera opponent turns - --level casual --json", "what a casual player does in positions you type"),
    )


def _add_match(match: CommandParser) -> None:
    match.description = (
        "Let two players play games from random placements, each from both sides, and print what share the first one"
        f" won, with the interval that holds its true share with 95 of 100. A player is {KINDS}: plies:N looks N turns"
        " ahead with the weights of the base game; a program reads a position in JSON a line and writes a line for"
        " each (see docs/opponent.md)."
    )
    match.add_argument("one", metavar="ONE", help="the first player")
    match.add_argument("other", metavar="OTHER", help="the second player")
    match.add_argument(
        "--powers",
        type=_powers,
        action="append",
        metavar="A,B",
        help=f"the powers of the two, in turn; several times for more pairs (default: {MORTAL},{MORTAL})",
    )
    match.add_argument("--games", type=_count, default=20, metavar="N", help="an even number (default: %(default)s)")
    match.add_argument("--seed", type=int, default=0, metavar="N", help="the first placement (default: %(default)s)")
    match.add_argument("--json", action="store_true", help="print a JSON object for each game, and one for all")
    add_quiet_argument(match, "the result")
    match.examples = (
        Example("thera opponent match strong casual --games 10", "ten games of two levels"),
        Example("thera opponent match nodes:4000 plies:2 --powers pan,mortal --games 20", "with a power"),
    )


def _add_puzzles(puzzles: CommandParser) -> None:
    puzzles.description = (
        "Play games of players who err, and print a line for each position in which a single turn wins by force within"
        " one, two or three turns, as soon as it is found (see docs/opponent.md). The same count and seed print the"
        " same lines."
    )
    puzzles.add_argument(
        "--count", type=_count, default=1000, metavar="N", help="the number of puzzles (default: %(default)s)"
    )
    puzzles.add_argument("--seed", type=int, default=1, metavar="N", help="the random seed (default: %(default)s)")
    puzzles.examples = (Example("thera opponent puzzles --count 5 --seed 7", "five puzzles that are not on the page"),)


def run(args: argparse.Namespace) -> int:
    """Answer. Return the exit code, 0 if all questions were answered.

    :raises CannotPlayError: if there is no such player.
    """
    if args.question == "puzzles":
        return _puzzles(args)
    return _match(args) if args.question == "match" else _turns(args)


def _turns(args: argparse.Namespace) -> int:
    code = ExitCode.DONE
    with ExitStack() as closing:
        try:
            source: BinaryIO = sys.stdin.buffer if args.file == "-" else closing.enter_context(open(args.file, "rb"))
            for position in written_positions(source):
                try:
                    answer = _answer(written_state(position.decode()), args)
                except (SantoriniError, UnicodeDecodeError) as error:
                    answer, code = {"error": shortened(str(error))}, ExitCode.FAILED
                _say(answer, as_json=args.json)
        except BrokenPipeError:
            raise  # of the output: nothing is wrong with the file
        except OSError as error:
            raise CannotPlayError(f"{args.file}: {error.strerror}") from error
    return code


def _answer(state: State, args: argparse.Namespace) -> dict[str, Json]:
    if state.step is None:
        raise SantoriniError("the game is over: nobody is to take a turn")
    allowance, manner = Allowance(nodes=args.nodes, seconds=args.seconds) if args.nodes or args.seconds else None, BEST
    if allowance is None:
        level = LEVELS[LevelName(args.level or LevelName.STRONGEST)]
        allowance, manner = level.allowance, level.manner
    thoughts = think(known_to(state, state.step.seat), Budget(allowance), args.seed, manner=manner)
    if not thoughts.turns:
        raise SantoriniError(f"{state.step.seat} has no turn to take, and loses")
    best = thoughts.best
    return {
        "turn": turn_text(best.actions),
        "position": _position_after(best),
        "value": best.value,
        "nodes": thoughts.nodes,
        "depth": thoughts.depth,
    }


def _position_after(turn: RatedTurn) -> Json:
    return position_json(position_of(taken_up(open_turn(turn.end))))


def _puzzles(args: argparse.Namespace) -> int:
    for puzzle in made_puzzles(args.count, args.seed):
        print(puzzle_text(puzzle), flush=True)
    return ExitCode.DONE


def _match(args: argparse.Namespace) -> int:
    if args.games % 2:
        raise CannotPlayError(f"{args.games} games; each placement is played from both sides, so the number is even")
    pairs: list[tuple[PowerName, PowerName]] = args.powers or [(MORTAL, MORTAL)]
    players: list[MatchPlayer] = []
    try:
        players.extend(player_of(named) for named in (args.one, args.other))  # what the first opened is closed below
        return _played(args, players[0], players[1], pairs)
    except PlayerError as error:
        raise CannotPlayError(str(error)) from error
    finally:
        for player in players:
            if isinstance(player, Program):
                player.close()


def _played(
    args: argparse.Namespace, one: MatchPlayer, other: MatchPlayer, pairs: list[tuple[PowerName, PowerName]]
) -> int:
    games: list[MatchGame] = []
    with ProgressLine(quiet=args.quiet) as progress:
        for number in range(args.games // 2):
            pair = pairs[number % len(pairs)]
            for game in matched(one, other, pair, 1, args.seed + number):
                games.append(game)
                progress.show(f"{len(games)} of {args.games} games, {_tally(games).score:g} won by {one.name}")
                if args.json and not args.quiet:
                    _say(_told(game), as_json=True)
    tally = _tally(games)
    low, high = tally.interval
    answer: dict[str, Json] = {
        "games": tally.games,
        "score": tally.score,
        "share": round(tally.share, 4),
        "interval": [round(low, 4), round(high, 4)],
        "nodes_a_turn": [_a_turn([game.nodes[who] for game in games], games, who) for who in (0, 1)],
        "seconds_a_turn": [_a_turn([game.seconds[who] for game in games], games, who) for who in (0, 1)],
    }
    if args.json:
        _say(answer, as_json=True)
    else:
        print(
            f"{one.name} won {tally.score:g} of {tally.games} games against {other.name}: {100 * tally.share:.0f} %,"
            f" with 95 of 100 between {100 * low:.0f} and {100 * high:.0f} %"
        )
        for who, player in enumerate((one, other)):
            nodes, seconds = (answer[f"{what}_a_turn"] for what in ("nodes", "seconds"))
            if isinstance(nodes, list) and isinstance(seconds, list):
                print(f"{player.name}: {nodes[who]:.0f} positions and {seconds[who]:.3f} s of a processor a turn")
    return ExitCode.DONE


def _tally(games: list[MatchGame]) -> MatchScore:
    return MatchScore(sum(game.score for game in games), len(games))


def _a_turn(costs: list[int] | list[float], games: list[MatchGame], who: int) -> float:
    return round(sum(costs) / max(1, sum(game.turns_of[who] for game in games)), 4)


def _told(game: MatchGame) -> dict[str, Json]:
    return {
        "powers": [str(power) for power in game.powers],
        "first_began": game.first_began,
        "score": game.score,
        "turns": game.turns,
        "nodes": list(game.nodes),
        "seconds": [round(each, 3) for each in game.seconds],
    }


def _say(answer: dict[str, Json], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(answer, separators=(",", ":")), flush=True)
    else:
        print(answer["turn"] if "turn" in answer else f"error: {answer['error']}", flush=True)


def _seconds(text: str) -> float:
    try:
        return seconds_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _count(text: str) -> int:
    try:
        return count_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _powers(text: str) -> tuple[PowerName, PowerName]:
    names = text.split(",")
    known = {str(MORTAL), *(str(card.power) for card in CARDS)}
    strange = [name for name in names if name not in known]
    if len(names) != 2 or strange:
        raise argparse.ArgumentTypeError(f"{shortened(text, 40)} are not two powers with a comma between")
    return PowerName(names[0]), PowerName(names[1])
