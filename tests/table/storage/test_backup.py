"""A backup holds all that a table keeps, and is put back whole or not at all."""

from __future__ import annotations

import contextlib
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.atomic_files import write_whole
from engine.seats import Seat
from hardware.board_store import BoardStore
from hardware.board_store import StoredBoard as KeptBoard
from hardware.calibration import Calibration
from table.session.board_choice import BoardKind
from table.session.journal_entries import BoardChanged, Entry, Opened, OptionsChosen, SeatTaken, SettingsChosen
from table.session.saved_state import EndedGame
from table.settings.configuration import KEYS, Configured
from table.settings.configuration_file import CONSEQUENCES, HARMLESS, parse_configuration, settings_to_ask_for
from table.settings.options import FIRST_OPTIONS, TableSettings
from table.storage.backup import BackupContents, back_up, restore
from table.storage.backup_file import BackupError, BackupManifest, read_backup, write_backup
from table.storage.game_archive import GameArchive
from table.storage.journal import FILE_NAME, Journal
from table.storage.journal_file import CONFIRMED
from tests.house import ROOT
from tests.table.storage.finished_games import ANN_AND_BEN, NAME, NOW, played
from tests.thera.test_cli import command, refused, running

ENTRIES: tuple[Entry, ...] = (Opened(), SeatTaken(Seat.BLUE, "Änn", "ab12"), SettingsChosen(TableSettings("Oia", "fr")))
CONFIGURATION = '[table]\nname = "Kitchen"\n'


def table(folder: Path) -> BackupContents:
    """The folder of a table that has kept something of each kind, and its configuration."""
    with Journal(folder / "data") as journal:
        journal.append(*ENTRIES)
    GameArchive(folder / "data" / "games", write_whole, lambda: NOW).save(
        EndedGame(NAME, played(), ANN_AND_BEN), just_now=True
    )
    BoardStore(folder / "data" / "boards").write("a", KeptBoard(Calibration.nominal(), None, "then"))
    (folder / "thera.toml").write_text(CONFIGURATION)
    return BackupContents(folder / "data", folder / "thera.toml")


def everything(_found: Configured) -> frozenset[str]:
    """Accept all settings of a backup."""
    return frozenset(CONSEQUENCES)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture
def kept(tmp_path: Path) -> BackupContents:
    return table(tmp_path / "one")


def test_a_backup_brings_everything_to_another_machine(kept: BackupContents, tmp_path: Path) -> None:
    file = tmp_path / "thera.tar.gz"
    manifest = back_up(kept, file)
    assert {name.split("/")[0] for name in manifest.files} == {
        FILE_NAME,
        CONFIRMED,
        "games",
        "boards",
        "thera.toml",
    }
    other = BackupContents(tmp_path / "other", tmp_path / "other.toml")
    done = restore(file, other, everything)
    assert done.configuration == other.configuration
    assert (tmp_path / "other.toml").read_text() == CONFIGURATION
    with Journal(other.folder) as journal:
        assert journal.entries == ENTRIES
    before, after = tree(kept.folder), tree(other.folder)
    assert {name: after[name] for name in before if name != FILE_NAME} == {
        name: held for name, held in before.items() if name != FILE_NAME
    }
    assert [name for name, _ in GameArchive(other.folder / "games", write_whole).games] == [NAME]
    assert BoardStore(other.folder / "boards").read("a") is not None


def test_only_its_owner_can_read_a_backup_and_any_tool_can_open_it(kept: BackupContents, tmp_path: Path) -> None:
    file = tmp_path / "thera.tar.gz"
    back_up(kept, file)
    assert file.stat().st_mode & 0o077 == 0
    listed = subprocess.run(["tar", "tzf", file], capture_output=True, text=True, check=True).stdout.split()
    assert {"manifest.json", FILE_NAME, f"games/{NAME}.json", "thera.toml"} <= set(listed)


def test_what_was_there_is_kept_aside(kept: BackupContents, tmp_path: Path) -> None:
    file = tmp_path / "thera.tar.gz"
    back_up(kept, file)
    with Journal(kept.folder) as journal:
        journal.append(Opened())
    assert kept.configuration is not None
    kept.configuration.write_text("# changed\n")
    (kept.folder / "games" / "20260101T000000Z-1.json").write_text("later")
    done = restore(file, kept, everything)
    with Journal(kept.folder) as journal:
        assert journal.entries == ENTRIES
    with Journal(done.before) as journal:
        assert journal.entries == (*ENTRIES, Opened())
    assert (done.before / "games" / "20260101T000000Z-1.json").read_text() == "later"
    assert not (kept.folder / "games" / "20260101T000000Z-1.json").exists()
    assert kept.configuration.with_name("thera.toml.before").read_text() == "# changed\n"


