"""The choice of powers, as the rulebook has it: the Challenger offers as many as there are players, the others take
one each in clockwise order, the Challenger gets the last and names the Start Player."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.catalogue import CARDS, possible_starters, refusal, warnings
from engine.errors import DraftError
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import Bans, Player, PowerName, Profile, Setup


class DraftStage(StrEnum):
    """What the draft waits for."""

    OFFER = "offer"
    CHOOSE = "choose"
    START = "start"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A power to choose: why it cannot be taken (None: it can), and printed bans to mind."""

    power: PowerName
    refused: Reason | None = None
    warnings: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft; each choice gives a new one. ``seats`` sit clockwise."""

    seats: tuple[Seat, ...]
    challenger: Seat
    profile: Profile = field(default_factory=Profile)
    offered: tuple[PowerName, ...] = ()
    taken: tuple[tuple[Seat, PowerName], ...] = ()
    starter: Seat | None = None

    @classmethod
    def begin(cls, seats: tuple[Seat, ...], challenger: Seat, profile: Profile | None = None) -> Draft:
        """A new draft.

        :raises ValueError: if the Challenger does not sit at the table.
        """
        if challenger not in seats:
            raise ValueError(f"the Challenger {challenger} is none of {', '.join(seats)}")
        return cls(seats, challenger, profile or Profile())

    @property
    def stage(self) -> DraftStage:
        """What is due."""
        if not self.offered:
            return DraftStage.OFFER
        if len(self.taken) < len(self.seats):
            return DraftStage.CHOOSE
        return DraftStage.START if self.starter is None else DraftStage.COMPLETE

    @property
    def to_act(self) -> Seat:
        """Whose choice it is; in the end the Challenger's."""
        if self.stage is DraftStage.CHOOSE:
            return self._clockwise[len(self.taken)]
        return self.challenger

    @property
    def _clockwise(self) -> tuple[Seat, ...]:
        """The seats in the order of choosing: from the Challenger's left, the Challenger last."""
        first = self.seats.index(self.challenger) + 1
        return (*self.seats[first:], *self.seats[:first])

    def cards(self) -> tuple[DraftCard, ...]:
        """The powers to choose from at this stage, with what stands against each.

        While the offer is made these are all powers; a refusal there concerns the number of players, and pairs are
        judged when the offer is complete.
        """
        players, bans = len(self.seats), self.profile.bans
        if self.stage is DraftStage.OFFER:
            return tuple(
                DraftCard(card.power, refusal(card.power, (), players, bans), _all_warnings(card.power, bans))
                for card in CARDS
            )
        chosen = tuple(power for _, power in self.taken)
        return tuple(
            DraftCard(power, Reason.of("draft.taken", power=power) if power in chosen else None)
            for power in self.offered
        )

    @property
    def starters(self) -> tuple[Seat, ...]:
        """Who may be named Start Player; empty before all powers are taken."""
        if self.stage in (DraftStage.OFFER, DraftStage.CHOOSE):
            return ()
        return possible_starters(self.seats, dict(self.taken))

    def offer(self, powers: tuple[PowerName, ...]) -> Draft:
        """The Challenger lays out as many powers as there are players.

        :raises DraftError: at the wrong stage, for the wrong number, a repeated or unknown power, or a pair that
            cannot be played together.
        """
        self._expect(DraftStage.OFFER)
        count = len(self.seats)
        if len(powers) != count or len(set(powers)) != count:
            raise DraftError(Reason.of("draft.offer_size", players=count))
        known = {card.power for card in CARDS}
        for power in powers:
            if power not in known:
                raise DraftError(Reason.of("draft.unknown", power=power))
            against = refusal(power, tuple(each for each in powers if each != power), count, self.profile.bans)
            if against is not None:
                raise DraftError(against)
        return replace(self, offered=powers)

    def choose(self, power: PowerName) -> Draft:
        """The seat to act takes a power; when one is left it goes to the Challenger.

        :raises DraftError: at the wrong stage, or if the power is not there to be taken.
        """
        self._expect(DraftStage.CHOOSE)
        chosen = [each for _, each in self.taken]
        if power not in self.offered:
            raise DraftError(Reason.of("draft.not_offered", power=power))
        if power in chosen:
            raise DraftError(Reason.of("draft.taken", power=power))
        taken = (*self.taken, (self.to_act, power))
        left = [each for each in self.offered if each not in chosen and each != power]
        if len(left) == 1:
            taken = (*taken, (self.challenger, left[0]))
        return replace(self, taken=taken)

    def name_start_player(self, seat: Seat) -> Draft:
        """The Challenger names who starts.

        :raises DraftError: at the wrong stage, or if the powers in play do not allow this seat to start.
        """
        self._expect(DraftStage.START)
        if seat not in self.starters:
            raise DraftError(Reason.of("draft.cannot_start", seat=seat))
        return replace(self, starter=seat)

    def setup(self) -> Setup:
        """The game's setup, once the draft is complete.

        :raises DraftError: before that.
        """
        self._expect(DraftStage.COMPLETE)
        if self.starter is None:
            raise DraftError(Reason.of("draft.stage", due=self.stage))
        first = self.seats.index(self.starter)
        order = (*self.seats[first:], *self.seats[:first])
        powers = dict(self.taken)
        teams = 2 if len(order) == 4 else len(order)
        return Setup(tuple(Player(seat, powers[seat], turn % teams) for turn, seat in enumerate(order)), self.profile)

    def _expect(self, stage: DraftStage) -> None:
        if self.stage is not stage:
            raise DraftError(Reason.of("draft.stage", due=self.stage))


def _all_warnings(power: PowerName, bans: Bans) -> tuple[Reason, ...]:
    return warnings(power, tuple(card.power for card in CARDS if card.power != power), bans)
