"""Where things are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where the journal and what boards are is kept unless something else is asked for: in the folder that systemd
    gives to a service that has one, else by the XDG base directory specification."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if os.path.isabs(given):
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "thera"
