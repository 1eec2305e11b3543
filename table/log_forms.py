"""The JSON forms that the journal of a table and the log of a match share: the setup of a game, its draft, and its
events.
"""

from __future__ import annotations

from typing import Annotated, Final, get_args

import msgspec
from msgspec import Meta, Struct

from common.json_reader import JsonReader
from engine.casting.catalogue import CARDS
from engine.casting.draft import Draft
from engine.events import Event
from engine.notation.checks import profile_fields, profile_with
from engine.seats import Seat
from engine.setup import MORTAL, Player, PowerName, Setup
from table.typed_json import MalformedError

ShortText = Annotated[str, Meta(max_length=200)]

DeckSeed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
"""The seed for shuffling decks."""


class SetupPlayer(Struct, frozen=True):
    """A player of a setup, with one power or two (`mortal`: none)."""

    seat: Seat
    team: Annotated[int, Meta(ge=0, le=3)]
    powers: Annotated[tuple[PowerName, ...], Meta(min_length=1, max_length=2)]


class SetupForm(Struct, frozen=True, omit_defaults=True):
    """A setup: the players in turn order, and the rules that differ from the usual ones, as in a position on one
    line."""

    players: Annotated[tuple[SetupPlayer, ...], Meta(min_length=2, max_length=len(Seat))]
    size: Annotated[int, Meta(ge=4, le=5)] = 5
    fleece: PowerName | None = None
    seed: DeckSeed = 0
    profile: Annotated[tuple[tuple[ShortText, ShortText], ...], Meta(max_length=64)] = ()


def setup_form(setup: Setup) -> SetupForm:
    """Return the form of a setup."""
    players = tuple(SetupPlayer(player.seat, player.team, player.powers) for player in setup.players)
    profile = tuple(profile_fields(setup.profile))
    return SetupForm(players, setup.profile.size, setup.fleece, setup.seed, profile)


def setup_in(form: SetupForm) -> Setup:
    """Return the setup that a form describes.

    :raises NotationError: for an unknown rule; `engine.Game.begin` checks the setup itself.
    """
    players = tuple(
        Player(each.seat, each.powers[0], each.team, each.powers[1] if len(each.powers) > 1 else MORTAL)
        for each in form.players
    )
    profile = profile_with(form.profile, form.size, "setup: profile")
    return Setup(players, profile, form.fleece, form.seed)


# ---- Drafts


MOST_POWERS: Final = len(CARDS)


class PowerTaken(Struct, frozen=True):
    """A seat has taken a power (`mortal`: no power)."""

    seat: Seat
    power: PowerName


class DraftRecord(Struct, frozen=True, omit_defaults=True):
    """A draft with all choices so far. ``seats`` sit clockwise; Only the powers of ``pool`` can be offered, or all if
    it is left out. ``starter`` places first; it is left out until a Start Player is named. ``profile`` has the rules
    that differ from the usual ones, as in a position on one line."""

    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=len(Seat))]
    challenger: Seat
    size: Annotated[int, Meta(ge=4, le=5)] = 5
    fleece: bool = False
    pool: Annotated[tuple[PowerName, ...], Meta(max_length=MOST_POWERS)] | None = None
    profile: Annotated[tuple[tuple[ShortText, ShortText], ...], Meta(max_length=64)] = ()
    offered: Annotated[tuple[PowerName, ...], Meta(max_length=MOST_POWERS)] = ()
    chosen: Annotated[tuple[PowerTaken, ...], Meta(max_length=2 * len(Seat))] = ()
    starter: Seat | None = None


def draft_record(draft: Draft) -> DraftRecord:
    """Return the record of a draft."""
    return DraftRecord(
        draft.seats,
        draft.challenger,
        draft.profile.size,
        draft.fleece,
        None if draft.pool is None else tuple(card.power for card in CARDS if card.power in draft.pool),
        tuple(profile_fields(draft.profile)),
        draft.offered,
        tuple(PowerTaken(seat, power) for seat, power in draft.chosen),
        draft.starter,
    )


def draft_in(record: DraftRecord) -> Draft:
    """Return the draft that a record describes, with all its choices made again.

    :raises NotationError: for an unknown rule.
    :raises InvalidSetup: if there is no draft of this kind for the number of players.
    :raises DraftError: for a choice that the draft did not allow.
    :raises ValueError: for a seat that is named twice, a Challenger who is not among the seats, a power without a card
    to draft from, or choices in the wrong order.
    """
    if len(set(record.seats)) < len(record.seats):
        raise ValueError(f"a seat is named twice: {', '.join(record.seats)}")
    profile = profile_with(record.profile, record.size, "draft: profile")
    pool = None if record.pool is None else frozenset(record.pool)
    without_card = sorted((pool or frozenset()) - {card.power for card in CARDS})
    if without_card:
        raise ValueError(f"what the draft is from has no card: {', '.join(without_card)}")
    draft = Draft.begin(record.seats, record.challenger, profile, fleece=record.fleece, pool=pool)
    if record.offered:
        draft = draft.offer(record.offered)
    for number, taken in enumerate(record.chosen):
        if number == len(draft.chosen):  # the last power has gone to the Challenger by itself
            draft = draft.choose(taken.power, taken.seat)
    if tuple((taken.seat, taken.power) for taken in record.chosen) != draft.chosen:
        raise ValueError("the choices of the draft are not in their order, or one is missing")
    return draft if record.starter is None else draft.name_start_player(record.starter)


# ---- Events


_NAMED: Final = JsonReader(tuple[str, msgspec.Raw])
_KINDS: Final[dict[str, JsonReader[Event]]] = {kind.__name__: JsonReader(kind) for kind in get_args(Event)}


def event_text(event: Event) -> str:
    """Return an event as JSON."""
    return msgspec.json.encode([type(event).__name__, event]).decode()


def read_event(text: str) -> Event:
    """Return the event in a text.

    :raises MalformedError: if it is not an event.
    """
    try:
        name, fields = _NAMED.decode(text)
        if name not in _KINDS:
            raise MalformedError(f"there is no event {name!r}; there are {', '.join(sorted(_KINDS))}")
        return _KINDS[name].decode(fields)
    except msgspec.DecodeError as error:
        raise MalformedError(f"no event: {error}") from error
