"""What tables publish for a club, as tests send it."""

from __future__ import annotations

from dataclasses import replace

from common.mqtt.broker import BrokerMessage
from engine import Game, Player, Seat, Setup
from engine.actions import Place
from engine.notation import record_of
from engine.squares import square
from online.club.table_report import FinishedRecord, report_of
from online.home.home_assistant import ONLINE
from table.session.snapshot import Snapshot
from table.settings.options import TableSettings
from table.storage.finished_game import game_text
from tests.web_ui.fake_table import playing

ONE, OTHER = "0123456789abcdef", "fedcba9876543210"


def watched(name: str = "Table 1", players: tuple[str, str] = ("Ann", "Bo")) -> Snapshot:
    """A game in progress of two with these names, as nobody's phone sees it."""
    shown = playing()
    names = dict(zip((Seat.BLUE, Seat.ORANGE), players, strict=True))
    seats = tuple(replace(each, name=names.get(each.seat)) for each in shown.seats)
    return replace(shown, seats=seats, seats_held=(), host=False, settings=TableSettings(name=name))


def reported(identity: str = ONE, snapshot: Snapshot | None = None) -> BrokerMessage:
    """The report of a table."""
    report = report_of(watched() if snapshot is None else snapshot)
    return BrokerMessage(f"thera/{identity}/club", report.payload, retain=True)


def status(identity: str = ONE, payload: bytes = ONLINE) -> BrokerMessage:
    """Whether a table is there."""
    return BrokerMessage(f"thera/{identity}/status", payload, retain=True)


def finished_text(blue: str, orange: str, *, loser: Seat = Seat.ORANGE) -> str:
    """The file of a game that one of two gave up after the workers were placed."""
    game = Game.begin(Setup((Player(Seat.BLUE, team=0), Player(Seat.ORANGE, team=1))))
    for name in ("b2", "d4", "b4", "d2"):
        game = game.play(Place(square(name)))
    game = game.resign(loser)
    return game_text(record_of(game), {Seat.BLUE: blue, Seat.ORANGE: orange})


def finished(
    identity: str, name: str, blue: str, orange: str, *, loser: Seat = Seat.ORANGE, retain: bool = False
) -> BrokerMessage:
    """A finished game of a table; ``retain``: the broker had it already."""
    record = FinishedRecord(name, finished_text(blue, orange, loser=loser))
    return BrokerMessage(f"thera/{identity}/club/game", record.payload, retain)
