"""The games of years, for tests and benchmarks of what is made of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from engine import Seat
from engine.casting.catalogue import CARDS
from engine.errors import InvalidSetup
from engine.field_text import Json
from engine.notation import record_of
from table.storage.finished_game import game_text
from tests.table.storage.finished_games import played

FIRST = datetime(2022, 1, 1, 18, tzinfo=UTC)
PLAYERS = 40


def records(count: int) -> list[dict[str, Json]]:
    """So many different games of gods against gods."""
    chance = Random(1)  # noqa: S311 - repeatable chance, no secret
    powers = [card.power for card in CARDS]
    found: list[dict[str, Json]] = []
    while len(found) < count:
        try:
            found.append(record_of(played(*chance.sample(powers, 2), seed=len(found))))
        except InvalidSetup:
            continue  # two that cannot meet
    return found


def put_games(folder: Path, count: int, of: Sequence[dict[str, Json]]) -> list[str]:
    """Put the files of so many games into a folder, played by forty people, five hours apart; their names, the newest
    first."""
    chance = Random(2)  # noqa: S311 - as above
    people = [f"Player {number}" for number in range(PLAYERS)]
    names = []
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        began = FIRST + timedelta(hours=5 * number)
        blue, orange = chance.sample(people, 2)
        text = game_text(
            of[number % len(of)], {Seat.BLUE: blue, Seat.ORANGE: orange}, began, began + timedelta(hours=1)
        )
        names.append(f"{began:%Y%m%dT%H%M%SZ}-1")
        (folder / f"{names[-1]}.json").write_text(text, "utf-8")
    return names[::-1]
