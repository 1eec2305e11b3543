"""What a phone's command comes to: who may ask for it when, and the entry that it makes."""

from __future__ import annotations

import hashlib

from engine import Game
from engine.actions import Action, Resign
from engine.draft import Draft
from engine.powers import power_named
from engine.seats import Seat
from table.commands import (
    AbandonGame,
    AnswerWorkshop,
    ChooseOptions,
    ChoosePower,
    ClaimSeat,
    CloseWorkshop,
    Command,
    ConfirmTurn,
    LeaveSeat,
    NameSquare,
    NameStartPlayer,
    OfferPowers,
    OpenWorkshop,
    Rematch,
    UndoStep,
    WorkshopCommand,
)
from table.entries import (
    Entry,
    GameAbandoned,
    GameBegan,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    RematchAgreed,
    SeatLeft,
    SeatTaken,
    StartPlayerNamed,
    StepUndone,
    TurnConfirmed,
)
from table.evening import Evening, may_be_undone, turn_owner
from table.refusals import Refusal, forbid, refuse
from table.seats import FEWEST_PLAYERS, clean_name
from table.snapshot import Phase, WorkshopView
from table.workshop.room import STORING


def may_undo(evening: Evening, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back a step now: of its own turn, or its own, if it told no secret."""
    return evening.game is not None and can_go_back(evening) and _own_turn(evening, evening.game, held)


def can_go_back(evening: Evening) -> bool:
    """Whether there is a step since the last confirmation, and it told nobody a secret."""
    game = evening.game
    if game is None or len(game.plies) <= evening.standing:
        return False
    return game.plies[-1].barrier is None and may_be_undone(game)


def _own_turn(evening: Evening, game: Game, held: tuple[Seat, ...]) -> bool:
    """Whether it is the turn of one of these seats, or one of them did the last step."""
    return game.plies[-1].seat in held or (evening.confirming or turn_owner(game)) in held


def in_lobby(evening: Evening, held: tuple[Seat, ...], command: Command, fresh: str, size: int) -> Entry:
    """What a command of the lobby comes to on a board of ``size`` squares a side. ``fresh`` is the mark of the token
    that comes with a seat.

    :raises CommandRefused: if it cannot be carried out, as all that follows does.
    """
    need_phase(evening, Phase.LOBBY)
    match command:
        case ClaimSeat(seat, text):
            if evening.seating.at(seat) is not None:
                raise refuse(Refusal.SEAT_TAKEN, seat=seat.value)
            name = clean_name(text)
            if name is None:
                raise refuse(Refusal.NAME_NEEDED)
            return SeatTaken(seat, name, fresh)
        case LeaveSeat(seat):
            if seat not in held and (evening.seating.host not in held or evening.seating.at(seat) is None):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return SeatLeft(seat)
        case ChooseOptions(powers):
            need_host(evening, held)
            if evening.seating.needs_powers and not powers:
                raise refuse(Refusal.POWERS_NEEDED, players=str(len(evening.seating.sitters)))
            return OptionsChosen(powers)
        case _:
            need_host(evening, held)
            if not evening.seating.enough:
                raise refuse(Refusal.TOO_FEW_PLAYERS, count=str(FEWEST_PLAYERS))
            return GameBegan(size)


def in_draft(evening: Evening, held: tuple[Seat, ...], command: Command, fresh: str) -> Entry:
    """What a command of the draft comes to."""
    if evening.draft is None:
        raise refuse(Refusal.NOT_NOW)
    if evening.draft.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    match command:
        case OfferPowers(powers):
            return PowersOffered(powers)
        case ChoosePower(power):
            return PowerChosen(power)
        case NameStartPlayer(seat):
            return StartPlayerNamed(seat, _seed(evening.draft, fresh))
        case _:
            raise refuse(Refusal.NOT_NOW)


def _seed(draft: Draft, fresh: str) -> int:
    """Chance for shuffling a deck, if one is needed, from that of the token that came with the command. Nobody is told
    either."""
    if not any(power_named(power).deals_simple_powers for _, power in draft.chosen):
        return 0
    return int.from_bytes(hashlib.sha256(f"deck {fresh}".encode()).digest()[:6], "big")


def own_step(evening: Evening, held: tuple[Seat, ...], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These steps, if it is for a phone with these seats to do them."""
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if evening.confirming is not None:
        raise refuse(Refusal.CONFIRM_FIRST, seat=evening.confirming.value)
    if evening.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return actions


def own_action(evening: Evening, held: tuple[Seat, ...], action: Action) -> tuple[Action, ...]:
    """This step; who gives up may do so at any time."""
    if not isinstance(action, Resign):
        return own_step(evening, held, (action,))
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if action.seat not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return (action,)


def about_turn(evening: Evening, held: tuple[Seat, ...], command: UndoStep | ConfirmTurn) -> Entry:
    """What comes of taking back a step, or of confirming the turn."""
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    game = evening.game
    match command:
        case UndoStep():
            if game is None or len(game.plies) <= evening.standing:
                raise refuse(Refusal.NOTHING_TO_UNDO)
            if not _own_turn(evening, game, held):
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return StepUndone()
        case ConfirmTurn():
            if evening.confirming is None:
                raise refuse(Refusal.NOTHING_TO_CONFIRM)
            if evening.confirming not in held:
                raise forbid(Refusal.NOT_YOUR_SEAT)
            return TurnConfirmed()


def after_game(evening: Evening, held: tuple[Seat, ...], command: Rematch | AbandonGame) -> Entry:
    """What comes of playing again, or of ending the game without a result."""
    if isinstance(command, Rematch):
        need_phase(evening, Phase.OVER)
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
        return RematchAgreed()
    need_phase(evening, Phase.DRAFT, Phase.PLACING, Phase.PLAYING, Phase.OVER)
    need_host(evening, held)
    return GameAbandoned()


def in_workshop(
    evening: Evening, held: tuple[Seat, ...], command: WorkshopCommand, workshop: WorkshopView | None
) -> WorkshopCommand:
    """This command, if it is for a phone with these seats to give it while the workshop is so (None: closed). The host
    leads it; whoever sits at the table can end it, so that nobody waits for a host who has gone."""
    if isinstance(command, CloseWorkshop):
        if not held:
            raise forbid(Refusal.NOT_YOUR_SEAT)
    else:
        need_host(evening, held)
    if workshop is not None and workshop.step == STORING:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, OpenWorkshop):
        return command
    if workshop is None:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, AnswerWorkshop) and command.answer not in workshop.answers:
        raise refuse(Refusal.NOT_NOW)
    if isinstance(command, NameSquare) and not workshop.names:
        raise refuse(Refusal.NOT_NOW)
    return command


def need_phase(evening: Evening, *phases: Phase) -> None:
    """Refuse what belongs to other phases."""
    if evening.phase not in phases:
        raise refuse(Refusal.NOT_NOW)


def need_host(evening: Evening, held: tuple[Seat, ...]) -> None:
    """Refuse what is for the host alone."""
    if evening.seating.host not in held:
        raise forbid(Refusal.HOST_ONLY)
