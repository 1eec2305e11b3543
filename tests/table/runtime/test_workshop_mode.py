"""A running table whose board is in the workshop: the game waits, and goes on where it was."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.message import Message
from engine import Seat
from engine.notation.action_form import parse_action
from engine.squares import Square
from hardware.board import (
    ALL_DARK,
    DARK,
    BoardEvent,
    Button,
    ButtonPressed,
    Frame,
    LinkChanged,
    LinkState,
    ScaleInUse,
    Weighed,
)
from hardware.field_model import Measured
from hardware.geometry import Geometry
from hardware.sensor_layout import Ring
from perception.calibration.calibrate import CalibrationProcedure
from perception.calibration.open_procedure import ProcedureReport
from perception.calibration.procedure import LoadReadings, Task, WorkshopView
from perception.calibration.procedure import ProcedureAnswer as Says
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import FieldsMeasured, TraceEvent
from table.runtime.two_boards import FittedBoard
from table.session.answers import Accepted, Answer, Refusal, Refused, Stale
from table.session.at_board import StepsRead
from table.session.command import Command
from table.session.journal_entries import BoardTurned, Opened
from table.session.lobby import BeginGame
from table.session.seating import ClaimSeat
from table.session.turns import Act, UndoStep
from table.session.workshop import AnswerWorkshop, CloseWorkshop, NameMass, NameSquare, OpenWorkshop
from table.storage.journal import Journal, resume
from tests.perception.calibration.boardless_calibration import NOT_STORED, PaperShop
from tests.perception.calibration.weighed_plate import WeighedPlate, plain_scale
from tests.table.runtime.quiet_board import PlyCountLights, QuietBoard, QuietRecorder, ScriptedReader, blank_frame
from tests.table.session.sitting_down import sit_still

NOBODY = frozenset[str]()
EXCHANGED = (1, 0, *range(2, 25))


class Heard(QuietRecorder):
    """What a trace would be told."""

    def __init__(self) -> None:
        self.told: list[BoardEvent | TraceEvent | FieldsMeasured] = []

    def event_received(self, event: BoardEvent) -> None:
        self.told.append(event)

    def renewed(self) -> None:
        self.told.append(TraceEvent.RENEWED)

    def measured(self, fields: Measured) -> None:
        self.told.append(FieldsMeasured(fields))


class WorkshopTable:
    """Ann, the host, and Ben play; all happens in the test's own thread. Frames count on by themselves."""

    def __init__(self, folder: Path) -> None:
        self.shop, self.board, self.reader, self.heard = PaperShop(), QuietBoard(), ScriptedReader(), Heard()
        self.journal = Journal(folder)
        workshop = resume(self.journal)
        self.table = TableActor(
            self.board,
            self.reader,
            PlyCountLights,
            self.journal,
            workshop,
            TableFittings(fitted=FittedBoard(adjuster=self.shop), recorder=self.heard),
        )
        self.table.runner.begin()
        self.number = 0
        self.ann, self.ben = self.claim(Seat.BLUE), self.claim(Seat.ORANGE)
        self.heard.told.clear()

    def claim(self, seat: Seat) -> frozenset[str]:
        return sit_still(self.table, seat, seat.value)

    def ask(self, tokens: frozenset[str], command: Command, version: int | None = None) -> Answer:
        seen = self.table.snapshot(NOBODY).version if version is None else version
        answer = self.table.runner.answer(tokens, seen, command)
        self.table.runner.show_lights()
        return answer

    def do(self, *commands: Command) -> None:
        for command in commands:
            assert isinstance(self.ask(self.ann, command), Accepted), command

    def frames(self, count: int, fields: tuple[float, ...] = (0.0,) * 25) -> None:
        for _ in range(count):
            self.number += 1
            self.table.runner.handle_event(Frame(20 * self.number, self.number, fields))
            self.table.runner.show_lights()

    @property
    def workshop(self) -> WorkshopView:
        shown = self.table.snapshot(NOBODY).workshop
        assert shown is not None
        return shown

    def lit(self) -> list[int]:
        return [square for square, colour in enumerate(self.board.shown[-1].colours) if colour != DARK]

    def found_exchanged(self) -> None:
        """A self-test up to its result: two lights are exchanged."""
        self.do(OpenWorkshop(Task.SELFTEST, restart=False))
        self.frames(120)
        self.do(*[AnswerWorkshop(Says.NEXT)] * 3, *(NameSquare(Square(square)) for square in EXCHANGED))
        while self.workshop.step == "sensor":
            self.do(AnswerWorkshop(Says.SKIP))
        assert (self.workshop.step, self.workshop.message.key) == ("result", "workshop.selftest.offer")


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[WorkshopTable]:
    made = WorkshopTable(tmp_path)
    yield made
    made.journal.close()


