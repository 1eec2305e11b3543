"""Before an update there is a backup, or nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.errors import CannotPlayError
from table.settings.configuration import Configuration, Configured, StorageSettings
from table.storage.journal import Journal
from thera.commands import update_command


@pytest.fixture
def configured(tmp_path: Path) -> Configured:
    """A computer with a table whose journal has been begun."""
    Journal(tmp_path / "data").close()
    return Configured(Configuration(storage=StorageSettings(tmp_path / "data")))


def test_the_newest_backups_stay(tmp_path: Path, configured: Configured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_command, "BACKUPS", tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    for year in (2001, 2002, 2003):
        (tmp_path / "backups" / f"thera-{year}0101-000000-0.1.0.tar.gz").touch()
    made = update_command._save(configured, "0.2.0")
    left = {path.name for path in (tmp_path / "backups").iterdir()}
    assert left == {"thera-20020101-000000-0.1.0.tar.gz", "thera-20030101-000000-0.1.0.tar.gz", made.name}
    assert made.stat().st_size > 0


def test_a_backup_is_not_the_one_that_goes_though_the_clock_was_set_back(
    tmp_path: Path, configured: Configured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update_command, "BACKUPS", tmp_path / "backups")
    (tmp_path / "backups").mkdir()
    for year in (2901, 2902, 2903):
        (tmp_path / "backups" / f"thera-{year}0101-000000-0.1.0.tar.gz").touch()
    assert update_command._save(configured, "0.2.0").exists()


def test_where_no_backup_can_be_written_nothing_is_changed(
    tmp_path: Path, configured: Configured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(update_command, "BACKUPS", tmp_path / "file" / "backups")
    with pytest.raises(CannotPlayError, match="no backup could be written, so nothing was changed"):
        update_command._save(configured, "0.2.0")
