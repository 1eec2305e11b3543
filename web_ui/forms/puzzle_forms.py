"""Puzzles in JSON."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.notation import action_text
from engine.seats import HINDSIGHT
from engine.views import Prompt
from opponent.puzzles import Grade, PuzzleVerdict
from table.session.game_history import HistoryPosition
from table.session.puzzle_giver import PuzzleAnswer, PuzzleOverview
from table.session.snapshot import PuzzleOnBoardView, PuzzleStage
from table.typed_json import Whole
from web_ui.forms.archive_forms import HistoryPositionForm, position_after_form
from web_ui.forms.basic_forms import AnswerForm, MessageForm, message_or_null
from web_ui.forms.game_forms import ViewForm, view_form

LONGEST_STEP, MOST_STEPS = 40, 40
"""Characters of a step, and steps of an attempt: three turns have a dozen."""


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
    """The puzzle on the board; None if there is none."""
    if puzzle is None:
        return None
    reply = tuple(map(position_after_form, puzzle.reply))
    given = (puzzle.number, puzzle.turns, puzzle.grade, puzzle.stage, puzzle.left)
    return PuzzleOnBoardForm(*given, reply, puzzle.shown, message_or_null(puzzle.reason))


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
    """What came of an attempt."""
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
    """A solution, step by step."""
    return PuzzleSolutionForm(tuple(map(position_after_form, positions)))
