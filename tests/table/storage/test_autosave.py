"""Games that end are kept, and shown again on the lights: at the paper table, and at one that runs."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Iterator
from math import inf
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from common.message import Message
from engine import HINDSIGHT, PowerName, Seat, observe, square
from engine.actions import Resign
from engine.notation.action_form import parse_action
from engine.squares import square_name
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import TraceSource, source_of
from table.session.answers import Accepted, Refusal, Refused
from table.session.archive import CountGame, DeleteGames, GameNotSaved, GameSaved, HistoryLoaded, ShowGame, StopShowing
from table.session.command import Command
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.game_history import HistoryPosition, ReplayPosition, history_of
from table.session.interfaces import Tokens
from table.session.journal_entries import GameKept, GameNamed, TableCleared, evolve, replay
from table.session.lobby import AbandonGame, BeginGame, Rematch
from table.session.rematch import RematchKind
from table.session.seating import ClaimSeat
from table.session.session_events import EntryDecided
from table.session.snapshot import Phase, ShowingView
from table.session.turns import Act, ConfirmTurn
from table.storage.entry_format import entry_text, parse_entry
from table.storage.game_archive import Autosave, GameArchive
from table.storage.game_review import VERSION, StoredReview, StoredTurn, mark_of
from table.storage.journal import Journal, resume
from table.traces import anonymous
from table.view.led_patterns import BRIGHT, SOFT, Pattern, lights_of
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, ScriptedReader
from tests.table.session.reduced_table import (
    ANN,
    BEN,
    BLUE,
    EVE,
    ORANGE,
    PLACED,
    TURNS,
    WITH_POWERS,
    Runner,
    everyone,
    finish_placing,
    play_on,
    refusal,
    seated,
)
from tests.table.session.sitting_down import NOBODY, sit_still
from tests.table.storage.finished_games import NAME, NOW


def naming() -> Runner:
    """Ann and Ben at a table that keeps its games, in their first turn."""
    table = seated()
    table.name = NAME
    table.do(ANN, BeginGame())
    finish_placing(table)
    return table


def chance() -> random.Random:
    return random.Random(2)  # noqa: S311 - for a test


def turn(table: Runner) -> None:
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())


# The session.


def test_a_game_is_named_as_it_begins_and_waits_to_be_kept_when_it_is_over() -> None:
    table = naming()
    assert GameNamed(NAME) in table.entries
    play_on(table, chance())
    saving = table.state.saved
    [ended] = saving.ended
    assert (ended.name, ended.game, ended.players) == (NAME, saving.game, ((BLUE, "Ann"), (ORANGE, "Ben")))
    assert table.seen(ANN).kept is None
    table.feed(GameSaved(NAME))
    assert table.state.saved.ended == ()
    assert table.seen(ANN).kept == NAME
    assert table.entries[-1] == GameKept(NAME)
    assert replay(table.entries) == table.state.saved
    table.name = "another"
    table.do(everyone(2), Rematch(RematchKind.SAME))
    assert (table.state.saved.ended, table.state.saved.name) == ((), "another")


def test_a_turn_that_wins_is_not_the_end_before_it_is_confirmed() -> None:
    table = naming()
    table.do(ANN, Act(Resign(BLUE)))
    assert len(table.state.saved.ended) == 1
    table = naming()
    luck = chance()
    while (game := table.state.saved.game) is not None and game.outcome is None:
        if table.state.saved.confirming is not None:
            table.do(ANN | BEN, ConfirmTurn())
        else:
            table.do(ANN | BEN, Act(luck.choice(game.legal_actions())))
    assert table.state.saved.ended == ()
    table.do(ANN | BEN, ConfirmTurn())
    assert len(table.state.saved.ended) == 1


@pytest.mark.parametrize("turns", [0, 1])
def test_a_game_that_is_given_up_is_kept_once_a_turn_was_played(turns: int) -> None:
    table = naming()
    for _ in range(turns):
        turn(table)
    table.do(ANN, AbandonGame())
    assert len(table.state.saved.ended) == turns


def test_a_game_that_is_cleared_away_where_the_table_is_started_is_kept_too() -> None:
    table = naming()
    turn(table)
    cleared = evolve(table.state.saved, TableCleared())
    assert [ended.name for ended in cleared.ended] == [NAME]
    assert cleared.game is None
    assert evolve(cleared, TableCleared()).ended == cleared.ended


def test_a_table_that_keeps_no_games_collects_none() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    finish_placing(table)
    play_on(table, chance())
    table.do(ANN, Rematch(RematchKind.LOBBY))
    assert table.state.saved.ended == ()


def test_a_game_that_began_before_games_were_kept_is_named_at_the_next_command() -> None:
    table = seated()
    table.do(ANN, BeginGame())
    table.name = NAME
    table.act(ANN, PLACED[0])
    assert table.state.saved.name == NAME


def test_that_a_game_is_named_or_kept_makes_no_phone_stale() -> None:
    table = naming()
    seen = table.state.version
    table.feed(GameNotSaved("the disk is full"))
    assert isinstance(table.ask(ANN, Act(parse_action(TURNS[0])), seen), Accepted)


@pytest.mark.parametrize("entry", [GameNamed(NAME), GameKept(NAME)])
def test_the_journal_has_the_names(entry: GameNamed | GameKept) -> None:
    assert parse_entry(entry_text(entry)) == entry


def test_what_could_not_be_kept_is_told_until_it_is() -> None:
    table = naming()
    table.do(ANN, Act(Resign(BLUE)))
    table.feed(GameNotSaved("the disk is full"))
    assert table.seen(EVE).unkept == Message("games.not_kept", (("detail", "the disk is full"),))
    table.do(ANN, Rematch(RematchKind.LOBBY))
    assert table.seen(EVE).unkept is not None
    table.feed(GameSaved(NAME))
    assert table.seen(EVE).unkept is None


# On the lights.


def looking_back(table: Runner, ply: int = 3) -> ReplayPosition:
    game = table.state.saved.game
    assert game is not None
    return ReplayPosition(NAME, ply, len(game.plies), history_of(game)[ply])


def test_before_and_after_a_game_who_sits_at_the_table_may_show_one() -> None:
    table = seated()
    show = ShowGame(NAME, 3)
    assert refusal(table.ask(EVE, show)) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(EVE, StopShowing())) == (Refusal.NOT_YOUR_SEAT, True)
    assert refusal(table.ask(BEN, DeleteGames((NAME,)))) == (Refusal.HOST_ONLY, True)
    assert refusal(table.ask(BEN, CountGame(NAME, counted=True))) == (Refusal.HOST_ONLY, True)
    table = naming()
    assert refusal(table.ask(ANN, show)) == (Refusal.NOT_NOW, False)


def test_what_is_shown_ends_when_somebody_stops_it_or_a_game_begins() -> None:
    table = naming()
    showing = looking_back(table)
    table.do(ANN, AbandonGame())
    plain = lights_of(table.state)
    assert isinstance(table.feed(HistoryLoaded(showing)), Accepted)
    seen = table.seen(EVE).showing
    assert seen is not None
    assert (seen.game, seen.ply, seen.plies) == (NAME, 3, 4)
    assert lights_of(table.state) != plain
    table.do(BEN, StopShowing())
    assert table.seen(EVE).showing is None
    assert lights_of(table.state) == plain
    table.feed(HistoryLoaded(showing))
    table.do(ANN, BeginGame())
    assert table.seen(EVE).showing is None
    assert table.state.saved.phase is Phase.PLACING


def test_the_lights_tell_where_all_stood_and_what_was_done_last() -> None:
    table = naming()
    turn(table)
    game = table.state.saved.game
    assert game is not None
    table.do(ANN, AbandonGame())
    table.feed(HistoryLoaded(ReplayPosition(NAME, 5, 6, history_of(game)[5])))
    glows = {glow.square: glow for glow in lights_of(table.state).glows}
    assert set(glows) == {square(name) for name in ("b2", "c3", "b4", "d2", "d4")}
    assert (glows[square("c3")].strength, glows[square("c3")].pattern) == (BRIGHT, Pattern.PULSE)
    assert (glows[square("b2")].strength, glows[square("b2")].pattern) == (SOFT, Pattern.SLOW_BLINK)
    assert (glows[square("d4")].strength, glows[square("d4")].pattern) == (SOFT, Pattern.STEADY)


def test_who_asks_for_a_seat_takes_the_lights_from_nobody_who_looks_at_an_old_game() -> None:
    table = naming()
    showing = looking_back(table)
    table.do(ANN, AbandonGame())
    table.feed(HistoryLoaded(showing))
    shown = lights_of(table.state)
    assert isinstance(table.ask(EVE, ClaimSeat(Seat.WHITE, "Cleo"), fresh="cleo"), Accepted)
    assert lights_of(table.state) == shown


# At a table that runs.


class Disk:
    """Writes files, unless it is full."""

    def __init__(self) -> None:
        self.full = False

    def write(self, path: Path, text: str) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_whole(path, text)


class SavingTable:
    """A table over a quiet board, in the test's own thread; one phone speaks for Ann and Ben."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.disk = disk or Disk()
        self.folder = folder
        self.now = 0.0
        self.games = GameArchive(folder / "games", self.disk.write, lambda: NOW)
        journal = Journal(folder)
        self.autosave = Autosave(self.games)
        fittings = TableFittings(autosave=self.autosave, clock=lambda: self.now)
        self.table = TableActor(QuietBoard(), ScriptedReader(), PlyCountLights, journal, resume(journal), fittings)
        self.table.runner.begin()
        self.both: Tokens = NOBODY
        self._journal = journal

    def sit(self) -> None:
        self.both = sit_still(self.table, BLUE, "Ann") | sit_still(self.table, ORANGE, "Ben")

    def ask(self, command: Command, tokens: Tokens | None = None) -> Accepted | Refused:
        whose = self.both if tokens is None else tokens
        if isinstance(command, ShowGame):
            command.prepare(self.games, lambda: True)
        answer = self.table.runner.answer(whose, self.table.snapshot(NOBODY).version, command)
        assert isinstance(answer, Accepted | Refused)
        return answer

    def do(self, *commands: Command) -> None:
        for command in commands:
            answer = self.ask(command)
            assert isinstance(answer, Accepted), (command, answer)

    def play(self, *steps: str) -> None:
        self.do(*(Act(parse_action(step)) for step in steps), ConfirmTurn())

    def play_a_turn(self) -> None:
        self.do(BeginGame())
        self.play(*PLACED[:2])
        self.play(*PLACED[2:])
        self.play(*TURNS[:2])

    def power_cut(self) -> None:
        self._journal.close()


