"""The schemas of all that is sent and answered, made from the types that declare it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from table.view.link_view import LinkView
from web_ui.forms.archive_forms import GamesForm, ReplayForm, StatisticsForm
from web_ui.forms.basic_forms import ErrorAnswer
from web_ui.forms.board_forms import GestureAnswer, ReadingsForm
from web_ui.forms.command_forms import RequestForm
from web_ui.forms.gesture_forms import AnyGesture
from web_ui.forms.snapshot_forms import CommandAnswer
from web_ui.interface.shapes import Shape

_ANSWERS: Final = (
    CommandAnswer,
    ErrorAnswer,
    GestureAnswer,
    GamesForm,
    ReplayForm,
    StatisticsForm,
    ReadingsForm,
    LinkView,
)


def _schemas() -> tuple[Shape, Mapping[str, Shape]]:
    """The schema of a gesture, and those of all types by their names."""
    types: tuple[Any, ...] = (AnyGesture, RequestForm, *_ANSWERS)  # a union is no type of its own for a type checker
    (gesture, *_), named = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return gesture, named


GESTURE, _NAMED = _schemas()
SCHEMAS: Final[Mapping[str, Shape]] = {**_NAMED, "Gesture": GESTURE}
