"""A match whose files cannot be written: people are told, it is tried again by itself, and nothing is lost."""

from __future__ import annotations

import errno
import os
from math import inf
from pathlib import Path

import pytest

from common.message import Message
from engine import PowerName, Seat
from online.match.match_control import MatchControl
from online.match.match_limits import RETRY_MS
from table.session.answers import Refusal, Refused
from table.session.drafting import ChoosePower, OfferPowers
from table.session.journal_entries import Entry
from table.session.match_play import JoinMatch, LeaveMatch, OpenMatch
from table.session.snapshot import Phase
from table.session.turns import ConfirmTurn
from table.storage.journal import NotWrittenError
from tests.online.match.families import (
    BLUE,
    ORANGE,
    Family,
    ListedBroker,
    are_level,
    begin,
    draft_out,
    drafting,
    paired,
    play,
    settle,
)
from tests.table.session.sitting_down import AT_THE_TABLE

ATLAS, PAN = PowerName("atlas"), PowerName("pan")
RETRY = RETRY_MS / 1000
MORE_THAN_RETRY = RETRY + 0.01
FULL = Message("storage.full", (("detail", "No space left on device"),))


class FilesOfMatches:
    """The disk that the files of matches are on; without ``room`` no write to them succeeds."""

    def __init__(self) -> None:
        self.room = True
        self.refused = 0

    def write(self, file: int, data: bytes) -> None:
        if not self.room:
            self.refused += 1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.write(file, data)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FilesOfMatches:
    made = FilesOfMatches()
    monkeypatch.setattr("online.match.match_file._write_all", made.write)
    return made


def control(table: Family) -> MatchControl:
    return table.control


def before_confirmation(broker: ListedBroker, folder: Path, seat: Seat) -> tuple[Family, Family]:
    """Two tables at which the player on this seat has only to confirm a turn: the table of that seat, and the other."""
    tables = here, there = paired(broker, folder)
    begin(broker, tables)
    play(broker, tables, turns=4)
    if here.saved.to_act is not seat:
        play(broker, tables, turns=here.game.turn + 1)
    actor, other = (here, there) if seat is BLUE else (there, here)
    while actor.saved.confirming is None:
        actor.acts(lambda game: game.legal_actions()[0])
    settle(broker, *tables)
    return actor, other


@pytest.mark.parametrize("seat", [BLUE, ORANGE])
def test_a_turn_that_cannot_be_stored_is_tried_again_by_itself(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches, seat: Seat
) -> None:
    actor, other = before_confirmation(broker, tmp_path, seat)
    disk.room = False
    actor.does(ConfirmTurn())
    actor.passes(0.0)
    assert actor.seen.unwritten == FULL
    assert actor.match.offered
    assert control(actor).due == pytest.approx(actor.now + RETRY, abs=0.002)
    tried = disk.refused
    actor.passes(RETRY / 2)
    assert disk.refused == tried, "it is not tried at each frame of the board"
    actor.passes(RETRY / 2 + 0.01)
    assert disk.refused == tried + 1
    assert actor.seen.unwritten == FULL
    disk.room = True
    actor.passes(MORE_THAN_RETRY)
    assert actor.seen.unwritten is None
    settle(broker, actor, other)
    assert are_level([actor, other])
    assert not actor.match.offered


@pytest.mark.parametrize("seat", [BLUE, ORANGE])
def test_a_turn_of_the_other_table_that_cannot_be_stored_is_tried_again_by_itself(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches, seat: Seat
) -> None:
    actor, other = before_confirmation(broker, tmp_path, seat)
    actor.does(ConfirmTurn())
    actor.passes(0.0)
    disk.room = False
    broker.deliver()
    other.passes(0.0)
    assert other.seen.unwritten == FULL
    assert control(other).due == pytest.approx(other.now + RETRY, abs=0.002)
    plies = len(other.game.plies)
    disk.room = True
    broker.away = True
    for _ in range(10):  # nothing comes any more, and its pieces need some time
        other.passes(MORE_THAN_RETRY)
    assert other.seen.unwritten is None
    assert len(other.game.plies) > plies
    assert other.game.plies == actor.game.plies


def test_the_challenger_is_told_that_a_choice_cannot_be_stored_and_makes_it_again(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches
) -> None:
    tables = here, there = drafting(broker, tmp_path)
    disk.room = False
    assert here.refusal(OfferPowers((ATLAS, PAN))) == Refusal.NOT_WRITTEN
    settle(broker, *tables)
    assert there.seen.draft is not None
    assert there.seen.draft.chooser is None
    disk.room = True
    here.does(OfferPowers((ATLAS, PAN)))
    settle(broker, *tables)
    assert there.seen.draft.chooser is ORANGE


