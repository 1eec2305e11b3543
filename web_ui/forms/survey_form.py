"""The workers on the board while no game is played, in JSON."""

from __future__ import annotations

from engine.seats import Seat
from table.session.worker_survey import SurveyState, WorkerSurvey
from table.typed_json import SquareName, Whole
from web_ui.forms.basic_forms import NAMES, AnswerForm


class SurveyedWorkerForm(AnswerForm, frozen=True):
    """A worker, one of these ``seats``: the magnets of all of them point the same way. ``level`` is how many blocks it
    stands on (null: that is not certain), ``sure`` whether it stands there at all."""

    square: SquareName
    seats: tuple[Seat, ...]
    level: Whole | None
    sure: bool


class WorkersForm(AnswerForm, frozen=True):
    """The workers on the board; blocks and domes have no magnets. ``disturbed``: something else is measured, too, and
    no worker is sure; ``moving``: hands move, ask again."""

    state: SurveyState
    workers: tuple[SurveyedWorkerForm, ...]


def survey_form(survey: WorkerSurvey) -> WorkersForm:
    """What was read."""
    workers = (SurveyedWorkerForm(NAMES[each.square], each.seats, each.level, each.sure) for each in survey.workers)
    return WorkersForm(survey.state, tuple(workers))
