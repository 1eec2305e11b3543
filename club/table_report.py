"""What a table tells a club: what an onlooker's phone is shown of it, in one message.

`report_of` makes it of the snapshot for nobody's phone and refuses any other, so it has no secret. `TableReport` is
also the form in which it is sent and read; all its parts are bounded, so that no message makes a page long.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from club.public_notation import TURN, public_turns
from common.message import Message
from engine.seats import Seat
from engine.setup import Edition
from engine.squares import Direction, square_name
from engine.views import View
from table.session.snapshot import Phase, SeatView, Snapshot
from table.settings.game_options import ClockRule
from table.settings.table_settings import NAME_LENGTH
from table.typed_json import MalformedError, SquareName, SquareNames, Whole, read_text

MOST_TURNS: Final = 200
"""So many turns are told, the last ones; a game has 15 to 40."""
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
    """A player: the ``name`` (empty: none), the powers, the side, whether the table plays, and whether the player is
    out of the game."""

    seat: Seat
    name: Name
    powers: Annotated[tuple[Word, ...], Meta(max_length=2)] = ()
    side: Annotated[int, Meta(ge=0, le=3)] | None = None
    machine: bool = False
    out: bool = False


class ReportedWorker(Struct, frozen=True):
    """A worker that everybody sees; ``marked``: a power treats it differently."""

    seat: Seat
    square: SquareName
    marked: bool = False


class ReportedToken(Struct, frozen=True):
    """A token of a power."""

    power: Word
    square: SquareName


class ReportedPosition(Struct, frozen=True):
    """The board: how many blocks stand on each of the 25 squares, a1 to e1 first, the domes, workers and tokens, and
    where powers point to over the whole board."""

    size: Annotated[int, Meta(ge=4, le=5)]
    levels: Annotated[str, Meta(min_length=25, max_length=25, pattern="^[0-3]*$")]
    domes: SquareNames = ()
    workers: Annotated[tuple[ReportedWorker, ...], Meta(max_length=25)] = ()
    tokens: Annotated[tuple[ReportedToken, ...], Meta(max_length=50)] = ()
    winds: Annotated[dict[Word, Direction], Meta(max_length=4)] = {}


class ReportedLine(Struct, frozen=True):
    """A line of the log: a key with arguments."""

    key: Word
    args: Arguments = {}


class ReportedResult(Struct, frozen=True):
    """How the game ended: the winners, why, and the name under which the table stores it (None: not yet)."""

    winners: Seats
    reason: ReportedLine
    game: Annotated[str, Meta(max_length=64, pattern="^[0-9A-Za-z_-]+$")] | None = None


class ReportedRules(Struct, frozen=True):
    """What is played: whose printed rules, whether with powers and with the Golden Fleece, and the chess clock (None:
    none)."""

    edition: Edition
    powers: bool
    fleece: bool
    clock: ClockRule | None = None


class TableReport(Struct, frozen=True):
    """A table as onlookers see it. ``turn`` is whose step or confirmation it waits for (None: nobody's), ``count`` how
    many turns have begun, ``turns`` the last of them in notation (`club.public_notation`), the setup first if it is
    among them, and ``last`` the log of the last turn."""

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
        """The report as it is sent: the same report gives the same bytes."""
        return msgspec.json.encode(self)


_DECODER: Final = msgspec.json.Decoder(TableReport)


def read_report(payload: bytes) -> TableReport:
    """The report in a message.

    :raises MalformedError: naming what it has that no report has.
    """
    if len(payload) > LARGEST_REPORT:
        raise MalformedError(f"a report has at most {LARGEST_REPORT} bytes, not {len(payload)}")
    try:
        text = payload.decode()
    except UnicodeDecodeError as error:
        raise MalformedError("it is no text in UTF-8") from error
    return read_text(_DECODER, text)


def report_of(snapshot: Snapshot) -> TableReport:
    """What a table tells a club.

    :raises ValueError: if the snapshot is for a phone with a seat, which may show more.
    """
    if snapshot.seats_held or snapshot.secret is not None:
        raise ValueError("what is published comes from what a phone without a seat is shown")
    options, puzzled = snapshot.options, snapshot.puzzle is not None
    game = None if puzzled else snapshot.game
    log = () if game is None else tuple(line.message for line in snapshot.log)
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
        last=tuple(_line(message) for message in _last(log)),
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


def _last(log: tuple[Message, ...]) -> tuple[Message, ...]:
    """The end of a log, from the beginning of the turn before the one that goes on."""
    began = [number for number, message in enumerate(log) if message.key.startswith(TURN)]
    return log[began[-2] if len(began) > 1 else 0 :][-MOST_LINES:]


def _result(snapshot: Snapshot, game: View | None) -> ReportedResult | None:
    if game is None or game.outcome is None or snapshot.phase is not Phase.OVER:
        return None
    reason = game.outcome.reason
    return ReportedResult(game.outcome.winners, _line(Message(reason.key, reason.args)), snapshot.kept)


def _line(message: Message) -> ReportedLine:
    return ReportedLine(message.key, {name: value[:120] for name, value in message.args})


def _cut(turn: str) -> str:
    return turn if len(turn) <= TURN_LENGTH else turn[: TURN_LENGTH - len(_CUT)] + _CUT
