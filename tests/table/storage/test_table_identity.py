"""A table keeps its identity: over restarts, in backups, and when another file is where it should be."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.atomic_files import write_whole
from table.storage.backup import BackupContents, back_up, restore
from table.storage.journal import Journal
from thera.house_link import identity_of


def test_it_is_made_once_and_differs_from_that_of_others(tmp_path: Path) -> None:
    made = identity_of(tmp_path, write_whole)
    assert identity_of(tmp_path, write_whole) == made
    (tmp_path / "other").mkdir()
    assert identity_of(tmp_path / "other", write_whole) != made


def test_a_table_that_moves_to_another_computer_stays_the_same(tmp_path: Path) -> None:
    folder, other = tmp_path / "old", tmp_path / "new"
    Journal(folder).close()
    made = identity_of(folder, write_whole)
    back_up(BackupContents(folder), tmp_path / "backup.tar.gz")
    other.mkdir()
    restore(tmp_path / "backup.tar.gz", BackupContents(other))
    assert identity_of(other, write_whole) == made


@pytest.mark.parametrize("content", [b"", b"0123", b"\xff\xfe", b"g" * 16])
def test_another_content_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "identity").write_bytes(content)
    made = identity_of(tmp_path, write_whole)
    assert len(made) == 16
    assert (tmp_path / "identity.broken").read_bytes() == content
    assert identity_of(tmp_path, write_whole) == made


def test_a_full_disk_is_an_error(tmp_path: Path) -> None:
    def full(path: Path, text: str) -> None:
        raise OSError(28, f"no room for {text!r}", str(path))

    with pytest.raises(OSError, match="no room"):
        identity_of(tmp_path, full)
