"""The report of a table to a club: one message with all that a phone without a seat sees.

`report_of` makes it from the snapshot without a seat and refuses any other, so it holds no secret. `TableReport` is
also its form in messages; all parts are bounded, so that no message makes a page long.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Protocol

import msgspec
from msgspec import Meta, Struct

from common.json_reader import JsonReader
from common.message import Message
from common.mqtt.broker import LARGEST_PAYLOAD, BrokerMessage
from engine import NotationError
from engine.seats import Seat
from engine.setup import Edition
from engine.squares import Direction, square_name
from engine.views import View
from online.home.home_assistant import TableTopics
from online.home.table_announcer import MessageTaker, TableOnlooker, WatchedTable, published
from table.session.session_events import SaveError
from table.session.snapshot import EventKind, LoggedEvent, Phase, SeatView, Snapshot
from table.settings.names import NAME_LENGTH
from table.settings.options import ClockRule
from table.storage.finished_game import FinishedGame, game_text, read_game
from table.storage.game_archive import GAME_SIZE, NAME
from table.typed_json import MalformedError, SquareName, SquareNames, Whole, read_text

# ---- public notation
#
# The turns of a game in notation, as far as everybody at the table may see them, made of the public log alone.
# The forms are those of `docs/notation.md`. The log says what was built and not by which worker, so a build is
# written without one: ``+c4`` for a block, ``^c4`` for a dome. ``??`` stands for what was done in secret, and ``#``
# for a step that failed against something secret.


CONCEALED: Final = "??"
FAILED: Final = "#"

Args = Mapping[str, str]
_NOTATION: Final[Mapping[EventKind, Callable[[Args], str]]] = {
    EventKind.WORKER_PLACED: lambda args: f"@{args['square']}",
    EventKind.WORKER_MOVED: lambda args: f"{args['origin']}-{args['to']}",
    EventKind.WORKER_FORCED: lambda args: f"{args['origin']}>{args['to']}",
    EventKind.WORKER_REMOVED: lambda args: f"x{args['square']}",
    EventKind.BUILT: lambda args: f"{'^' if args['piece'] == 'dome' else '+'}{args['square']}",
    EventKind.BLOCK_TAKEN: lambda args: f"-{args['square']}",
    EventKind.TOWER_RECYCLED: lambda args: f"%{args['square']}",
    EventKind.TOKEN_PLACED: lambda args: f"*{args['square']}",
    EventKind.DIRECTION_SET: lambda args: f"~{args['direction'] if args['direction'] in tuple(Direction) else ''}",
    EventKind.WORKER_CHOSEN: lambda args: f"?{args['square']}",
    EventKind.ACTED_IN_SECRET: lambda _: CONCEALED,
    EventKind.ACTION_CANCELLED: lambda _: FAILED,
    EventKind.POSITION_CORRECTED: lambda args: f"correct={args['squares']}",
}
"""How events are written; others are left out."""


def public_turns(log: Iterable[LoggedEvent]) -> tuple[str, ...]:
    """The turns of a log, in order. The events before the first turn are the setup, which comes first."""
    turns: list[list[str]] = [[]]
    for event in log:
        if event.kind is EventKind.TURN_BEGAN:
            turns.append([])
        elif (written := _NOTATION.get(event.kind)) is not None:
            turns[-1].append(written(dict(event.message.args)))
    return tuple(" ".join(steps) for steps in turns)


# ---- table report


MOST_TURNS: Final = 200
"""The number of last turns in a report; a game has 15 to 40."""
TURN_LENGTH: Final = 100
"""The most characters of a turn."""
MOST_LINES: Final = 24
LARGEST_REPORT: Final = 32 * 1024
"""Bytes."""
_CUT: Final = "..."

Name = Annotated[str, Meta(max_length=NAME_LENGTH)]
Word = Annotated[str, Meta(max_length=48, pattern=r"^[a-z0-9_.]+$")]
"""A power, or a key."""
Text = Annotated[str, Meta(max_length=120)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=4)]
Arguments = Annotated[dict[Word, Text], Meta(max_length=12)]


class ReportedPlayer(Struct, frozen=True):
    """A player: the ``name``, which may be empty, the powers, the side, whether the table plays, and whether the player
    is out of the game."""

    seat: Seat
    name: Name
    powers: Annotated[tuple[Word, ...], Meta(max_length=2)] = ()
    side: Annotated[int, Meta(ge=0, le=3)] | None = None
    machine: bool = False
    out: bool = False


class ReportedWorker(Struct, frozen=True):
    """A visible worker. It is ``marked`` if a power treats it differently."""

    seat: Seat
    square: SquareName
    marked: bool = False


class ReportedToken(Struct, frozen=True):
    """A token of a power."""

    power: Word
    square: SquareName


class ReportedPosition(Struct, frozen=True):
    """The board: the blocks on each of the 25 squares, a1 to e1 first, the domes, workers and tokens, and the squares
    that powers point to."""

    size: Annotated[int, Meta(ge=4, le=5)]
    levels: Annotated[str, Meta(min_length=25, max_length=25, pattern="^[0-3]*$")]
    domes: SquareNames = ()
    workers: Annotated[tuple[ReportedWorker, ...], Meta(max_length=25)] = ()
    tokens: Annotated[tuple[ReportedToken, ...], Meta(max_length=50)] = ()
    winds: Annotated[dict[Word, Direction], Meta(max_length=4)] = {}


class ReportedLine(Struct, frozen=True):
    """A line of text: a key with arguments. ``kind``: the event that it tells of, if it is of the log."""

    key: Word
    args: Arguments = {}
    kind: EventKind | None = None


class ReportedResult(Struct, frozen=True):
    """How the game ended: the winners, the reason, and the name under which the table stores it, once it has."""

    winners: Seats
    reason: ReportedLine
    game: Annotated[str, Meta(max_length=64, pattern="^[0-9A-Za-z_-]+$")] | None = None


class ReportedRules(Struct, frozen=True):
    """What is played: the edition of the rules, whether with powers and with the Golden Fleece, and the chess clock, if
    any."""

    edition: Edition
    powers: bool
    fleece: bool
    clock: ClockRule | None = None


class TableReport(Struct, frozen=True):
    """A table as onlookers see it. ``turn`` is whose step or confirmation it waits for (None: nobody's), ``count`` how
    many turns have begun, ``turns`` the last of them in notation (`online.club.table_report`), the setup first if it
    is among them, and ``last`` the log of the last turn."""

    name: Name
    phase: Phase
    rules: ReportedRules
    players: Annotated[tuple[ReportedPlayer, ...], Meta(max_length=4)] = ()
    turn: Seat | None = None
    position: ReportedPosition | None = None
    count: Whole = 0
    turns: Annotated[tuple[Annotated[str, Meta(max_length=TURN_LENGTH)], ...], Meta(max_length=MOST_TURNS + 1)] = ()
    last: Annotated[tuple[ReportedLine, ...], Meta(max_length=MOST_LINES)] = ()
    result: ReportedResult | None = None

    @property
    def payload(self) -> bytes:
        """The message of the report: equal reports give equal bytes."""
        return msgspec.json.encode(self)


_READER: Final = JsonReader(TableReport)


def read_report(payload: bytes) -> TableReport:
    """Read a report from a message.

    :raises MalformedError: naming the part that no report has.
    """
    if len(payload) > LARGEST_REPORT:
        raise MalformedError(f"a report has at most {LARGEST_REPORT} bytes, not {len(payload)}")
    try:
        text = payload.decode()
    except UnicodeDecodeError as error:
        raise MalformedError("it is no text in UTF-8") from error
    return read_text(_READER, text)


def report_of(snapshot: Snapshot) -> TableReport:
    """Make the report of a snapshot.

    :raises ValueError: if the snapshot is for a phone with a seat, which may show more.
    """
    if snapshot.seats_held or snapshot.secret is not None:
        raise ValueError("what is published comes from what a phone without a seat is shown")
    options, puzzled = snapshot.options, snapshot.puzzle is not None
    game = None if puzzled else snapshot.game
    log = () if game is None else tuple(line.event for line in snapshot.log)
    turns = public_turns(log)
    return TableReport(
        name=snapshot.settings.name,
        phase=Phase.PUZZLE if puzzled else snapshot.phase,
        rules=ReportedRules(
            options.profile(snapshot.size).edition,
            options.powers or snapshot.powers_needed,
            options.fleece,
            options.clock,
        ),
        players=_players(snapshot, game),
        turn=snapshot.waits_for if game is not None and snapshot.phase in (Phase.PLACING, Phase.PLAYING) else None,
        position=None if game is None else _position(game),
        count=len(turns) - 1,
        turns=() if game is None else tuple(map(_cut, turns[-MOST_TURNS:])),
        last=tuple(_line(event.message, event.kind) for event in _last(log)),
        result=_result(snapshot, game),
    )


def _players(snapshot: Snapshot, game: View | None) -> tuple[ReportedPlayer, ...]:
    """The players, in turn order once there is a game."""
    sitting = {seat.seat: seat for seat in snapshot.seats if seat.name is not None}
    if game is None:
        return tuple(_player(seat, () if seat.power is None else (seat.power,), seat.team) for seat in sitting.values())
    return tuple(
        msgspec.structs.replace(
            _player(
                sitting.get(player.seat) or SeatView(player.seat, "", connected=False, power=None),
                tuple(str(power) for power in (player.power, player.second) if power != "mortal"),
                player.team,
            ),
            out=player.eliminated,
        )
        for player in game.players
    )


def _player(seat: SeatView, powers: tuple[str, ...], side: int | None) -> ReportedPlayer:
    return ReportedPlayer(seat.seat, seat.name or "", powers, side, machine=seat.level is not None)


def _position(game: View) -> ReportedPosition:
    cards = [(player.power, player.memory) for player in game.players]
    cards += [(card.power, card.memory) for card in game.beside]
    pointing = {str(power): value for power, memory in cards for name, value in memory if name == "direction"}
    return ReportedPosition(
        size=game.size,
        levels="".join(map(str, game.levels)),
        domes=tuple(square_name(each) for each in sorted(game.domes)),
        workers=tuple(ReportedWorker(each.seat, square_name(each.square), each.marked) for each in game.workers),
        tokens=tuple(ReportedToken(each.power, square_name(each.square)) for each in game.tokens),
        winds={power: Direction(value) for power, value in pointing.items() if value in tuple(Direction)},
    )


def _last(log: tuple[LoggedEvent, ...]) -> tuple[LoggedEvent, ...]:
    """The end of a log, from the turn before the current one."""
    began = [number for number, event in enumerate(log) if event.kind is EventKind.TURN_BEGAN]
    return log[began[-2] if len(began) > 1 else 0 :][-MOST_LINES:]


def _result(snapshot: Snapshot, game: View | None) -> ReportedResult | None:
    if game is None or game.outcome is None or snapshot.phase is not Phase.OVER:
        return None
    reason = game.outcome.reason
    return ReportedResult(game.outcome.winners, _line(Message(reason.key, reason.args)), snapshot.kept)


def _line(message: Message, kind: EventKind | None = None) -> ReportedLine:
    return ReportedLine(message.key, {name: value[:120] for name, value in message.args}, kind)


def _cut(turn: str) -> str:
    return turn if len(turn) <= TURN_LENGTH else turn[: TURN_LENGTH - len(_CUT)] + _CUT


# ---- finished record
#
# A table's last finished game as it is told to a club: its name there, and the text of its file.


class FinishedRecord(Struct, frozen=True):
    """A finished game: the ``name`` under which the table stores it, and the ``text`` of its file as the table exports
    it."""

    name: Annotated[str, Meta(max_length=64, pattern=f"^{NAME.pattern}$")]
    text: Annotated[str, Meta(max_length=GAME_SIZE)]

    @property
    def payload(self) -> bytes:
        """The message of the game."""
        return msgspec.json.encode(self)

    def game(self) -> FinishedGame:
        """Parse the text of the game.

        :raises MalformedError: if it holds no game.
        """
        try:
            return read_game(self.text)
        except NotationError as error:
            raise MalformedError(str(error)) from error


_RECORD_READER: Final = JsonReader(FinishedRecord)


def record_to_tell(name: str, game: FinishedGame) -> FinishedRecord:
    """The record of a stored game."""
    return FinishedRecord(name, game_text(game.record, game.names, game.began, game.ended))


def read_record(payload: bytes) -> FinishedRecord:
    """Read a finished game from a message.

    :raises MalformedError: naming what is wrong with it.
    """
    try:
        return read_text(_RECORD_READER, payload.decode())
    except UnicodeDecodeError as error:
        raise MalformedError("it is no text in UTF-8") from error


# ---- club topics
#
# The topics on which a table tells a club what onlookers see.


_TOPIC = re.compile(r"thera/(?P<identity>[0-9a-f]{16})/(?P<what>status|club|club/game)")


class ClubTopic(StrEnum):
    """The subjects of messages: the table's presence, its report, its last finished game."""

    STATUS = "status"
    REPORT = "club"
    GAME = "club/game"

    def pattern(self) -> str:
        """The subscription to this topic of all tables."""
        return f"thera/+/{self.value}"

    def of(self, topics: TableTopics) -> str:
        """The topic of a table."""
        return f"thera/{topics.identity}/{self.value}"


@dataclass(frozen=True, slots=True)
class HeardTopic:
    """The identity of a table and the subject."""

    identity: str
    what: ClubTopic


def heard_topic(topic: str) -> HeardTopic | None:
    """Parse a topic; None if it is not a table's topic with a well-formed identity."""
    found = _TOPIC.fullmatch(topic)
    return None if found is None else HeardTopic(found["identity"], ClubTopic(found["what"]))


# ---- table reporter
#
# Tells a club what onlookers see of a running table, in a thread of its own.


OFTEN_SECONDS: Final = 0.25
"""The pause in seconds between two looks at the table: it sends at most four messages a second."""
EXPIRES_SECONDS: Final = 24 * 3600.0
"""Seconds after which the broker forgets the messages of a silent table."""
AGAIN_SECONDS: Final = EXPIRES_SECONDS / 2
"""Seconds without news after which a table repeats its report."""

log = logging.getLogger(__name__)


class GamesToTell(Protocol):
    """The stored games of a table (`table.storage.game_archive.GameArchive`)."""

    def game(self, name: str) -> FinishedGame:
        """The game with a name.

        :raises SaveError: if there is none, or it cannot be read.
        """


class TableReporter:
    """Publishes the report of a table, and each game that ends there, from `start` to `close`. It sees the snapshot
    without a seat. The table never waits for it."""

    def __init__(
        self,
        table: WatchedTable,
        taker: MessageTaker,
        topics: TableTopics,
        games: GamesToTell,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._onlooker = TableOnlooker(table, self.report, OFTEN_SECONDS)
        self._taker = taker
        self._topics = topics
        self._games = games
        self._clock = clock
        self._told: TableReport | None = None
        self._told_at = 0.0
        self._last_game: str | None = None

    def start(self) -> None:
        """Start the thread."""
        self._onlooker.start()

    def close(self) -> None:
        """Stop. It does not wait, and may be called again."""
        self._onlooker.close()

    def report(self, snapshot: Snapshot) -> None:
        """Publish the changes of a snapshot. A game that was over when the table started is part of the report, and not
        a game that ends now."""
        report, now = report_of(snapshot), self._clock()
        first = self._told is None
        if report != self._told or now - self._told_at >= AGAIN_SECONDS:
            if not self._publish(ClubTopic.REPORT, report.payload, LARGEST_REPORT):
                return
            self._told, self._told_at = report, now
        ended = None if report.result is None else report.result.game
        if ended is None or ended == self._last_game:
            return
        if first or self._tell_game(ended):
            self._last_game = ended

    def _tell_game(self, name: str) -> bool:
        """Publish a finished game; False if it has to be tried again."""
        try:
            record = record_to_tell(name, self._games.game(name))
        except SaveError as error:
            log.warning("the club is not told of the game %s: %s", name, error)
            return True
        return self._publish(ClubTopic.GAME, record.payload, LARGEST_PAYLOAD)

    def _publish(self, what: ClubTopic, payload: bytes, most: int) -> bool:
        """Publish a message; True also if it is too large to be ever sent."""
        if len(payload) > most:
            log.warning("a message on %s is not sent: it has %d bytes, and may have %d", what, len(payload), most)
            return True
        message = BrokerMessage(what.of(self._topics), payload, retain=True, expires=EXPIRES_SECONDS)
        return published(self._taker, message)
