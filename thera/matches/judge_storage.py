"""What a judge stores in its data folder: what it is to have played, and the matches as a table stores them."""

from __future__ import annotations

import fcntl
from pathlib import Path
from types import TracebackType
from typing import Final

from apart.judge_plan import JudgePlan, plan_text, read_plan
from apart.match_file import MatchFile
from common.atomic_files import make_folder, write_whole
from table.errors import CannotPlayError
from table.typed_json import MalformedError
from thera.matches.match_storage import MatchStorage

PLAN_FILE: Final = "judge-plan.json"
_LOCK_FILE: Final = "judge-lock"


class JudgeStorage:
    """The data folder of a judge, which one program uses at a time: a context manager."""

    def __init__(self, folder: Path) -> None:
        """Take the folder.

        :raises CannotPlayError: if it cannot be written, or another judge uses it.
        """
        self.matches = MatchStorage(folder)
        self._plan = folder / PLAN_FILE
        lock = folder / _LOCK_FILE
        try:
            make_folder(folder)
            self._lock = lock.open("a", encoding="ascii")
        except OSError as error:
            raise CannotPlayError(f"{error.filename or folder}: {error.strerror or error}") from error
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._lock.close()
            raise CannotPlayError(
                f"{folder}: in use by another judge; stop it first, or use another folder with --data"
            ) from error

    def __enter__(self) -> JudgeStorage:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()

    def plan(self) -> JudgePlan | None:
        """What the judge is to have played; None if nothing was asked yet, or all of it is over.

        :raises CannotPlayError: if the file cannot be read.
        """
        try:
            return read_plan(self._plan.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, MalformedError, UnicodeDecodeError) as error:
            raise CannotPlayError(f"{self._plan}: {error}; move this file away to begin anew") from error

    def store(self, plan: JudgePlan) -> None:
        """Store what the judge is to have played.

        :raises CannotPlayError: if it cannot be written.
        """
        try:
            write_whole(self._plan, plan_text(plan))
        except OSError as error:
            raise CannotPlayError(f"{self._plan}: {error.strerror or error}") from error

    def match_file(self) -> MatchFile:
        """The file of the match: the one that is stored, else a new one.

        :raises MatchFileError: if it cannot be read or written.
        :raises CannotPlayError: if there are several.
        """
        paths = self.matches.paths()
        if len(paths) > 1:
            raise CannotPlayError(f"{paths[0].parent}: {len(paths)} matches; a judge has one, so move the others away")
        return MatchFile(paths[0]) if paths else self.matches.new_file()

    def clear(self, file: MatchFile) -> None:
        """Remove a match that is over, and its plan."""
        self.matches.remove(file)
        self._plan.unlink(missing_ok=True)
