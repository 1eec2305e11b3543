from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from common.message import Message
from engine import Seat
from engine.actions import Resign
from engine.notation.action_form import parse_action
from hardware.board import ALL_DARK, BoardEvent, Button, ButtonPressed, Frame, LinkChanged, LinkState
from table.errors import CannotPlayError
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import FRAMES_WAITING, BoardEnded, BoardFeed, Mailbox, StopTable, TableActor
from table.runtime.two_boards import FittedBoard
from table.session.answers import Accepted, Answer, Refusal, Refused, Stale
from table.session.at_board import StepsRead, StepsRevised
from table.session.board_reports import BoardStatus, StatusChanged
from table.session.command import Command
from table.session.interfaces import TableApi
from table.session.journal_entries import Acted, BoardTurned, Entry, GameBegan, Opened, SeatTaken, replay
from table.session.lobby import BeginGame, Rematch
from table.session.rematch import RematchKind
from table.session.seating import ClaimSeat
from table.session.snapshot import BoardMode, Offer, OfferKind, Phase, Snapshot, TrustGame, TurnBoard
from table.session.turns import Act, ConfirmTurn, TakeOffer
from table.storage.journal import Journal, resume
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader, blank_frame
from tests.table.session.sitting_down import AT_THE_TABLE, sit

PATIENCE = 10.0
NOBODY = frozenset[str]()


class QuietTable:
    """A running table over a quiet board, with the tokens of its two players."""

    def __init__(
        self,
        folder: Path,
        *,
        anew: bool = False,
        journal: Journal | None = None,
        fitted: FittedBoard | None = None,
    ) -> None:
        self.folder = folder
        self.board = QuietBoard()
        self.reader = ScriptedReader()
        self.journal = journal or Journal(folder)
        self.table = TableActor(
            self.board,
            self.reader,
            PlyCountLights,
            self.journal,
            resume(self.journal, new_table=anew),
            TableFittings(fitted=fitted or FittedBoard()),
        )
        self.ann, self.ben = NOBODY, NOBODY
        self.table.start()

    def ask(self, tokens: frozenset[str], command: Command) -> Answer:
        return self.table.submit(tokens, self.table.snapshot(NOBODY).version, command)

    def claim(self, seat: Seat) -> frozenset[str]:
        return sit(self.table, seat, seat.value)

    def begin(self) -> None:
        self.ann, self.ben = self.claim(Seat.BLUE), self.claim(Seat.ORANGE)
        for command in (BeginGame(), Act(parse_action("@b2"))):
            assert isinstance(self.ask(self.ann, command), Accepted)

    def until(self, tokens: frozenset[str], version: int) -> Snapshot:
        found = self.table.wait(tokens, version, PATIENCE)
        assert found is not None
        return found

    def wait_until(self, is_so: Callable[[Snapshot], bool]) -> Snapshot:
        seen = self.table.snapshot(NOBODY)
        while not is_so(seen):
            seen = self.until(NOBODY, seen.version)
        return seen


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[QuietTable]:
    made = QuietTable(tmp_path)
    yield made
    made.table.close()
    assert made.table.wait_closed(PATIENCE)


def test_a_table_is_a_door(quiet: QuietTable) -> None:
    table_api: TableApi = quiet.table
    assert not table_api.closed
    assert table_api.snapshot(NOBODY).phase is Phase.LOBBY


def test_a_claimed_seat_has_a_token_that_the_journal_does_not_know(quiet: QuietTable) -> None:
    token = next(iter(quiet.claim(Seat.BLUE)))
    assert quiet.table.snapshot(frozenset({token})).seats_held == (Seat.BLUE,)
    quiet.table.close()
    with Journal(quiet.folder) as journal:
        assert token not in str(journal.entries)
        assert any(isinstance(entry, SeatTaken) for entry in journal.entries)