ELSEWHERE = """
[board]
link = "replay:/tmp/other.gz"
seed = 5
[web]
address = "http://elsewhere.example/"
[storage]
record = "/etc/cron.d/thera"
[table]
name = "Kitchen"
[wifi]
name = "Guests"
password = "their password"
[mqtt]
host = "broker.example"
username = "thera"
password_file = "/etc/thera/mqtt.password"
[update]
source = "https://elsewhere.example/simple"
"""


def test_each_setting_that_leads_elsewhere_needs_a_word_also_one_that_comes_later() -> None:
    asked = settings_to_ask_for(parse_configuration(ELSEWHERE))
    assert asked == ("board.link", "web.address", "storage.record", "wifi", "mqtt", "update.source")
    assert set(CONSEQUENCES) == {key.split(".")[0] if key.startswith(("wifi", "mqtt")) else key for key in KEYS} - {
        *HARMLESS
    }


def sent_by_a_stranger(folder: Path) -> tuple[Path, BackupContents]:
    """A backup with a configuration of its sender, and a table with one of its own."""
    theirs, ours = table(folder / "theirs"), table(folder / "ours")
    assert theirs.configuration is not None
    theirs.configuration.write_text(ELSEWHERE)
    back_up(theirs, folder / "thera.tar.gz")
    return folder / "thera.tar.gz", ours


def test_the_configuration_of_a_backup_is_not_used_unless_it_is_asked_for(tmp_path: Path) -> None:
    file, ours = sent_by_a_stranger(tmp_path)
    assert ours.configuration is not None
    done = restore(file, ours)
    assert ours.configuration.read_text() == CONFIGURATION
    assert done.configuration == ours.folder / "thera.toml"
    assert done.configuration.read_text() == ELSEWHERE


@pytest.mark.parametrize("accepted", [(), ("mqtt",), ("board.link", "wifi", "update.source")])
def test_what_leads_elsewhere_is_used_only_where_it_was_accepted(tmp_path: Path, accepted: tuple[str, ...]) -> None:
    file, ours = sent_by_a_stranger(tmp_path)
    assert ours.configuration is not None
    restore(file, ours, lambda _: frozenset(accepted))
    found = parse_configuration(ours.configuration.read_text())
    assert settings_to_ask_for(found) == accepted
    assert (found.configuration.table.name, found.configuration.board.seed) == ("Kitchen", 5)
    assert found.configuration.mqtt is None or found.configuration.mqtt.password_file is not None


def test_the_command_shows_what_a_configuration_sets_and_leaves_out_what_nobody_accepted(tmp_path: Path) -> None:
    file, ours = sent_by_a_stranger(tmp_path)
    where = ("--data", str(ours.folder), "--config", str(ours.configuration))

    def told(*more: str) -> str:
        asked = command("restore", str(file), *where, *more)
        return subprocess.run(
            asked, cwd=ROOT, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL
        ).stdout

    assert ours.configuration is not None
    plain = told()
    assert "The configuration of the backup is not used" in plain
    assert ours.configuration.read_text() == CONFIGURATION
    shown = told("--with-configuration", "--accept", "wifi")
    assert 'source = "https://elsewhere.example/simple"' in shown
    assert "their password" not in shown
    assert "Left out: update.source" in shown
    found = parse_configuration(ours.configuration.read_text()).configuration
    assert found.wifi is not None
    assert found.update.source is None
    assert refused("restore", str(file), *where, "--accept", "mqtt") == (
        "thera: --accept is about the configuration: add --with-configuration\n"
    )


def read(file: Path, place: Path) -> BackupManifest:
    with file.open("rb") as opened:
        return read_backup(file, opened, place)


names = st.from_regex(r"\A(games/|boards/)[0-9a-z][0-9a-zA-Z_-]{0,90}\.json\Z")
names |= st.sampled_from((FILE_NAME, CONFIRMED, "virtual-board.json", "thera.toml"))


@settings(deadline=None, max_examples=40)
@given(st.dictionaries(names, st.binary(max_size=3000), max_size=6))
def test_whatever_is_backed_up_comes_back(tmp_path_factory: pytest.TempPathFactory, files: dict[str, bytes]) -> None:
    folder = tmp_path_factory.mktemp("any")
    written = write_backup(folder / "file", files, "1", "then")
    (folder / "out").mkdir()
    assert read(folder / "file", folder / "out") == written
    assert tree(folder / "out") == files


