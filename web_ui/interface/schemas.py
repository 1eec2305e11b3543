"""The schemas of all that is sent and answered, made from the types that declare it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from engine.catalogue import CARDS
from table.view.link_view import LinkView
from web_ui.forms.archive_forms import GamesForm, ReplayForm, StatisticsForm
from web_ui.forms.basic_forms import ErrorAnswer, Json
from web_ui.forms.board_forms import GestureAnswer, ReadingsForm
from web_ui.forms.command_forms import RequestForm
from web_ui.forms.gesture_forms import AnyGesture
from web_ui.forms.reference_forms import CardsForm, ChoicesForm
from web_ui.forms.snapshot_forms import CommandAnswer

Shape = Mapping[str, Json]
"""The form of a JSON value, as JSON Schema has it."""

TEXT: Shape = {"type": "string"}
POWER: Shape = {"type": "string", "enum": [card.power for card in CARDS]}

_ANSWERS: Final = (
    CommandAnswer,
    ErrorAnswer,
    GestureAnswer,
    GamesForm,
    ReplayForm,
    StatisticsForm,
    ReadingsForm,
    LinkView,
    CardsForm,
    ChoicesForm,
)


def named(name: str) -> Shape:
    """A form by its name among those of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def schemas() -> Mapping[str, Shape]:
    """The schemas by the names of their types; ``Power`` is the one to which many of them refer."""
    types: tuple[object, ...] = (AnyGesture, RequestForm, *_ANSWERS)
    (gesture, *_), found = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return {**found, "Gesture": gesture, "Power": POWER}
