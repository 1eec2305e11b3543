"""Chaos (14).

The simple gods that nobody has are shuffled into a deck, and the top one is turned up (Setup). The holder has the power
of the card that lies face up. After any turn in which a dome was built it is put away and another one drawn; when none
is left, all discards, the last one included, are shuffled again (Any Time).

- Anybody's turn counts, once however many domes; the old power covers the whole turn (rulings 14). In the Spin Master
  edition only a dome that completes a Complete Tower counts (rulings G11).
- Nobody knows the order of the deck; the discards are public (rulings 14).
- The user of this card also uses the face-up one; it goes on changing, whoever that is (rulings 14).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.effects import Announce, Effect, Remember
from engine.events import CardDrawn
from engine.power import Draw, Holding, Power
from engine.seats import Seat
from engine.setup import PowerName, Redraw, shuffled
from engine.state import Memory, PowerState

if TYPE_CHECKING:
    from engine.casting.cast import Cast


@dataclass(frozen=True, slots=True)
class Deck(Memory):
    """The card that lies face up, those still to be drawn, the next one first, and those that were put away."""

    face_up: PowerName
    draw: tuple[PowerName, ...]
    discards: tuple[PowerName, ...] = ()

    @property
    def drawable(self) -> tuple[PowerName, ...]:
        """The cards of which one is drawn next: those of the deck, or all that are shuffled again once it is empty."""
        return self.draw or (*self.discards, self.face_up)

    def having_drawn(self, drawn: PowerName) -> Deck:
        """The deck once this one of the drawable cards was drawn, with the others in any order."""
        others = tuple(card for card in self.drawable if card != drawn)
        return Deck(drawn, others, (*self.discards, self.face_up) if self.draw else ())


class Chaos(Power):
    """One simple power after another."""

    name = PowerName("chaos")
    deals_simple_powers = True
    secret_until_drawn = True
    asks_about_domes = True

    def memory_at_start(self, cast: Cast, index: int) -> Deck:
        """The deck, its top card turned up."""
        del index
        first, *rest = shuffled(cast.drawable, cast.setup.seed)
        return Deck(first, tuple(rest))

    def after_turn(self, h: Holding) -> Iterable[Effect]:
        """Another card after a dome."""
        deck = h.card.memory
        wants_tower = h.state.setup.profile.changes_on is Redraw.COMPLETE_TOWER
        if isinstance(deck, Deck) and (h.turn.towers > 0 if wants_tower else h.turn.domed):
            draw, discards = deck.draw, (*deck.discards, deck.face_up)
            if not draw:
                draw, discards = shuffled(discards, h.state.setup.seed), ()
            yield Remember(Deck(draw[0], draw[1:], discards))
            yield Announce(CardDrawn(self.name, draw[0]))

    def hidden(self, card: PowerState) -> Memory | None:
        """Which cards are in the deck, but not their order."""
        deck = card.memory
        return Deck(deck.face_up, tuple(sorted(deck.draw)), deck.discards) if isinstance(deck, Deck) else deck

    def supposed(self, h: Holding, draw: Draw) -> Memory | None:
        """The deck in any order."""
        deck = h.card.memory
        if not isinstance(deck, Deck):
            return deck
        left = list(deck.draw)
        return Deck(deck.face_up, tuple([left.pop(draw(len(left))) for _ in deck.draw]), deck.discards)

    def knows(self, card: PowerState, seat: Seat) -> bool:
        """Nobody looks into the deck."""
        del card, seat
        return False

    def drawable(self, card: PowerState) -> tuple[PowerName, ...]:
        """Those of the deck, or of the discards."""
        return card.memory.drawable if isinstance(card.memory, Deck) else ()

    def about_to_draw(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """A deck of that card."""
        deck = card.memory
        return Deck(deck.face_up, (drawn,), deck.discards) if isinstance(deck, Deck) else deck

    def having_drawn(self, card: PowerState, drawn: PowerName) -> Memory | None:
        """The card that lay face up is put away."""
        return card.memory.having_drawn(drawn) if isinstance(card.memory, Deck) else card.memory

    def lends(self, card: PowerState) -> PowerName | None:
        """The face-up power."""
        return card.memory.face_up if isinstance(card.memory, Deck) else None
