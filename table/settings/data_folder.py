"""The folder for the data of this table."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """The default folder of the journal, the archive and the board files: the one that systemd gives to the service,
    else the one of the XDG base directory specification."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if os.path.isabs(given):
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "thera"
