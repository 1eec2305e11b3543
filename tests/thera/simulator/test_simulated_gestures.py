"""Habits of simulated hands: many kinds of touches, hands that hover, visiting magnets, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest

import thera.simulator.game_simulation
from engine import Build, Game
from hardware.board import Frame
from hardware.hand_actions import MagnetVisit
from table.session.at_board import BoardReport, StepsRead
from tests.thera.simulator.erring_reader import ErringReader
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import play_game
from thera.simulator.hand_styles import (
    CAREFUL_HABITS,
    NO_HABITS,
    SLOPPY_HABITS,
    HandStyleName,
    HoverFigures,
    HoverOutcome,
    TableDoubt,
    Touch,
    TouchFigures,
    TouchKind,
    TouchOutcome,
    drawn_touch,
)
from thera.simulator.simulated_board import Conditions, SimulatedBoard
from thera.simulator.simulation_options import GameSpec
from thera.simulator.simulation_record import STRAY, GameRecord, MagnetSeen, MagnetVisits, SimulationSummary, StepDone
from thera.simulator.tested_table import Histogram, WarnedSince


def chance(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311 - repeatable chance, no secret


def test_touches_are_of_all_kinds_and_as_long_as_people_touch() -> None:
    whims = chance()
    touches = [drawn_touch(SLOPPY_HABITS, whims) for _ in range(2000)]
    kinds = Counter(touch.kind for touch in touches)
    lengths = [touch.duration for touch in touches if touch.duration is not None]
    assert len(lengths) == 2000
    assert 180 <= min(lengths) < 200
    assert 1100 < max(lengths) <= 1200
    assert kinds[TouchKind.WOBBLING] == pytest.approx(2000 * SLOPPY_HABITS.wobbling, rel=0.15)
    assert kinds[TouchKind.BRIEF] == pytest.approx(2000 * SLOPPY_HABITS.brief, rel=0.25)
    assert all((touch.wobble > 0) == (touch.kind is TouchKind.WOBBLING) for touch in touches)


def test_hands_without_habits_touch_as_ever() -> None:
    assert drawn_touch(NO_HABITS, chance()) == Touch(TouchKind.CLEAN, None)


def test_missed_touches_are_counted_by_whether_the_table_said_so() -> None:
    figures = TouchFigures.of([TouchOutcome.READ] * 7 + [TouchOutcome.SAID] * 2 + [TouchOutcome.SILENT])
    assert (figures.touches, figures.missed, figures.said, figures.silent) == (10, 3, 2, 1)
    hovers = HoverFigures.of([HoverOutcome.BELIEVED, HoverOutcome.QUIET, HoverOutcome.ASKED])
    assert (hovers.hovers, hovers.believed, hovers.asked) == (3, 1, 1)


def test_the_report_speaks_of_touches_hovering_hands_and_magnets() -> None:
    done = [
        StepDone(HandStyleName.PLAIN, None, 1, touch=TouchKind.CLEAN),
        StepDone(
            HandStyleName.PLAIN,
            None,
            1,
            asked=True,
            touch=TouchKind.CLEAN,
            touched=TouchOutcome.SAID,
            block_first=True,
            question=TableDoubt.TOUCH,
        ),
        StepDone(HandStyleName.PLAIN, None, 1, touch=TouchKind.BRIEF, touched=TouchOutcome.SILENT, magnet=True),
        StepDone(HandStyleName.HESITATE, None, 1, phantom=True, hover=HoverOutcome.BELIEVED),
    ]
    magnets = (MagnetSeen(1500.0), MagnetSeen(None))
    record = GameRecord(1, done=done, magnets=magnets, work_near=Histogram.of([2.0, 8.0]))
    summary = SimulationSummary.of([record], 1.0)
    lines = "\n".join(summary.lines())
    assert summary.total.phantoms == 1
    assert (summary.magnets, summary.magnets_named) == (2, 1)
    assert "clean touches            2, 1 missed (1 said, 0 silent)" in lines
    assert "brief touches            1, 1 missed (0 said, 1 silent)" in lines
    assert "hands that hovered       1, 1 believed, 0 asked about" in lines
    assert "1 touches, 1 missed (1 silent)" in lines
    assert "touches after the block  1, 1 missed (1 said, 0 silent)" in lines
    assert "questions, touch         1, 0 near a magnet" in lines
    assert "processor near a magnet  median 2.0, p99 7.9, worst 8.0 ms" in lines


# -- magnets


class Visitor:
    """Takes note of visits, on a clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0
        self.visits: list[MagnetVisit] = []

    @property
    def idle(self) -> bool:
        return True

    def visit(self, visit: MagnetVisit) -> None:
        self.visits.append(visit)


