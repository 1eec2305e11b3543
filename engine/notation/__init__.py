"""Positions, actions and turns as text and as JSON; ``docs/notation.md`` describes the forms."""

from __future__ import annotations

from engine.notation.actions import action_text, parse_action, parse_turn, turn_text
from engine.notation.convert import position_of, state_of
from engine.notation.json_form import Json, position_from_json, position_json, read_position
from engine.notation.position import Position, Side
from engine.notation.text import parse_position, position_text

__all__ = [
    "Json",
    "Position",
    "Side",
    "action_text",
    "parse_action",
    "parse_position",
    "parse_turn",
    "position_from_json",
    "position_json",
    "position_of",
    "position_text",
    "read_position",
    "state_of",
    "turn_text",
]
