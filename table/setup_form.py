"""How a game is set up, as JSON has it: in the journal of a table, and in the log of a match between tables."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from engine.notation.profile_form import profile_fields, profile_with
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup

ShortText = Annotated[str, Meta(max_length=200)]

DeckSeed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""What decides how decks are shuffled."""


class SetupPlayer(Struct, frozen=True):
    """A player of a setup, with one power or two (`mortal`: none)."""

    seat: Seat
    team: Annotated[int, Meta(ge=0, le=3)]
    powers: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=2)]


class SetupForm(Struct, frozen=True, omit_defaults=True):
    """A setup: the players in turn order, and of the rules those that differ from the usual ones, as in a position on
    one line."""

    players: Annotated[tuple[SetupPlayer, ...], Meta(min_length=2, max_length=len(Seat))]
    size: Annotated[int, Meta(ge=4, le=5)] = 5
    fleece: PowerName | None = None
    seed: DeckSeed = 0
    profile: Annotated[tuple[tuple[ShortText, ShortText], ...], Meta(max_length=64)] = ()


def setup_form(setup: Setup) -> SetupForm:
    """The form of a setup."""
    players = tuple(SetupPlayer(player.seat, player.team, player.powers) for player in setup.players)
    profile = tuple(profile_fields(setup.profile))
    return SetupForm(players, setup.profile.size, setup.fleece, setup.seed, profile)


def setup_in(form: SetupForm) -> Setup:
    """The setup that a form describes.

    :raises NotationError: for a rule that is none; whether the setup is one is checked by `engine.Game.begin`.
    """
    players = tuple(
        Player(each.seat, each.powers[0], each.team, each.powers[1] if len(each.powers) > 1 else MORTAL)
        for each in form.players
    )
    profile = profile_with(form.profile, form.size, "setup: profile")
    return Setup(players, profile, form.fleece, form.seed)
