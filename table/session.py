"""The table's session: a function of state and event that gives the next state and what is to be done about it.

No clock, no thread, no chance and no device is in here, so that a recorded inbox replays to the same game. Whoever
runs it (`table.runtime`) makes an effect's entry durable before it shows the new state to anyone.

Versions: ``version`` counts everything that a snapshot can show. A command is stale only if what it speaks about has
changed since its version: the evening (``changed``), for an answer to a question the question (``asked``), for a way
out the ways that are ``offered``, in the workshop what is asked there (``worked``). A worker that is lifted or a phone
that falls asleep makes no command stale.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.actions import Done
from engine.errors import DraftError, IllegalAction, InvalidSetup, UndoBarred
from engine.reasons import Reason
from engine.seats import Seat
from hardware.board import Button, LinkState
from table.commands import (
    AbandonGame,
    Act,
    AnswerWorkshop,
    BeginGame,
    ChooseOptions,
    ChoosePower,
    ChooseReading,
    ClaimSeat,
    CloseWorkshop,
    ConfirmTurn,
    LeaveSeat,
    NameSquare,
    NameStartPlayer,
    OfferPowers,
    OpenWorkshop,
    Rematch,
    TakeOffer,
    UndoStep,
    WorkshopCommand,
)
from table.deciding.after import after_game
from table.deciding.draft import in_draft
from table.deciding.lobby import in_lobby
from table.deciding.turn import about_turn, can_go_back, own_action, own_step
from table.deciding.workshop import in_workshop
from table.door import Accepted, Refused, Stale
from table.entries import (
    Acted,
    Entry,
    SeatTaken,
    StepUndone,
    TurnConfirmed,
)
from table.evening import Evening, evolve, steps_to_undo
from table.events import (
    Asked,
    BoardRead,
    Effect,
    Persist,
    PhonesChanged,
    Pressed,
    QuestionRead,
    Reading,
    Reply,
    Retold,
    StepsRead,
    StepsRevised,
    TableEvent,
    Trust,
    Work,
    WorkshopChanged,
)
from table.offers import entry_of
from table.refusals import CommandRefused, Refusal, message_of, refuse
from table.snapshot import BoardMode, BoardView, Message, WorkshopView

STARTS_UNIT = 1 << 32
"""Versions of one start of the table lie below those of the next; 2**21 starts stay exact in a browser's numbers."""

QUESTION_MESSAGE = "board.which"
"""What the board's reading says while a question about it is open (`table.follow.follower`)."""


def no_board() -> BoardView:
    """The reading of the board before the first frame."""
    return BoardView(LinkState.SEARCH.value, BoardMode.FOLLOWING, None, (), None)


@dataclass(frozen=True, slots=True)
class TableState:
    """The evening and what is true of it only for the moment; ``size`` is how many squares a side the board has."""

    evening: Evening
    version: int
    changed: int
    asked: int
    offered: int
    size: int = 5
    board: BoardView = field(default_factory=no_board)
    connected: frozenset[Seat] = frozenset()
    choices: tuple[Reading, ...] = ()
    workshop: WorkshopView | None = None
    worked: int = 0

    @classmethod
    def opening(cls, evening: Evening, size: int = 5) -> TableState:
        """The state at a start of the table, its versions above all that earlier starts gave out."""
        version = evening.starts * STARTS_UNIT
        return cls(evening, version, version, version, version, size)


def handle(state: TableState, event: TableEvent) -> tuple[TableState, tuple[Effect, ...]]:
    """What the table does about an event: the next state, and the effects in the order in which they must happen.

    :raises IllegalAction: for steps read from the board that the rules do not allow: whoever read them was wrong.
    :raises UndoBarred: for steps that the board is said to have taken back and that cannot be.
    """
    match event:
        case Asked():
            return _answer(state, event)
        case StepsRead(actions):
            return _unasked(state, Acted(actions) if state.evening.to_act else None)
        case StepsRevised():
            return _revised(state, event)
        case Pressed(button):
            return _unasked(state, _pressed(state.evening, button))
        case Retold(entry):
            return _unasked(state, entry)
        case QuestionRead(choices):
            if state.evening.to_act is None or choices == state.choices:
                return state, ()
            return _volatile(replace(state, choices=choices, asked=state.version + 1)), ()
        case BoardRead(board):
            return _board_read(state, board), ()
        case PhonesChanged(connected):
            if connected == state.connected:
                return state, ()
            return _volatile(replace(state, connected=connected)), ()
        case WorkshopChanged(workshop):
            if workshop == state.workshop:
                return state, ()
            return _volatile(replace(state, workshop=workshop, worked=state.version + 1)), ()


