"""The topics on which a table tells what everybody at it may see."""

from __future__ import annotations

from dataclasses import dataclass

ONLINE = b"online"
OFFLINE = b"offline"


@dataclass(frozen=True, slots=True)
class TableTopics:
    """The topics of the table with this ``identity`` (`table.storage.table_identity`)."""

    identity: str

    @property
    def status(self) -> str:
        """`ONLINE` as long as the table is connected to the broker, else `OFFLINE`."""
        return self._named("status")

    @property
    def phase(self) -> str:
        """What the table does (`table.session.snapshot.Phase`)."""
        return self._named("phase")

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._named("turn")

    @property
    def winner(self) -> str:
        """Who won last."""
        return self._named("winner")

    @property
    def board(self) -> str:
        """Whether the board can be read."""
        return self._named("board")

    @property
    def event(self) -> str:
        """What happens: a message is not retained."""
        return self._named("event")

    def _named(self, name: str) -> str:
        return f"thera/{self.identity}/{name}"
