"""Commands in JSON: ``{"version": 7, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}``.

A command is read as its type in `table.session.commands` declares it. A few hold values that JSON has in another form;
they have a type for that here, which gives the command.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, get_args

from msgspec import Meta, Struct

from engine.seats import Seat
from engine.squares import square
from table.session.commands import (
    Act,
    AnswerWorkshop,
    ChooseOptions,
    ChooseSettings,
    ClaimSeat,
    CloseWorkshop,
    Command,
    GamesCommand,
    MatchCommand,
    NameSquare,
    OpenWorkshop,
    PlainGameCommand,
    PlainSeatCommand,
    PlainSetupCommand,
    PlainTableCommand,
    PuzzleCommand,
    TaggedCommand,
)
from table.settings.game_options import OptionsForm
from table.settings.table_settings import BRIGHTEST, DIMMEST, LANGUAGE, NAME_LENGTH, TableSettings, player_name
from table.typed_json import MalformedError, SquareName, Whole, read, tag_of
from web_ui.forms.game_forms import AnyAction


class SettingsForm(Struct, frozen=True):
    """How the table is set up."""

    name: Annotated[str, Meta(description=f"empty, or at most {NAME_LENGTH} printable characters")]
    language: Annotated[str, Meta(pattern=f"^({LANGUAGE})$", description="codes of languages as in HTML")] | None
    brightness: Annotated[int, Meta(ge=DIMMEST, le=BRIGHTEST, description="percent")]
    greeted: Annotated[bool, Meta(description="whether the first steps were seen, or skipped")]


class ClaimSeatForm(TaggedCommand, frozen=True, tag=tag_of(ClaimSeat)):  # noqa: D101 - the one of its command
    __doc__ = ClaimSeat.__doc__

    seat: Seat
    name: Annotated[str, Meta(description=f"empty, or at most {NAME_LENGTH} printable characters")]

    @property
    def command(self) -> ClaimSeat:
        """The command, with the white space of the name in order."""
        name = player_name(self.name)
        if name is None:
            raise MalformedError(f"command.name must be empty, or have at most {NAME_LENGTH} printable characters")
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
        return Act(self.action.action)


OwnForm = ClaimSeatForm | ChooseSettingsForm | ChooseOptionsForm | ActForm | NameSquareForm

CommandForm = (
    ClaimSeatForm
    | PlainSeatCommand
    | ChooseSettingsForm
    | PlainTableCommand
    | ChooseOptionsForm
    | PlainSetupCommand
    | ActForm
    | PlainGameCommand
    | GamesCommand
    | PuzzleCommand
    | MatchCommand
    | OpenWorkshop
    | AnswerWorkshop
    | NameSquareForm
    | CloseWorkshop
)
"""A command as a phone sends it."""
COMMAND_FORMS: Final = get_args(CommandForm)


class RequestForm(Struct, frozen=True):
    """A command, and the version of the snapshot that the phone showed when it was given."""

    version: Whole
    command: CommandForm


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
    command = posted.command
    return PostedCommand(posted.version, command.command if isinstance(command, OwnForm) else command)
