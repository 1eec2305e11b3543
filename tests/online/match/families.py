"""Families at tables of their own who play one match: the real session, entries, files and protocol, over a broker that
is a list. Everything happens in the test's thread, and a table can be started again from what it has stored."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from common.mqtt.broker import BrokerMessage, TopicSubscription
from common.numbers import seeded
from engine import Game, Seat
from engine.actions import Action, Build, Done, Move
from engine.seats import PUBLIC
from online.match.broker_topics import BrokerTopics
from online.match.match_control import MatchControl
from online.match.running_match import MatchStorage
from table.session.answers import Refused
from table.session.command import Command
from table.session.journal_entries import Opened, evolve
from table.session.lobby import BeginGame, ChooseOptions
from table.session.match_play import JoinMatch, OpenMatch
from table.session.saved_state import SavedState
from table.session.snapshot import Phase
from table.session.table_setup import ChooseSettings, ResumeGame
from table.session.turns import Act, AnswerTakeback, ConfirmTurn
from table.settings.options import DraftMode, GameOptions, TableSettings
from tests.table.runtime.watched_table import WatchedTable
from tests.table.session.sitting_down import AT_THE_TABLE, sit_still

BLUE, ORANGE, WHITE, PURPLE = Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE
ROUNDS = 4000


@dataclass
class ListedBroker:
    """Passes messages on when it is told to. While it is ``away`` all of them are lost."""

    away: bool = False
    seen: list[BrokerMessage] = field(default_factory=list)
    connected: dict[int, Callable[[], None]] = field(default_factory=dict)
    _waiting: deque[BrokerMessage] = field(default_factory=deque)
    _wanted: dict[tuple[int, str], TopicSubscription] = field(default_factory=dict)

    def carrier(self, number: int) -> ListedCarrier:
        """A connection; the one with this number that was there before is gone."""
        for key in [key for key in self._wanted if key[0] == number]:
            del self._wanted[key]
        return ListedCarrier(self, number)

    def comes_back(self) -> None:
        """Pass messages on again, and have all tables know it, as they do after they connected."""
        self.away = False
        for do in self.connected.values():
            do()

    def deliver(self) -> bool:
        """Pass on what waits; whether there was anything."""
        waiting, self._waiting = self._waiting, deque()
        for message in waiting:
            for (_, pattern), subscription in tuple(self._wanted.items()):
                if pattern == message.topic:
                    subscription.receive(message)
        return bool(waiting)


@dataclass
class ListedCarrier:
    """A table's connection to it."""

    broker: ListedBroker
    number: int

    def when_connected(self, do: Callable[[], None]) -> None:
        self.broker.connected[self.number] = do

    def subscribe(self, subscription: TopicSubscription) -> None:
        self.broker._wanted[self.number, subscription.pattern] = subscription

    def unsubscribe(self, pattern: str) -> None:
        self.broker._wanted.pop((self.number, pattern), None)

    def publish(self, message: BrokerMessage) -> bool:
        self.broker.seen.append(message)
        if not self.broker.away:
            self.broker._waiting.append(message)
        return True


class Family(WatchedTable):
    """A table whose pieces move by themselves; one phone has all seats that are played here."""

    def __init__(
        self, name: str, number: int, broker: ListedBroker, folder: Path, saved: SavedState | None = None
    ) -> None:
        self.name, self.number, self.broker, self.folder = name, number, broker, folder
        link = BrokerTopics(broker.carrier(number), lambda do: do())
        self.control = MatchControl(MatchStorage(folder), link, lambda: self.now)
        super().__init__(saved, seed=name)
        self.passes(0.0)

    def matches(self) -> MatchControl:
        return self.control

    @classmethod
    def at_home(cls, name: str, number: int, broker: ListedBroker, folder: Path) -> Family:
        """A table in its lobby, at which one person sits on blue."""
        made = cls(name, number, broker, folder)
        made.tokens |= sit_still(made.table, BLUE, f"Player at {name}")
        made.does(ChooseSettings(TableSettings(name, None, 100, greeted=True)), ChooseOptions(GameOptions()))
        return made

    def again(self) -> Family:
        """The table after its program was killed: from its journal and its files."""
        saved = self._first
        for entry in (*self.journal.entries, Opened()):
            saved = evolve(saved, entry)
        made = Family(self.name, self.number, self.broker, self.folder, saved)
        made.now, made.tokens = self.now, self.tokens
        if made.seen.found:
            made.does(ResumeGame())
        return made

    def acts(self, choose: Callable[[Game], Action]) -> bool:
        """Do what is due for a seat that is played here; whether anything was."""
        saved = self.saved
        if saved.game is None or saved.phase is Phase.OVER:
            return False
        if saved.confirming in self.own and not saved.offered:
            self.does(ConfirmTurn())
        elif saved.to_act in self.own:
            self.does(Act(choose(self.game)))
        else:
            return False
        return True

    def drafts(self) -> bool:
        """Do what is due in the draft for a seat that is played here; whether anything was."""
        shown = self.seen.draft
        if self.saved.draft is None or shown is None or shown.chooser not in self.own:
            return False
        self._drafts(self.saved)
        return True

    def refusal(self, command: Command) -> str:
        """Give a command that must be refused; the key of the reason."""
        answer = self.table.runner.answer(self.tokens, self.seen.version, command, AT_THE_TABLE)
        assert isinstance(answer, Refused), answer
        return answer.message.key

    def agrees(self) -> None:
        """Agree to take back the last turn."""
        self.does(AnswerTakeback(agree=True))


