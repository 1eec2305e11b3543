"""Tables that play a match over a bad link (`tests.online.match.faulty_network`); each can be killed and found again on
its disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from common.numbers import seeded
from engine import Game, Seat, Setup
from engine.actions import Action
from engine.notation import turn_text
from online.match.match_entries import (
    GameSetUp,
    MatchContent,
    StepsTaken,
    TakebackAnswered,
    TakebackRequested,
)
from online.match.match_events import EntryAgreed, MatchNotice, ProposalRefused
from online.match.match_file import MatchFile
from online.match.match_runner import MatchParts, MatchRunner, TableIdentity, join_match, open_match, resume_match
from online.match.match_state import MatchState
from online.match.pairing import JoinAttempt, JoinedMatch, MeetingTopics
from online.match.pairing_code import PairingCode
from online.match.running_match import InvitingTable
from table.log_forms import setup_form
from tests.online.match.faulty_network import FaultyNetwork, LinkFault
from tests.online.match.mortal_programs import MortalFile, MortalProgram


class FarTable(MortalProgram):
    """A table with a file, a link, and people who play at random."""

    def __init__(self, name: str, network: FaultyNetwork, folder: Path, seed: int = 0) -> None:
        self.name, self.network = name, network
        self._chance = seeded(name, seed)
        self.identity = TableIdentity(self._chance.randbytes(32), self._chance.randbytes, lambda: network.now // 1000)
        self.path = folder / f"{name}.match"
        self.runner: MatchRunner | None = None
        self.inviting: InvitingTable | None = None
        self.attempt: JoinAttempt | None = None
        self.notices: list[MatchNotice] = []
        self.kills = 0
        self.asked = 0
        self.file: MatchFile | None = None

    # ---- the link of this table ----

    def send(self, topic: str, data: bytes) -> None:
        self.effect()
        self.network.send(topic, data)

    def listen(self, topic: str) -> None:
        self.network.listen(topic, self)

    def ignore(self, topic: str) -> None:
        self.network.ignore(topic, self)

    # ---- its program ----

    def opens(self, seats: frozenset[Seat]) -> None:
        self.file = MortalFile(self.path, self.effect)
        self.runner = open_match(self._parts(self.file), self.name, seats)
        self.asked += 1
        self.inviting = InvitingTable(self.runner, self.file, self, self.identity)

    def joins(self, code: PairingCode) -> None:
        self.attempt = JoinAttempt(code, self.name, self.identity.seed, self._chance.randbytes(32))
        self.listen(MeetingTopics.of(code).answer)
        self.requests()

    def requests(self) -> None:
        if self.attempt is not None:
            topic = MeetingTopics.of(self.attempt.code).request
            self.network.send(topic, self.attempt.sealed_request(self._chance.randbytes(24)))

    def kill(self) -> None:
        """End its program at once; what is under way to it is lost."""
        self.kills += 1
        self.network.counted[LinkFault.KILLED] += 1
        self.runner = self.inviting = None
        self.kill_at = None
        if self.file is not None:
            self.file.close()
            self.file = None

    def starts(self) -> None:
        """Start its program again."""
        self.file = MortalFile(self.path, self.effect)
        self.runner = resume_match(self._parts(self.file))
        if self.runner.side.state.here == 0:
            self.inviting = InvitingTable(self.runner, self.file, self, self.identity)

    def received(self, topic: str, data: bytes) -> None:
        if self.attempt is not None and topic == MeetingTopics.of(self.attempt.code).answer:
            self._joined(self.attempt.read(data))
        elif self.runner is not None:
            runner, inviting = self.runner, self.inviting
            if inviting is None or not inviting.received(topic, data, self.network.now):
                self.guarded(lambda: runner.received(topic, data, self.network.now))

    def _joined(self, joined: JoinedMatch) -> None:
        self.attempt = None
        self.file = MortalFile(self.path, self.effect)
        self.runner = join_match(self._parts(self.file), joined)

    def ask(self, content: MatchContent) -> None:
        runner = self.runner
        if runner is not None:
            self.asked += 1
            self.guarded(lambda: runner.ask(content, self.network.now))

    def pass_time(self) -> None:
        runner = self.runner
        if runner is not None:
            self.guarded(lambda: runner.pass_time(self.network.now))

    def _parts(self, file: MatchFile) -> MatchParts:
        return MatchParts(file, self, self.identity, self.notices.append)

    # ---- its people ----

    @property
    def state(self) -> MatchState:
        return self.running.side.state

    @property
    def running(self) -> MatchRunner:
        assert self.runner is not None
        return self.runner

    @property
    def game(self) -> Game:
        game = self.state.game
        assert game is not None
        return game

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.state.tables[self.state.here].seats

    def can_ask(self) -> bool:
        """Whether it may want something now: its program runs, and what it wanted before is answered."""
        side = None if self.runner is None else self.runner.side
        return side is not None and len(side.state.tables) > side.state.here and getattr(side, "pending", None) is None

    def plays(self, chance: Random) -> bool:
        """Play a turn, or as much of it as this table decides; whether it is its turn."""
        if not self.can_ask() or self.state.game is None or self.game.to_act not in self.seats:
            return False
        self.ask(StepsTaken(turn_text(random_steps(self.game, self.seats, chance))))
        return True

    def answers(self, chance: Random) -> bool:
        """Answer a question whether to take back steps, if it is asked one."""
        question = self.state.question if self.can_ask() else None
        if question is None or self.state.here not in self.state.asked():
            return False
        self.ask(TakebackAnswered(question.steps, chance.random() < 0.7))
        return True

    def seats_and_runs(self) -> bool:
        """Whether its program runs, and it has seats."""
        return self.can_ask() and bool(self.seats)

    def asks_back(self) -> bool:
        """Ask to take back the last steps, if there are any and nothing is asked."""
        if not self.can_ask() or self.state.question is not None or not self.state.standing:
            return False
        self.ask(TakebackRequested(self.state.standing[-1].number))
        return True

    def agreed(self) -> list[int]:
        """The numbers of the entries that it was told of."""
        return [notice.number for notice in self.notices if isinstance(notice, EntryAgreed)]

    def refused(self) -> list[ProposalRefused]:
        return [notice for notice in self.notices if isinstance(notice, ProposalRefused)]

    def troubles(self) -> list[MatchNotice]:
        return [notice for notice in self.notices if not isinstance(notice, EntryAgreed | ProposalRefused)]


def random_steps(game: Game, seats: tuple[Seat, ...], chance: Random) -> list[Action]:
    """A legal turn, or its beginning up to where a seat of another table decides."""
    actions, turn, owner = list[Action](), game.turn, game.to_act
    while game.outcome is None and game.to_act in seats and game.turn == turn and len(actions) < 30:
        if turn == 0 and game.to_act is not owner:
            break
        wins = game.winning_actions()
        action = chance.choice(wins or game.legal_actions())
        actions.append(action)
        game = game.play(action)
    return actions


def settle(network: FaultyNetwork, *tables: FarTable, until: Callable[[], bool], most: int = 10**9) -> None:
    """Let time pass until something holds, ``most`` ms at most."""
    deadline = network.now + most
    while not until():
        dues = [table.runner.due for table in tables if table.runner is not None]
        times = [time for time in (network.next_arrival, *dues) if time is not None]
        assert times, "nothing is due any more"
        network.now = max(network.now, min(times))
        assert network.now < deadline, "it takes too long"
        network.deliver()
        for table in tables:
            table.pass_time()


def level(*tables: FarTable) -> bool:
    """Whether all have the same log and want nothing more."""
    running = [table.runner for table in tables]
    logs = {None if runner is None else (runner.side.log.count, runner.side.log.digest) for runner in running}
    return len(logs) == 1 and None not in logs and all(table.can_ask() for table in tables)


def paired(network: FaultyNetwork, folder: Path, *seats: frozenset[Seat], seed: int = 0) -> list[FarTable]:
    """Tables of one match, with these seats; the first one decides."""
    tables = [FarTable(f"table {number}", network, folder, seed) for number in range(len(seats))]
    tables[0].opens(seats[0])
    for table, its in zip(tables[1:], seats[1:], strict=True):
        inviting = tables[0].inviting
        assert inviting is not None
        table.joins(inviting.invite(its))
        for _ in range(100):
            network.now += 1_000
            network.deliver()
            if table.runner is not None:
                break
            table.requests()
        settle(network, *tables, until=lambda: level(*(each for each in tables if each.runner is not None)))
    return tables


def begin(network: FaultyNetwork, tables: list[FarTable], setup: Setup) -> None:
    """Begin a game on all tables."""
    tables[0].ask(GameSetUp(setup_form(setup)))
    settle(network, *tables, until=lambda: level(*tables))