def test_the_game_waits_and_goes_on_where_it_was(workshop: WorkshopTable) -> None:
    workshop.do(BeginGame(), Act(parse_action("@b2")))
    before, fed = workshop.table.snapshot(workshop.ann), len(workshop.reader.fed)
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    workshop.reader.told[workshop.number + 3] = (StepsRead((parse_action("@b4"),)),)
    workshop.frames(10)
    workshop.table.runner.handle_event(ButtonPressed(5, Button.UNDO))
    for command in (Act(parse_action("@b4")), UndoStep()):
        answer = workshop.ask(workshop.ann, command)
        assert isinstance(answer, Refused)
        assert answer.message.key == Refusal.IN_WORKSHOP
    assert len(workshop.reader.fed) == fed
    workshop.do(CloseWorkshop())
    after = workshop.table.snapshot(workshop.ann)
    assert (after.game, after.log, after.prompt, after.workshop) == (before.game, before.log, before.prompt, None)
    assert workshop.reader.renewals == 1
    workshop.reader.told[workshop.number + 1] = (StepsRead((parse_action("@b4"),)),)
    workshop.frames(1)
    assert len(workshop.table.snapshot(workshop.ann).log) == 2


def test_a_trace_hears_nothing_of_the_workshop_but_that_the_board_comes_back(workshop: WorkshopTable) -> None:
    workshop.frames(1)
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    workshop.frames(3)
    workshop.table.runner.handle_event(ButtonPressed(5, Button.DONE))
    workshop.table.runner.handle_event(LinkChanged(LinkState.READY))
    workshop.do(CloseWorkshop())
    workshop.frames(1)
    first, last = (Frame(20 * number, number, (0.0,) * 25) for number in (1, 5))
    assert workshop.heard.told == [first, LinkChanged(LinkState.READY), TraceEvent.RENEWED, last]


def test_the_lights_are_those_of_the_workshop_on_the_squares_of_the_board(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        journal.append(Opened(), BoardTurned(1))
    workshop = WorkshopTable(tmp_path)
    workshop.do(OpenWorkshop(Task.SELFTEST, restart=False))
    assert workshop.lit() == []
    workshop.frames(120)
    assert workshop.workshop.step == "colours"
    assert workshop.lit() == list(range(25))
    workshop.do(*[AnswerWorkshop(Says.NEXT)] * 3)
    assert workshop.lit() == [0]
    workshop.do(CloseWorkshop())
    assert workshop.board.shown[-1] == ALL_DARK
    workshop.journal.close()


def test_a_rim_button_answers(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.SELFTEST, restart=False))
    workshop.frames(120)
    workshop.table.runner.handle_event(ButtonPressed(5000, Button.DONE))
    assert workshop.workshop.message.key == "workshop.selftest.colour_green"
    workshop.table.runner.handle_event(ButtonPressed(5100, Button.UNDO))
    assert workshop.workshop.message.key == "workshop.selftest.colour_red"


def test_only_the_host_leads_and_whoever_sits_there_can_end_it(workshop: WorkshopTable) -> None:
    for tokens in (NOBODY, workshop.ben):
        for command in (OpenWorkshop(Task.MONITOR, restart=False), AnswerWorkshop(Says.STOP), NameSquare(Square(3))):
            answer = workshop.ask(tokens, command)
            assert isinstance(answer, Refused)
            assert (answer.message.key, answer.forbidden) == (Refusal.HOST_ONLY, True)
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    answer = workshop.ask(NOBODY, CloseWorkshop())
    assert isinstance(answer, Refused)
    assert answer.forbidden
    assert isinstance(workshop.ask(workshop.ben, CloseWorkshop()), Accepted)
    assert workshop.table.snapshot(NOBODY).workshop is None


def test_an_answer_to_what_is_not_asked_any_more_is_stale(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.SELFTEST, restart=False))
    workshop.frames(120)
    seen = workshop.table.snapshot(NOBODY).version
    assert isinstance(workshop.ask(workshop.ann, AnswerWorkshop(Says.NEXT), seen), Accepted)
    assert isinstance(workshop.ask(workshop.ann, AnswerWorkshop(Says.NEXT), seen), Stale)
    assert workshop.workshop.message.key == "workshop.selftest.colour_green"
    workshop.do(*[AnswerWorkshop(Says.NEXT)] * 2)
    seen = workshop.table.snapshot(NOBODY).version
    workshop.frames(100)  # the light has changed its colour meanwhile, and that is no other question
    assert isinstance(workshop.ask(workshop.ann, AnswerWorkshop(Says.NEXT), seen), Accepted)