def test_a_table_with_a_full_disk_takes_part_in_a_draft_once_there_is_room(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches
) -> None:
    tables = here, there = drafting(broker, tmp_path)
    here.does(OfferPowers((ATLAS, PAN)))
    here.passes(0.0)
    disk.room = False
    broker.deliver()
    there.passes(0.0)
    assert there.seen.unwritten == FULL
    disk.room = True
    there.passes(MORE_THAN_RETRY)
    settle(broker, *tables)
    assert there.seen.unwritten is None
    there.does(ChoosePower(ATLAS))
    there.passes(0.0)
    disk.room = False
    broker.deliver()
    here.passes(0.0)
    assert here.seen.unwritten == FULL
    disk.room = True
    here.passes(MORE_THAN_RETRY)
    settle(broker, *tables)
    draft_out(broker, tables)
    assert here.game.setup == there.game.setup
    assert {player.seat: player.powers for player in there.game.setup.players} == {ORANGE: (ATLAS,), BLUE: (PAN,)}


def test_a_match_that_cannot_be_stored_is_not_opened_and_leaves_no_file(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches
) -> None:
    table = Family.at_home("Oslo", 0, broker, tmp_path)
    disk.room = False
    answer = table.table.runner.answer(table.tokens, table.seen.version, OpenMatch(((ORANGE,),)), AT_THE_TABLE)
    assert isinstance(answer, Refused)
    assert answer.message == Message(Refusal.NOT_WRITTEN, (("detail", "No space left on device"),))
    assert list((tmp_path / "matches").iterdir()) == []
    disk.room = True
    table.does(OpenMatch(((ORANGE,),)))
    table.passes(0.0)
    assert len(table.match.codes) == 1


def test_who_cannot_store_that_it_was_let_in_is_let_in_once_there_is_room(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches
) -> None:
    here, there = (Family.at_home(name, n, broker, tmp_path / name) for n, name in enumerate(("Oslo", "Bergen")))
    here.does(OpenMatch(((ORANGE,),)))
    here.passes(0.0)
    there.does(JoinMatch("-".join(here.match.codes[0].words)))
    broker.deliver()
    disk.room = False
    broker.deliver()
    there.passes(0.0)
    assert there.seen.unwritten == FULL
    assert there.match.joining
    assert list((tmp_path / "Bergen" / "matches").iterdir()) == []
    disk.room = True
    for _ in range(5):
        there.passes(MORE_THAN_RETRY)
        settle(broker, here, there)
    assert there.own == (ORANGE,)
    assert there.seen.unwritten is None


def test_a_match_is_left_on_a_full_disk_and_the_other_table_is_told_once_there_is_room(
    broker: ListedBroker, tmp_path: Path, disk: FilesOfMatches
) -> None:
    here, there = before_confirmation(broker, tmp_path, BLUE)
    disk.room = False
    here.does(LeaveMatch())
    here.passes(0.0)
    assert here.saved.phase is Phase.LOBBY
    assert here.seen.unwritten == FULL
    settle(broker, here, there)
    assert there.match.trouble is None
    disk.room = True
    here.passes(MORE_THAN_RETRY)
    settle(broker, here, there)
    assert there.match.trouble == Message("match.closed")
    assert here.seen.unwritten is None
    assert control(here).due == inf
    assert list((tmp_path / "Oslo" / "matches").iterdir()) == []


def test_a_table_whose_journal_is_full_does_not_look_at_the_match_until_it_tries_again(
    broker: ListedBroker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, other = before_confirmation(broker, tmp_path, BLUE)

    def fails(*_: Entry) -> None:
        raise NotWrittenError(tmp_path, "database or disk is full")

    actor.does(ConfirmTurn())
    actor.passes(0.0)
    broker.deliver()
    with monkeypatch.context() as journal:
        journal.setattr(other.journal, "append", fails)
        other.passes(100.0)
        assert other.seen.unwritten == Message("storage.full", (("detail", "database or disk is full"),))
        other.passes(100.0)
        assert control(other).due < other.now
        assert other.table.runner.seconds_until_due is not None
        assert other.table.runner.seconds_until_due > 0
    other.passes(MORE_THAN_RETRY)
    settle(broker, actor, other)
    assert are_level([actor, other])