def test_of_phones_at_the_table_that_race_for_a_seat_one_sits_down(quiet: QuietTable) -> None:
    seen = quiet.table.snapshot(NOBODY).version
    start = threading.Barrier(8)

    def claim(number: int) -> Answer:
        start.wait(PATIENCE)
        return quiet.table.submit(NOBODY, seen, ClaimSeat(Seat.BLUE, f"Player {number}"), AT_THE_TABLE)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(claim, range(8)))
    assert sum(isinstance(answer, Accepted) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 7, "the seat has a player, whom they did not see"


def test_who_waits_is_told_of_news(quiet: QuietTable) -> None:
    quiet.begin()
    seen = quiet.table.snapshot(quiet.ben).version
    with ThreadPoolExecutor(1) as pool:
        news = pool.submit(quiet.until, quiet.ben, seen)
        answer = quiet.ask(quiet.ann, Act(parse_action("@b4")))
        assert isinstance(answer, Accepted)
        assert seen < news.result(PATIENCE).version <= answer.version
    assert quiet.table.wait(NOBODY, answer.version, 0.0) is None


def test_an_old_version_is_stale_and_says_the_new_one(quiet: QuietTable) -> None:
    quiet.begin()
    now = quiet.table.snapshot(NOBODY).version
    assert quiet.table.submit(quiet.ann, now - 1, Act(parse_action("@b4"))) == Stale(now)


def test_a_phone_that_listens_shows_as_connected(quiet: QuietTable) -> None:
    quiet.begin()
    seen = quiet.table.snapshot(NOBODY)
    with quiet.table.listening(quiet.ann), quiet.table.listening(quiet.ann):
        news = quiet.until(NOBODY, seen.version)
        assert [seat.connected for seat in news.seats] == [True, False, False, False]
    gone = quiet.until(NOBODY, news.version)
    assert not any(seat.connected for seat in gone.seats)


def test_who_sits_down_while_listening_is_connected(quiet: QuietTable) -> None:
    token = quiet.claim(Seat.BLUE)
    seen = quiet.table.snapshot(NOBODY).version
    with quiet.table.listening(token):
        assert quiet.until(NOBODY, seen).seats[0].connected


def test_the_board_plays_and_the_reader_learns_what_to_expect(quiet: QuietTable) -> None:
    quiet.begin()
    quiet.reader.told[7] = (StepsRead((parse_action("@b4"),)),)
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(blank_frame(7))
    news = quiet.until(NOBODY, seen)
    assert news.confirming is Seat.BLUE
    seen = news.version
    quiet.board.coming.put(ButtonPressed(160, Button.DONE))
    news = quiet.until(NOBODY, seen)
    assert news.confirming is None
    assert news.prompt is not None
    assert news.prompt.seat is Seat.ORANGE
    quiet.table.close()
    locks = [locked for _, locked in quiet.reader.expected]
    assert locks == [False, False, True, False]


def test_a_wrong_reading_changes_nothing_and_the_board_is_read_afresh(quiet: QuietTable) -> None:
    quiet.begin()
    restarts = quiet.reader.restarts
    quiet.reader.told[7] = (StepsRead((parse_action("b4-c4"),)),)
    quiet.reader.told[8] = (StepsRead((parse_action("@b4"),)),)
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(blank_frame(7))
    quiet.board.coming.put(blank_frame(8))
    assert quiet.until(NOBODY, seen).confirming is Seat.BLUE
    assert quiet.reader.restarts == restarts + 1


def test_the_board_is_read_afresh_for_a_game_that_is_played_again_at_once(quiet: QuietTable) -> None:
    quiet.begin()
    restarts = quiet.reader.restarts
    again = Rematch(RematchKind.SAME)
    for tokens, command in ((quiet.ann, Act(Resign(Seat.BLUE))), (quiet.ben, again), (quiet.ann, again)):
        assert isinstance(quiet.ask(tokens, command), Accepted)
    assert quiet.table.snapshot(NOBODY).phase is Phase.PLACING
    assert quiet.reader.restarts == restarts + 1
    assert quiet.reader.expected[-1][0].plies == ()


def test_steps_that_the_board_takes_back_are_done_anew(quiet: QuietTable) -> None:
    quiet.begin()
    quiet.reader.told[7] = (StepsRevised(1, (parse_action("@c3"), parse_action("@c4"))),)
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(blank_frame(7))
    assert [line.event.message.args[1] for line in quiet.until(NOBODY, seen).log] == [
        ("square", "c3"),
        ("square", "c4"),
    ]
    quiet.table.close()
    assert quiet.reader.undoable == 2


def test_more_than_can_be_taken_back_is_a_wrong_reading(quiet: QuietTable) -> None:
    quiet.begin()
    restarts = quiet.reader.restarts
    quiet.reader.told[7] = (StepsRevised(2, ()),)
    quiet.reader.told[8] = (StepsRead((parse_action("@b4"),)),)
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(blank_frame(7))
    quiet.board.coming.put(blank_frame(8))
    assert len(quiet.until(NOBODY, seen).log) == 2
    assert quiet.reader.restarts == restarts + 1


def offering(quiet: QuietTable, *offers: Offer) -> None:
    """Let the reading of the board offer these ways out."""
    quiet.reader.status = BoardStatus(BoardMode.RESTORE, offers=offers)
    quiet.reader.told[7] = (StatusChanged(quiet.reader.status),)
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(blank_frame(7))
    assert quiet.until(quiet.ann, seen).offers == offers


def test_a_phone_can_say_that_the_pieces_stand_right(quiet: QuietTable) -> None:
    quiet.begin()
    offering(quiet, TrustGame())
    assert isinstance(quiet.ask(quiet.ben, TakeOffer(OfferKind.TRUST)), Accepted)
    assert quiet.reader.trusts == 1
    quiet.table.close()
    with Journal(quiet.folder) as journal:
        assert len([entry for entry in journal.entries if isinstance(entry, Acted)]) == 1


def test_a_board_that_lies_turned_is_read_and_lit_so_and_still_is_after_a_restart(tmp_path: Path) -> None:
    first = QuietTable(tmp_path)
    first.begin()
    offering(first, TurnBoard(2))
    assert isinstance(first.ask(first.ben, TakeOffer(OfferKind.TURN)), Accepted)
    assert first.reader.renewals == 1
    first.table.close()
    second = QuietTable(tmp_path)
    second.board.coming.put(Frame(20, 1, (1.0,) + (0.0,) * 24))
    assert isinstance(second.ask(first.ann, Act(parse_action("@a1"))), Accepted)
    assert second.reader.came.wait(PATIENCE)
    second.table.close()
    second.table.wait_closed(PATIENCE)
    for board in (first.board, second.board):
        last = next(lights for lights in reversed(board.shown) if lights != ALL_DARK)
        lit = [number for number, colour in enumerate(last.colours) if colour.red]
        assert lit == list(range(25 - len(lit), 25))
    assert [frame.fields[24] for frame in second.reader.fed] == [1.0]


def test_between_games_a_turned_board_can_be_turned_back(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened(), BoardTurned(1))
    quiet = QuietTable(tmp_path)
    ann = quiet.claim(Seat.BLUE)
    assert quiet.table.snapshot(ann).offers == (TurnBoard(3),)
    assert isinstance(quiet.ask(ann, TakeOffer(OfferKind.TURN)), Accepted)
    assert quiet.table.snapshot(ann).offers == ()
    quiet.table.close()


def test_a_lost_board_is_told_and_makes_no_phone_stale(quiet: QuietTable) -> None:
    quiet.begin()
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(LinkChanged(LinkState.LOST, "unplugged"))
    assert quiet.until(NOBODY, seen).board.link == "lost"
    assert isinstance(quiet.table.submit(quiet.ann, seen, Act(parse_action("@b4"))), Accepted)


def test_a_board_that_is_hard_to_hear_is_told_and_read_on_as_before(quiet: QuietTable) -> None:
    quiet.begin()
    seen = quiet.table.snapshot(NOBODY).version
    before = quiet.reader.reconnects
    quiet.board.coming.put(LinkChanged(LinkState.DEGRADED, "readings are missed"))
    degraded = quiet.until(NOBODY, seen)
    assert degraded.board.link == "degraded"
    quiet.board.coming.put(LinkChanged(LinkState.READY))
    assert quiet.until(NOBODY, degraded.version).board.link == "ready"
    assert quiet.reader.reconnects == before


def test_what_is_wrong_with_the_board_itself_is_told_before_a_game_as_soon_as_it_is_there(tmp_path: Path) -> None:
    warning = Message("board.uncalibrated")
    quiet = QuietTable(tmp_path, fitted=FittedBoard(warnings=lambda: (warning,)))
    seen = quiet.table.snapshot(NOBODY).version
    quiet.board.coming.put(LinkChanged(LinkState.READY))
    assert quiet.until(NOBODY, seen).board.warnings == (warning,)
    quiet.table.close()


class WatchedJournal(Journal):
    """Notes what was public and lit when an entry came to the disk."""

    table: TableActor | None = None
    board: QuietBoard | None = None

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.plies_seen: list[int] = []
        self.lights_seen: list[int] = []

    def append(self, *entries: Entry) -> None:
        super().append(*entries)
        if any(isinstance(entry, Acted) for entry in entries) and self.table is not None and self.board is not None:
            self.plies_seen.append(len(self.table.snapshot(NOBODY).log))
            self.lights_seen.append(sum(colour.red > 0 for colour in self.board.shown[-1].colours))


def test_a_step_is_durable_before_it_is_shown_or_lit(tmp_path: Path) -> None:
    board, journal = QuietBoard(), WatchedJournal(tmp_path)
    table = TableActor(board, ScriptedReader(), PlyCountLights, journal, resume(journal))
    journal.table, journal.board = table, board
    table.start()
    tokens = set[str]()
    for seat in (Seat.BLUE, Seat.ORANGE):
        tokens |= sit(table, seat)
    both = frozenset(tokens)
    for command in (BeginGame(), Act(parse_action("@a1")), Act(parse_action("@b1")), ConfirmTurn()):
        assert isinstance(table.submit(both, table.snapshot(NOBODY).version, command), Accepted)
    assert isinstance(table.submit(both, table.snapshot(NOBODY).version, Act(parse_action("@c1"))), Accepted)
    table.close()
    assert journal.plies_seen == [0, 1, 2]
    # Lights may follow later than the answer, but never show what is not written yet.
    assert all(lit <= written for lit, written in zip(journal.lights_seen, journal.plies_seen, strict=True))


def test_the_end_is_dark_and_releases_everyone(tmp_path: Path) -> None:
    quiet = QuietTable(tmp_path)
    quiet.begin()
    seen = quiet.table.snapshot(NOBODY).version
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(quiet.table.wait, NOBODY, seen, PATIENCE)
        quiet.table.close()
        assert waiting.result(PATIENCE) is None
    assert quiet.table.closed
    assert quiet.table.wait_closed(PATIENCE)
    assert quiet.table.failure is None
    assert quiet.board.closed
    assert quiet.board.shown[-1] == ALL_DARK
    answer = quiet.ask(quiet.ann, Act(parse_action("@b4")))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.CLOSING
    quiet.table.close()


def test_after_a_restart_the_same_phones_go_on(tmp_path: Path) -> None:
    first = QuietTable(tmp_path)
    first.begin()
    seen = first.table.snapshot(first.ann)
    first.table.close()
    second = QuietTable(tmp_path)
    again = second.table.snapshot(first.ann)
    assert (again.game, again.seats, again.prompt, again.log) == (seen.game, seen.seats, seen.prompt, seen.log)
    assert again.version > seen.version
    assert isinstance(second.table.submit(first.ann, seen.version, Act(parse_action("@b4"))), Stale)
    assert isinstance(second.ask(first.ann, Act(parse_action("@b4"))), Accepted)
    second.table.close()


def test_a_table_can_begin_anew(tmp_path: Path) -> None:
    first = QuietTable(tmp_path)
    first.begin()
    first.table.close()
    second = QuietTable(tmp_path, anew=True)
    seen = second.table.snapshot(first.ann)
    assert (seen.phase, seen.seats_held, [seat.name for seat in seen.seats]) == (Phase.LOBBY, (), [None] * 4)
    second.table.close()
    with Journal(tmp_path) as journal:
        assert replay(journal.entries).seating.players == ()


def test_a_board_that_gives_up_stops_the_table(tmp_path: Path) -> None:
    quiet = QuietTable(tmp_path)
    quiet.board.coming.put(None)
    assert quiet.table.wait_closed(PATIENCE)
    assert quiet.table.failure == "the link to the board ended by itself"


def test_a_game_that_is_kept_for_another_size_of_board_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        for entry in (
            Opened(),
            SeatTaken(Seat.BLUE, "Ann", "ann"),
            SeatTaken(Seat.ORANGE, "Ben", "ben"),
            GameBegan(size=4),
        ):
            journal.append(entry)
    with Journal(tmp_path) as journal:
        kept = journal.entries
        with pytest.raises(CannotPlayError, match=r"played on 4 x 4 squares, and this board has 5 x 5; .* --new"):
            resume(journal)
    with Journal(tmp_path) as journal:
        assert journal.entries == kept
        assert resume(journal, size=4).size == 4
    with Journal(tmp_path) as journal:
        assert resume(journal, new_table=True).size is None


def test_of_many_frames_some_wait_and_nothing_else_is_dropped() -> None:
    mailbox, stop, press = Mailbox(), StopTable(), ButtonPressed(30, Button.DONE)
    mailbox.put(press)
    for number in range(5 * FRAMES_WAITING):
        mailbox.put(blank_frame(number))
    mailbox.put(stop)
    first, *frames, last = mailbox.drain()
    assert (first, last) == (press, stop)
    assert FRAMES_WAITING / 2 < len(frames) <= FRAMES_WAITING
    assert frames[-1] == blank_frame(5 * FRAMES_WAITING - 1)


def test_the_feed_passes_events_on_in_order_counts_frames_and_says_when_the_board_ends() -> None:
    board, mailbox = QuietBoard(), Mailbox()
    events: list[BoardEvent] = [
        LinkChanged(LinkState.READY),
        blank_frame(1),
        ButtonPressed(30, Button.UNDO),
        blank_frame(2),
    ]
    for event in events:
        board.coming.put(event)
    board.close()
    feed = BoardFeed(board, mailbox)
    feed.start()
    assert [mailbox.get(PATIENCE) for _ in events] == events
    assert isinstance(mailbox.get(PATIENCE), BoardEnded)
    assert feed.frames == 2