@pytest.mark.parametrize("command", [AnswerWorkshop(Says.NEXT), NameSquare(Square(3))])
def test_what_means_nothing_now_is_refused(workshop: WorkshopTable, command: Command) -> None:
    answer = workshop.ask(workshop.ann, command)
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NOT_NOW
    workshop.do(OpenWorkshop(Task.SELFTEST, restart=False))
    answer = workshop.ask(workshop.ann, command)
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NOT_NOW


def test_a_board_that_is_not_there_is_said(workshop: WorkshopTable) -> None:
    workshop.shop.away = True
    answer = workshop.ask(workshop.ann, OpenWorkshop(Task.CALIBRATE, restart=False))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.BOARD_AWAY
    assert workshop.table.snapshot(NOBODY).workshop is None


def test_a_table_without_anything_that_adjusts_its_board_says_so(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        table = TableActor(QuietBoard(), ScriptedReader(), PlyCountLights, journal, resume(journal))
        ann = sit_still(table, Seat.BLUE, "Ann")
        answer = table.runner.answer(ann, table.snapshot(ann).version, OpenWorkshop(Task.MONITOR, restart=False))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NO_WORKSHOP


def test_what_is_done_of_a_calibration_is_kept_and_can_be_given_up(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.CALIBRATE, restart=False))
    assert workshop.workshop.resumed == 7
    workshop.frames(120)
    workshop.do(AnswerWorkshop(Says.SKIP))
    assert {len(work.done) for work in workshop.shop.kept if isinstance(work, CalibrationProcedure)} == {1}
    workshop.do(OpenWorkshop(Task.CALIBRATE, restart=True))
    assert workshop.workshop.resumed == 0


def test_what_cannot_be_kept_is_said_to_who_works_and_to_who_stops(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.CALIBRATE, restart=False))
    workshop.frames(120)
    workshop.shop.unkept = (Message("workshop.begun_not_kept"),)
    workshop.do(AnswerWorkshop(Says.SKIP))
    workshop.shop.unkept = ()
    assert workshop.workshop.notes == (Message("workshop.begun_not_kept"),)
    workshop.frames(5)
    workshop.do(AnswerWorkshop(Says.STOP))
    assert (workshop.workshop.step, workshop.workshop.notes) == ("stopped", (Message("workshop.begun_not_kept"),))


def test_readings_come_while_somebody_looks(workshop: WorkshopTable) -> None:
    workshop.frames(5)
    assert workshop.table.readings.fields is None
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    workshop.frames(30, (1.5,) + (0.0,) * 24)
    measured = workshop.table.readings
    assert measured.fields is not None
    assert measured.fields[0] == 1.5
    assert measured.rate == pytest.approx(50.0)
    assert measured.version <= 4  # some a second are enough
    assert workshop.table.wait_readings(measured.version - 1, 0.0) == measured
    assert workshop.table.wait_readings(measured.version, 0.0) is None
    workshop.do(CloseWorkshop())
    assert workshop.table.readings.fields is None


def until(table: TableActor, step: str) -> WorkshopView:
    """Wait until the workshop is at this step."""
    seen = table.snapshot(NOBODY)
    while seen.workshop is None or seen.workshop.step != step:
        after = table.wait(NOBODY, seen.version, 10.0)
        assert after is not None
        seen = after
    return seen.workshop


def test_the_table_answers_while_the_board_stores(workshop: WorkshopTable) -> None:
    workshop.found_exchanged()
    workshop.shop.storing.clear()
    workshop.table.start()
    submit, seen = workshop.table.submit, workshop.table.snapshot
    assert isinstance(submit(workshop.ann, seen(NOBODY).version, AnswerWorkshop(Says.NEXT)), Accepted)
    assert until(workshop.table, "storing").answers == ()
    for command in (CloseWorkshop(), OpenWorkshop(Task.MONITOR, restart=False)):
        assert isinstance(submit(workshop.ann, seen(NOBODY).version, command), Refused)
    assert isinstance(submit(NOBODY, seen(NOBODY).version, ClaimSeat(Seat.WHITE, "Cleo")), Accepted)
    workshop.shop.storing.set()
    assert until(workshop.table, "stored").over
    assert len(workshop.shop.stored) == 1


