"""``thera judge``: judges a match between tables on a computer without a board."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from common.mqtt.broker_connection import BrokerConnection
from online.match.broker_topics import BrokerTopics
from online.match.match_file import MatchFileError
from table.errors import CannotPlayError
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_config_argument, read_configured
from thera.exit_codes import ExitCode
from thera.house_link import access_of
from thera.judge.judge_plan import JudgeOptions, JudgePlan, judge_plan
from thera.judge.running_judge import JudgeMessages, JudgeStorage, RunningJudge
from thera.service.log_output import log_to_errors
from thera.stop_signal import StopSignal

JUDGE_FOLDER: Final = "judge"
"""The folder of a judge within the configured one."""

Task = Callable[[], None]


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Let two to four tables play a match that this computer judges. It has no board and no seats: it prints a code"
        " for each table, sets the game up once all of them came, and decides the order of what happens. The match is"
        " stored at each step; started again without --seats, it goes on."
    )
    parser.examples = (
        Example("thera judge --seats 'home: blue; away: orange'", "two tables, without powers; blue begins"),
        Example("thera judge --seats 'home: blue; away: orange' --powers apollo,pan --first orange", "with powers"),
        Example("thera judge", "go on with the match that is stored"),
        Example("thera judge --close", "close it, and tell the tables"),
    )
    add_config_argument(parser)
    add = parser.add_argument
    add("--seats", metavar="TABLES", help="the tables and their seats, such as 'home: blue; away: orange white'")
    add(
        "--powers",
        metavar="A,B",
        type=lambda text: tuple(name.strip() for name in text.split(",")),
        help="a power for each seat, in the order in which --seats names them; mortal is none (default: no powers)",
    )
    add("--first", metavar="SEAT", help="who begins (default: the seat that is named first)")
    add(
        "--rule",
        metavar="NAME=VALUE",
        action="append",
        help="a rule that differs, such as edition=spin_master; may be given several times",
    )
    add("--size", type=int, choices=(4, 5), help="the squares along a side of the boards (default: 5)")
    add("--revoke", metavar="TABLE", help="take its seats from this table of --seats, and print a code for another one")
    add(
        "--close",
        action="store_true",
        help="close the match and tell the tables; a second time, tables that do not answer are not waited for",
    )
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help="the folder where the match is stored (default: judge in the configured folder)",
    )


def run(args: argparse.Namespace) -> int:
    """Judge a match until it is over, or until SIGINT or SIGTERM. Return the exit code.

    :raises CannotPlayError: if that is not possible as asked.
    """
    asked = _asked(args)
    configuration = read_configured(args.config).configuration
    if configuration.mqtt is None:
        raise CannotPlayError("a judge meets its tables at a broker: name it in the configuration, as [mqtt] host")
    log_to_errors(configuration.log.level)
    tasks: SimpleQueue[Task | None] = SimpleQueue()
    with ExitStack() as stack:
        stop = stack.enter_context(StopSignal())
        storage = stack.enter_context(JudgeStorage(args.data or configuration.storage.folder / JUDGE_FOLDER))
        plan = _plan(storage, asked)
        connection = BrokerConnection(access_of(configuration.mqtt, f"thera-judge-{secrets.token_hex(4)}"))
        say = JudgeMessages(lambda text: print(text, flush=True), sys.stdout)
        try:
            judge = RunningJudge(storage, plan, BrokerTopics(connection, tasks.put), time.monotonic, say)
            stack.callback(judge.stop)
            if args.revoke is not None:
                judge.revoke(args.revoke)
            if args.close:
                judge.close_match()
            judge.pass_time()
        except MatchFileError as error:
            raise CannotPlayError(str(error)) from error
        stack.callback(connection.close)
        connection.start()
        with ThreadPoolExecutor(1, "judge") as thread:
            judging = thread.submit(_judge, judge, tasks)
            judging.add_done_callback(lambda _: stop.set())
            if not judge.done:
                print("Stop with Ctrl-C; the match goes on when this is started again.", flush=True)
            stop.wait()
            tasks.put(None)
            judging.result()
    return ExitCode.DONE


def _judge(judge: RunningJudge, tasks: SimpleQueue[Task | None]) -> None:
    """Handle messages, and everything that is due, until None comes or the match is over."""
    while not judge.done:
        wait = judge.due - time.monotonic()
        try:
            task = tasks.get(timeout=None if wait == inf else max(0.0, wait))
        except Empty:
            judge.pass_time()
            continue
        if task is None:
            return
        task()


def _asked(args: argparse.Namespace) -> JudgePlan | None:
    """Return the plan of the options; None if they ask for none."""
    if args.seats is None:
        given = [f"--{name}" for name in ("powers", "first", "rule", "size") if getattr(args, name) is not None]
        if given:
            raise CannotPlayError(f"{given[0]} needs --seats, which say who plays, such as 'home: blue; away: orange'")
        return None
    wishes = JudgeOptions(args.seats, args.powers or (), args.first, tuple(args.rule or ()), args.size or 5)
    return judge_plan(wishes, secrets.randbelow(2**63))


def _plan(storage: JudgeStorage, asked: JudgePlan | None) -> JudgePlan:
    """Return the stored plan, or the one of the options, which is stored then.

    :raises CannotPlayError: if there is none, or both exist and differ.
    """
    stored = storage.plan()
    if stored is None and asked is None:
        raise CannotPlayError("no match is stored here: say who plays, such as --seats 'home: blue; away: orange'")
    if stored is None and asked is not None:
        storage.store(asked)
        return asked
    if stored is not None and (asked is None or asked.is_same_as(stored)):
        return stored
    raise CannotPlayError(
        "another match is stored here: go on with it by thera judge without --seats, or close it by thera judge --close"
    )
