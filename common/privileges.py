"""Whether this process is root. A system without users, such as a browser's, has no root."""

from __future__ import annotations

import os


def is_root() -> bool:
    """Whether this process has all rights now."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
