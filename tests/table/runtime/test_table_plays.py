"""The table plays for seats: a virtual board moves its pieces by itself, at a real one hands carry out its turn."""

from __future__ import annotations

import pytest

from engine import Build, Move, Place, Seat
from engine.actions import Action, Resign
from engine.seats import PUBLIC
from engine.squares import square, square_name
from hardware.board import Button, ButtonPressed
from hardware.hand_actions import Lift, Press, Put, Tap
from opponent.levels import LevelName
from opponent.process import Question, Stop
from table.runtime.seat_thinker import AnswersAtOnce, SeatThinker, Tell
from table.session.journal_entries import Opened, replay
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions, LetTablePlay, Rematch
from table.session.rematch import RematchKind
from table.session.snapshot import BoardMode, Phase
from table.session.table_seats import PlayNow
from table.session.table_setup import ResumeGame
from table.session.turns import Act, AskTakeback, ConfirmTurn
from table.settings.options import DraftMode, GameOptions
from table.view.led_patterns import Pattern, lights_of
from tests.table.runtime.virtual_table import VirtualTable
from tests.table.session.sitting_down import sit_still

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
ANY = LevelName.BEGINNER


class LateAnswers:
    """Answers when it is told to; until then somebody thinks."""

    def __init__(self) -> None:
        self.asked: list[tuple[Question, Stop, Tell]] = []
        self.closed = 0

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:
        self.asked.append((question, stop, tell))

    def close(self) -> None:
        self.closed += 1

    def answer(self, *actions: Action, which: int = -1) -> None:
        self.asked[which][2](actions)


def begun(*seats: Seat, options: GameOptions | None = None, watching: bool = False) -> VirtualTable:
    """A person on blue, and the table on these seats; a watching host lets it play blue as well."""
    table = VirtualTable(thinker=SeatThinker(AnswersAtOnce(), pace=0.1))
    table.tokens |= sit_still(table.table, BLUE)
    table.does(*(LetTablePlay(seat, ANY) for seat in seats))
    if watching:
        table.does(LetTablePlay(BLUE, ANY))
    table.does(ChooseOptions(options or GameOptions(powers=False)), BeginGame())
    return table


def until(table: VirtualTable, phase: Phase, seconds: int = 400) -> None:
    for _ in range(seconds):
        if table.saved.phase is phase:
            return
        table.rest(1000)
    raise AssertionError((table.saved.phase, table.saved.to_act, table.saved.confirming, table.seen.board))


def test_a_person_plays_against_the_table_whose_pieces_move_by_themselves() -> None:
    table = begun(ORANGE)
    table.plays("@b2", "@d4")
    table.does(ConfirmTurn())
    table.rest(3000)
    assert table.saved.phase is Phase.PLAYING, "it has placed its workers and confirmed that"
    assert table.saved.to_act is BLUE
    assert table.is_set_up()
    move = next(each for each in table.game.legal_actions() if isinstance(each, Move))
    table.plays(f"{square_name(move.worker)}-{square_name(move.to)}")
    build = next(each for each in table.game.legal_actions() if isinstance(each, Build))
    table.plays(f"{square_name(build.worker)}+{square_name(build.on)}")
    table.does(ConfirmTurn())
    table.rest(3000)
    assert (table.game.turn, table.saved.to_act) == (3, BLUE)
    assert table.is_set_up()
    assert table.differences == []


def test_the_table_plays_against_itself_while_the_host_watches() -> None:
    table = begun(ORANGE, watching=True)
    assert table.seen.seats_held == ()
    assert table.seen.host
    until(table, Phase.OVER)
    assert table.is_set_up()
    assert replay((Opened(), *table.journal.entries)) == table.saved


@pytest.mark.parametrize("mode", list(DraftMode))
def test_it_takes_part_in_each_kind_of_draft(mode: DraftMode) -> None:
    table = begun(ORANGE, options=GameOptions(powers=True, mode=mode), watching=True)
    while table.saved.game is None and table.device.now < 30_000:
        table.rest(200)
    assert all(player.power for player in table.game.view(PUBLIC).players)


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_and_teams_place_their_workers(players: int) -> None:
    seats = (ORANGE, Seat.WHITE, Seat.PURPLE)[: players - 1]
    table = begun(*seats, options=GameOptions(powers=True, mode=DraftMode.QUICK), watching=True)
    until(table, Phase.PLAYING, 120)


def test_after_a_restart_it_plays_on() -> None:
    table = begun(ORANGE)
    table.plays("@b2", "@d4")
    table.does(ConfirmTurn())
    again = VirtualTable(
        saved=replay((Opened(), *table.journal.entries, Opened())), thinker=SeatThinker(AnswersAtOnce(), pace=0.1)
    )
    again.tokens = table.tokens
    again.rest(2000)
    assert again.game.turn == 0, "a game that was found waits for somebody to resume it"
    again.does(ResumeGame())
    again.rest(3000)
    assert (again.saved.to_act, again.game.turn) == (BLUE, 1)


def test_a_takeback_needs_nobody_else_and_reaches_the_last_turn_of_a_person() -> None:
    table = begun(ORANGE)
    table.plays("@b2", "@d4")
    table.does(ConfirmTurn())
    table.rest(3000)
    assert table.game.turn == 1
    table.does(AskTakeback())
    assert (table.saved.phase, table.saved.to_act, table.game.plies) == (Phase.PLACING, BLUE, ())


