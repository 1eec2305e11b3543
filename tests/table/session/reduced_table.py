"""The table's session without a thread or a disk: its journal is a list."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from engine.actions import Action, Done
from engine.notation.action_form import parse_action
from engine.seats import Seat
from hardware.board import Button
from table.runtime.publisher import Publication
from table.session.answers import UNKNOWN_CALLER, Accepted, Answer, Caller, Refused
from table.session.at_board import Pressed, StepsRead
from table.session.chess_clock import FrameTime
from table.session.command import Command, CommandReceived
from table.session.journal_entries import Entry, Opened, evolve
from table.session.lobby import BeginGame, ChooseOptions
from table.session.reducer import handle
from table.session.saved_state import SavedState
from table.session.seating import ClaimSeat
from table.session.session_events import JudgePuzzle, TableEvent
from table.session.snapshot import Phase, Snapshot
from table.session.table_state import TableState
from table.session.turns import Act, ConfirmTurn, UndoStep
from table.settings.options import GameOptions
from table.storage.entry_format import entry_text, parse_entry

BLUE, ORANGE, WHITE, PURPLE = Seat.BLUE, Seat.ORANGE, Seat.WHITE, Seat.PURPLE
ANN, BEN, CLEO, DAN = (frozenset({mark}) for mark in ("ann", "ben", "cleo", "dan"))
EVE = frozenset[str]()
MARKS = {BLUE: ANN, ORANGE: BEN, WHITE: CLEO, PURPLE: DAN}

WITH_POWERS = ChooseOptions(GameOptions(powers=True))

PLACED = ("@b2", "@b4", "@d2", "@d4")
TURNS = ("b2-c3", "c3+b3", "d2-e2", "e2+e1")


@dataclass
class Runner:
    """A table whose journal is a list."""

    state: TableState = field(default_factory=lambda: TableState.opening(evolve(SavedState(), Opened())))
    entries: list[Entry] = field(default_factory=lambda: [Opened()])
    name: str | None = None
    """Under which a game that begins will be kept."""
    time: FrameTime = field(default_factory=FrameTime)
    to_judge: JudgePuzzle | None = None
    """The turn of a puzzle that was to be judged last."""

    def feed(self, event: TableEvent) -> Answer | None:
        outcome = handle(self.state, event)
        self.state = outcome.state
        self.entries.extend(parse_entry(entry_text(entry)) for entry in outcome.entries)
        for effect in outcome.effects:
            if isinstance(effect, JudgePuzzle):
                self.to_judge = effect
        return outcome.answer

    def ask(
        self,
        marks: frozenset[str],
        command: Command,
        version: int | None = None,
        fresh: str = "",
        caller: Caller = UNKNOWN_CALLER,
    ) -> Answer:
        asked = self.state.version if version is None else version
        answer = self.feed(CommandReceived(marks, asked, command, fresh, self.name, caller))
        assert answer is not None
        return answer

    def do(self, marks: frozenset[str], *commands: Command) -> None:
        for command in commands:
            answer = self.ask(marks, command)
            assert isinstance(answer, Accepted), (command, answer)

    def sit(self, seat: Seat, name: str, mark: str) -> None:
        """Take a free seat with a phone of this mark, at the table itself."""
        assert isinstance(self.ask(EVE, ClaimSeat(seat, name), fresh=mark, caller=Caller(hands=True)), Accepted)
        assert self.state.saved.seating.held(frozenset({mark})) == (seat,)

    def act(self, marks: frozenset[str], *steps: str) -> None:
        self.do(marks, *(Act(parse_action(step)) for step in steps))

    def seen(self, marks: frozenset[str]) -> Snapshot:
        return Publication(self.state).snapshot(marks)


def everyone(players: int) -> frozenset[str]:
    """The marks of a phone that acts for all of so many players."""
    return frozenset[str]().union(*tuple(MARKS.values())[:players])


def seated(players: int = 2) -> Runner:
    """A table with so many players: Ann on blue, Ben on orange, Cleo on white, Dan on purple."""
    table = Runner()
    for seat, name in ((BLUE, "Ann"), (ORANGE, "Ben"), (WHITE, "Cleo"), (PURPLE, "Dan"))[:players]:
        table.sit(seat, name, name.lower())
    return table


def playing() -> Runner:
    table = seated()
    table.do(ANN, BeginGame())
    table.act(ANN, *PLACED[:2])
    table.do(ANN, ConfirmTurn())
    table.act(BEN, *PLACED[2:])
    table.do(BEN, ConfirmTurn())
    return table


def refusal(answer: Answer) -> tuple[str, bool]:
    assert isinstance(answer, Refused), answer
    return answer.message.key, answer.forbidden


def finish_placing(table: Runner) -> None:
    for step in PLACED:
        seat = table.state.saved.to_act
        marks = ANN if seat is BLUE else BEN
        table.act(marks, step)
        if table.state.saved.confirming:
            table.do(marks, ConfirmTurn())


def play_on(table: Runner, chance: random.Random, players: frozenset[str] = ANN | BEN) -> None:
    """Whole game of random legal steps, now and then one taken back, by a phone that acts for all players."""
    while table.state.saved.phase is not Phase.OVER:
        saved = table.state.saved
        if saved.game is not None and len(saved.game.plies) > saved.standing and chance.random() < 0.1:
            table.do(players, UndoStep())
        elif saved.confirming is not None:
            table.do(players, ConfirmTurn())
        else:
            assert saved.game is not None
            action: Action = chance.choice(saved.game.legal_actions())
            if isinstance(action, Done) and chance.random() < 0.5:
                table.feed(Pressed(Button.DONE))
            elif chance.random() < 0.5:
                table.feed(StepsRead((action,)))
            else:
                table.do(players, Act(action))
