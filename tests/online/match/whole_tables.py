"""Tables as `thera play` runs them, in the test's thread: session, journal, archive, files of the match and protocol,
over a link with faults. Each can be killed at any write or message, and is found again from what is on its disk then.

A table has no board but one that always agrees with the game, or a virtual board with fields, wire form and reading, at
which hands play.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from common.atomic_files import write_whole
from common.mqtt.broker import BrokerMessage, TopicSubscription
from common.numbers import seeded
from engine import Seat
from hardware.board import Board, BoardEvent, LinkChanged, LinkState
from hardware.board_file import BoardFile
from hardware.virtual.virtual_board import VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from online.match.broker_topics import BrokerTopics
from online.match.match_control import MatchControl
from online.match.match_file import MatchFile
from online.match.match_runner import TableIdentity
from online.match.running_match import ENDING, MatchStorage
from table.runtime.piece_mover import PieceMover
from table.runtime.seat_thinker import SeatThinker
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.two_boards import FittedBoard
from table.session.answers import Accepted, Answer, Stale
from table.session.command import Command
from table.session.interfaces import BoardReader, Tokens
from table.session.journal_entries import Entry
from table.session.table_setup import ResumeGame
from table.storage.backup_file import MATCHES
from table.storage.game_archive import Autosave, GameArchive
from table.storage.journal import Journal, resume
from table.view.led_patterns import lights_of
from tests.online.match.faulty_network import FaultyNetwork, LinkFault
from tests.online.match.mortal_programs import MortalFile, MortalProgram
from tests.table.runtime.one_phone import OnePhone
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.runtime.watched_table import FollowingBoard, QuickAnswers
from tests.table.session.sitting_down import sit_still
from thera.table_assembly import make_reader

MOST_FRAMES = 100
"""So many frames of a virtual board pass at a time, however long nobody plays."""
FRAME_MS = 20
FIRST_DAY = datetime(2026, 3, 1, tzinfo=UTC)

Effect = Callable[[], None]
"""Called before and after each write and before each message; raises Killed where the program ends."""


class MortalJournal(Journal):
    """A journal whose program may be killed right before or after a write; ``compacts`` is called before its entries
    are replaced."""

    def __init__(self, folder: Path, effect: Effect, compacts: Callable[[], None]) -> None:
        super().__init__(folder)
        self._effect = effect
        self._compacts = compacts

    def append(self, *entries: Entry) -> None:
        self._effect()
        super().append(*entries)
        self._effect()

    def replace_all(self, *entries: Entry) -> None:
        self._compacts()
        super().replace_all(*entries)


class MortalStorage(MatchStorage):
    """Files of matches whose program may be killed at each write. The key is the table's own; ``chance`` is that of
    this run of its program."""

    def __init__(self, folder: Path, key: bytes, network: FaultyNetwork, chance: random.Random, effect: Effect) -> None:
        super().__init__(folder)
        self._key = key
        self._matches, self._network, self._chance, self._effect = folder / MATCHES, network, chance, effect

    def identity(self) -> TableIdentity:
        return TableIdentity(self._key, self._chance.randbytes, lambda: self._network.now // 1000)

    def new_file(self) -> MatchFile:
        return MortalFile(self._matches / f"{self._chance.getrandbits(64):016x}{ENDING}", self._effect)

    def files(self) -> Iterator[MatchFile]:
        for path in self.paths():
            yield MortalFile(path, self._effect)


class FaultyCarrier:
    """A table's connection to the link."""

    def __init__(self, network: FaultyNetwork, effect: Effect, heard: Callable[[Effect], None]) -> None:
        """``heard`` has the program take in a message."""
        self._network, self._effect, self._heard = network, effect, heard
        self._wanted: dict[str, TopicSubscription] = {}

    def when_connected(self, do: Effect) -> None:
        """This link does not know when it is there again: tables have to send what was lost by themselves."""

    def subscribe(self, subscription: TopicSubscription) -> None:
        self._wanted[subscription.pattern] = subscription
        self._network.listen(subscription.pattern, self)

    def unsubscribe(self, pattern: str) -> None:
        self._wanted.pop(pattern, None)
        self._network.ignore(pattern, self)

    def publish(self, message: BrokerMessage) -> bool:
        self._effect()
        self._network.send(message.topic, message.payload)
        return True

    def received(self, topic: str, data: bytes) -> None:
        wanted = self._wanted.get(topic)
        if wanted is not None:
            self._heard(lambda: wanted.receive(BrokerMessage(topic, data)))

    def ends(self) -> None:
        """Hear nothing more: the program has ended."""
        for pattern in tuple(self._wanted):
            self.unsubscribe(pattern)


