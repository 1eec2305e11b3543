"""Commands in JSON: ``{"version": 7, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}``.

A command is read as its type in `table.session.commands` declares it. A few hold values that JSON has in another form;
they have a type for that here, which gives the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, Union, get_args

from msgspec import Meta, Struct

from engine.seats import Seat
from engine.squares import square
from table.session.commands import Act, ChooseOptions, ChooseSettings, ClaimSeat, Command, NameSquare, TaggedCommand
from table.settings.game_options import OptionsForm
from table.settings.table_settings import BRIGHTEST, DIMMEST, LANGUAGE, NAME_LENGTH, TableSettings, clean_name
from table.typed_json import MalformedError, SquareName, Whole, read, tag_of
from web_ui.forms.game_forms import AnyAction, action_of


class SettingsForm(Struct, frozen=True):
    """How the table is set up."""

    name: Annotated[str, Meta(description=f"empty, or at most {NAME_LENGTH} printable characters")]
    language: Annotated[str, Meta(pattern=f"^({LANGUAGE})$", description="codes of languages as in HTML")] | None
    brightness: Annotated[int, Meta(ge=DIMMEST, le=BRIGHTEST, description="percent")]
    greeted: Annotated[bool, Meta(description="whether the first steps were seen, or skipped")]


class ClaimSeatForm(TaggedCommand, frozen=True, tag=tag_of(ClaimSeat)):  # noqa: D101 - the one of its command
    __doc__ = ClaimSeat.__doc__

    seat: Seat
    name: Annotated[str, Meta(min_length=1, description=f"1 to {NAME_LENGTH} printable characters")]

    @property
    def command(self) -> ClaimSeat:
        """The command, with the white space of the name in order."""
        name = clean_name(self.name)
        if name is None:
            raise MalformedError(f"command.name must have 1 to {NAME_LENGTH} printable characters")
        return ClaimSeat(self.seat, name)


class ChooseSettingsForm(TaggedCommand, frozen=True, tag=tag_of(ChooseSettings)):  # noqa: D101 - the one of its command
    __doc__ = ChooseSettings.__doc__

    settings: SettingsForm

    @property
    def command(self) -> ChooseSettings:
        """The command, with the white space of the name in order."""
        chosen = self.settings
        try:
            name = " ".join(chosen.name.split())
            return ChooseSettings(TableSettings(name, chosen.language, chosen.brightness, chosen.greeted))
        except ValueError as error:
            raise MalformedError(f"command.settings: {error}") from error


class ChooseOptionsForm(TaggedCommand, frozen=True, tag=tag_of(ChooseOptions)):  # noqa: D101 - the one of its command
    __doc__ = ChooseOptions.__doc__

    options: OptionsForm

    @property
    def command(self) -> ChooseOptions:
        """The command."""
        try:
            return ChooseOptions(self.options.options)
        except ValueError as error:
            raise MalformedError(f"command.options: {error}") from error


class NameSquareForm(TaggedCommand, frozen=True, tag=tag_of(NameSquare)):  # noqa: D101 - the one of its command
    __doc__ = NameSquare.__doc__

    square: SquareName

    @property
    def command(self) -> NameSquare:
        """The command."""
        return NameSquare(square(self.square))


class ActForm(TaggedCommand, frozen=True, tag=tag_of(Act)):  # noqa: D101 - the one of its command
    __doc__ = Act.__doc__

    action: AnyAction

    @property
    def command(self) -> Act:
        """The command."""
        return Act(action_of(self.action))


OwnForm = ClaimSeatForm | ChooseSettingsForm | ChooseOptionsForm | NameSquareForm | ActForm
_OWN: Final = {tag_of(form): form for form in get_args(OwnForm)}

COMMAND_FORMS: Final = tuple(_OWN.get(tag_of(kind), kind) for kind in get_args(Command))
"""The form in which each kind of command is sent."""

AnyCommand: Any = Union[COMMAND_FORMS]  # noqa: UP007 - made of the types of commands
"""One of them. A type checker cannot follow types that are made of others."""


class RequestForm(Struct, frozen=True):
    """A command, and the version of the snapshot that the phone showed when it was given."""

    version: Whole
    command: AnyCommand


@dataclass(frozen=True, slots=True)
class PostedCommand:
    """A command with the version of the state that the phone saw when it sent it."""

    version: int
    command: Command


def read_request(body: object) -> PostedCommand:
    """The command in the body of a request.

    :raises MalformedError: if the body does not have this form.
    """
    posted = read(RequestForm, body)
    return PostedCommand(posted.version, _command_of(posted.command))


def read_command(value: object) -> Command:
    """The command in a JSON object.

    :raises MalformedError: if it is none.
    """
    return _command_of(read(AnyCommand, value, "command"))


def _command_of(form: OwnForm | Command) -> Command:
    return form.command if isinstance(form, OwnForm) else form
