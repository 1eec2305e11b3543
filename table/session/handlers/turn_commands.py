"""Commands about the game and its turns: acting, taking back steps, confirming."""

from __future__ import annotations

from engine import Game, IllegalAction, Reason
from engine.actions import Action, Resign
from engine.seats import Seat
from table.session.chess_clock import ChessClock
from table.session.commands import RestartTurn, UndoStep
from table.session.handlers.clock_commands import confirmation_entries
from table.session.handlers.permissions import need_phase
from table.session.journal_entries import Entry, StepUndone
from table.session.refusals import Refusal, forbid, refuse
from table.session.saved_state import SavedState, may_be_undone, steps_to_undo, turn_owner
from table.session.snapshot import Phase


def may_undo(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back the last step: its own step, or one of its own turn, unless the
    step revealed a secret."""
    return saved.game is not None and can_undo(saved) and _own_turn(saved, saved.game, held)


def may_restart(saved: SavedState, held: tuple[Seat, ...]) -> bool:
    """Whether a phone with these seats may take back several steps at once now."""
    return may_undo(saved, held) and steps_to_undo(saved) > 1


def can_undo(saved: SavedState) -> bool:
    """Whether there is a step since the last confirmation that revealed no secret."""
    game = saved.game
    if game is None or len(game.plies) <= saved.standing:
        return False
    return game.plies[-1].barrier is None and may_be_undone(game)


def _own_turn(saved: SavedState, game: Game, held: tuple[Seat, ...]) -> bool:
    """Whether it is the turn of one of these seats, or one of them made the last step."""
    return game.plies[-1].seat in held or (saved.confirming or turn_owner(game)) in held


def require_own_steps(saved: SavedState, held: tuple[Seat, ...], actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These steps, if a phone with these seats may make them.

    :raises CommandRefused: if it may not.
    """
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if saved.confirming is not None:
        raise refuse(Refusal.CONFIRM_FIRST, seat=saved.confirming.value)
    if saved.to_act not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return actions


def require_own_action(saved: SavedState, held: tuple[Seat, ...], action: Action) -> tuple[Action, ...]:
    """This step, if a phone with these seats may make it. A player may resign at any time.

    :raises CommandRefused: if it may not.
    :raises IllegalAction: if two cards of the player allow the step and none is named: only records may omit it.
    """
    if not isinstance(action, Resign):
        steps = require_own_steps(saved, held, (action,))
        if saved.game is not None and saved.game.meant(action) != action:
            raise IllegalAction(f"{action} has to name its card", Reason.of("card.which"))
        return steps
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if action.seat not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return (action,)


def undo_steps(saved: SavedState, held: tuple[Seat, ...], command: UndoStep | RestartTurn) -> tuple[Entry, ...]:
    """The entries that take back the last step of the turn, or all steps that can be taken back."""
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    game = saved.game
    if game is None or len(game.plies) <= saved.standing:
        raise refuse(Refusal.NOTHING_TO_UNDO)
    if not _own_turn(saved, game, held):
        raise forbid(Refusal.NOT_YOUR_SEAT)
    steps = 1 if isinstance(command, UndoStep) else max(1, steps_to_undo(saved))
    return (StepUndone(),) * steps


def confirm_turn(saved: SavedState, held: tuple[Seat, ...], clock: ChessClock) -> tuple[Entry, ...]:
    """The entries that confirm the turn."""
    need_phase(saved, Phase.PLACING, Phase.PLAYING)
    if saved.confirming is None:
        raise refuse(Refusal.NOTHING_TO_CONFIRM)
    if saved.confirming not in held:
        raise forbid(Refusal.NOT_YOUR_SEAT)
    return confirmation_entries(saved, clock)
