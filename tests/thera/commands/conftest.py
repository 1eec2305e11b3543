"""What commands at a broker have in common."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def at_broker(tmp_path: Path) -> str:
    """The path of a configuration with a broker, whose data folder is the test's."""
    file = tmp_path / "thera.toml"
    file.write_text(f'[mqtt]\nhost = "127.0.0.1"\n[storage]\nfolder = "{tmp_path}"\n', "utf-8")
    return str(file)
