"""Hints and warnings in JSON."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.actions import Action, Build, Force, Move, Place
from table.session.hint_giver import GivenHint
from table.typed_json import SquareName
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm, message_form
from web_ui.forms.game_forms import ShownAction, shown_action


class HintStrength(StrEnum):
    """How much a hint says: which workers and squares are good, or which turn is best."""

    GOOD = "good"
    BEST = "best"


class HintPlace(StrEnum):
    """Where a hint is shown: on the phone that asks, or also on the lights of the board, which everybody sees."""

    PHONE = "phone"
    BOARD = "board"


class HintAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks for a hint in the own turn. It can be shown on the board in a game without secrets."""

    strength: HintStrength
    place: HintPlace = HintPlace.PHONE


class GuardAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks whether the turn that waits to be confirmed loses at once."""


class HintForm(AnswerForm, frozen=True):
    """A hint. ``squares`` are the workers and squares with which good turns begin; of the ``best`` strength, ``turn``
    is what is left of the best turn, step by step, and ``reason`` why. ``open``: the lights may show it, since the game
    has no secrets."""

    strength: HintStrength
    open: bool
    squares: tuple[SquareName, ...]
    turn: tuple[ShownAction, ...]
    reason: MessageForm | None


class GuardForm(AnswerForm, frozen=True):
    """Why the turn should not be confirmed; null: nothing was found against it."""

    warning: MessageForm | None


def lit_turns(strength: HintStrength, hint: GivenHint) -> tuple[tuple[Action, ...], ...]:
    """What the lights show of a hint: how good turns begin, or the best turn."""
    if strength is HintStrength.BEST:
        return hint.turns[:1]
    return tuple(turn[:1] for turn in hint.turns)


def hint_form(strength: HintStrength, hint: GivenHint, *, open_to_all: bool) -> HintForm:
    """A hint, no stronger than it was asked for; ``open_to_all``: the game has no secrets."""
    best = strength is HintStrength.BEST
    squares: dict[int, None] = {}
    for turn in hint.turns[: 1 if best else None]:
        for action in turn[: None if best else 1]:
            match action:
                case Move(worker=worker, to=to) | Force(worker=worker, to=to):
                    squares.update({worker: None, to: None})
                case Build(on=square) | Place(square=square):
                    squares[square] = None
                case _:
                    pass
    return HintForm(
        strength,
        open_to_all,
        tuple(NAMES[square] for square in squares),
        tuple(map(shown_action, hint.turns[0])) if best else (),
        message_form(hint.reason) if best else None,
    )