def climbing(game: Game, chance: random.Random) -> Action:
    """A step of players who only want to go up, so that the game is short. They walk no further on the ground, since
    Hermes may for ever."""
    levels, legal = game.view(PUBLIC).levels, game.legal_actions()
    moves = [action for action in legal if isinstance(action, Move)]
    if Done() in legal and not any(levels[move.to] > levels[move.worker] for move in moves):
        return Done()
    if moves:
        return max(moves, key=lambda move: (levels[move.to], chance.random()))
    builds = [action for action in legal if isinstance(action, Build)]
    if builds:
        return max(builds, key=lambda build: (levels[build.on] % 3, chance.random()))
    return chance.choice(legal)


def settle(broker: ListedBroker, *tables: Family) -> None:
    """Let the tables talk, and pieces move, until nothing more happens without people."""
    quiet = 0
    while quiet < 4:
        before = [table.table.runner.state.version for table in tables]
        came = broker.deliver()
        for table in tables:
            table.passes(0.2)
        quiet = 0 if came or before != [table.table.runner.state.version for table in tables] else quiet + 1


def paired(broker: ListedBroker, folder: Path, seats: tuple[tuple[Seat, ...], ...] = ((ORANGE,),)) -> list[Family]:
    """Tables of one match, still in the lobby: the first opened it, each other one plays some of the seats."""
    names = ("Oslo", "Bergen", "Turku", "Riga")
    tables = [Family.at_home(names[n], n, broker, folder / names[n]) for n in range(len(seats) + 1)]
    tables[0].does(OpenMatch(seats))
    tables[0].passes(0.0)
    for table, code in zip(tables[1:], tables[0].match.codes, strict=True):
        table.does(JoinMatch("-".join(code.words)))
        settle(broker, *tables)
    return tables


def begin(broker: ListedBroker, tables: list[Family]) -> None:
    """The first table begins a game."""
    tables[0].does(BeginGame())
    settle(broker, *tables)


def drafting(broker: ListedBroker, folder: Path, mode: DraftMode = DraftMode.FULL) -> list[Family]:
    """Oslo, whose player on blue is the Challenger, and Bergen, where orange is played; the draft has begun."""
    tables = paired(broker, folder)
    tables[0].does(ChooseOptions(GameOptions(powers=True, mode=mode)))
    begin(broker, tables)
    return tables


def draft_out(broker: ListedBroker, tables: list[Family]) -> None:
    """Everybody chooses, each at the own table, until the game begins."""
    for _ in range(20):
        if all(table.saved.game is not None for table in tables):
            return
        drafted = [table.drafts() for table in tables]
        settle(broker, *tables)
        assert any(drafted), [(table.saved.draft, table.match.trouble) for table in tables]
    raise AssertionError("the draft does not end")


def play(broker: ListedBroker, tables: list[Family], *, turns: int = 200, seed: int = 0) -> None:
    """Play until so many turns were taken, or to the end."""
    chance = seeded("families", seed)
    for _ in range(ROUNDS):
        games = [table.saved.game for table in tables]
        if all(game is not None and (game.outcome is not None or game.turn >= turns) for game in games):
            return
        acted = [table.acts(lambda game: climbing(game, chance)) for table in tables]
        settle(broker, *tables)
        assert any(acted), [(table.saved.to_act, table.saved.confirming, table.match.trouble) for table in tables]
    raise AssertionError("no end")


def are_level(tables: list[Family]) -> bool:
    """Whether all have the same game, and nothing is open."""
    games = [table.game for table in tables]
    same = all(game.plies == games[0].plies and game.state == games[0].state for game in games)
    return same and not any(table.saved.offered or table.saved.announced for table in tables)


def replays(table: Family) -> bool:
    """Whether the journal leads to the same state."""
    saved = table._first
    for entry in table.journal.entries:
        saved = evolve(saved, entry)
    return saved == table.saved
