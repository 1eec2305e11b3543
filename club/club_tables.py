"""The tables of a broker as a club has heard of them: the newest report of each, and what was dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from club.table_report import TableReport, read_report
from home_automation.table_topics import ONLINE
from table.typed_json import MalformedError

MOST_TABLES: Final = 100
"""So many tables are shown."""
MOST_HEARD: Final = 1000
"""Of so many it is known whether they are there."""
MOST_DROPPED: Final = 20
"""Of so many tables it is told why a message of theirs was dropped."""
_COMPLAINT: Final = 200
"""The most characters of that."""


@dataclass(frozen=True, slots=True)
class ClubTable:
    """A table: its newest report, whether it is there, and since when it waits for the same turn, in seconds of the
    clock of whoever heard it."""

    identity: str
    report: TableReport
    online: bool
    since: float


@dataclass(frozen=True, slots=True)
class ClubTables:
    """All tables by identity; ``online`` are those that are there, with a report or without; ``complaints`` say why
    messages were dropped, by the identity that they came under, the last ones last."""

    tables: Mapping[str, ClubTable] = field(default_factory=dict)
    online: frozenset[str] = frozenset()
    complaints: Mapping[str, str] = field(default_factory=dict)

    def in_order(self) -> tuple[ClubTable, ...]:
        """The tables as they are shown: by name, and those that are away last."""
        return tuple(
            sorted(
                self.tables.values(), key=lambda each: (not each.online, _by_number(each.report.name), each.identity)
            )
        )

    def told(self, identity: str, payload: bytes, now: float) -> ClubTables:
        """These after a report of a table; an empty one says that the table tells nothing any more. What is no report
        is dropped."""
        if not payload:
            return replace(self, tables={key: each for key, each in self.tables.items() if key != identity})
        try:
            report = read_report(payload)
        except MalformedError as error:
            return self.dropping(identity, str(error))
        before = self.tables.get(identity)
        kept = self.tables if before is not None else self._with_room()
        if kept is None:
            return self.dropping(identity, f"more than {MOST_TABLES} tables are there already")
        same = before is not None and _waiting(before.report) == _waiting(report)
        table = ClubTable(identity, report, identity in self.online, before.since if before and same else now)
        complaints = {key: why for key, why in self.complaints.items() if key != identity}
        return replace(self, tables={**kept, identity: table}, complaints=complaints)

    def heard_of(self, identity: str, payload: bytes) -> ClubTables:
        """These after a message that says whether a table is there."""
        online = payload == ONLINE
        if online and identity not in self.online and len(self.online) >= MOST_HEARD:
            return self.dropping(identity, f"more than {MOST_HEARD} tables are there already")
        table = self.tables.get(identity)
        tables = self.tables if table is None else {**self.tables, identity: replace(table, online=online)}
        return replace(self, tables=tables, online=self.online | {identity} if online else self.online - {identity})

    def unheard(self) -> ClubTables:
        """These while nobody can be heard: all are away until they are heard of again."""
        tables = {key: replace(each, online=False) for key, each in self.tables.items()}
        return replace(self, tables=tables, online=frozenset())

    def dropping(self, identity: str, why: str) -> ClubTables:
        """These, and why a message of a table was dropped."""
        line = " ".join(why.split())[:_COMPLAINT]
        others = {key: each for key, each in self.complaints.items() if key != identity}
        return replace(self, complaints=dict([*others.items(), (identity, line)][-MOST_DROPPED:]))

    def _with_room(self) -> Mapping[str, ClubTable] | None:
        """The tables with room for one more: one that is away gives way. None if all are there."""
        if len(self.tables) < MOST_TABLES:
            return self.tables
        away = next((key for key, each in self.tables.items() if not each.online), None)
        return None if away is None else {key: each for key, each in self.tables.items() if key != away}


def _by_number(name: str) -> tuple[tuple[int, str], ...]:
    """By this names are sorted as people do: table 2 comes before table 10."""
    parts = re.split(r"([0-9]+)", name.casefold())
    return tuple((int(part), "") if part.isascii() and part.isdigit() else (-1, part) for part in parts)


def _waiting(report: TableReport) -> tuple[object, ...]:
    """What stays the same as long as the same player is waited for."""
    return report.phase, report.turn, report.count
