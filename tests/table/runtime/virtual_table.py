"""A table with a virtual board whose pieces follow the game, all in one thread: phones, wood, sensors and reading."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine import Seat
from engine.setup import PowerName
from hardware.board_file import BoardFile
from hardware.hand_actions import HandAction
from hardware.virtual.virtual_board import VirtualBoard
from hardware.virtual.virtual_device import VirtualDevice
from hardware.virtual.world import FOUR_SEATS
from table.moves.step_search import visible_pieces
from table.runtime.piece_mover import PieceMover
from table.runtime.seat_thinker import SeatThinker
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import Recorder
from table.runtime.two_boards import FittedBoard
from table.session.answers import Accepted
from table.session.command import Command
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.interfaces import Tokens
from table.session.journal_entries import Acted, Entry, Opened, StepUndone, evolve
from table.session.lobby import BeginGame, ChooseOptions
from table.session.saved_state import SavedState, steps_to_undo
from table.session.snapshot import BoardDifference, BoardMode, Phase
from table.session.turns import Act, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from table.view.led_patterns import lights_of
from tests.table.runtime.one_phone import OnePhone
from tests.table.session.sitting_down import sit_still
from thera.table_assembly import make_reader

SEATS = (Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE)


class ListedEntries:
    """A journal in memory."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def count(self) -> int:
        return len(self.entries)

    def append(self, *entries: Entry) -> None:
        self.entries += entries

    def replace_all(self, *entries: Entry) -> None:
        self.entries[:] = entries

    def close(self) -> None: ...


class VirtualTable(OnePhone):
    """One phone has all seats. ``differences`` are all that the phone was ever shown to put right."""

    def __init__(
        self,
        seed: int = 3,
        saved: SavedState | None = None,
        device: VirtualDevice | None = None,
        thinker: SeatThinker | None = None,
        recorder: Recorder | None = None,
        *,
        moves_pieces: bool = True,
    ) -> None:
        self.device = device or VirtualDevice(seed=seed, workers=FOUR_SEATS)
        self.journal = ListedEntries()
        begun = evolve(SavedState(), Opened()) if saved is None else saved
        reader = make_reader(BoardFile(geometry=self.device.geometry))
        board = VirtualBoard(self.device)
        mover = PieceMover(self.device) if moves_pieces else None
        self.late = 0.0
        fittings = TableFittings(
            fitted=FittedBoard(piece_mover=mover, clear=self.device.clear),
            thinker=thinker or SeatThinker(),
            clock=lambda: self.device.now / 1000 + self.late,
            recorder=recorder,
        )
        self.table = TableActor(board, reader, lights_of, self.journal, begun, fittings)
        self._events = board.events()
        self.tokens: Tokens = frozenset()
        self.differences: list[tuple[BoardDifference, ...]] = []
        self.table.runner.begin()
        self.rest(100)

    def rest(self, ms: float = 1000) -> None:
        """Let this much time of the board pass."""
        until = self.device.now + ms
        while self.device.now < until:
            self.table.runner.handle_event(next(self._events))
            self.table.runner.check_timers()
            self.table.runner.show_lights()
            shown = self.seen.board.differences
            if shown and (not self.differences or self.differences[-1] != shown):
                self.differences.append(shown)

    def hands(self, *actions: HandAction, rest: float = 1600) -> None:
        """Let hands do this at the board, and then rest."""
        for action in actions:
            self.device.enqueue(action)
        while not self.device.idle:
            self.rest(20)
        self.rest(rest)

    def does(self, *commands: Command) -> None:
        """The phone gives these commands, one right after the other."""
        for command in commands:
            answer = self.table.runner.answer(self.tokens, self.seen.version, command)
            assert isinstance(answer, Accepted), (command, answer)

    def begin(self, players: int = 2, powers: Iterable[str] = ()) -> None:
        """Players sit down, and a game begins; with powers if they are named."""
        for seat in SEATS[:players]:
            self.tokens |= sit_still(self.table, seat)
        names = tuple(map(PowerName, powers))
        self.does(ChooseOptions(GameOptions(powers=bool(names))), BeginGame())
        if names:
            self.does(OfferPowers(names), *map(ChoosePower, names[1:]))
            assert self.saved.draft is not None
            self.does(NameStartPlayer(self.saved.draft.starters[0]))

    def set_out(self) -> None:
        """Two players place their workers."""
        self.plays("@b2", "@d4")
        self.does(ConfirmTurn())
        self.plays("@b4", "@d2")
        self.does(ConfirmTurn())
        self.rest()

    def play_random(self, chance: random.Random, steps: int, pauses: tuple[float, ...]) -> None:
        """So many random steps, with a pause of one of these lengths after each, some of them undone."""
        for _ in range(steps):
            if self.saved.phase is Phase.OVER:
                return
            if steps_to_undo(self.saved) and chance.random() < 0.15:
                self.does(UndoStep())
            elif self.saved.confirming is not None:
                self.does(ConfirmTurn())
            else:
                self.does(Act(chance.choice(self.game.legal_actions())))
            self.rest(chance.choice(pauses))

    def steps(self) -> int:
        """How many steps were played or undone, by phone or by hand."""
        return len([entry for entry in self.journal.entries if isinstance(entry, (Acted, StepUndone))])

    def is_set_up(self) -> bool:
        """Whether the pieces stand as in the game, and the table reads them so."""
        world, view = self.device.world, self.seen.game
        assert view is not None
        standing = {(piece.square, piece.seat) for piece in self.device.look().pieces if piece.square is not None}
        return (
            standing == {(square, seat.value) for square, seat in visible_pieces(self.game)}
            and world.levels == tuple(view.levels)
            and {square for square, domed in enumerate(world.domes) if domed} == view.domes
            and self.seen.board.mode is BoardMode.FOLLOWING
            and not self.seen.board.differences
        )
