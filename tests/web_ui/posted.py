"""Actions and commands read from JSON as the page reads them in the body of a POST, and forms as phones read them."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from engine.actions import Action
from table.session.command import Command
from table.session.turns import Act
from web_ui.forms.basic_forms import Json
from web_ui.forms.command_forms import read_request
from web_ui.forms.game_forms import shown_action


def read_command(value: object) -> Command:
    """The command in a JSON object; raises MalformedError if it is none."""
    return read_request({"version": 0, "command": value})[1]


def read_action(value: object) -> Action:
    """The action in a JSON object; raises MalformedError if it is none."""
    command = read_command({"kind": "act", "action": value})
    assert isinstance(command, Act)
    return command.action


def json_of(form: Struct) -> dict[str, Json]:
    """A form as ``json.loads`` gives it."""
    found: dict[str, Json] = msgspec.json.decode(msgspec.json.encode(form))
    return found


def action_json(action: Action) -> dict[str, Json]:
    """An action as a phone gets it."""
    return json_of(shown_action(action))
