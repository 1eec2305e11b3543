"""The draft: the choice of powers as in the rulebooks.

- The Challenger offers as many as are needed, the others take one each in clockwise order, the Challenger gets the
  last and names the Start Player. Where each player has two powers, there are two rounds.
- 2007: powers are dealt face up, and everybody points at once: no choice is shown before all have chosen. Several may
  follow the same power, and in a game of two or three anybody may go without.
- Golden Fleece: one power is chosen for the place beside the board; nobody has one. The player named in the end places
  first and sets down the Ram; the other takes the first turn.
- No powers: only the Start Player is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations

from engine.casting.catalogue import CARDS, conflicts, ruled_out, unfit, unfit_beside_board, warnings
from engine.casting.setup_checks import Hands, may_go_without, possible_starters
from engine.errors import DraftError, InvalidSetup
from engine.reasons import Reason
from engine.seats import Seat
from engine.setup import MORTAL, TEAM_GAME, Edition, Player, PowerName, Profile, Setup, team_at

_KNOWN = frozenset(card.power for card in CARDS)


class DraftStage(StrEnum):
    """What the draft waits for."""

    OFFER = "offer"
    CHOOSE = "choose"
    START = "start"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A power to choose: why it cannot be taken, or None if it can; printed bans; and, during the offer, the other
    powers with which it cannot be offered."""

    power: PowerName
    refused: Reason | None = None
    warnings: tuple[Reason, ...] = ()
    conflicts: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft; each choice makes another one. ``seats`` sit clockwise; only powers of the ``pool`` can be offered, or
    all if it is None; ``chosen`` has all choices, including those that are not shown yet."""

    seats: tuple[Seat, ...]
    challenger: Seat
    profile: Profile = field(default_factory=Profile)
    fleece: bool = False
    pool: frozenset[PowerName] | None = None
    offered: tuple[PowerName, ...] = ()
    chosen: tuple[tuple[Seat, PowerName], ...] = ()
    starter: Seat | None = None

    @classmethod
    def begin(
        cls,
        seats: tuple[Seat, ...],
        challenger: Seat,
        profile: Profile | None = None,
        *,
        fleece: bool = False,
        pool: frozenset[PowerName] | None = None,
    ) -> Draft:
        """Begin a draft; ``fleece`` for the Golden Fleece variant, ``pool`` for a selection of powers.

        :raises ValueError: if the Challenger does not sit at the table.
        :raises InvalidSetup: if this number of players needs other powers.
        """
        if challenger not in seats:
            raise ValueError(f"the Challenger {challenger} is none of {', '.join(seats)}")
        draft = cls(seats, challenger, profile or Profile(), fleece, pool)
        if (fleece or draft.profile.gods_per_player == 0) and len(seats) != 2:
            kind = "the Golden Fleece variant" if fleece else "the game without powers"
            raise InvalidSetup(f"{kind} is for 2 players, not {len(seats)}")
        return draft

    @property
    def stage(self) -> DraftStage:
        """The present stage."""
        if self.wanted and not self.offered:
            return DraftStage.OFFER
        if self.choosing:
            return DraftStage.CHOOSE
        return DraftStage.START if self.starter is None else DraftStage.COMPLETE

    @property
    def simultaneous(self) -> bool:
        """Whether all choose at once, as in 2007; choices then come in any order."""
        return self.profile.edition is Edition.ORIGINAL_2007 and not self.fleece

    @property
    def wanted(self) -> int:
        """The number of powers that the Challenger must offer; if all choose at once, the fewest."""
        if self.fleece:
            return 1
        each = self.profile.gods_per_player
        return each if self.simultaneous and self.profile.shares_powers else each * len(self.seats)

    @property
    def to_act(self) -> Seat:
        """The seat that chooses, clockwise if several may; at the end the Challenger."""
        return self.choosing[0] if self.stage is DraftStage.CHOOSE else self.challenger

    @property
    def choosing(self) -> tuple[Seat, ...]:
        """The seats that may take a power now: one, or all that have not pointed yet."""
        if self.fleece or not self.offered:
            return ()
        if self.simultaneous:
            return tuple(seat for seat in self._clockwise if self._may_take_more(seat))
        turn = len(self.chosen)
        return () if turn >= self.wanted else (self._clockwise[turn % len(self.seats)],)

    @property
    def taken(self) -> tuple[tuple[Seat, PowerName], ...]:
        """The powers that the seats have taken, as far as they may be shown."""
        shown = not self.simultaneous or not self.choosing
        return tuple((seat, power) for seat, power in self.chosen if power != MORTAL) if shown else ()

    @property
    def _clockwise(self) -> tuple[Seat, ...]:
        """The seats in the order of choosing: from the Challenger's left, with the Challenger last."""
        first = self.seats.index(self.challenger) + 1
        return (*self.seats[first:], *self.seats[:first])

    def _may_take_more(self, seat: Seat) -> bool:
        own = [power for taker, power in self.chosen if taker is seat]
        return len(own) < self.profile.gods_per_player and MORTAL not in own

    def _hands(self) -> Hands:
        return {
            seat: tuple(power for taker, power in self.chosen if taker is seat and power != MORTAL)
            for seat in self.seats
        }

    # The offer

    def offer(self, powers: tuple[PowerName, ...]) -> Draft:
        """Offer these powers, as the Challenger.

        :raises DraftError: at the wrong stage, for the wrong number, a repeated or unknown power, or powers that cannot
            be played together in any distribution.
        """
        self._expect(DraftStage.OFFER)
        enough = len(powers) >= self.wanted if self.simultaneous else len(powers) == self.wanted
        if not enough:
            raise DraftError(Reason.of("draft.offer_size", players=len(self.seats), powers=self.wanted))
        for power, copies in Counter(powers).items():
            against = self._not_offerable(power, copies)
            if against is not None:
                raise DraftError(against)
        against = self._ruled_out(powers)
        if against is not None:
            raise DraftError(against)
        return replace(self, offered=powers)

    def against(self, power: PowerName, beside: tuple[PowerName, ...] = ()) -> Reason | None:
        """Return why a power cannot be offered beside these, which can be offered together; None if it can."""
        return self._not_offerable(power, 1 + beside.count(power)) or self._ruled_out((power, *beside))

    def _not_offerable(self, power: PowerName, copies: int = 1) -> Reason | None:
        """Return why ``copies`` copies of a power cannot be offered."""
        if power not in _KNOWN:
            return Reason.of("draft.unknown", power=power)
        if self.pool is not None and power not in self.pool:
            return Reason.of("draft.left_out", power=power)
        if copies > 1 and (self.simultaneous or not self.profile.shares_powers or copies > len(self.seats)):
            return Reason.of("draft.repeated", power=power)
        return unfit_beside_board(power) if self.fleece else unfit(power, len(self.seats))

    @property
    def _all_are_opposed(self) -> bool:
        """Whether any two offered powers are played against each other, or may be."""
        alone = len(self.seats) < TEAM_GAME and self.profile.gods_per_player == 1
        return self.simultaneous or (alone and not self.fleece)

    def _ruled_out(self, powers: tuple[PowerName, ...]) -> Reason | None:
        """Return why these powers cannot be offered together. If every player faces each other power, no two may rule
        each other out; with teams and with several powers each, some distribution must be possible."""
        if not self.simultaneous and (self.fleece or self._can_share_out(dict.fromkeys(self.seats, ()), powers)):
            return None
        pairs = (ruled_out(one, other, self.profile.bans) for one, other in combinations(powers, 2))
        return next((against for against in pairs if against is not None), None)

    # The choice

    def choose(self, power: PowerName, seat: Seat | None = None) -> Draft:
        """Take a power for a seat (by default the seat to act); with a free choice, ``mortal`` is to take none. The
        last one left goes to the Challenger.

        :raises DraftError: at the wrong stage, out of turn, or if the power is not there to be taken.
        """
        self._expect(DraftStage.CHOOSE)
        taker = seat or self.to_act
        if taker not in self.choosing:
            raise DraftError(Reason.of("draft.not_your_choice", seat=self.to_act))
        if power not in self.offered and not (power == MORTAL and self._may_go_without):
            raise DraftError(Reason.of("draft.not_offered", power=power))
        against = self._not_takable(power, taker)
        if against is not None:
            raise DraftError(against)
        chosen = (*self.chosen, (taker, power))
        if not self.simultaneous and len(chosen) == self.wanted - 1:
            last = next((Counter(self._left()) - Counter((power,))).elements())
            chosen = (*chosen, (self.challenger, last))
        return replace(self, chosen=chosen)

    @property
    def _may_go_without(self) -> bool:
        return self.simultaneous and may_go_without(len(self.seats), self.profile.edition)

    def _left(self) -> tuple[PowerName, ...]:
        """Return the offered powers that no seat has taken."""
        left = Counter(self.offered) - Counter(power for _, power in self.chosen)
        return tuple(left.elements())

    def _not_takable(self, power: PowerName, taker: Seat) -> Reason | None:
        hands = self._hands()
        if power in hands[taker]:
            return Reason.of("draft.in_hand", power=power)
        if self.simultaneous:
            if power == MORTAL:
                alone = len(self.seats) > 2 and self.choosing == (taker,) and not any(hands.values())
                return Reason.of("draft.power_needed", players=len(self.seats)) if alone else None
            held = any(power in hand for hand in hands.values())
            return Reason.of("draft.taken", power=power) if held and not self.profile.shares_powers else None
        if power not in self._left():
            return Reason.of("draft.taken", power=power)
        for other in self._against(taker, hands):
            against = ruled_out(power, other, self.profile.bans)
            if against is not None:
                return against
        left = list(self._left())
        left.remove(power)
        fits = self._can_share_out({**hands, taker: (*hands[taker], power)}, tuple(left))
        return None if fits else Reason.of("draft.leaves_ruled_out", power=power)

    def _against(self, seat: Seat, hands: Hands) -> Iterable[PowerName]:
        """Return the powers of this seat's opponents."""
        own = team_at(self.seats, seat)
        return (power for other in self.seats if team_at(self.seats, other) != own for power in hands[other])

    def _can_share_out(self, hands: Hands, left: tuple[PowerName, ...]) -> bool:
        """Whether the remaining powers can go to the seats so that no two that rule each other out are opposed, and no
        seat has one twice."""
        if not left:
            return True
        power, rest = left[0], left[1:]
        return any(
            len(hands[seat]) < self.profile.gods_per_player
            and power not in hands[seat]
            and not any(ruled_out(power, other, self.profile.bans) for other in self._against(seat, hands))
            and self._can_share_out({**hands, seat: (*hands[seat], power)}, rest)
            for seat in self.seats
        )

    def cards(self, seat: Seat | None = None) -> tuple[DraftCard, ...]:
        """Return the powers to choose from at this stage, with what forbids each for a seat (by default the next).

        During the offer these are all powers; a refusal there concerns the pool, the number of players or the variant,
        and pairs are judged when the offer is complete. If all choose at once, only a choosing seat learns what forbids
        a card, since that would reveal the cards in its hand.
        """
        bans = self.profile.bans
        match self.stage:
            case DraftStage.OFFER:
                others = () if self.fleece else tuple(card.power for card in CARDS)
                rivals = others if self._all_are_opposed else ()
                return tuple(
                    DraftCard(
                        card.power,
                        self._not_offerable(card.power),
                        warnings(card.power, others, bans),
                        conflicts(card.power, rivals, bans),
                    )
                    for card in CARDS
                )
            case DraftStage.CHOOSE:
                powers = (*dict.fromkeys(self.offered), *((MORTAL,) if self._may_go_without else ()))
                taker = seat if seat in self.choosing else None if self.simultaneous else self.to_act
                return tuple(
                    DraftCard(
                        power,
                        None if taker is None else self._not_takable(power, taker),
                        warnings(power, self.offered, bans),
                    )
                    for power in powers
                )
            case _:
                return tuple(
                    DraftCard(power, Reason.of("draft.taken", power=power)) for power in dict.fromkeys(self.offered)
                )

    # The start

    @property
    def starters(self) -> tuple[Seat, ...]:
        """The seats that may be named Start Player; empty before all powers are taken."""
        if self.stage in (DraftStage.OFFER, DraftStage.CHOOSE):
            return ()
        if self.fleece:
            return self.seats
        hands = {seat: powers or (MORTAL,) for seat, powers in self._hands().items()}
        return possible_starters(self.seats, hands, self.profile.rulings)

    def name_start_player(self, seat: Seat) -> Draft:
        """Name the player who places first, as the Challenger.

        :raises DraftError: at the wrong stage, or if the powers in play do not allow this seat to start.
        """
        self._expect(DraftStage.START)
        if seat not in self.starters:
            raise DraftError(Reason.of("draft.cannot_start", seat=seat))
        return replace(self, starter=seat)

    def setup(self, seed: int = 0) -> Setup:
        """Return the game's setup, once the draft is complete; ``seed`` decides how decks are shuffled.

        :raises DraftError: before it is complete.
        """
        self._expect(DraftStage.COMPLETE)
        if self.starter is None:
            raise DraftError(Reason.of("draft.stage", due=self.stage))
        first = self.seats.index(self.starter)
        order = (*self.seats[first:], *self.seats[:first])
        hands = self._hands()
        players = tuple(_player(seat, team_at(order, seat), hands[seat]) for seat in order)
        return Setup(players, self.profile, self.offered[0] if self.fleece else None, seed)

    def _expect(self, stage: DraftStage) -> None:
        if self.stage is not stage:
            raise DraftError(Reason.of("draft.stage", due=self.stage))


def _player(seat: Seat, team: int, powers: tuple[PowerName, ...]) -> Player:
    first, second = (*powers, MORTAL, MORTAL)[:2]
    return Player(seat, first, team, second)
