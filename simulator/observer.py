"""Observes a running table: what it believes, when it decided that, and how long it took."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine import Game
from hardware.board import Board, BoardEvent, Frame, Identity, Lights
from hardware.field_model import Measured
from simulator.histogram import Histogram
from table.session.board_reports import BoardStatus, Intent
from table.session.interfaces import AnyLightPlan, BoardReader, LightChooser
from table.session.snapshot import BoardMode
from table.session.table_state import TableState


@dataclass(frozen=True, slots=True)
class LitSince:
    """The plan of the lights changed at ``at`` on the board's clock (ms). ``lifted`` if a worker was in a hand at that
    time, ``played`` if the game had changed."""

    at: int
    lifted: bool
    played: bool


@dataclass(frozen=True, slots=True)
class WarnedSince:
    """The table's warnings changed at ``at`` on the board's clock (ms), to those with these keys."""

    at: int
    keys: frozenset[str]


ANSWERED = 3000.0
"""Lights that change later than this, in ms, are no answer to what a hand did."""


def answers(times: Sequence[float], lit: Sequence[LitSince], others: Sequence[float] = ()) -> Histogram:
    """How many ms after each of these times the lights changed: those changes only that come soon enough, and before
    the hands do anything further, at the next of these times or of the ``others``."""
    found = Histogram()
    changes = sorted(each.at for each in lit)
    ends = sorted([*times, *others])
    for at in times:
        following = bisect_right(ends, at)
        latest = at + ANSWERED if following == len(ends) else min(ends[following], at + ANSWERED)
        place = bisect_right(changes, at)
        if place < len(changes) and changes[place] <= latest:
            found.add(changes[place] - at)
    return found


class ObservedTable(Protocol):
    """Takes in the frames of a game."""

    def feed(self, frame: Frame, levels: Sequence[int]) -> None:
        """A frame, and the blocks on each square."""


class Observer:
    """What the wrappers below observe.

    ``state`` is the newest state of the table, ``plan`` are its lights, and ``game_at`` is the board's clock in ms when
    its game last changed. ``waits`` are the ms of real time from the arrival of a frame that changed the lights to that
    change, ``work`` the ms of processor time for each frame (``work_near`` those during which ``magnet_near``), ``lit``
    the changes of the lights' plan, ``warned`` those of the warnings.
    """

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._arrived: dict[int, float] = {}
        self._deciding: float | None = None
        self.plan: AnyLightPlan | None = None
        self.frames = 0
        self.at = 0
        self.game_at = 0
        self.waits: list[float] = []
        self.work = Histogram()
        self.work_near = Histogram()
        self.magnet_near: Callable[[], bool] = lambda: False
        self.lit: list[LitSince] = []
        self.warned: list[WarnedSince] = []
        self.state: TableState | None = None
        self._also: ObservedTable | None = None

    def watch_with(self, also: ObservedTable) -> None:
        """Give the same frames to another reader, with the heights that the game has."""
        self._also = also

    def frame_came(self, frame: Frame) -> None:
        """A frame has come from the board."""
        self._arrived[frame.number] = time.perf_counter()

    def frame_handed_on(self) -> None:
        """The frame is in the table's inbox, or has been dealt with."""
        with self._change:
            self.frames += 1
            self._change.notify_all()

    def frame_begun(self, frame: Frame) -> None:
        """A frame is about to be read."""
        self.at = frame.at
        game = None if self.state is None else self.state.saved.game
        if self._also is not None and game is not None:
            self._also.feed(frame, game.state.levels)

    def frame_read(self, frame: Frame, *, meant: bool, work: float) -> None:
        """A frame has been read, which took ``work`` ms."""
        arrived = self._arrived.pop(frame.number)
        self._deciding = arrived if meant else None
        self.work.add(work)
        if self.magnet_near():
            self.work_near.add(work)

    def lights_shown(self) -> None:
        """Other lights went out to the board."""
        if self._deciding is not None:
            self.waits.append(1000 * (time.perf_counter() - self._deciding))
            self._deciding = None

    def state_taken(self, state: TableState, plan: AnyLightPlan) -> None:
        """The table has a new state, which this plan shows."""
        before, self.state = self.state, state
        played = before is None or before.saved.game is not state.saved.game
        if played:
            self.game_at = self.at
        keys = frozenset(warning.key for warning in state.board.warnings)
        if keys != (self.warned[-1].keys if self.warned else frozenset()):
            self.warned.append(WarnedSince(self.at, keys))
        if plan != self.plan:
            self.plan = plan
            self.lit.append(LitSince(self.at, state.board.mode is BoardMode.IN_HAND, played))

    def wait_frames(self, count: int, timeout: float) -> bool:
        """Wait until so many frames have been handed on; whether they were within ``timeout`` seconds."""
        with self._change:
            return self._change.wait_for(lambda: self.frames >= count, timeout)


class ObservedBoard(Board):
    """An observed board. ``spoil`` turns each of its events into those that reach the table, possibly none."""

    def __init__(self, board: Board, observer: Observer, spoil: Callable[[BoardEvent], tuple[BoardEvent, ...]]) -> None:
        self._board = board
        self._observer = observer
        self._spoil = spoil

    def events(self) -> Iterator[BoardEvent]:
        """Those of the board."""
        for event in self._board.events():
            for each in self._spoil(event):
                if isinstance(each, Frame):
                    self._observer.frame_came(each)
                yield each
            if isinstance(event, Frame):
                self._observer.frame_handed_on()

    def show(self, lights: Lights) -> None:
        """Show them on the board."""
        self._board.show(lights)
        self._observer.lights_shown()

    @property
    def identity(self) -> Identity | None:
        """The board's."""
        return self._board.identity

    def close(self) -> None:
        """Close the board."""
        self._board.close()


class PassingReader:
    """A reader (`table.session.interfaces.BoardReader`) that passes everything on to another one."""

    def __init__(self, reader: BoardReader) -> None:
        self._reader = reader

    def expect(self, game: Game, *, locked: bool, undoable: int) -> None:
        """Passed on."""
        self._reader.expect(game, locked=locked, undoable=undoable)

    def trust(self) -> None:
        """Passed on."""
        self._reader.trust()

    def restart(self) -> None:
        """Passed on."""
        self._reader.restart()

    def reconnect(self) -> None:
        """Passed on."""
        self._reader.reconnect()

    def renew(self) -> None:
        """Passed on."""
        self._reader.renew()

    def read_by(self, fields: Measured) -> None:
        """Passed on."""
        self._reader.read_by(fields)

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """Passed on."""
        return self._reader.feed(frame)

    @property
    def status(self) -> BoardStatus:
        """That of the reader."""
        return self._reader.status


class ObservedReader(PassingReader):
    """An observed reader of frames."""

    def __init__(self, reader: BoardReader, observer: Observer) -> None:
        super().__init__(reader)
        self._observer = observer

    def feed(self, frame: Frame) -> tuple[Intent, ...]:
        """What the reader makes of a frame, with the time that it takes."""
        self._observer.frame_begun(frame)
        began = time.thread_time()
        intents = self._reader.feed(frame)
        self._observer.frame_read(frame, meant=bool(intents), work=1000 * (time.thread_time() - began))
        return intents


class ObservedLights:
    """The lights for a table's states, observed."""

    def __init__(self, choose_lights: LightChooser, observer: Observer) -> None:
        self._choose_lights = choose_lights
        self._observer = observer

    def __call__(self, state: TableState) -> AnyLightPlan:
        """The lights for a state."""
        plan = self._choose_lights(state)
        self._observer.state_taken(state, plan)
        return plan