class UnderHands(Protocol):
    """What a table stands on, for as long as its program runs."""

    @property
    def board(self) -> Board: ...

    @property
    def reader(self) -> BoardReader: ...

    @property
    def fitted(self) -> FittedBoard: ...

    def events(self, ms: int) -> Iterator[BoardEvent]:
        """What the board says within so many ms."""


class AgreeingBoard:
    """No board: whatever is played stands at once."""

    def __init__(self) -> None:
        self.board, self.reader, self.fitted = QuietBoard(), ScriptedReader(), FollowingBoard()
        self._begun = False

    def events(self, ms: int) -> Iterator[BoardEvent]:  # noqa: ARG002 - it says nothing later
        if not self._begun:
            self._begun = True
            yield LinkChanged(LinkState.READY)


class BoardWithFields:
    """A virtual board, whose pieces and their places are in a file."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.device = VirtualDevice(seed=seed, workers=FOUR_SEATS, memory=folder / "virtual-board.json")
        self.reader = make_reader(BoardFile(geometry=self.device.geometry))
        self.board = VirtualBoard(self.device)
        self.fitted = FittedBoard(piece_mover=PieceMover(self.device), clear=self.device.clear)
        self._said = self.board.events()

    def events(self, ms: int) -> Iterator[BoardEvent]:
        until = self.device.now + min(ms, MOST_FRAMES * FRAME_MS)
        while self.device.now < until:
            yield next(self._said)


class WholeTable(OnePhone, MortalProgram):
    """A table with its data folder; one phone has all seats that are played here."""

    def __init__(self, name: str, network: FaultyNetwork, folder: Path, seed: int, *, board: bool = False) -> None:
        self.name, self.network = name, network
        self.starts = 0
        self.tokens: Tokens = frozenset()
        self.key = seeded("key", name, seed).randbytes(32)
        self._home, self._seed, self._board = folder, seed, board
        self._folder = folder / f"{name}-0"
        self._earlier: list[tuple[Entry, ...]] = []
        self._running: _Program | None = None

    # ---- its program ----

    @property
    def runs(self) -> bool:
        """Whether its program runs."""
        return self._running is not None

    def start(self) -> None:
        """Start its program, from what is on its disk."""
        self.starts += 1
        self._folder.mkdir(parents=True, exist_ok=True)
        self._running = None
        chance = seeded(self.name, self._seed, self.starts)
        stands_on = BoardWithFields(self._folder, self._seed) if self._board else AgreeingBoard()
        program = _Program(self, self._folder, stands_on, chance)
        self._running, self.table = program, program.table
        self.guarded(self.table.runner.begin)
        self.passes()

    def kill(self) -> None:
        """End its program at once. Its disk is as it is at this moment; nothing is closed that could still write."""
        program, self._running, self.kill_at = self._program, None, None
        self.network.counted[LinkFault.KILLED] += 1
        left = self._home / f"{self.name}-{self.starts}"
        shutil.copytree(self._folder, left)
        program.ends()
        shutil.rmtree(self._folder)
        self._folder = left

    def closes(self) -> Path:
        """End its program as a service is stopped; its folder."""
        program, self._running = self._program, None
        program.ends()
        return self._folder

    @property
    def _program(self) -> _Program:
        assert self._running is not None
        return self._running

    def hears(self, take: Callable[[], None]) -> None:
        """Take in a message."""
        if self.guarded(take):
            self.passes()

    def passes(self, ms: int = 0) -> None:
        """Let the table see that so much time has passed."""
        if self.runs:
            self.guarded(lambda: self._program.goes_on(ms))

    # ---- its people ----

    def sits(self, seat: Seat) -> None:
        """Somebody sits down."""
        self.tokens |= sit_still(self.table, seat, f"{seat.value} at {self.name}")

    def asks(self, command: Command) -> bool:
        """Give a command by the phone; whether the table has said that it is done. False also if the program was
        killed, when nobody knows."""
        answers = list[Answer]()
        before = self.seen.version
        self.guarded(lambda: answers.append(self.table.runner.answer(self.tokens, before, command)))
        assert not any(isinstance(answer, Stale) for answer in answers)
        return any(isinstance(answer, Accepted) for answer in answers)

    def does(self, *commands: Command) -> None:
        for command in commands:
            answer = self.table.runner.answer(self.tokens, self.seen.version, command)
            assert isinstance(answer, Accepted), (command, answer)

    def resumes(self) -> None:
        """Go on with a game that was found on the disk."""
        if self.runs and self.seen.found:
            self.asks(ResumeGame())

    def journals(self) -> tuple[tuple[Entry, ...], ...]:
        """What its journal held whenever it was compacted, and what it holds on the disk, as the next start would read
        it."""
        return (*self._earlier, self._entries_on_disk())

    def keeps_journal(self) -> None:
        """Remember what its journal holds now."""
        self._earlier.append(self._entries_on_disk())

    def _entries_on_disk(self) -> tuple[Entry, ...]:
        copy = self._home / "copy"
        shutil.copytree(self._folder, copy)
        with Journal(copy) as journal:
            assert journal.mended is None
            found = journal.entries
        shutil.rmtree(copy)
        return found

    @property
    def under_hands(self) -> UnderHands:
        """What the table stands on."""
        return self._program.stands_on

    @property
    def archive(self) -> GameArchive:
        """Its finished games."""
        return self._program.games

    @property
    def match_files(self) -> list[Path]:
        """The files of its matches."""
        return MatchStorage(self._folder).paths()


class _Program:
    """One run of a table's program, with a random source of its own."""

    def __init__(self, owner: WholeTable, folder: Path, stands_on: UnderHands, chance: random.Random) -> None:
        network = self._network = owner.network
        self.stands_on = stands_on
        self.journal = MortalJournal(folder, owner.effect, owner.keeps_journal)
        self.games = GameArchive(folder / "games", write_whole, self._date)
        saved = resume(self.journal)
        self._carrier = FaultyCarrier(network, owner.effect, owner.hears)
        storage = MortalStorage(folder, owner.key, network, chance, owner.effect)
        topics = BrokerTopics(self._carrier, lambda do: do())
        self._control = MatchControl(storage, topics, lambda: network.now / 1000)
        fittings = TableFittings(
            fitted=stands_on.fitted,
            autosave=Autosave(self.games),
            thinker=SeatThinker(QuickAnswers(), pace=0.1),
            matches=self._control,
            clock=lambda: network.now / 1000,
            tokens=lambda: f"{chance.getrandbits(128):032x}",
        )
        self.table = TableActor(stands_on.board, stands_on.reader, lights_of, self.journal, saved, fittings)

    def _date(self) -> datetime:
        return FIRST_DAY + timedelta(milliseconds=self._network.now)

    def goes_on(self, ms: int) -> None:
        """Do what is due, and take in what the board says within so many ms."""
        self.table.runner.check_timers()
        for event in self.stands_on.events(ms):
            self.table.runner.handle_event(event)
            self.table.runner.check_timers()
        self.table.runner.show_lights()

    def ends(self) -> None:
        """Let go of everything."""
        self._carrier.ends()
        self._control.close()
        self.stands_on.board.close()
        self.journal.close()
