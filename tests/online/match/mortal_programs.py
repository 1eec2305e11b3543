"""Programs of tables that a test kills: at any of their writes and messages, half-way through a write, too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path

from online.match.match_file import FileRecord, MatchFile


class Killed(Exception):
    """The program was killed here."""


class MortalProgram(ABC):
    """The program of a table. ``effects`` counts what it has written to the disk and sent; ``kill_at`` is the number of
    the effect at which it is killed (None: it is not)."""

    kill_at: int | None = None
    effects = 0

    @abstractmethod
    def kill(self) -> None:
        """End it at once."""

    def effect(self) -> None:
        """Count an effect.

        :raises Killed: if the program is to be killed at this one.
        """
        self.effects += 1
        if self.kill_at == self.effects:
            raise Killed

    def guarded(self, do: Callable[[], object]) -> bool:
        """Do something, unless the program is killed meanwhile; whether it was not."""
        try:
            do()
        except Killed:
            self.kill()
            return False
        return True


class MortalFile(MatchFile):
    """A file whose program may be killed just before, in the middle of, or after a write."""

    def __init__(self, path: Path, effect: Callable[[], None]) -> None:
        super().__init__(path)
        self._effect = effect

    def append(self, *records: FileRecord) -> None:
        self._effect()
        size = self.path.stat().st_size
        super().append(*records)
        try:
            self._effect()
        except Killed:
            whole = self.path.read_bytes()
            self.path.write_bytes(whole[: (size + len(whole)) // 2])
            raise
        self._effect()
