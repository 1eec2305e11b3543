"""Both sides of a match as values, each with its disk, and the messages between them in the hands of a test."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine import Player, Seat, Setup
from engine.notation import action_text
from online.match.ciphers import public_signing_key, signature
from online.match.deciding_table import DecidingTable
from online.match.joined_table import JoinedTable
from online.match.match_entries import (
    GameSetUp,
    MatchContent,
    MatchOpened,
    OrderedEntry,
    StepsTaken,
    TableAdmitted,
)
from online.match.match_events import (
    EntryAsked,
    Keep,
    KeptRecord,
    MatchEvent,
    MatchNotice,
    MessageHeard,
    ResendDue,
    SendMessage,
    TellTable,
)
from online.match.match_log import MatchKeys
from online.match.match_messages import Entries, MatchMessage, Propose, message_text, read_message
from table.log_forms import setup_form

MATCH = "cd" * 16
SEED, OTHER_SEED = bytes(32), bytes(range(32))
KEY = public_signing_key(SEED)
SETUP = Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1)))


def sign(text: bytes) -> bytes:
    return signature(SEED, text)


KEYS = MatchKeys(KEY.hex(), KEY.hex(), sign)


@dataclass
class Wire:
    """A deciding and a joined side, each with its disk, and the messages under way between them."""

    here: DecidingTable = field(default_factory=lambda: DecidingTable.restored(MATCH, KEYS, ()))
    far: JoinedTable = field(default_factory=lambda: JoinedTable.restored(1, MATCH, KEYS, ()))
    now: int = 0
    disks: tuple[list[KeptRecord], list[KeptRecord]] = field(default_factory=lambda: ([], []))
    under_way: list[tuple[int, MatchMessage]] = field(default_factory=list)
    notices: tuple[list[MatchNotice], list[MatchNotice]] = field(default_factory=lambda: ([], []))

    @classmethod
    def begun(cls) -> Wire:
        """A game of two tables that has just begun."""
        wire = cls()
        for content in (
            MatchOpened(MATCH, "here", KEY.hex(), (Seat.BLUE,)),
            TableAdmitted(1, "far", KEY.hex(), (Seat.ORANGE,)),
            GameSetUp(setup_form(SETUP)),
        ):
            wire.ask(0, content)
        wire.settle()
        return wire

    def handle(self, to: int, event: MatchEvent) -> None:
        if to == 0:
            self.here, effects = self.here.handle(event, self.now)
        else:
            self.far, effects = self.far.handle(event, self.now)
        for effect in effects:
            match effect:
                case Keep(record):
                    self.disks[to].append(record)
                case SendMessage(table, message):
                    self.under_way.append((table, read_message(message_text(message))))
                case TellTable(notice):
                    self.notices[to].append(notice)

    def ask(self, at: int, content: MatchContent) -> None:
        self.handle(at, EntryAsked(content))

    def deliver(self, index: int = 0, *, keep: bool = False) -> None:
        to, message = self.under_way[index] if keep else self.under_way.pop(index)
        self.handle(to, MessageHeard(1 - to, message))

    def restart(self, at: int) -> None:
        if at == 0:
            self.here = DecidingTable.restored(MATCH, KEYS, self.disks[0])
        else:
            self.far = JoinedTable.restored(1, MATCH, KEYS, self.disks[1])

    def pass_time(self, ms: int) -> None:
        self.now += ms
        self.handle(0, ResendDue())
        self.handle(1, ResendDue())

    def settle(self) -> None:
        """Deliver everything, and what follows from it, until both have the same and want nothing more."""
        for _ in range(100):
            while self.under_way:
                self.deliver()
            if self.far.pending is None and self.here.log == self.far.log:
                return
            self.pass_time(60_000)
        raise AssertionError("the sides do not come together")

    def acts(self) -> int:
        """Which side is to play."""
        game = self.here.state.game
        assert game is not None
        return 0 if game.to_act is Seat.BLUE else 1

    def step(self, at: int) -> MatchContent:
        """A step that is legal as this side knows the game."""
        game = (self.here if at == 0 else self.far).state.game
        assert game is not None
        return StepsTaken(action_text(game.legal_actions()[0]))


def rounds(setup: Setup, *seats: tuple[Seat, ...]) -> tuple[DecidingTable, JoinedTable]:
    """A game of tables with these seats: the one that decides, and table 1 with all its entries."""
    here, far = DecidingTable.restored(MATCH, KEYS, ()), JoinedTable.restored(1, MATCH, KEYS, ())
    contents: list[MatchContent] = [MatchOpened(MATCH, "here", KEY.hex(), seats[0])]
    contents += [TableAdmitted(n, f"table {n}", KEY.hex(), its) for n, its in enumerate(seats[1:], start=1)]
    for content in (*contents, GameSetUp(setup_form(setup))):
        here, _ = here.handle(EntryAsked(content), 0)
    return here, brought(here, far)


def proposal(here: DecidingTable, table: int, content: MatchContent) -> Propose:
    """The next proposal of a table that has all entries."""
    number = here.state.proposals[table] + 1
    signed = sign(here.log.proposal_text(OrderedEntry(table, number, content)))
    return Propose(number, here.log.count, content, signed.hex())


def brought(here: DecidingTable, far: JoinedTable) -> JoinedTable:
    """Table 1 after it was brought all that it lacks."""
    far, _ = far.handle(MessageHeard(0, Entries(here.log.entries[far.log.count :], here.log.count)), 0)
    assert far.log == here.log
    return far


def proposed(here: DecidingTable, table: int, content: MatchContent) -> DecidingTable:
    """The deciding table after another one's proposal, which it orders."""
    count = here.log.count
    here, _ = here.handle(MessageHeard(table, proposal(here, table, content)), 0)
    assert here.log.count == count + 1
    return here
