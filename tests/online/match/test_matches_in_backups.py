"""A backup has the matches of a table and the key by which other tables know it, and a restore gives both back."""

from __future__ import annotations

from pathlib import Path

import pytest

from online.match.match_file import MatchFileError
from online.match.running_match import MatchStorage
from table.session.journal_entries import Opened
from table.storage.backup import BackupContents, back_up, restore
from table.storage.journal import Journal


def test_key_and_matches_come_back_for_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    journal = Journal(folder)
    journal.append(Opened())
    journal.close()
    storage = MatchStorage(folder)
    key = storage.identity().key
    file = storage.new_file()
    file.close()
    file.path.write_bytes(b"what the match is by then")
    back_up(BackupContents(folder), tmp_path / "table.tar.gz")
    file.path.unlink()
    (folder / "match-key").unlink()
    restore(tmp_path / "table.tar.gz", BackupContents(folder))
    assert file.path.read_bytes() == b"what the match is by then"
    assert storage.identity().key == key
    assert {each.stat().st_mode & 0o777 for each in (file.path, folder / "match-key")} == {0o600}


def test_a_key_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "match-key").write_text("no key")
    with pytest.raises(MatchFileError, match=r"match-key: holds no key of 64 hexadecimal digits"):
        MatchStorage(tmp_path).identity()


def test_a_file_that_is_damaged_stays_where_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage = MatchStorage(tmp_path)
    file = storage.new_file()
    file.close()
    file.path.write_bytes(b"00000000 {}\n00000000 {}\n")
    assert list(storage.files()) == []
    assert "line 1 is damaged" in caplog.text
    assert file.path.exists()
