"""The identity of a table: by it other programs know the table, whatever its name and address are."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from pathlib import Path

from table.storage.backup_file import IDENTITY

_FORM = re.compile(r"[0-9a-f]{16}")

log = logging.getLogger(__name__)


def identity_of(folder: Path, write: Callable[[Path, str], None]) -> str:
    """The identity of the table with this data folder: 16 hexadecimal digits. One is made where there is none yet.
    ``write`` writes a text to a file whole or not at all. A file that holds something else is renamed.

    :raises OSError: if it can be neither read nor written.
    """
    path = folder / IDENTITY
    try:
        found = path.read_text("ascii").strip()
    except FileNotFoundError:
        found = None
    except UnicodeDecodeError:
        found = ""
    if found is not None and _FORM.fullmatch(found):
        return found
    if found is not None:
        broken = path.with_name(f"{IDENTITY}.broken")
        path.replace(broken)
        log.warning("%s holds no identity, so the table gets a new one; it was renamed to %s", path, broken.name)
    made = secrets.token_hex(8)
    write(path, f"{made}\n")
    return made