def _board_read(state: TableState, board: BoardView) -> TableState:
    """A question stays as long as the board still looks so that it has to be asked."""
    if board == state.board:
        return state
    after = _volatile(replace(state, board=board))
    if board.offers != state.board.offers:
        after = replace(after, offered=after.version)
    asks = board.message is not None and board.message.key == QUESTION_MESSAGE
    return replace(after, choices=(), asked=after.version) if state.choices and not asks else after


def _volatile(state: TableState) -> TableState:
    return replace(state, version=state.version + 1)


def _adopt(state: TableState, entry: Entry) -> TableState:
    version = state.version + 1
    evening = evolve(state.evening, entry)
    return replace(state, evening=evening, version=version, changed=version, asked=version, choices=())


def _unasked(state: TableState, entry: Entry | None) -> tuple[TableState, tuple[Effect, ...]]:
    """What the board alone brought about: it asks for no answer."""
    return (state, ()) if entry is None else (_adopt(state, entry), (Persist(entry),))


def _revised(state: TableState, revised: StepsRevised) -> tuple[TableState, tuple[Effect, ...]]:
    """Steps taken back on the board, and others done: all of it or nothing."""
    if state.evening.game is None:
        return state, ()
    if revised.back > steps_to_undo(state.evening):
        raise UndoBarred(Reason.of(Refusal.NOTHING_TO_UNDO))
    entries: list[Entry] = [StepUndone()] * revised.back
    if revised.actions:
        entries.append(Acted(revised.actions))
    for entry in entries:
        state = _adopt(state, entry)
    return state, tuple(Persist(entry) for entry in entries)


def _pressed(evening: Evening, button: Button) -> Entry | None:
    game = evening.game
    if game is None:
        return None
    match button:
        case Button.UNDO:
            return StepUndone() if can_go_back(evening) else None
        case Button.DONE:
            if evening.confirming is not None:
                return TurnConfirmed()
            return Acted((Done(),)) if Done() in game.legal_actions() else None


def _answer(state: TableState, asked: Asked) -> tuple[TableState, tuple[Effect, ...]]:
    """Carry out a phone's command, or say why not."""
    if _is_stale(state, asked):
        return state, (Reply(Stale(state.version)),)
    try:
        entry = _decide(state, asked)
        if isinstance(entry, Work):
            return state, (entry,)
        if isinstance(entry, Trust):
            return state, (entry, Reply(Accepted(state.version)))
        after = _adopt(state, entry)
    except CommandRefused as refused:
        return state, (Reply(refused.answer),)
    except (IllegalAction, UndoBarred, DraftError) as error:
        return state, (Reply(Refused(message_of(error.reason))),)
    except InvalidSetup as error:
        return state, (Reply(Refused(Message(Refusal.NOT_NOW.value, (("detail", str(error)),)))),)
    seat = entry.seat if isinstance(entry, SeatTaken) else None
    return after, (Persist(entry), Reply(Accepted(after.version, seat)))


def _is_stale(state: TableState, asked: Asked) -> bool:
    """Whether the phone spoke of something that has changed. A free seat is free whatever else the phone missed."""
    match asked.command:
        case ClaimSeat() | LeaveSeat():
            return False
        case ChooseReading():
            known = state.asked
        case TakeOffer():
            known = max(state.changed, state.offered)
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            known = state.worked
        case _:
            known = state.changed
    return not known <= asked.version <= state.version


def _decide(state: TableState, asked: Asked) -> Entry | Trust | Work:
    """The entry that a command comes to, or what is to be done without one. Raises CommandRefused."""
    evening = state.evening
    held = evening.seating.held(asked.marks)
    if state.workshop is not None and not isinstance(asked.command, ClaimSeat | LeaveSeat | WorkshopCommand):
        raise refuse(Refusal.IN_WORKSHOP)
    match asked.command:
        case OpenWorkshop() | AnswerWorkshop() | NameSquare() | CloseWorkshop():
            return Work(in_workshop(evening, held, asked.command, state.workshop))
        case ClaimSeat() | LeaveSeat() | ChooseOptions() | BeginGame():
            return in_lobby(evening, held, asked.command, asked.fresh, state.size)
        case OfferPowers() | ChoosePower() | NameStartPlayer():
            return in_draft(evening, held, asked.command, asked.fresh)
        case Act(action):
            return Acted(own_action(evening, held, action))
        case ChooseReading(index):
            if not 0 <= index < len(state.choices):
                raise refuse(Refusal.NO_QUESTION)
            return Acted(own_step(evening, held, state.choices[index]))
        case TakeOffer(kind):
            return entry_of(state.board, kind, evening, held) or Trust()
        case UndoStep() | ConfirmTurn():
            return about_turn(evening, held, asked.command)
        case Rematch() | AbandonGame():
            return after_game(evening, held, asked.command)
