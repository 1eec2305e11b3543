"""What happened in a game as JSON: the name of the event and its fields, as `engine.events` has them."""

from __future__ import annotations

from typing import Final, get_args

import msgspec

from engine.events import Event
from table.typed_json import MalformedError

_KINDS: Final[dict[str, type]] = {kind.__name__: kind for kind in get_args(Event)}


def event_text(event: Event) -> str:
    """An event as JSON."""
    return msgspec.json.encode([type(event).__name__, event]).decode()


def read_event(text: str) -> Event:
    """The event in a text.

    :raises MalformedError: if it is none.
    """
    try:
        name, fields = msgspec.json.decode(text, type=tuple[str, msgspec.Raw])
        if name not in _KINDS:
            raise MalformedError(f"there is no event {name!r}; there are {', '.join(sorted(_KINDS))}")
        event: Event = msgspec.json.decode(fields, type=_KINDS[name])
    except msgspec.DecodeError as error:
        raise MalformedError(f"no event: {error}") from error
    return event
