"""Actions and commands read from JSON as the page reads them in the body of a POST."""

from __future__ import annotations

from engine.actions import Action
from table.session.commands import Act, Command
from web_ui.forms.command_forms import read_request


def read_command(value: object) -> Command:
    """The command in a JSON object; raises MalformedError if it is none."""
    return read_request({"version": 0, "command": value}).command


def read_action(value: object) -> Action:
    """The action in a JSON object; raises MalformedError if it is none."""
    command = read_command({"kind": "act", "action": value})
    assert isinstance(command, Act)
    return command.action