@pytest.fixture
def saving(tmp_path: Path) -> Iterator[SavingTable]:
    made = SavingTable(tmp_path)
    made.sit()
    yield made
    made.power_cut()


def test_a_game_that_ends_is_kept_at_once(saving: SavingTable) -> None:
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)))
    [(name, kept)] = saving.games.games
    assert (name, kept.winners, kept.ended) == (NAME, (ORANGE,), NOW)
    assert saving.table.snapshot(NOBODY).kept == NAME
    saving.do(Rematch(RematchKind.LOBBY), BeginGame())
    assert len(saving.games.games) == 1


def test_a_full_disk_is_told_and_the_evening_goes_on(saving: SavingTable, caplog: pytest.LogCaptureFixture) -> None:
    saving.disk.full = True
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)))
    told = saving.table.snapshot(NOBODY)
    assert told.unkept is not None
    assert "No space left on device" in dict(told.unkept.args)["detail"]
    assert "No space left on device" in caplog.text
    assert told.kept is None
    saving.do(Rematch(RematchKind.LOBBY))
    saving.play_a_turn()
    saving.disk.full = False
    saving.do(AbandonGame())
    assert [kept.winners for _, kept in saving.games.games] == [None, (ORANGE,)]
    assert saving.table.snapshot(NOBODY).unkept is None


