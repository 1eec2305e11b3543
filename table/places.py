"""Where things are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where the journal and what boards are is kept unless ``--data`` says otherwise, by the XDG base directory
    specification."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share") / "thera"
