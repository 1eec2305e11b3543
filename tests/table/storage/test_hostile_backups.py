"""Backups that somebody has made to do harm: each is refused in one line, nothing changes, and memory stays small."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import sqlite3
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.session.journal_entries import Opened
from table.storage.backup import BackupContents, restore
from table.storage.backup_file import (
    LARGEST_IN_FOLDER,
    LONGEST,
    MOST_FILES,
    BackupError,
    parse_manifest,
    read_backup,
    write_backup,
)
from table.storage.journal import FILE_NAME, Journal
from table.storage.journal_file import CONFIRMED
from tests.house import ROOT
from tests.table.storage.forged_backups import (
    Member,
    listed,
    packed,
    plain,
    sealed,
    sealed_body,
    special,
    tarred,
    told,
    with_manifest,
)

ONE = "games/one.json"
DIGEST = hashlib.sha256(b"{}").hexdigest()
MOST_MEMORY = 100 * 1024 * 1024
"""Bytes, with Python itself."""
MEGABYTE = bytes(1024 * 1024)
LARGE = 150
"""Megabytes."""
MEASURED = """
import atexit, runpy, sys
atexit.register(lambda: print([line for line in open("/proc/self/status") if "VmHWM" in line][0].split()[1]))
sys.argv[0] = "thera"
runpy.run_module("thera.cli", run_name="__main__")
"""
"""Prints what the command took of memory at most, in kB; the figure of the kernel for a process that has ended counts
what its parent had, too."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a table keeps."""
    folder = tmp_path_factory.mktemp("kept") / "data"
    with Journal(folder) as journal:
        journal.append(Opened())
    return folder


