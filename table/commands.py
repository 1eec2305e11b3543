"""What a phone can ask of the table. Each command comes with a seat token and the version that the phone saw."""

from __future__ import annotations

from dataclasses import dataclass

from engine.actions import Action
from engine.seats import Seat
from engine.setup import PowerName
from table.snapshot import OfferKind


@dataclass(frozen=True, slots=True)
class ClaimSeat:
    """Sit down on a free seat under a name; the answer carries the seat's token."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Stand up again; only before the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Set the table's options in the lobby (host only)."""

    powers: bool


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Leave the lobby: to the draft, or straight to placing workers when there are no powers (host only)."""


@dataclass(frozen=True, slots=True)
class OfferPowers:
    """The Challenger lays out as many powers as there are players."""

    powers: tuple[PowerName, ...]


@dataclass(frozen=True, slots=True)
class ChoosePower:
    """Take one of the offered powers."""

    power: PowerName


@dataclass(frozen=True, slots=True)
class NameStartPlayer:
    """The Challenger names who starts."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Act:
    """Do a step of the game from the phone."""

    action: Action


@dataclass(frozen=True, slots=True)
class ChooseReading:
    """Answer the table's question: which of the snapshot's ``choices`` the hands meant, by its place from 0."""

    index: int


@dataclass(frozen=True, slots=True)
class TakeOffer:
    """Take one of the ways out that the board's reading offers (`table.snapshot.Offer`)."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class UndoStep:
    """Take back the last step of the turn that is not confirmed yet."""


@dataclass(frozen=True, slots=True)
class ConfirmTurn:
    """The turn stands; the next player may begin."""


@dataclass(frozen=True, slots=True)
class Rematch:
    """After the end: back to the lobby with the same seats."""


@dataclass(frozen=True, slots=True)
class AbandonGame:
    """End the game without a result and go back to the lobby (host only)."""


Command = (
    ClaimSeat
    | LeaveSeat
    | ChooseOptions
    | BeginGame
    | OfferPowers
    | ChoosePower
    | NameStartPlayer
    | Act
    | ChooseReading
    | TakeOffer
    | UndoStep
    | ConfirmTurn
    | Rematch
    | AbandonGame
)
