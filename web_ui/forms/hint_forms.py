"""Hints and warnings in JSON."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.actions import Build, Force, Move, Place
from table.session.hint_giver import GivenHint
from table.typed_json import SquareName
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm, message_form
from web_ui.forms.game_forms import ShownAction, shown_action


class HintStrength(StrEnum):
    """How much a hint says: which workers and squares are good, or which turn is best."""

    GOOD = "good"
    BEST = "best"


class HintAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks for a hint in the own turn."""

    strength: HintStrength


class GuardAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks whether the turn that waits to be confirmed loses at once."""


class HintForm(AnswerForm, frozen=True):
    """A hint. ``squares`` are the workers and squares with which good turns begin; of the ``best`` strength, ``turn``
    is what is left of the best turn, step by step, and ``reason`` why."""

    strength: HintStrength
    squares: tuple[SquareName, ...]
    turn: tuple[ShownAction, ...]
    reason: MessageForm | None


class GuardForm(AnswerForm, frozen=True):
    """Why the turn should not be confirmed; null: nothing was found against it."""

    warning: MessageForm | None


def hint_form(strength: HintStrength, hint: GivenHint) -> HintForm:
    """A hint, no stronger than it was asked for."""
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
        tuple(NAMES[square] for square in squares),
        tuple(map(shown_action, hint.turns[0])) if best else (),
        message_form(hint.reason) if best else None,
    )
