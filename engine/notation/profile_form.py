"""The rule profile as text and JSON: the fields that differ from their defaults, those of its rulings included.

The size of the board is not included: the board itself shows it.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import lru_cache

from engine.errors import NotationError, quoted
from engine.field_text import FieldTexts, Json, field_texts, unknown_name, value_of, with_fields
from engine.rulings import Rulings
from engine.setup import Profile

_SIZE = "size"
_RULINGS = frozenset(field.name for field in fields(Rulings))


@lru_cache(maxsize=64)
def profile_fields(profile: Profile) -> FieldTexts:
    """The fields of a profile that differ from their defaults, as pairs of name and text."""
    defaults = _all_fields(Profile())
    return tuple((name, text) for name, text in _all_fields(profile).items() if text != defaults[name])


def profile_json(profile: Profile) -> dict[str, Json]:
    """The same as a JSON object."""
    return {
        name: value_of(profile.rulings if name in _RULINGS else profile, name) for name, _ in profile_fields(profile)
    }


def profile_with(given: FieldTexts, size: int, where: str, besides: tuple[str, ...] = ()) -> Profile:
    """The profile of a board of this size with these fields; the names in ``besides`` are allowed and ignored.

    :raises NotationError: for a name that is no field of a profile, or a text that cannot be read.
    """
    profile = Profile(size=size)
    allowed = (*besides, *_NAMES)
    for name, _ in given:
        if name not in allowed:
            known = ", ".join(allowed)
            raise NotationError(f"{where}: unknown {quoted(name)}; known are {known}", unknown_name(name, allowed))
    try:
        rulings = with_fields(profile.rulings, tuple(pair for pair in given if pair[0] in _RULINGS))
        return with_fields(replace(profile, rulings=rulings), tuple(pair for pair in given if pair[0] not in _RULINGS))
    except NotationError as error:
        raise NotationError(f"{where}: {error}", error.reason) from error


def _all_fields(profile: Profile) -> dict[str, str]:
    found = {**dict(field_texts(profile)), **dict(field_texts(profile.rulings))}
    del found[_SIZE]
    return found


_NAMES = tuple(_all_fields(Profile()))