def test_a_game_that_cannot_be_saved_is_tried_again_a_minute_later_and_not_before(saving: SavingTable) -> None:
    saving.now = 1000.0
    saving.disk.full = True
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)))
    saving.disk.full = False
    for seconds in (0.0, 2.0, 57.0):
        saving.now += seconds
        saving.table.runner.check_timers()
        assert saving.games.games == ()
        assert saving.autosave.due == 1060.0
    saving.now += 1.0
    assert saving.autosave.due == saving.now
    saving.table.runner.check_timers()
    assert len(saving.games.games) == 1
    assert saving.autosave.due == inf


def test_what_could_not_be_kept_is_kept_at_the_next_start(tmp_path: Path) -> None:
    first = SavingTable(tmp_path)
    first.sit()
    first.disk.full = True
    first.play_a_turn()
    first.do(Act(Resign(BLUE)))
    first.power_cut()
    second = SavingTable(tmp_path)
    [(name, kept)] = second.games.games
    assert (name, kept.winners, kept.ended) == (NAME, (ORANGE,), None)
    assert [player.name for player in kept.players] == ["Ann", "Ben"]
    second.games.delete([NAME])
    second.power_cut()
    third = SavingTable(tmp_path)
    assert third.games.games == ()
    third.power_cut()


def test_a_power_cut_in_the_middle_of_a_game_keeps_nothing_twice(tmp_path: Path) -> None:
    first = SavingTable(tmp_path)
    first.sit()
    first.play_a_turn()
    first.power_cut()
    second = SavingTable(tmp_path)
    assert not dict(second.games.games)
    second.both = first.both
    second.do(Act(Resign(BLUE)))
    assert dict(second.games.games).keys() == {NAME}
    second.power_cut()


def test_a_finished_game_is_shown_on_the_lights_and_deleted(saving: SavingTable) -> None:
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)), ShowGame(NAME, 5))
    shown = saving.table.snapshot(NOBODY).showing
    assert shown is not None
    assert (shown.game, shown.ply, shown.plies) == (NAME, 5, 7)
    saving.do(DeleteGames(("other",)), CountGame(NAME, counted=False))
    assert saving.table.snapshot(NOBODY).showing is not None
    assert not saving.games.game(NAME).counted
    saving.do(DeleteGames((NAME,)))
    assert saving.table.snapshot(NOBODY).showing is None
    assert saving.games.games == ()


