"""The machine's clock jumps, as on a computer that has none of its own: games keep apart, and no player loses time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from common.atomic_files import write_whole
from table.session.saved_state import EndedGame
from table.storage.game_archive import GameArchive
from table.storage.journal import FILE_NAME, Journal
from tests.house import ROOT, installed_modules
from tests.table.storage.finished_games import ANN_AND_BEN, played

TIMES = (
    datetime(2026, 3, 1, 19, 12, 5, tzinfo=UTC),
    datetime(1970, 1, 1, tzinfo=UTC),
    datetime(2038, 1, 19, 3, 14, 8, tzinfo=UTC),
    datetime(2026, 3, 1, 19, 12, 5, tzinfo=UTC),
    datetime(1970, 1, 1, tzinfo=UTC),
)
NAMES_AND_DATES = {
    "table/storage/game_archive.py",
    "table/storage/backup.py",
    "thera/boards/open_board.py",
    "table/storage/journal_file.py",
    "thera/commands/update_command.py",
    "web_ui/callers.py",  # a cookie is set again when the day is another one, whichever
    "online/match/running_match.py",  # numbers of messages rise by it, so that a disk that was set back is heard
}
"""Modules that write down what time it is, and do nothing by it."""


def test_each_game_has_a_file_of_its_own_wherever_the_clock_stands(tmp_path: Path) -> None:
    clock = [TIMES[0]]
    games = GameArchive(tmp_path / "games", write_whole, lambda: clock[0])
    names: list[str] = []
    for now in TIMES:
        clock[0] = now
        names.append(games.next_name(names[-1:]))
        games.save(EndedGame(names[-1], played(seed=len(names)), ANN_AND_BEN), just_now=True)
    assert len(set(names)) == len(TIMES)
    again = GameArchive(tmp_path / "games", write_whole)
    assert [name for name, _ in again.games] == sorted(names, reverse=True)


def test_what_is_kept_aside_at_the_same_time_stays_apart(tmp_path: Path) -> None:
    for content in (b"one", b"two", b"three"):
        (tmp_path / FILE_NAME).write_bytes(content)
        Journal(tmp_path).close()
    kept = {path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}.damaged-*")}
    assert kept == {b"one", b"two", b"three"}


def test_nothing_but_names_and_dates_goes_by_the_machines_clock() -> None:
    """All that waits, and the chess clock, goes by a clock that nobody sets."""
    wall = re.compile(r"\btime\.time(_ns)?\(|\b(datetime|date)\.(now|today)\(|\b(gm|local)time\(")
    found = {
        str(path.relative_to(ROOT))
        for path in installed_modules()
        if wall.search(path.read_text("utf-8")) and "doctor" not in path.parts  # which looks whether it is right
    }
    assert found == NAMES_AND_DATES
