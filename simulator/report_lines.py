"""How a report writes games, steps and readings."""

from __future__ import annotations

from dataclasses import replace

from engine import Action, Build, Game, IllegalAction, NotationError, Piece
from engine.notation import action_text, position_of, position_text
from table.session.session_events import ActionSequence


def position_words(game: Game) -> str:
    """The position at the start of the turn, which has a notation, and the steps since."""
    steps = [action_text(ply.action) for ply in game.plies]
    for number, state in enumerate([*(ply.before for ply in game.plies), game.state][::-1]):
        if state.turn is None:
            break
        try:
            start = position_text(position_of(state))
        except NotationError:
            continue
        return " ".join([start, *steps[len(steps) - number :]])
    return " ".join(["placement", *steps])


def leads_to(game: Game, choice: ActionSequence, after: Game) -> bool:
    """Whether these steps, played in one game, give the other."""
    end = game
    try:
        for action in choice:
            end = end.play(action)
    except IllegalAction:
        return False
    return end.state == after.state


def differ_in_piece(choices: tuple[ActionSequence, ...]) -> bool:
    """Whether the choices differ only in block or dome, which the board cannot show."""

    def plain(action: Action) -> Action:
        return replace(action, piece=Piece.BLOCK) if isinstance(action, Build) else action

    return len({tuple(plain(action) for action in choice) for choice in choices}) == 1


def either(choices: tuple[ActionSequence, ...]) -> str:
    """The choices between which the table asks."""
    return " or ".join(words(choice) for choice in choices)


def words(actions: ActionSequence) -> str:
    """Actions in the engine's notation."""
    return " ".join(action_text(action) for action in actions)
