"""What a table stores for its matches: its signing key, and a file for each match that it takes part in."""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from apart.ciphers import KEY_BYTES
from apart.match_file import MatchFile, MatchFileError
from apart.match_runner import TableIdentity
from common.atomic_files import make_folder
from table.storage.backup_file import MATCH_KEY, MATCHES

ENDING: Final = ".match"
_OWNER_ONLY: Final = 0o600

log = logging.getLogger(__name__)


class MatchStorage:
    """The matches in a data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def identity(self) -> TableIdentity:
        """Who this table is in all its matches. Its key is made when it is first asked for; only its owner can read it.

        :raises MatchFileError: if the key can be neither read nor written, or is none.
        """
        path = self._folder / MATCH_KEY
        try:
            seed = _read_key(path)
        except FileNotFoundError:
            seed = _make_key(path)
        except OSError as error:
            raise MatchFileError(f"{path}: {error.strerror or error}") from error
        return TableIdentity(seed, secrets.token_bytes, lambda: int(time.time()))

    def new_file(self) -> MatchFile:
        """An empty file for another match.

        :raises MatchFileError: if it cannot be written.
        """
        return MatchFile(self._folder / MATCHES / f"{secrets.token_hex(8)}{ENDING}")

    def paths(self) -> list[Path]:
        """The places of the files of all matches that are stored."""
        return sorted((self._folder / MATCHES).glob(f"*{ENDING}"))

    def files(self) -> Iterator[MatchFile]:
        """The files of all matches that are stored, each of them open. One that cannot be read stays where it is, and
        the log says so."""
        for path in self.paths():
            try:
                path.chmod(_OWNER_ONLY)  # a copy may have been made with other rights
                yield MatchFile(path)
            except (MatchFileError, OSError) as error:
                log.warning("a match is left aside: %s", error)

    @staticmethod
    def remove(file: MatchFile) -> None:
        """Close the file of a match that is over, and remove it: it holds keys that nobody needs any more."""
        file.close()
        try:
            file.path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s: cannot be removed: %s", file.path, error.strerror)


def _read_key(path: Path) -> bytes:
    text = path.read_text("ascii", errors="replace").strip()
    path.chmod(_OWNER_ONLY)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != KEY_BYTES:
        raise MatchFileError(f"{path}: holds no key of {2 * KEY_BYTES} hexadecimal digits")
    return seed


def _make_key(path: Path) -> bytes:
    seed = secrets.token_bytes(KEY_BYTES)
    draft = path.with_name(f"{path.name}.new")
    try:
        make_folder(path.parent)
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w", encoding="ascii") as file:
            file.write(f"{seed.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise MatchFileError(f"{path}: {error.strerror or error}") from error
    return seed
