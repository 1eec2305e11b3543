"""Installs Thera straight from its wheel: ``sudo python3 thera-VERSION-py3-none-any.whl/systemd install``."""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    # Started so, Python finds what is in the folder, and not the folder itself.
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from systemd.commands import main

    sys.exit(main(__file__))