def refused(file: Path, folder: Path) -> str:
    """Why a backup is refused; nothing has changed."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    with pytest.raises(BackupError) as error:
        restore(file, BackupContents(folder))
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert str(error.value).isprintable()
    assert str(file) in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        (b"", "cannot be read"),
        (b"\xff\xfe\xff", "cannot be read"),
        (b"[" * 40_000, "cannot be read"),
        (b'{"thera":' * 40_000, "cannot be read"),
        (b'"thera"', "not one of a backup"),
        (b"[]", "not one of a backup"),
        (b"null", "not one of a backup"),
        (b"{}", "not one of a backup"),
        (told({}, thera="backups"), "not one of a backup"),
        (told({}, format=2), "of another format (2)"),
        (told({}, format="1"), "not one of a backup"),
        (told({}, format=[1]), "not one of a backup"),
        (told({}, version=1), "not one of a backup"),
        (told({}, version="\x1b[2J"), "not one of a backup"),
        (told({}, version="\ud800"), "not one of a backup"),
        (told({}, made="x" * 1000), "not one of a backup"),
        (told({}, made="\n"), "not one of a backup"),
        (told([]), "not one of a backup"),
        (told(None), "not one of a backup"),
        (told({ONE: []}), "manifest describes"),
        (told({ONE: [1]}), "manifest describes"),
        (told({ONE: [1, DIGEST, 2]}), "manifest describes"),
        (told({ONE: {"0": 1, "1": DIGEST}}), "manifest describes"),
        (told({ONE: "ab"}), "manifest describes"),
        (told({ONE: ["2", DIGEST]}), "manifest describes"),
        (told({ONE: [2.0, DIGEST]}), "manifest describes"),
        (told({ONE: [True, DIGEST]}), "manifest describes"),
        (told({ONE: [-1, DIGEST]}), "manifest describes"),
        (told({ONE: [None, DIGEST]}), "manifest describes"),
        (told({ONE: [2, DIGEST.upper()]}), "manifest describes"),
        (told({ONE: [2, None]}), "manifest describes"),
        (told({ONE: [float("nan"), DIGEST]}), "cannot be read"),
        (told({ONE: [float("inf"), DIGEST]}), "cannot be read"),
        (told({ONE: [0, DIGEST]}).replace(b"[0", b"[1e999"), "manifest describes"),
        (told({ONE: [0, DIGEST]}).replace(b"[0", b"[" + b"9" * 10_000), "cannot be read"),
        (told({ONE: [10**18, DIGEST]}), "larger than any that a table has"),
        (told({FILE_NAME: [10**9, DIGEST]}), "larger than any that a table has"),
        (told({f"games/{number}": [1024**2, DIGEST] for number in range(1025)}), "more than any table has"),
        (told({}).replace(b'"files": {}', b'"files": {"games/a": [], "games/a": []}'), "a name stands there twice"),
        *(
            (told({name: [2, DIGEST]}), "is no name that a backup may hold")
            for name in (
                *("../one.json", "/etc/passwd", "games/../../one.json", "games/a/b.json", "games/", "games", ""),
                *(".hidden", "games/.hidden", "games/\n", "games/a b", "games/\udc80", "manifest.json", "games\\a"),
                *("journal.sqlite3-wal", "journal.sqlite3.ready", "before-1", "restoring-2-x", ".configuration"),
                *("GAMES/one.json", "games//one.json", "./games/one.json", "games/" + "a" * 101, ".", ".."),
            )
        ),
    ],
)  # fmt: skip
def test_a_forged_manifest_is_refused_in_one_line(folder: Path, tmp_path: Path, manifest: bytes, why: str) -> None:
    assert why in refused(with_manifest(tmp_path / "forged", manifest), folder)


@pytest.mark.parametrize(
    ("member", "why"),
    [
        (plain("../one.json", b"{}"), "not as its manifest says"),
        (plain("/etc/passwd", b"{}"), "not as its manifest says"),
        (plain("games/other.json", b"{}"), "not as its manifest says"),
        (plain("manifest.json", b"{}"), "not as its manifest says"),
        (plain(ONE, b"{ }"), "not as its manifest says"),
        (plain(ONE, b"[]"), "not as its manifest says"),
        *(
            (special(ONE, kind), "no plain file")
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE, tarfile.CHRTYPE)
        ),
        (special(ONE, tarfile.GNUTYPE_SPARSE), "no plain file"),
        (special(ONE, tarfile.AREGTYPE), "no plain file"),
    ],
)
def test_a_forged_file_is_refused_in_one_line(folder: Path, tmp_path: Path, member: Member, why: str) -> None:
    manifest = told(listed({ONE: b"{}"}))
    assert why in refused(with_manifest(tmp_path / "forged", manifest, member), folder)


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_other_kinds_of_tar_are_refused(folder: Path, tmp_path: Path, form: int) -> None:
    name = f"games/{'a' * 140}.json"
    members = (plain("manifest.json", told(listed({name: b"{}"}))), plain(name, b"{}"))
    assert refused(sealed(tmp_path / "forged", [tarred(members, form)]), folder)


def test_what_is_there_twice_and_what_is_missing_is_refused(folder: Path, tmp_path: Path) -> None:
    manifest, twice = told(listed({ONE: b"{}"})), (plain(ONE, b"{}"),) * 2
    assert "not as its manifest says" in refused(with_manifest(tmp_path / "twice", manifest, *twice), folder)
    assert f"lacks {ONE}" in refused(with_manifest(tmp_path / "lacks", manifest), folder)
    assert "does not begin with its manifest" in refused(sealed(tmp_path / "late", [tarred(twice)]), folder)
    assert "does not begin with its manifest" in refused(sealed(tmp_path / "empty", [tarred([])]), folder)
    assert "cut short" in refused(sealed(tmp_path / "nothing", [b""]), folder)
    whole = tarred([plain("manifest.json", told({}))])
    assert "behind its end" in refused(sealed(tmp_path / "more", [whole, tarred([plain(ONE, b"{}")])]), folder)
    assert "it cannot be unpacked" in refused(
        sealed(tmp_path / "number", [whole[:124] + b"\xff" * 12 + whole[136:148] + b"999999\0 " + whole[156:]]), folder
    )


def header(kind: bytes, size: int = 0, name: str = ONE) -> bytes:
    """The header of an entry, whose size may be one that no file has."""
    entry = tarfile.TarInfo(name)
    entry.type, entry.size = kind, size
    return entry.tobuf(tarfile.GNU_FORMAT)


def with_gaps() -> bytes:
    """The header of a file with gaps, which says that a list of more of them follows."""
    made = bytearray(header(tarfile.GNUTYPE_SPARSE))
    made[482] = 1
    made[148:156] = b" " * 8
    made[148:156] = b"%06o\0 " % sum(made)
    return bytes(made)


FIRST = tarred([plain("manifest.json", told(listed({ONE: b"{}"})))])[:1024]
NO_FILE, CUT_SHORT, UNPACKED = "something in it that is no file", "it is cut short", "it cannot be unpacked: "


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        *(
            (header(kind, size) * 2000, NO_FILE)
            for kind in (tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME)
            for size in (0, 1, 2**80)
        ),
        (header(tarfile.GNUTYPE_LONGLINK, 2**62), NO_FILE),
        (header(tarfile.XHDTYPE, -(2**80)), NO_FILE),
        (header(tarfile.XHDTYPE, 512) + b"21 hdrcharset=BINARY\n".ljust(512, b"1"), NO_FILE),
        (with_gaps() + b"\1" * 512 * 2000, NO_FILE),
        (header(tarfile.GNUTYPE_SPARSE, 2), "no plain file"),
        (header(b"?", 2), "no plain file"),
        (header(tarfile.REGTYPE, -1), "not as its manifest says"),
        (header(tarfile.REGTYPE, -(2**80)), "not as its manifest says"),
        (header(tarfile.REGTYPE, 2**80), "not as its manifest says"),
        (header(tarfile.REGTYPE, 2), CUT_SHORT),
        (header(tarfile.REGTYPE, 2) + b"{}", CUT_SHORT),
        (header(tarfile.REGTYPE, 2) + b"{}".ljust(512, b"\0"), CUT_SHORT),
        (header(tarfile.REGTYPE, 2)[:100], CUT_SHORT),
        (b"", CUT_SHORT),
        (b"\1" * 512, NO_FILE),
        (b"\xff" * 512, NO_FILE),
        (header(tarfile.REGTYPE, 2).replace(b"games", b"names"), NO_FILE),
    ],
)
def test_headers_that_tarfile_would_follow_are_refused(folder: Path, tmp_path: Path, entries: bytes, why: str) -> None:
    assert why in refused(sealed(tmp_path / "forged", [FIRST, entries]), folder)


@pytest.mark.parametrize("size", [-1, -(2**80), 2**80])
def test_a_manifest_of_no_size_is_refused(folder: Path, tmp_path: Path, size: int) -> None:
    assert refused(sealed(tmp_path / "forged", [header(tarfile.REGTYPE, size, "manifest.json"), FIRST[512:]]), folder)


GOOD = tarred([plain("manifest.json", told(listed({ONE: b"{}"}))), plain(ONE, b"{}")])
BODY = packed([GOOD])


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", CUT_SHORT),
        (BODY[: len(BODY) // 2], CUT_SHORT),
        (BODY[:-8], CUT_SHORT),
        (BODY[:-1], CUT_SHORT),
        (BODY[:20] + b"\xff" * 20 + BODY[40:], UNPACKED),
        (BODY[:-8] + bytes(4) + BODY[-4:], UNPACKED),
        (BODY[:-4] + bytes(4), UNPACKED),
        (BODY + b"more", UNPACKED),
        (BODY + gzip.compress(GOOD), "something stands behind its end"),
        (BODY + gzip.compress(bytes(10**6)), "something stands behind its end"),
        (gzip.compress(GOOD), UNPACKED),
    ],
)
def test_a_damaged_body_with_a_right_checksum_is_refused(folder: Path, tmp_path: Path, body: bytes, why: str) -> None:
    assert why in refused(sealed_body(tmp_path / "forged", body), folder)


def hostile_journal(place: Path, statements: list[str]) -> bytes:
    """The file of a journal to which somebody has done something."""
    with Journal(place) as journal:
        journal.append(Opened(), Opened())
    database = sqlite3.connect(place / FILE_NAME, isolation_level=None)
    for statement in statements:
        database.execute(statement)
    database.close()
    return (place / FILE_NAME).read_bytes()


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 'x', 'y' FROM n"


@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TABLE entries", f"CREATE VIEW entries (number, body, checksum) AS {ENDLESS}"],
        ["CREATE TRIGGER more AFTER INSERT ON entries BEGIN DELETE FROM entries; END"],
        ["CREATE TABLE other (a)"],
        ["CREATE INDEX other ON entries (body)"],
        ["UPDATE entries SET body = body || ' '"],
        ["DELETE FROM entries WHERE number = 2"],
        ["DROP TABLE entries"],
        ["PRAGMA application_id=1"],
        ["PRAGMA user_version=2"],
    ],
)
def test_a_journal_that_is_not_one_of_ours_is_refused(folder: Path, tmp_path: Path, statements: list[str]) -> None:
    held = hostile_journal(tmp_path / "journal", statements)
    files = {CONFIRMED: (tmp_path / "journal" / CONFIRMED).read_bytes(), FILE_NAME: held}
    forged = with_manifest(tmp_path / "forged", told(listed(files)), *(plain(*each) for each in files.items()))
    assert "its journal " in refused(forged, folder)


def test_a_journal_without_its_length_and_a_length_without_sense_are_refused(folder: Path, tmp_path: Path) -> None:
    held = hostile_journal(tmp_path / "journal", [])
    alone = with_manifest(tmp_path / "alone", told(listed({FILE_NAME: held})), plain(FILE_NAME, held))
    assert "its journal lacks journal.confirmed" in refused(alone, folder)
    files = {CONFIRMED: b"garbage", FILE_NAME: held}
    wrong = with_manifest(tmp_path / "wrong", told(listed(files)), *(plain(*each) for each in files.items()))
    assert "journal.confirmed is damaged" in refused(wrong, folder)


# What is small and becomes large.


def bomb(kind: str, path: Path) -> Path:
    """A small backup that unpacks to much more than may be taken, or has as many things in it as it can."""
    large = LARGE * len(MEGABYTE)
    head = tarfile.TarInfo("manifest.json")
    head.size = large
    match kind:
        case "manifest":
            parts = [head.tobuf(tarfile.USTAR_FORMAT), *repeat(MEGABYTE, LARGE)]
        case "extended header" | "long name":
            head.type = tarfile.XHDTYPE if kind == "extended header" else tarfile.GNUTYPE_LONGNAME
            parts = [head.tobuf(tarfile.USTAR_FORMAT), *repeat(MEGABYTE, LARGE), tarred([plain("a", b"")])]
        case "a file":
            head.name = ONE
            first = tarred([plain("manifest.json", told({ONE: [large, DIGEST]}))])
            parts = [first[:1024], head.tobuf(tarfile.USTAR_FORMAT), *repeat(MEGABYTE, LARGE)]
        case "a file that is longer than it says":
            head.name = ONE
            first = tarred([plain("manifest.json", told({ONE: [2, DIGEST]}))])
            parts = [first[:1024], head.tobuf(tarfile.USTAR_FORMAT), *repeat(MEGABYTE, LARGE)]
        case "what follows the end":
            parts = [tarred([plain("manifest.json", told({}))]), *repeat(MEGABYTE, LARGE)]
        case "brackets":
            parts = [tarred([plain("manifest.json", b"[" + b"[]," * (LONGEST // 3 - 2) + b"0]")])]
        case "numbers":
            parts = [tarred([plain("manifest.json", b"[" + b"0," * (LONGEST // 2 - 2) + b"0]")])]
        case "objects":
            parts = [tarred([plain("manifest.json", b"[" + b'{"":0},' * (LONGEST // 7 - 2) + b"0]")])]
        case "files":
            names = {f"games/{number:07}.json": [0, DIGEST] for number in range(MOST_FILES)}
            parts = [tarred([plain("manifest.json", told(names))])]
        case _:
            entry, _ = plain(ONE, b"")
            parts = [entry.tobuf(tarfile.USTAR_FORMAT) * 200_000]
    return sealed(path, parts)


BOMBS: tuple[str, ...] = ("manifest", "extended header", "long name", "a file", "a file that is longer than it says")
BOMBS += ("what follows the end", "brackets", "numbers", "objects", "files", "members")


@pytest.mark.parametrize("kind", BOMBS)
def test_a_small_file_never_takes_much_memory(folder: Path, tmp_path: Path, kind: str) -> None:
    file = bomb(kind, tmp_path / "bomb")
    restoring = [sys.executable, "-c", MEASURED, "restore", str(file), "--data", str(folder)]
    ran = subprocess.run(restoring, cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{kind}: {file.stat().st_size} bytes took {ran.stdout.strip()} kB")
    assert ran.returncode == 2, ran.stderr
    assert ran.stderr.startswith(f"thera: {file}: ")
    assert ran.stderr.count("\n") == 1
    assert int(ran.stdout) * 1024 < MOST_MEMORY


# What chance comes upon.

Json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None, max_examples=150)
@given(
    st.fixed_dictionaries(
        {"thera": Json | st.just("backup"), "format": Json | st.just(1), "version": Json | st.just("1")},
        optional={"made": Json | st.just("then"), "files": Json | st.dictionaries(st.text(max_size=10), Json)},
    )
    | Json
)
def test_whatever_a_manifest_says_it_is_read_or_refused(manifest: object) -> None:
    text = json.dumps(manifest).encode()
    try:
        found = parse_manifest(text)
    except BackupError as error:
        found = None
        why = str(error)
    assert found or why.isprintable()


def flipped(whole: bytes, chance: random.Random) -> Iterator[bytes]:
    for _ in range(300):
        changed = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            changed[chance.randrange(min(len(whole), 2048 + 512 * 3))] = chance.randrange(256)
        yield bytes(changed)


@pytest.mark.parametrize("packing", [lambda changed: packed([changed]), bytes], ids=["tar", "gzip"])
def test_whatever_is_changed_it_is_read_or_refused(tmp_path: Path, packing: Callable[[bytes], bytes]) -> None:
    whole = BODY if packing is bytes else GOOD
    outcomes = set()
    for number, changed in enumerate(flipped(whole, random.Random(7))):  # noqa: S311 - places to try, no secret
        file, place = sealed_body(tmp_path / "changed", packing(changed)), tmp_path / str(number)
        place.mkdir()
        try:
            with file.open("rb") as opened:
                read_backup(file, opened, place)
        except BackupError as error:
            why = str(error)
            outcomes.add("refused" if why.isprintable() else why)
        else:
            assert (place / ONE).read_bytes() == b"{}"
            outcomes.add("read")
    assert outcomes == {"read", "refused"}


def test_no_backup_of_ours_is_refused_for_its_size(tmp_path: Path) -> None:
    """Five thousand games, as many boards as any house has, and names as long as they can be."""
    files = {f"games/{number:064}.json": b"x" * 6000 for number in range(5000)}
    files |= {f"boards/{'b' * 88}-{number:03}.json": b"x" * 3000 for number in range(50)}
    with Journal(tmp_path / "data") as journal:
        journal.append(*[Opened()] * 10_000)
    files |= {name: (tmp_path / "data" / name).read_bytes() for name in (FILE_NAME, CONFIRMED)}
    made = write_backup(tmp_path / "file", files, "1.2.3", "2026-01-01T00:00:00Z")
    place = tmp_path / "out"
    place.mkdir()
    with (tmp_path / "file").open("rb") as opened:
        assert read_backup(tmp_path / "file", opened, place) == made
    assert {str(path.relative_to(place)) for path in place.rglob("*") if path.is_file()} == set(files)


def test_what_no_backup_can_hold_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"cannot be backed up: games/one\.json is larger"):
        write_backup(tmp_path / "file", {ONE: bytes(LARGEST_IN_FOLDER + 1)}, "1", "then")
    assert list(tmp_path.iterdir()) == []
