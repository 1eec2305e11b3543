"""Reads JSON as values of a type, from any thread."""

from __future__ import annotations

import threading
from types import UnionType
from typing import Generic, TypeVar

import msgspec

Form = TypeVar("Form")

_building = threading.Lock()


class JsonReader(Generic[Form]):
    """Reads JSON as values of one type: a struct, a dataclass, or a union of them.

    msgspec prepares a type when it first reads it, and runs Python meanwhile. Another thread that reads the same type
    then may use it half prepared, which crashes the process (seen with msgspec 0.22.0). A reader prepares its type when
    it is made, and only one is made at a time. Make readers at the top of a module, so that each is ready before a
    thread uses it; ``tests/test_architecture.py`` checks this, and that no other code decodes types.
    """

    def __init__(self, form: type[Form] | UnionType) -> None:
        """The type, or a union of types; mypy needs a union as ``JsonReader[A | B](A | B)``."""
        self.form = form
        with _building:
            self._decoder: msgspec.json.Decoder[Form] = msgspec.json.Decoder(form)

    def decode(self, text: str | bytes) -> Form:
        """Read a value from JSON text.

        :raises msgspec.DecodeError: if it is not JSON, or as ``ValidationError`` if it does not fit the type.
        """
        return self._decoder.decode(text)

    def convert(self, value: object) -> Form:
        """Convert the output of ``json.loads`` to a value of this type.

        :raises msgspec.ValidationError: if it does not fit the type.
        """
        found: Form = msgspec.convert(value, self._decoder.type)
        return found