def untouched(file: Path, kept: BackupContents) -> str:
    """Why a file is refused; nothing has changed."""
    before = tree(kept.folder.parent)
    with pytest.raises(BackupError) as told:
        restore(file, kept, everything)
    assert tree(kept.folder.parent) == before
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_backup_that_is_cut_or_changed_anywhere_is_refused_and_nothing_changes(
    kept: BackupContents, tmp_path: Path
) -> None:
    file, bad = tmp_path / "thera.tar.gz", tmp_path / "bad"
    back_up(kept, file)
    whole = file.read_bytes()
    for place in range(len(whole)):
        changed = bytearray(whole)
        changed[place] ^= 1 << place % 8
        bad.write_bytes(changed)
        with pytest.raises(BackupError):
            read(bad, tmp_path / "nowhere")
    for length in range(0, len(whole), 5):
        bad.write_bytes(whole[:length])
        with pytest.raises(BackupError):
            read(bad, tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    for content in (b"", whole[:-1], whole + b"\0", whole[:500] + b"x" + whole[501:], b"garbage" * 100):
        bad.write_bytes(content)
        assert str(bad) in untouched(bad, kept)
    assert restore(file, kept, everything)


def test_a_configuration_that_is_wrong_and_a_missing_journal_are_refused(kept: BackupContents, tmp_path: Path) -> None:
    assert kept.configuration is not None
    kept.configuration.write_text("[table]\nnonsense = 1\n")
    file = tmp_path / "thera.tar.gz"
    back_up(kept, file)
    assert "nonsense" in untouched(file, kept)
    write_backup(tmp_path / "other", {"thera.toml": kept.configuration.read_bytes()}, "1", "then")
    assert "has no journal" in untouched(tmp_path / "other", kept)


def test_a_running_table_is_backed_up_and_not_overwritten(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", tmp_path / "thera.tar.gz"
    with running(folder):
        ran = subprocess.run(
            command("backup", str(file), "--data", str(folder)), cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert "the journal, finished games: 0" in ran.stdout
        told = refused("restore", str(file), "--data", str(folder))
        assert told == f"thera: {folder}: a table runs there; stop it first\n"
    ran = subprocess.run(
        command("restore", str(file), "--data", str(folder)), cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert f"What was there before is in {folder}/before-" in ran.stdout
    with Journal(folder) as journal:
        assert journal.entries == (Opened(), OptionsChosen(FIRST_OPTIONS), BoardChanged(BoardKind.VIRTUAL))


@pytest.mark.parametrize("place", [0, 60, 70, 3980, 8190])  # the last one in an entry
def test_a_damaged_journal_is_backed_up_once_the_table_has_repaired_it(tmp_path: Path, place: int) -> None:
    folder, file = tmp_path / "data", tmp_path / "thera.tar.gz"
    with Journal(folder) as journal:
        journal.append(*[Opened()] * 80)
    damaged = bytearray((folder / FILE_NAME).read_bytes())
    damaged[place] ^= 0x8A
    (folder / FILE_NAME).write_bytes(damaged)
    told = refused("backup", str(file), "--data", str(folder))
    assert told == f"thera: {folder / FILE_NAME}: damaged; start the table once, which repairs it\n"
    assert (folder / FILE_NAME).read_bytes() == damaged
    with Journal(folder):
        pass
    assert back_up(BackupContents(folder), file).files


def test_a_backup_is_written_over_nothing_unless_it_is_forced(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", tmp_path / "thera.tar.gz"
    with Journal(folder):
        pass
    file.write_text("the backup of last year")
    told = refused("backup", str(file), "--data", str(folder))
    assert told == f"thera: {file} exists already; write to another file, or overwrite it with --force\n"
    assert file.read_text() == "the backup of last year"
    forced = command("backup", str(file), "--data", str(folder), "--force")
    subprocess.run(forced, cwd=ROOT, capture_output=True, text=True, check=True)
    assert read(file, tmp_path / "out").files
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "out", "thera.tar.gz"]


@pytest.mark.parametrize("link", ["thera.tar.gz", "thera.tar.gz.new"])
def test_a_backup_is_written_over_nothing_that_a_link_leads_to(kept: BackupContents, tmp_path: Path, link: str) -> None:
    (tmp_path / "other").write_text("other")
    (tmp_path / link).symlink_to(tmp_path / "other")
    with contextlib.suppress(BackupError):
        back_up(kept, tmp_path / "thera.tar.gz")
    assert (tmp_path / "other").read_text() == "other"
    assert back_up(kept, tmp_path / "thera.tar.gz", force=True)
    assert (tmp_path / "other").read_text() == "other"


def test_where_nothing_was_kept_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    told = refused("backup", str(tmp_path / "file"), "--data", str(tmp_path / "none"))
    assert "no table has stored anything there; name its folder with --data" in told
    assert not (tmp_path / "file").exists()
