"""The file of a match: what is in it is on the disk, what could not be written had no effect, damage is named."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from engine import Player, PowerName, Seat, Setup
from online.match.ciphers import derived_key
from online.match.match_entries import GameSetUp, StepsTaken
from online.match.match_file import MatchBegun, MatchFile, MatchFileError
from online.match.match_runner import MatchParts, resume_match
from online.match.pairing import JoinAttempt, MeetingTopics
from online.match.sealed_channel import TextSeal
from table.log_forms import setup_form
from tests.online.match.far_tables import FarTable, begin, level, paired, settle
from tests.online.match.faulty_network import FaultyNetwork

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
SETUP = Setup((Player(BLUE, team=0), Player(ORANGE, team=1)))


def two_tables(folder: Path) -> tuple[FaultyNetwork, list[FarTable]]:
    network = FaultyNetwork()
    tables = paired(network, folder, frozenset({BLUE}), frozenset({ORANGE}))
    begin(network, tables, SETUP)
    return network, tables


def fill_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on half of a write fits, and then nothing."""
    write, room = os.write, [1]

    def half(file: int, data: bytes) -> int:
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        room.pop()
        return write(file, data[: len(data) // 2])

    monkeypatch.setattr("os.write", half)


def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    with MatchFile(tmp_path / "folder" / "one.match") as file:
        assert stat.S_IMODE(file.path.stat().st_mode) == 0o600


def test_a_wish_on_a_full_disk_has_no_effect_and_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, tables = two_tables(tmp_path)
    here = tables[0]
    before, bytes_before, sent = here.running.side, here.path.read_bytes(), len(network.seen)
    with monkeypatch.context() as full:
        fill_disk(full)
        with pytest.raises(MatchFileError, match="No space left"):
            here.running.ask(StepsTaken("@c3 @c1"), network.now)
    assert here.running.side == before
    assert here.path.read_bytes() == bytes_before
    assert len(network.seen) == sent
    here.ask(StepsTaken("@c3 @c1"))
    settle(network, *tables, until=lambda: level(*tables) and here.state.count == 4)


def test_what_a_failed_write_left_is_cut_off_before_the_next_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_file: int, _size: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with MatchFile(tmp_path / "one.match") as file:
        file.append(MatchBegun("ab" * 16, 0))
        with monkeypatch.context() as card:
            fill_disk(card)
            card.setattr("os.ftruncate", fails)
            with pytest.raises(MatchFileError, match="No space left"):
                file.append(MatchBegun("cd" * 16, 0))
        file.append(MatchBegun("ef" * 16, 0))
        records = file.records
    with MatchFile(tmp_path / "one.match") as again:
        assert again.records == records == (MatchBegun("ab" * 16, 0), MatchBegun("ef" * 16, 0))


def test_an_entry_that_came_to_a_full_disk_comes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network, tables = two_tables(tmp_path)
    here, far = tables
    here.ask(StepsTaken("@c3 @c1"))
    network.now += 100
    with monkeypatch.context() as full:
        fill_disk(full)
        network.deliver()
    assert far.state.count == 3
    settle(network, *tables, until=lambda: level(*tables) and far.state.count == 4)


def test_a_record_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    with MatchFile(tmp_path / "one.match") as file:
        file.append(MatchBegun("ab" * 16, 1))
        before = file.path.read_bytes()
        with pytest.raises(MatchFileError, match="could not be read again"):
            file.append(MatchBegun("no name", 1))
        assert file.path.read_bytes() == before


@pytest.mark.parametrize("said", [b" " * 2_000, b"\xff"])
def test_a_request_by_the_right_code_that_is_none_is_dropped(tmp_path: Path, said: bytes) -> None:
    network = FaultyNetwork()
    here = FarTable("here", network, tmp_path)
    here.opens(frozenset({BLUE}))
    assert here.inviting is not None
    code = here.inviting.invite(frozenset({ORANGE}))
    attempt = JoinAttempt(code, "far", bytes(32), bytes(range(32)))
    text = attempt.text + said if said.isspace() else attempt.text.replace(b"far", said)
    seal = TextSeal(derived_key(code.secret, "request"), b"request")
    network.inject(MeetingTopics.of(code).request, seal.sealed(bytes(32), 0, text, bytes(24)))
    network.deliver()
    assert len(here.state.tables) == 1


def test_a_damaged_line_before_the_last_one_is_named(tmp_path: Path) -> None:
    _, (here, _) = two_tables(tmp_path)
    here.kill()
    lines = here.path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b'"', b"'", 1)
    here.path.write_bytes(b"".join(lines))
    with pytest.raises(MatchFileError, match="line 3 is damaged"):
        here.starts()


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_a_file_whose_entries_do_not_follow_from_each_other_is_no_match(tmp_path: Path, missing: int) -> None:
    _, (here, _) = two_tables(tmp_path)
    here.kill()
    entries = [line for line in here.path.read_bytes().splitlines(keepends=True) if b'"kept":"entry"' in line]
    rest = here.path.read_bytes().replace(entries[missing - 1], b"")
    here.path.write_bytes(rest)
    if missing < len(entries):
        with pytest.raises(MatchFileError, match="its entries cannot be"):
            here.starts()
    else:
        here.starts()  # the last one: the log is shorter, which the other table will notice
        assert here.state.count == missing - 1


def test_the_file_of_no_match_and_of_a_match_without_a_channel_are_refused(tmp_path: Path) -> None:
    table = FarTable("here", FaultyNetwork(), tmp_path)
    with MatchFile(tmp_path / "empty.match") as empty, pytest.raises(MatchFileError, match="of no match"):
        resume_match(MatchParts(empty, table, table.identity, table.notices.append))
    with MatchFile(tmp_path / "other.match") as file:
        file.append(MatchBegun("ab" * 16, 1))
        with pytest.raises(MatchFileError, match="no channel"):
            resume_match(MatchParts(file, table, table.identity, table.notices.append))


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MatchFileError, match="file"):
        MatchFile(tmp_path / "file" / "one.match")


