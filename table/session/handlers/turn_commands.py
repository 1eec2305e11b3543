"""What commands about the game and its turns come to."""

from __future__ import annotations

from engine import Game, IllegalAction, Reason
from engine.actions import Action, Resign
from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import RestartTurn, UndoStep
from table.session.handlers.clock_commands import turn_stands
from table.session.handlers.permissions import need_phase
from table.session.journal_entries import Entry, StepUndone
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, may_be_undone, steps_to_undo, turn_owner
from table.session.snapshot import Phase


def may_undo(evening: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back a step now: of its own turn, or its own, if it told no secret."""
    return evening.game is not None and can_go_back(evening) and _own_turn(evening, evening.game, held)


def may_restart(evening: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back several steps at once now."""
    return may_undo(evening, held) and steps_to_undo(evening) > 1


def can_go_back(evening: SavedState) -> bool:
    """Whether there is a step since the last confirmation, and it told nobody a secret."""
    game = evening.game
    if game is None or len(game.plies) <= evening.standing:
        return False
    return game.plies[-1].barrier is None and may_be_undone(game)


def _own_turn(evening: SavedState, game: Game, held: tuple[Seat, ...]) -> bool:
    """Whether it is the turn of one of these seats, or one of them did the last step."""
    return game.plies[-1].seat in held or (evening.confirming or turn_owner(game)) in held


def own_step(evening: SavedState, held: tuple[Seat, ...], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These steps, if it is for a phone with these seats to do them."""
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if evening.confirming is not None:
        raise refuse(Refusal.CONFIRM_FIRST, seat=evening.confirming.value)
    if evening.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return actions


def own_action(evening: SavedState, held: tuple[Seat, ...], action: Action) -> tuple[Action, ...]:
    """This step; who gives up may do so at any time.

    :raises IllegalAction: if two cards of the player allow the step and none is named: only histories may leave it out.
    """
    if not isinstance(action, Resign):
        steps = own_step(evening, held, (action,))
        if evening.game is not None and evening.game.meant(action) != action:
            raise IllegalAction(f"{action} has to name its card", Reason.of("card.which"))
        return steps
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if action.seat not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return (action,)


def go_back(evening: SavedState, held: tuple[Seat, ...], command: UndoStep | RestartTurn) -> tuple[Entry, ...]:
    """What comes of taking back the last step of the turn, or all of them that can be."""
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    game = evening.game
    if game is None or len(game.plies) <= evening.standing:
        raise refuse(Refusal.NOTHING_TO_UNDO)
    if not _own_turn(evening, game, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    steps = 1 if isinstance(command, UndoStep) else max(1, steps_to_undo(evening))
    return (StepUndone(),) * steps


def confirm(evening: SavedState, held: tuple[Seat, ...], clock: ChessClock) -> tuple[Entry, ...]:
    """What comes of confirming the turn."""
    need_phase(evening, Phase.PLACING, Phase.PLAYING)
    if evening.confirming is None:
        raise refuse(Refusal.NOTHING_TO_CONFIRM)
    if evening.confirming not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return turn_stands(evening, clock)