def test_a_fault_while_the_board_stores_is_told_and_locks_nobody_in(
    workshop: WorkshopTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = queue.SimpleQueue[type[BaseException]]()
    monkeypatch.setattr("threading.excepthook", lambda broken: told.put(broken.exc_type))
    workshop.found_exchanged()
    workshop.shop.reports.clear()
    workshop.table.start()
    seen = workshop.table.snapshot
    workshop.table.submit(workshop.ann, seen(NOBODY).version, AnswerWorkshop(Says.NEXT))
    assert Message("workshop.broke_off") in until(workshop.table, "result").notes
    assert isinstance(workshop.table.submit(workshop.ann, seen(NOBODY).version, CloseWorkshop()), Accepted)
    assert told.get(timeout=10) is ZeroDivisionError


def test_what_the_board_has_not_stored_is_offered_again(workshop: WorkshopTable) -> None:
    workshop.found_exchanged()
    workshop.shop.reports.insert(0, NOT_STORED)
    workshop.table.start()
    seen = workshop.table.snapshot
    workshop.table.submit(workshop.ann, seen(NOBODY).version, AnswerWorkshop(Says.NEXT))
    assert NOT_STORED.notes[0] in until(workshop.table, "result").notes
    workshop.table.submit(workshop.ann, seen(NOBODY).version, AnswerWorkshop(Says.NEXT))
    assert until(workshop.table, "stored").notes == ()
    assert workshop.board.coming.empty()


def test_the_table_reads_by_what_a_calibration_measured_before_the_game_goes_on(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.CALIBRATE, restart=False))
    workshop.table.runner.procedure_finished(ProcedureReport(stored=True, measured=(None, 6.5, 1.8, 0.9)))
    workshop.do(CloseWorkshop())
    workshop.frames(1)
    assert workshop.reader.measured == (None, 6.5, 1.8, 0.9)
    assert workshop.heard.told[:2] == [FieldsMeasured((None, 6.5, 1.8, 0.9)), TraceEvent.RENEWED]


def test_a_frame_of_the_game_is_not_for_the_workshop(workshop: WorkshopTable) -> None:
    workshop.do(OpenWorkshop(Task.SELFTEST, restart=False), CloseWorkshop())
    workshop.table.runner.handle_event(blank_frame(1))
    assert workshop.table.snapshot(NOBODY).workshop is None


# -- a board that weighs


def weighs(workshop: WorkshopTable, plate: WeighedPlate, count: int = 130) -> None:
    """Let the board send what its scale weighs."""
    for number in range(count):
        workshop.number += 1
        workshop.table.runner.handle_event(Weighed(12 * workshop.number, number, plate.loads()))
    workshop.table.runner.show_lights()


def test_the_calibration_of_a_scale_is_led_like_the_others(workshop: WorkshopTable) -> None:
    plate = WeighedPlate()
    workshop.shop.scale = plate.scale
    workshop.do(OpenWorkshop(Task.SCALE, restart=False), AnswerWorkshop(Says.NEXT))
    weighs(workshop, plate)
    assert (workshop.workshop.step, workshop.workshop.masses) == ("mass", (20.0, 1000.0))
    workshop.do(NameMass(5000.0))
    assert workshop.workshop.message.key == "workshop.scale.outside"
    workshop.do(NameMass(150.0))
    assert (workshop.workshop.expected, workshop.lit()) == (0, [0])
    answer = workshop.ask(workshop.ann, NameMass(150.0))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NOT_NOW
    plate.put(150.0, 0)
    weighs(workshop, plate)
    assert (workshop.workshop.expected, workshop.lit()) == (4, [4])


def test_a_board_without_a_scale_has_none_to_calibrate(workshop: WorkshopTable) -> None:
    answer = workshop.ask(workshop.ann, OpenWorkshop(Task.SCALE, restart=False))
    assert isinstance(answer, Refused)
    assert answer.message.key == Refusal.NO_SCALE
    assert workshop.table.snapshot(NOBODY).workshop is None


def test_the_table_weighs_by_a_calibration_at_once_and_its_trace_says_so(workshop: WorkshopTable) -> None:
    plate = WeighedPlate()
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    workshop.table.runner.handle_event(ScaleInUse(plate.scale))
    assert workshop.reader.scale == plate.scale
    assert workshop.heard.told == [ScaleInUse(plate.scale)]


def test_loads_and_further_sensors_are_shown_while_somebody_looks(workshop: WorkshopTable) -> None:
    plate, sensors = WeighedPlate(tuple(cell.counts_per_gram for cell in plain_scale().cells)), Ring().sensors(5, 45.0)
    workshop.shop.geometry, workshop.shop.scale = replace(Geometry(), further=sensors), plate.scale
    workshop.do(OpenWorkshop(Task.MONITOR, restart=False))
    workshop.frames(11, (0.0,) * 49)
    assert workshop.table.readings.scale == LoadReadings(())
    weighs(workshop, plate, 60)
    plate.put(12.0, 8)
    weighs(workshop, plate, 60)
    fields = [0.0] * 49
    fields[25 + 3 * 2 + 1] = -0.25
    workshop.frames(11, tuple(fields))
    found, further = workshop.table.readings.scale, workshop.table.readings.further
    assert found is not None
    assert (sum(found.loads), found.change) == pytest.approx((612.0, 12.0), abs=0.01)
    assert found.centre == pytest.approx((135.0, 45.0), abs=0.5)
    assert found.square == 8
    assert [each.fields[1] for each in further] == [0.0, 0.0, -0.25, *[0.0] * 5]
