"""Measures the cost of a match between tables: bytes and messages of a turn, time to seal, order, follow and restart.

python -m tools.benchmarks.match_costs [--turns 200]
"""

from __future__ import annotations

import argparse
import secrets
import statistics
import tempfile
import time
import tracemalloc
from collections import deque
from collections.abc import Callable
from pathlib import Path

from common.numbers import seeded
from engine import Player, PowerName, Seat, Setup
from engine.game import Game
from engine.notation import turn_text
from online.match.match_entries import GameSetUp, StepsTaken
from online.match.match_events import EntryAgreed, MatchNotice
from online.match.match_file import MatchFile
from online.match.match_runner import MatchParts, MatchRunner, TableIdentity, join_match, open_match, resume_match
from online.match.pairing import JoinAttempt, JoinedMatch, MeetingTopics
from online.match.running_match import InvitingTable
from table.log_forms import setup_form

SETUP = Setup((Player(Seat.BLUE, PowerName("athena"), 0), Player(Seat.ORANGE, PowerName("demeter"), 1)))


class Wire:
    """A link that loses nothing, and counts."""

    def __init__(self) -> None:
        self.under_way: deque[tuple[str, bytes]] = deque()
        self.receivers: dict[str, Callable[[str, bytes], object]] = {}
        self.listening: Callable[[str, bytes], object] = lambda _, __: None
        self.now = 0
        self.messages = 0
        self.bytes = 0

    def send(self, topic: str, data: bytes) -> None:
        """Send a message."""
        self.messages += 1
        self.bytes += len(data)
        self.under_way.append((topic, data))

    def listen(self, topic: str) -> None:
        """Pass messages to the table that is being set up now."""
        self.receivers[topic] = self._heard

    def _heard(self, topic: str, data: bytes) -> None:
        self.listening(topic, data)

    def ignore(self, topic: str) -> None:
        """Forget a topic."""
        self.receivers.pop(topic, None)

    def deliver(self) -> None:
        """Deliver all messages under way, and those that follow."""
        while self.under_way:
            topic, data = self.under_way.popleft()
            self.receivers[topic](topic, data)


def expected(notice: MatchNotice) -> None:
    """Fail on a notice other than agreed entries, which the logs show: it would make the figures wrong."""
    agreed = isinstance(notice, EntryAgreed)
    if not agreed:
        raise RuntimeError(f"the match does not go on: {notice}")


def identity() -> TableIdentity:
    """Return a new table."""
    return TableIdentity(secrets.token_bytes(32), secrets.token_bytes, lambda: int(time.time()))


def paired(folder: Path, wire: Wire) -> tuple[MatchRunner, MatchRunner, MatchParts]:
    """Return a deciding table and one that joined, and the parts of the deciding one."""
    one, other = identity(), identity()
    parts = MatchParts(MatchFile(folder / "one.match"), wire, one, expected)
    here = open_match(parts, "one", frozenset({Seat.BLUE}))
    inviting = InvitingTable(here, parts.file, wire, one)
    code = inviting.invite(frozenset({Seat.ORANGE}))
    attempt, answers = JoinAttempt(code, "other", other.seed, secrets.token_bytes(32)), list[JoinedMatch]()
    topics = MeetingTopics.of(code)
    wire.receivers[topics.request] = lambda topic, data: inviting.received(topic, data, wire.now)
    wire.receivers[topics.answer] = lambda _, data: answers.append(attempt.read(data))
    wire.listening = lambda topic, data: here.received(topic, data, wire.now)
    wire.send(topics.request, attempt.sealed_request(secrets.token_bytes(24)))
    topic, data = wire.under_way.popleft()
    wire.receivers[topic](topic, data)
    for key in here.channels:
        wire.receivers[key.receiving_topic] = lambda topic, data: here.received(topic, data, wire.now)
    wire.under_way = deque(each for each in wire.under_way if each[0] == topics.answer)
    wire.deliver()
    far = join_match(MatchParts(MatchFile(folder / "other.match"), wire, other, expected), answers[0])
    wire.receivers[far.channels[0].receiving_topic] = lambda topic, data: far.received(topic, data, wire.now)
    far.pass_time(0)
    wire.deliver()
    return here, far, parts


def turn(game: Game, draw: Callable[[int], int]) -> str:
    """Return a random turn that does not win, if there is one."""
    number, seat, actions = game.turn, game.to_act, []
    while game.outcome is None and game.turn == number and game.to_act is seat:
        legal = [each for each in game.legal_actions() if each not in game.winning_actions()] or game.legal_actions()
        actions.append(legal[draw(len(legal))])
        game = game.play(actions[-1])
    return turn_text(actions)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200, help="turns of both players (%(default)s)")
    turns = parser.parse_args().turns
    chance, wire = seeded("match costs"), Wire()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        here, far, parts = paired(folder, wire)
        times, messages, sizes = list[float](), list[int](), list[int]()
        for _ in range(turns):
            wire.now += 10_000
            game = here.side.state.game
            if game is None or game.outcome is not None:
                here.ask(GameSetUp(setup_form(SETUP)), wire.now)
                wire.deliver()
                game = here.side.state.game
            if game is None:
                raise RuntimeError("no game begins")
            steps = turn(game, chance.randrange)
            side = here if game.to_act is Seat.BLUE else far
            before, begun = (wire.messages, wire.bytes), time.perf_counter()
            side.ask(StepsTaken(steps), wire.now)
            wire.deliver()
            times.append(1000 * (time.perf_counter() - begun))
            messages.append(wire.messages - before[0])
            sizes.append(wire.bytes - before[1])
            if here.side.log.digest != far.side.log.digest:
                raise RuntimeError("the logs differ")
        ordered = sorted(times)
        print(f"turns: {turns}, entries: {here.side.log.count}")
        print(f"messages a turn: {statistics.mean(messages):.1f}, bytes: {statistics.mean(sizes):.0f}")
        print(
            f"from the wish to both logs: median {statistics.median(times):.1f} ms, p99 {ordered[-turns // 100]:.1f} ms"
        )
        print(f"file: {parts.file.path.stat().st_size // here.side.log.count} bytes an entry")
        parts.file.close()
        begun = time.perf_counter()
        again = resume_match(MatchParts(MatchFile(parts.file.path), wire, parts.identity, expected))
        took = time.perf_counter() - begun
        del again
        tracemalloc.start()
        again = resume_match(MatchParts(MatchFile(parts.file.path), wire, parts.identity, expected))
        held, _ = tracemalloc.get_traced_memory()
        print(f"start from the file: {took:.2f} s, {held // 1024} kB held")
        if again.side.log != here.side.log:
            raise RuntimeError("the file has another log")


if __name__ == "__main__":
    main()
