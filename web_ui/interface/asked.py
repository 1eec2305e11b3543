"""The forms in which phones send commands, actions and gestures, as JSON Schema has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from web_ui.forms.command_forms import RequestForm
from web_ui.forms.gesture_forms import AnyGesture
from web_ui.interface.shapes import Shape


def _schemas() -> tuple[Shape, Mapping[str, Shape]]:
    """The schema of a gesture, and those of all types by their names."""
    types: tuple[Any, ...] = (RequestForm, AnyGesture)  # a union is no type of its own for a type checker
    (_, gesture), named = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    return gesture, named


GESTURE, _NAMED = _schemas()
SCHEMAS: Final[Mapping[str, Shape]] = {**_NAMED, "Gesture": GESTURE}
