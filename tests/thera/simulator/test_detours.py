"""What sloppy hands do before the step that they mean: they take it back, however late the table sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

import thera.simulator.game_simulation
import thera.simulator.hand_moves
from common.numbers import seeded
from engine import Build, Game
from engine.notation import parse_action, parse_position, state_of
from hardware.board import Frame
from table.runtime.seat_thinker import SeatThinker
from table.session.at_board import BoardReport, StepsRead
from table.session.board_reports import BoardStatus
from table.session.snapshot import BoardMode
from tests.thera.simulator.erring_reader import ErringReader
from thera.commands.simulate_command import open_simulated_board
from thera.simulator.game_simulation import play_game, table_at
from thera.simulator.hand_moves import Detours
from thera.simulator.hand_styles import SLOPPY_HABITS, HandStyleName
from thera.simulator.hardware_faults import HardwareFaults, Mishaps
from thera.simulator.simulated_board import Conditions, SimulatedBoard
from thera.simulator.simulated_player import SimulatedPlayer, SquareChoice
from thera.simulator.simulation_options import GameSpec
from thera.simulator.step_attempts import VERDICT, StepAttempts

LATE = 2 * VERDICT + 2_000
"""After how many ms a table that is slow sees a touch: after players have waited for it, and for it to be clear."""


class SeesTouchesLate(ErringReader):
    """Is not sure for a long time after the first touch of each step that may be a build."""

    held: tuple[BoardReport, ...] = ()
    due = 0
    late: Game | None = None

    def feed(self, frame: Frame) -> tuple[BoardReport, ...]:
        intents = self._reader.feed(frame)
        if self.held:
            if frame.at < self.due:
                return ()
            intents, self.held = self.held, ()
            return intents
        builds = any(isinstance(each, StepsRead) and isinstance(each.actions[0], Build) for each in intents)
        if builds and self._game is not None and self.late is not self._game:
            self.late, self.held, self.due = self._game, intents, frame.at + LATE
            self._reader.expect(self._game, locked=False, undoable=0)
            return ()
        return intents

    @property
    def status(self) -> BoardStatus:
        return BoardStatus(BoardMode.UNSURE) if self.held else self._reader.status


@contextmanager
def seen_late(conditions: Conditions) -> Iterator[SimulatedBoard]:
    with open_simulated_board(conditions) as bench:
        yield replace(bench, reader=SeesTouchesLate(bench.reader))


def test_a_touch_by_mistake_is_taken_back_however_late_the_table_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = replace(SLOPPY_HABITS, hesitates=0.0, brief=0.0, wobbling=0.0, magnets=0.0, magnet_first=0.0, repeats=None)
    monkeypatch.setattr(thera.simulator.game_simulation, "SLOPPY_HABITS", quiet)
    monkeypatch.setattr(thera.simulator.hand_moves, "SLOPPY", (HandStyleName.UNMEANT_TAP,))
    spec = GameSpec(Conditions(seed=8, clumsiness=1.0), players=2, powers=None, turns=2)
    record = play_game(spec, seen_late)
    mistakes = [each for each in record.done if each.cause is HandStyleName.UNMEANT_TAP]
    assert mistakes
    assert record.faults == []
    assert not any(each.wrong or each.stuck for each in record.done)
    assert any("a touch was not seen" in doubt.detail for doubt in record.doubts)


ENCLOSED = "0000000000040404404001440/2/orange=moerae[corner=c3]:a1/blue=pan:c3"
"""Orange has only b1 to step to."""


def test_no_touch_by_mistake_ends_the_game_for_good() -> None:
    """The end reveals the secret spaces of the Moerae, and is not undone: hands could not take it back."""
    game = Game.at(state_of(parse_position(ENCLOSED))).play(parse_action("c3-c2"))
    meant, last = parse_action("c2+c3"), parse_action("c2+b1")
    assert set(game.legal_actions()) == {meant, last}
    assert game.play(last).outcome is not None
    conditions = Conditions(seed=1, clumsiness=1.0)
    with open_simulated_board(conditions) as bench, table_at(bench, HardwareFaults(conditions), SeatThinker()) as table:
        chance = seeded(1)
        player = SimulatedPlayer(bench.hands, chance)
        attempts = StepAttempts(table, player, Mishaps())
        places = SquareChoice(bench.hands, bench.model.geometry.size, chance)
        unmeant_tap = Detours(table, player, attempts, places, chance).ways[HandStyleName.UNMEANT_TAP]
        assert unmeant_tap(game, (meant,)) is None