def late(*, moves_pieces: bool = True) -> tuple[VirtualTable, LateAnswers]:
    """The table is to place its first worker on orange, and thinks; blue stands on b2 and d4."""
    answers = LateAnswers()
    table = VirtualTable(thinker=SeatThinker(answers, pace=0.1), moves_pieces=moves_pieces)
    table.tokens |= sit_still(table.table, BLUE)
    table.does(LetTablePlay(ORANGE, ANY), BeginGame())
    if moves_pieces:
        table.plays("@b2", "@d4")
    else:
        table.hands(Lift("blue-1"), Put("blue-1", square("b2")), Lift("blue-2"), Put("blue-2", square("d4")))
    table.does(ConfirmTurn())
    table.rest(300)
    return table, answers


def test_nobody_thinks_before_the_table_is_asked_and_nobody_after_the_game() -> None:
    table, answers = late()
    assert len(answers.asked) == 1
    table.does(AbandonGame())
    table.rest(100)
    assert answers.asked[0][1].is_set
    assert answers.closed == 1


def test_an_answer_to_a_position_that_is_gone_is_dropped() -> None:
    table, answers = late()
    table.does(AskTakeback())
    table.plays("@a1", "@a2")
    table.does(ConfirmTurn())
    table.rest(100)
    assert len(answers.asked) == 2
    assert answers.asked[0][1].is_set
    answers.answer(Place(square("e5")), which=0)
    table.rest(500)
    assert table.seen.table_turn is not None
    assert table.seen.table_turn.thinks
    answers.answer(Place(square("e4")))
    table.rest(500)
    assert square("e4") in {worker.square for worker in table.game.view(PUBLIC).workers}


def test_an_answer_that_the_rules_do_not_allow_does_not_stop_the_game() -> None:
    table, answers = late()
    answers.answer(Place(square("b2")))
    table.rest(500)
    assert len(table.game.plies) == 3


def test_play_now_has_the_answer_at_once() -> None:
    table, answers = late()
    assert not answers.asked[0][1].is_set
    table.does(PlayNow())
    assert answers.asked[0][1].is_set


def test_a_rematch_needs_nobody_but_a_person() -> None:
    table = begun(ORANGE, watching=True)
    until(table, Phase.OVER)
    table.does(Rematch(RematchKind.LOBBY))
    assert {seat.seat for seat in table.seen.seats if seat.level is not None} == {BLUE, ORANGE}


def test_against_the_table_itself_a_rematch_begins_at_once() -> None:
    table = begun(ORANGE)
    table.does(Act(Resign(BLUE)), Rematch(RematchKind.SAME))
    assert table.saved.phase is Phase.PLACING


# On a real board: hands do what the table announces.


def patterns(table: VirtualTable) -> dict[str, Pattern]:
    return {square_name(glow.square): glow.pattern for glow in lights_of(table.table.runner.state).glows}


def test_hands_carry_out_its_turn_as_the_lights_show_and_it_is_confirmed_by_itself() -> None:
    table, answers = late(moves_pieces=False)
    for worker, at in (("orange-1", "b4"), ("orange-2", "d2")):
        answers.answer(Place(square(at)))
        table.rest(300)
        assert patterns(table) == {at: Pattern.TWO_GAPS}
        table.hands(Lift(worker), Put(worker, square(at)))
    assert table.saved.phase is Phase.PLAYING, "its placement was confirmed without a phone"
    table.hands(Lift("blue-1"), Put("blue-1", square("b3")))
    table.hands(Tap("blue-1", square("a3")))
    table.does(ConfirmTurn())
    table.rest(100)
    answers.answer(Move(square("d2"), square("d1")), Build(square("d1"), square("e1")))
    table.rest(300)
    assert patterns(table) == {"d2": Pattern.ONE_GAP, "d1": Pattern.TWO_GAPS}
    table.hands(Lift("orange-2"), Put("orange-2", square("d1")))
    assert patterns(table)["e1"] is Pattern.THREE_GAPS
    table.hands(Tap("orange-2", square("e1")))
    assert (table.game.turn, table.saved.to_act) == (3, BLUE)


def test_something_else_is_refused_and_led_back() -> None:
    table, answers = late(moves_pieces=False)
    table.hands(Lift("orange-1"), Put("orange-1", square("c3")))
    assert len(table.game.plies) == 2, "nothing is announced yet"
    assert table.seen.board.mode is BoardMode.RESTORE
    answers.answer(Place(square("b4")))
    table.rest(300)
    table.hands(Lift("orange-1"), Put("orange-1", square("e5")))
    assert len(table.game.plies) == 2
    assert table.seen.board.mode is BoardMode.RESTORE
    assert table.seen.board.message is not None
    assert table.seen.board.message.key == "board.carry_out"
    table.hands(Lift("orange-1"), Put("orange-1", square("b4")))
    assert len(table.game.plies) == 3
    assert table.seen.board.mode is BoardMode.FOLLOWING


def test_announced_steps_count_as_done_when_somebody_says_so() -> None:
    table, answers = late(moves_pieces=False)
    answers.answer(Place(square("b4")))
    table.rest(300)
    table.does(PlayNow())
    assert len(table.game.plies) == 3


def test_with_the_button_a_step_counts_as_done_that_the_board_does_not_see() -> None:
    table, answers = late(moves_pieces=False)
    table.hands(Press(Button.DONE))
    assert len(table.game.plies) == 2, "nothing is announced yet"
    answers.answer(Place(square("b4")))
    table.rest(300)
    table.hands(Press(Button.DONE))
    assert len(table.game.plies) == 3


def test_the_button_does_nothing_for_a_turn_whose_pieces_move_by_themselves() -> None:
    table, answers = late()
    answers.answer(Place(square("b4")))
    table.table.runner.handle_event(ButtonPressed(0, Button.DONE))
    assert len(table.game.plies) == 2
