"""Puzzles, hints and warnings in JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from engine.actions import Action, Build, Force, Move, Place
from engine.notation import action_text
from engine.seats import HINDSIGHT
from engine.views import Prompt
from opponent.puzzles import Grade, PuzzleVerdict
from table.session.game_history import HistoryPosition
from table.session.interfaces import GivenHint, PuzzleAnswer, PuzzleOverview
from table.session.snapshot import PuzzleOnBoardView, PuzzleStage
from table.typed_json import SquareName, Whole
from web_ui.forms.archive_forms import HistoryPositionForm, position_after_form
from web_ui.forms.basic_forms import NAMES, AnswerForm, MessageForm, form_of, message_form, message_or_null
from web_ui.forms.game_forms import ShownAction, ViewForm, shown_action, view_form

LONGEST_STEP, MOST_STEPS = 40, 40
"""The most characters of a step, and steps of an attempt: three turns have a dozen."""


class PuzzleAskedForm(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's ``steps`` so far, those of all turns one after the other, in writing (docs/notation.md)."""

    steps: Annotated[tuple[Annotated[str, Meta(max_length=LONGEST_STEP)], ...], Meta(max_length=MOST_STEPS)]


class PuzzleGroupForm(AnswerForm, frozen=True):
    """Puzzles of one length that are alike in difficulty, by their numbers."""

    turns: Whole
    grade: Grade
    numbers: tuple[Whole, ...]


class PuzzlesForm(AnswerForm, frozen=True):
    """All puzzles; the number of that of ``today``, and whether it was ``solved`` at this table; on how many ``days``
    in a row one was, and the ``longest`` such time."""

    groups: tuple[PuzzleGroupForm, ...]
    day: str
    today: Whole
    solved: bool
    days: Whole
    longest: Whole


class PuzzleForm(AnswerForm, frozen=True):
    """A puzzle after some steps: the player is to win in so many ``turns``, of which ``left`` remain. ``written`` has
    the options of the ``view`` in writing, as steps are sent. The first ``kept`` of the steps are those of right turns.
    ``reply`` are the steps of the other player since the last turn; of a ``wrong`` turn they are what refutes it, and
    ``reason`` says how."""

    number: Whole
    turns: Whole
    grade: Grade
    verdict: PuzzleVerdict
    left: Whole
    kept: Whole
    view: ViewForm
    written: tuple[str, ...]
    prompt: Prompt | None
    reply: tuple[HistoryPositionForm, ...]
    reason: MessageForm | None


class PuzzleSolutionForm(AnswerForm, frozen=True):
    """The positions from the puzzle to the win, with the best defence."""

    moments: tuple[HistoryPositionForm, ...]


class PuzzleOnBoardForm(AnswerForm, frozen=True):
    """The puzzle on the board, won in so many ``turns`` of which ``left`` remain. After a wrong turn ``reply`` are the
    steps that refute it, and ``reason`` says how; in the stage ``solution`` they are the solution. The lights show the
    one with the index ``shown``."""

    number: Whole
    turns: Whole
    grade: Grade
    stage: PuzzleStage
    left: Whole
    reply: tuple[HistoryPositionForm, ...]
    shown: Whole
    reason: MessageForm | None


def puzzle_on_board_form(puzzle: PuzzleOnBoardView | None) -> PuzzleOnBoardForm | None:
    """Return the puzzle on the board; None if there is none."""
    if puzzle is None:
        return None
    reply = tuple(map(position_after_form, puzzle.reply))
    return form_of(PuzzleOnBoardForm, puzzle, reply=reply, reason=message_or_null(puzzle.reason))


def puzzles_form(overview: PuzzleOverview) -> PuzzlesForm:
    """All puzzles."""
    return PuzzlesForm(
        groups=tuple(PuzzleGroupForm(each.turns, each.grade, each.numbers) for each in overview.groups),
        day=overview.day.isoformat(),
        today=overview.today,
        solved=overview.is_solved,
        days=overview.days,
        longest=overview.longest,
    )


def puzzle_form(answer: PuzzleAnswer) -> PuzzleForm:
    """Return the result of an attempt."""
    game = answer.game
    view = game.view(HINDSIGHT if game.to_act is None else game.to_act)
    return PuzzleForm(
        number=answer.number,
        turns=answer.turns,
        grade=answer.grade,
        verdict=answer.verdict,
        left=answer.left,
        kept=answer.kept,
        view=view_form(view),
        written=tuple(map(action_text, view.options)),
        prompt=view.prompt,
        reply=tuple(map(position_after_form, answer.reply)),
        reason=message_or_null(answer.reason),
    )


def solution_form(positions: tuple[HistoryPosition, ...]) -> PuzzleSolutionForm:
    """Return a solution, step by step."""
    return PuzzleSolutionForm(tuple(map(position_after_form, positions)))


# ---- Hints and warnings


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
    """Return what the lights show of a hint: how good turns begin, or the best turn."""
    if strength is HintStrength.BEST:
        return hint.turns[:1]
    return tuple(turn[:1] for turn in hint.turns)


def hint_form(strength: HintStrength, hint: GivenHint, *, open_to_all: bool) -> HintForm:
    """Return a hint, no stronger than requested; ``open_to_all``: the game has no secrets."""
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