def test_magnets_come_as_near_and_as_strong_as_watches_and_phones() -> None:
    visitor = Visitor()
    habits = replace(CAREFUL_HABITS, magnets=1.0)
    visits = MagnetVisits(visitor, habits, size=5, pitch=45.0, chance=chance())
    for _ in range(300):
        visits.step_begins()
    outside = [max(-22.5 - each.x, each.x - 202.5, -22.5 - each.y, each.y - 202.5) for each in visitor.visits]
    assert len(outside) == 300
    assert 45 <= min(outside) < 47
    assert 88 < max(outside) <= 90
    assert all(0.2 <= each.field <= 1.0 for each in visitor.visits)


def test_a_magnet_is_named_if_the_table_warns_while_it_is_there() -> None:
    visitor = Visitor()
    visits = MagnetVisits(visitor, replace(CAREFUL_HABITS, magnets=1.0), size=5, pitch=45.0, chance=chance())
    for at in (10_000, 60_000):
        visitor.now = at
        visits.step_begins()
    warned = [WarnedSince(11_500, frozenset({STRAY})), WarnedSince(14_000, frozenset())]
    assert visits.seen(warned) == (MagnetSeen(1500), MagnetSeen(None))
    assert visits.near_since(0)
    assert not visits.near_since(100_000)


# -- what hands do about a table that misses or invents


class MissesTouches(ErringReader):
    """Does not see the first touch of each build."""

    missed: Game | None = None

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        intents = self._reader.feed(frame)
        builds = any(isinstance(each, StepsRead) and isinstance(each.actions[0], Build) for each in intents)
        if builds and self._game is not None and self.missed is not self._game:
            self.missed = self._game
            self._reader.expect(self._game, locked=False, undoable=0)
            return ()
        return intents


class BelievesHovers(ErringReader):
    """Takes any worker that was lifted long for one that has built, if the game waits for a build."""

    lifted = 0

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        intents = self._reader.feed(frame)
        self.lifted = self.lifted + 1 if self._reader.status.lifted is not None else 0
        builds = [each for each in self._game.legal_actions() if isinstance(each, Build)] if self._game else []
        if self.lifted == 12 and builds and not any(isinstance(each, StepsRead) for each in intents):
            return (*intents, StepsRead((builds[0],)))
        return intents


def played(reader: type[ErringReader], turns: int = 2) -> GameRecord:
    @contextmanager
    def opened(conditions: Conditions) -> Iterator[SimulatedBoard]:
        with open_simulated_board(conditions) as bench:
            yield replace(bench, reader=reader(bench.reader))

    return play_game(GameSpec(Conditions(seed=8), players=2, powers=None, turns=turns), opened)


def test_a_touch_that_is_missed_without_a_word_is_repeated_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = replace(CAREFUL_HABITS, hesitates=0.0, brief=0.0, wobbling=0.0, magnets=0.0, magnet_first=0.0)
    monkeypatch.setattr(thera.simulator.game_simulation, "CAREFUL_HABITS", quiet)
    record = played(MissesTouches)
    touches = [each for each in record.done if each.touch is not None]
    assert len(touches) >= 2
    assert all(each.touched is not TouchOutcome.READ and each.asked for each in touches)
    assert not any(each.wrong or each.stuck for each in record.done)
    assert any("the touch was not read" in doubt.detail for doubt in record.doubts)


def test_a_hovering_hand_that_is_believed_is_a_phantom(monkeypatch: pytest.MonkeyPatch) -> None:
    always = replace(CAREFUL_HABITS, hesitates=1.0, magnets=0.0, magnet_first=0.0)
    monkeypatch.setattr(thera.simulator.game_simulation, "CAREFUL_HABITS", always)
    record = played(BelievesHovers)
    hovers = [each for each in record.done if each.hover is not None]
    assert hovers
    assert any(each.phantom for each in record.done)
    assert SimulationSummary.of([record], 1.0).total.phantoms > 0
