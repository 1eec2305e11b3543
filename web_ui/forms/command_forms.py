"""Commands in JSON: ``{"version": 7, "command": {"kind": "claim_seat", "seat": "blue", "name": "Ann"}}``.

The type of a command declares how it is read (`table.session.command.Command`). A few commands hold values with another
form in JSON; this module has types for those, which give the command. A new command joins the union of its module.
"""

from __future__ import annotations

from typing import Annotated, Final, get_args

from msgspec import Meta, Struct

from common.json_reader import JsonReader
from common.message import Message
from engine.seats import Seat
from engine.squares import square
from table.session.answers import Refusal
from table.session.archive import GamesCommand
from table.session.command import Command
from table.session.drafting import PlainDraftCommand
from table.session.lobby import (
    AbandonGame,
    AnswerRematch,
    BeginGame,
    ChooseOptions,
    LetTablePlay,
    PlayAgainstTable,
    Rematch,
)
from table.session.match_play import PlainMatchCommand
from table.session.puzzle_play import PlainPuzzleCommand
from table.session.seating import ClaimSeat, PlainSeatCommand
from table.session.table_seats import PlayNow
from table.session.table_setup import ChooseSettings, PlainTableCommand, ResumeGame, UseBoard
from table.session.turns import Act, PlainTurnCommand
from table.session.workshop import AnswerWorkshop, CloseWorkshop, NameMass, NameSquare, OpenWorkshop
from table.settings.names import NAME_LENGTH, player_name
from table.settings.options import BRIGHTEST, DIMMEST, LANGUAGE, OptionsForm, TableSettings
from table.typed_json import MalformedError, SquareName, Whole, read, tag_of
from web_ui.forms.game_forms import AnyAction


class SettingsForm(Struct, frozen=True):
    """How the table is set up."""

    name: Annotated[str, Meta(description=f"empty, or at most {NAME_LENGTH} printable characters")]
    language: Annotated[str, Meta(pattern=f"^({LANGUAGE})$", description="codes of languages as in HTML")] | None
    brightness: Annotated[int, Meta(ge=DIMMEST, le=BRIGHTEST, description="percent")]
    greeted: Annotated[bool, Meta(description="whether the first steps were seen, or skipped")]


class ClaimSeatForm(Command, frozen=True, tag=tag_of(ClaimSeat)):  # noqa: D101 - the one of its command
    __doc__ = ClaimSeat.__doc__

    seat: Seat
    name: Annotated[str, Meta(description=f"empty, or at most {NAME_LENGTH} printable characters")]
    leaving: Seat | None = None

    @property
    def command(self) -> ClaimSeat:
        """The command. The table answers to a name that cannot be shown, in words for each phone."""
        return ClaimSeat(self.seat, self.name, self.leaving)


class ChooseSettingsForm(Command, frozen=True, tag=tag_of(ChooseSettings)):  # noqa: D101 - the one of its command
    __doc__ = ChooseSettings.__doc__

    settings: SettingsForm

    @property
    def command(self) -> ChooseSettings:
        """The command, with the name as it is shown."""
        chosen = self.settings
        name = player_name(chosen.name)
        if name is None:
            told = f"command.settings.name must be empty, or have at most {NAME_LENGTH} characters that can be shown"
            raise MalformedError(told, Message(Refusal.NAME_UNREADABLE))
        try:
            return ChooseSettings(TableSettings(name, chosen.language, chosen.brightness, chosen.greeted))
        except ValueError as error:
            raise MalformedError(f"command.settings: {error}") from error


class ChooseOptionsForm(Command, frozen=True, tag=tag_of(ChooseOptions)):  # noqa: D101 - the one of its command
    __doc__ = ChooseOptions.__doc__

    options: OptionsForm

    @property
    def command(self) -> ChooseOptions:
        """The command."""
        try:
            return ChooseOptions(self.options.options)
        except ValueError as error:
            raise MalformedError(f"command.options: {error}") from error


class NameSquareForm(Command, frozen=True, tag=tag_of(NameSquare)):  # noqa: D101 - the one of its command
    __doc__ = NameSquare.__doc__

    square: SquareName

    @property
    def command(self) -> NameSquare:
        """The command."""
        return NameSquare(square(self.square))


class ActForm(Command, frozen=True, tag=tag_of(Act)):  # noqa: D101 - the one of its command
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
    | BeginGame
    | PlayAgainstTable
    | PlainDraftCommand
    | LetTablePlay
    | ActForm
    | PlainTurnCommand
    | Rematch
    | AnswerRematch
    | AbandonGame
    | ResumeGame
    | UseBoard
    | PlayNow
    | GamesCommand
    | PlainPuzzleCommand
    | PlainMatchCommand
    | OpenWorkshop
    | AnswerWorkshop
    | NameSquareForm
    | NameMass
    | CloseWorkshop
)
"""A command as a phone sends it."""
COMMAND_FORMS: Final = get_args(CommandForm)


class RequestForm(Struct, frozen=True):
    """A command, and the version of the snapshot that the phone showed when it was given."""

    version: Whole
    command: CommandForm


_REQUEST: Final = JsonReader(RequestForm)


def read_request(body: object) -> tuple[int, Command]:
    """Return the version that the phone saw, and the command, from the body of a request.

    :raises MalformedError: if the body does not have this form.
    """
    posted = read(_REQUEST, body)
    command = posted.command
    return posted.version, command.command if isinstance(command, OwnForm) else command
