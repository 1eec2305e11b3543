"""A question to the judge and its answer, in JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.judging import Judgement
from engine.reasons import Reason
from engine.seats import Seat
from engine.state import StepKind
from table.typed_json import SquareName
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm
from web_ui.forms.game_forms import ShownAction, shown_action

LONGEST_QUESTION, LONGEST_POSITION = 100, 1000
"""Characters."""


class QuestionAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """What the judge is asked: ``b2-c3`` whether that may be done and why not, ``b2`` what the worker there can do, or
    why nothing leads there. It is about the game that stands, or a position of its own; there actions may come before
    it, with spaces between (docs/notation.md)."""

    asked: Annotated[str, Meta(max_length=LONGEST_QUESTION)]
    position: Annotated[str, Meta(max_length=LONGEST_POSITION)] | None = None


class JudgementForm(AnswerForm, frozen=True):
    """The answer. ``seat`` is to act, in a step of this ``kind``; ``legal`` says whether the act, or anything there,
    may be done, ``reason`` why not; ``options`` are what may be done, ``dark`` the squares around a worker where it
    can do nothing. ``sections`` are the rulings that explain it."""

    asked: str
    seat: Seat | None
    kind: StepKind | None
    legal: bool
    reason: MessageForm | None
    options: tuple[ShownAction, ...]
    dark: dict[SquareName, MessageForm]
    sections: tuple[str, ...]


def judgement_form(asked: str, judged: Judgement) -> JudgementForm:
    """An answer."""
    return JudgementForm(
        asked=asked,
        seat=judged.seat,
        kind=judged.kind,
        legal=judged.legal,
        reason=None if judged.reason is None else _message(judged.reason),
        options=tuple(map(shown_action, judged.options)),
        dark={NAMES[square]: _message(reason) for square, reason in judged.dark},
        sections=judged.sections,
    )


def _message(reason: Reason) -> MessageForm:
    return MessageForm(reason.key, dict(reason.args))
