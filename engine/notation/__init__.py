"""Reads and writes positions, actions, turns and games as text and JSON; ``docs/notation.md`` describes the forms."""

from __future__ import annotations

from engine.field_text import Json
from engine.notation.action_form import action_text, parse_action, parse_turn, turn_text
from engine.notation.game_record import read_record, record_of, replay
from engine.notation.json_form import position_from_json, position_json, read_position
from engine.notation.position import Position, PositionCard, Side
from engine.notation.state_conversion import is_turn_start, position_of, setup_of, standing_position, state_of
from engine.notation.text_form import parse_position, position_text

__all__ = [
    "Json",
    "Position",
    "PositionCard",
    "Side",
    "action_text",
    "is_turn_start",
    "parse_action",
    "parse_position",
    "parse_turn",
    "position_from_json",
    "position_json",
    "position_of",
    "position_text",
    "read_position",
    "read_record",
    "record_of",
    "replay",
    "setup_of",
    "standing_position",
    "state_of",
    "turn_text",
]