@pytest.mark.parametrize(
    "command",
    [ShowGame("../../etc/passwd", 0), ShowGame(NAME, 0), ShowGame("", 0), CountGame("../../etc/passwd", counted=True)],
)
def test_a_game_that_is_not_there_is_refused(saving: SavingTable, command: Command) -> None:
    answer = saving.ask(command)
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NO_GAME


def test_for_who_only_looks_on_no_game_is_played_again(saving: SavingTable, monkeypatch: pytest.MonkeyPatch) -> None:
    played_again: list[str] = []

    def play_again(_: GameArchive, name: str) -> tuple[HistoryPosition, ...]:
        played_again.append(name)  # what it costs is not the point
        return ()

    monkeypatch.setattr(GameArchive, "positions", play_again)
    saving.table.runner.publisher.close()  # so that nobody waits for the table's thread, which this table has none of
    for tokens in (NOBODY, frozenset({"made-up"}), saving.both):
        saving.table.submit(tokens, 0, ShowGame(NAME, 3))
    assert played_again == [NAME]


def test_a_step_that_is_not_there_is_refused(saving: SavingTable) -> None:
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)))
    answer = saving.ask(ShowGame(NAME, 8))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NO_GAME


def test_a_better_turn_of_the_review_is_shown_on_the_lights(saving: SavingTable) -> None:
    """The game went b2-c3 c3+b3; b2-b1 b1+a1 would have been better."""
    saving.play_a_turn()
    saving.do(Act(Resign(BLUE)))
    refused = saving.ask(ShowGame(NAME, 4, 0))
    assert isinstance(refused, Refused)
    assert refused.message.args == (("detail", f"the game {NAME} has no better turn after 4 steps"),)
    turn = StoredTurn(4, 1, BLUE, (600, 400), 210, "b2-b1 b1+a1")
    saving.games.reviews.save(NAME, StoredReview(VERSION, mark_of(saving.games.game(NAME)), (turn,)))
    saving.do(ShowGame(NAME, 4, 0))
    assert stands_blue(saving) == {"b1", "b4"}
    saving.do(ShowGame(NAME, 4, 1))
    shown = saving.table.runner.state.showing
    assert shown is not None
    assert (shown.ply, shown.better, shown.position.view.levels[square("a1")]) == (4, 1, 1)
    assert saving.table.snapshot(NOBODY).showing == ShowingView(NAME, 4, 7, 1)
    refused = saving.ask(ShowGame(NAME, 4, 2))
    assert isinstance(refused, Refused)
    assert refused.message.args == (("detail", "its better turn has no step 2"),)


def stands_blue(saving: SavingTable) -> set[str]:
    """Where the lights show Blue's workers."""
    shown = saving.table.runner.state.showing
    assert shown is not None
    return {square_name(worker.square) for worker in shown.position.view.workers if worker.seat is BLUE}


def test_a_game_given_up_tells_its_secrets_since_it_does_not_go_on(saving: SavingTable) -> None:
    hecate, pan = PowerName("hecate"), PowerName("pan")
    saving.do(WITH_POWERS, BeginGame(), OfferPowers((hecate, pan)), ChoosePower(pan), NameStartPlayer(ORANGE))
    saving.play("@b2", "@d2")
    saving.play("@a5", "@e5")
    saving.play("b2-b3", "b3+c3")
    game = saving.table.runner.state.saved.game
    assert game is not None
    assert len(saving.table.snapshot(NOBODY).game.workers) == 2  # type: ignore[union-attr]  # there is a game
    saving.do(AbandonGame())
    last = saving.games.positions(NAME)[-1]
    assert last.view.workers == observe(game.state, HINDSIGHT).workers
    assert len(last.view.workers) == 4


# In a trace.


@pytest.mark.parametrize("entry", [GameNamed(NAME), GameKept(NAME)])
def test_a_trace_does_not_tell_when_a_game_was_played(entry: GameNamed | GameKept) -> None:
    assert "2025" not in entry_text(anonymous(entry))


def test_a_trace_tells_what_was_kept_beside_what_the_board_brought_about() -> None:
    """Whoever goes through a trace keeps nothing: that a game is kept happens as it is told."""
    assert source_of(GameSaved(NAME), GameKept(NAME)) is TraceSource.PHONE
    table = naming()
    table.do(ANN, Act(Resign(BLUE)))
    again = Runner()
    for entry in [*table.entries[1:], GameKept(NAME)]:
        again.feed(EntryDecided(anonymous(entry)))
    assert again.state.saved.ended == ()
    assert again.state.saved.phase is Phase.OVER