def test_a_code_that_was_withdrawn_admits_nobody_also_after_a_restart(tmp_path: Path) -> None:
    network = FaultyNetwork()
    here, far = FarTable("here", network, tmp_path), FarTable("far", network, tmp_path)
    here.opens(frozenset({BLUE}))
    assert here.inviting is not None
    with pytest.raises(ValueError, match="blue is played"):
        here.inviting.invite(frozenset({BLUE}))
    code = here.inviting.invite(frozenset({ORANGE}))
    with pytest.raises(ValueError, match="another code is for it"):
        here.inviting.invite(frozenset({ORANGE}))
    here.inviting.withdraw(code)
    here.kill()
    here.starts()
    far.joins(code)
    network.now += 1_000
    network.deliver()
    assert far.runner is None
    assert here.inviting.open == ()


def test_a_table_that_joins_a_judged_game_late_gets_what_the_public_sees(tmp_path: Path) -> None:
    network = FaultyNetwork()
    tables = paired(network, tmp_path, frozenset(), frozenset({BLUE}), frozenset({ORANGE}))
    judge, hecate = tables[0], Setup((Player(BLUE, PowerName("hecate"), 0), Player(ORANGE, PowerName("pan"), 1)))
    begin_judged(network, tables, hecate)
    for table, steps in ((tables[2], "@c3 @d3"), (tables[1], "@a1 @b1")):
        table.ask(StepsTaken(steps))
        count = judge.state.count + 1
        reached(network, tables, count)
    assert judge.inviting is not None
    late = FarTable("late", network, tmp_path)
    late.joins(judge.inviting.invite(frozenset()))
    everyone = [*tables, late]
    settle(network, *tables, until=lambda: late.runner is not None)
    reached(network, everyone, judge.state.count)
    text = "".join(entry.body for entry in late.running.side.log.entries)
    assert text.count("ActedInSecret") == 2
    assert "@a1" not in text
    assert late.running.side.log.digest not in {each.running.side.log.digest for each in tables[:2]}


def begin_judged(network: FaultyNetwork, tables: list[FarTable], setup: Setup) -> None:
    tables[0].ask(GameSetUp(setup_form(setup)))
    reached(network, tables, tables[0].state.count)


def reached(network: FaultyNetwork, tables: list[FarTable], count: int) -> None:
    """Until all have so many entries."""
    settle(network, *tables, until=lambda: all(table.state.count == count for table in tables))
