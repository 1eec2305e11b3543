"""Chaos: the card's sentences, its edges, and the powers that it meets."""

from __future__ import annotations

import pytest

from engine import PUBLIC, Seat, UndoBarred
from engine.casting.catalogue import CARDS, PowerSet
from engine.events import CardDrawn
from engine.powers.chaos import Deck
from engine.setup import Bans, Edition, PowerName, Profile, Redraw
from tests.engine.cases import Ask, Leads, Wins, begun, check, game_at, line, name

SIMPLE = {card.power for card in CARDS if card.group is PowerSet.SIMPLE}
SPIN = "edition=spin_master"


def chaos(face_up: str, draw: str = "atlas+pan", discards: str = "-") -> str:
    return f"chaos[face_up={face_up}|draw={draw}|discards={discards}]"


DEALT = chaos("apollo")
NEXT = chaos("atlas", "pan", "apollo")
DOME = "b2-b3 b3^b4"
EMPTY_BOX = "a1:4 b1:4 c1:4 d1:4 e1:3 a2:3 b2:3 c2:3 d2:3 e2:3 a3:3 b3:3 c3:3 d3:3 e3:2"
CLIMBER = line(f"{chaos('apollo', 'athena')}:b2,e5", "mortal:d5,a1", "b3:1 c5:1 b4:3")

CASES = [
    Ask("the face-up power is his", line(f"{DEALT}:b2,e5", "mortal:c3,a5"), "b2-c3"),
    Ask("the cards in the deck are not", line(f"{DEALT}:b2,e5", "mortal:c3,a5"), "b2-b3 b3^b4", "build.piece"),
    Ask("nor anybody else's", line("mortal:b2,e5", f"{DEALT}:c3,a5"), "b2-c3", "move.occupied"),
    Wins("he wins as the face-up power does", line(f"{chaos('pan')}:b2,e5", "mortal:d5,a5", "b2:2"), "b2-b3"),
    Leads("another card after a dome", line(f"{DEALT}:b2,e5", "mortal:d5,a1", "b4:3"), DOME,
          line(f"{NEXT}:b3,e5", "mortal:d5,a1", "b4:4", 2)),
    Leads("after an opponent's dome as well", line(f"{DEALT}:d5,a1", "mortal:b2,e5", "b4:3", 2), DOME,
          line(f"{NEXT}:d5,a1", "mortal:b3,e5", "b4:4")),
    Leads("not after a block", line(f"{DEALT}:b2,e5", "mortal:d5,a1"), "b2-b3 b3+b4",
          line(f"{DEALT}:b3,e5", "mortal:d5,a1", "b4:1", 2)),
    Leads("after a dome on low ground", line(f"{chaos('atlas', 'pan')}:b2,e5", "mortal:d5,a1"), DOME,
          line(f"{chaos('pan', '-', 'atlas')}:b3,e5", "mortal:d5,a1", "b4:A", 2)),
    Leads("two domes in a turn draw one card",
          line(f"{chaos('demeter')}:b2,e5", "mortal:d5,a1", "b4:3 c4:3"), f"{DOME} b3^c4",
          line(f"{chaos('atlas', 'pan', 'demeter')}:b3,e5", "mortal:d5,a1", "b4:4 c4:4", 2)),
    Leads("the old power covers the whole turn",
          line(f"{chaos('demeter')}:b2,e5", "mortal:d5,a1", "b4:3"), f"{DOME} b3+c4",
          line(f"{chaos('atlas', 'pan', 'demeter')}:b3,e5", "mortal:d5,a1", "b4:4 c4:1", 2)),
    Ask("and not the next card's", line(f"{chaos('demeter')}:b2,e5", "mortal:d5,a1", "b4:3"), f"{DOME} b3^c4",
        "build.piece"),
    Leads("the last discard comes back when the deck is empty",
          line(f"{chaos('apollo', '-')}:b2,e5", "mortal:d5,a1", "b4:3"), DOME,
          line(f"{chaos('apollo', '-')}:b3,e5", "mortal:d5,a1", "b4:4", 2)),
    Leads("spin master: a low dome changes nothing",
          line(f"{chaos('atlas', 'pan')}:b2,e5", "mortal:d5,a1", rules=SPIN), DOME,
          line(f"{chaos('atlas', 'pan')}:b3,e5", "mortal:d5,a1", "b4:A", 2, rules=SPIN)),
    Leads("spin master: a Complete Tower does", line(f"{DEALT}:b2,e5", "mortal:d5,a1", "b4:3", rules=SPIN), DOME,
          line(f"{NEXT}:b3,e5", "mortal:d5,a1", "b4:4", 2, rules=SPIN)),
    Leads("the table may have it so in any edition",
          line(f"{chaos('atlas', 'pan')}:b2,e5", "mortal:d5,a1", rules="redraw=complete_tower"), DOME,
          line(f"{chaos('atlas', 'pan')}:b3,e5", "mortal:d5,a1", "b4:A", 2, rules="redraw=complete_tower")),
    Leads("taking a block is no dome", line(f"{DEALT}:d5,a1", "ares:b2,e4", "e3:1", 2), "b2-b3 b3+b4 -e3",
          line(f"{DEALT}:d5,a1", "ares:b3,e4", "b4:1")),
    Leads("a dome that Hecate's worker kept from being built is none",
          line(f"{DEALT}:b2,e5", "hecate:b4,a1", "b4:3"), DOME,
          line(f"{DEALT}:b3,e5", "hecate:b4,a1", "b4:3", 2)),
    Leads("a dome by her who takes workers in from her card",
          line(f"{DEALT}:d5,a1", "gaea[workers=2]:b2,e5", "b4:3", 2), f"{DOME} @a4",
          line(f"{NEXT}:d5,a1", "gaea[workers=1]:b3,e5,a4", "b4:4")),
    Leads("the dome that a tower leaves behind in an empty box is none",
          line(f"{DEALT}:d4,a5", "mortal:c5,e5", EMPTY_BOX, rules="supply=physical"), "d4-e4 e4+e3 %a1",
          line(f"{DEALT}:e4,a5", "mortal:c5,e5", EMPTY_BOX.replace("a1:4", "a1:A").replace("e3:2", "e3:3"), 2,
               rules="supply=physical&recycled=1")),
    Ask("Circe takes the face-up power with the card", line("circe:b2,e5", f"{DEALT}:c3,a5"), "b2-c3"),
    Ask("which Chaos does not have then", line("circe:b2,e5", f"{DEALT}:c3,a5"), "b2-b3 b3+b4 c3-b3",
        "card.lent"),
    Leads("the card changes while Circe has it", line("circe:b2,e5", f"{DEALT}:d5,a1", "b4:3"), DOME,
          line("circe:b3,e5", f"{NEXT[:-1]}|holder=blue]:d5,a1", "b4:4", 2)),
    Ask("a climb counts for a card that is drawn afterwards", CLIMBER, f"{DOME} d5-c5", "athena.no_climb"),
    Ask("unless the table counts none from before", f"{CLIMBER}/?climbs_count_before_power=no", f"{DOME} d5-c5"),
    Ask("beside the Ram one card serves both: the mover",
        line("mortal:b2,e5", "mortal:c3,a5") + f"/*{DEALT}:b1", "b2-c3"),
    Ask("beside the Ram nobody has it from afar",
        line("mortal:b2,e5", "mortal:c3,a5") + f"/*{DEALT}:e1", "b2-c3", "ram.away"),
    Leads("beside the Ram it changes as usual",
          line("mortal:b2,e5", "mortal:d5,a1", "b4:3") + f"/*{DEALT}:e1", DOME,
          line("mortal:b3,e5", "mortal:d5,a1", "b4:4", 2) + f"/*{NEXT}:e1"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=name)
def test_chaos(case: Ask | Leads | Wins) -> None:
    check(case)


def deck_of(*powers: str, profile: Profile | None = None, fleece: str | None = None) -> Deck:
    state = begun(*powers, profile=profile, fleece=fleece).state
    (deck,) = (card.memory for card in state.powers if card.power == "chaos")
    assert isinstance(deck, Deck)
    return deck


@pytest.mark.parametrize(
    ("powers", "bans", "missing"),
    [
        (("chaos", "mortal"), Bans.WARN, set()),
        (("chaos", "apollo"), Bans.WARN, {"apollo"}),
        (("chaos", "apollo", "pan"), Bans.WARN, {"apollo", "pan"}),
        (("chaos", "hades"), Bans.WARN, set()),
        (("chaos", "hades"), Bans.ENFORCE, {"pan"}),
        (("chaos", "harpies"), Bans.ENFORCE, {"hermes"}),
    ],
    ids=["all simple gods", "but one held", "but two held", "banned pairs too", "unless enforced", "by any card's ban"],
)
def test_the_deck_at_the_start(powers: tuple[str, ...], bans: Bans, missing: set[str]) -> None:
    deck = deck_of(*powers, profile=Profile(bans=bans))
    assert {deck.face_up, *deck.draw} == SIMPLE - missing
    assert len(deck.draw) == len(SIMPLE) - len(missing) - 1
    assert deck.discards == ()


def test_beside_the_ram_the_deck_holds_all() -> None:
    deck = deck_of("mortal", "mortal", fleece="chaos")
    assert {deck.face_up, *deck.draw} == SIMPLE


def test_all_discards_are_shuffled_when_none_is_left() -> None:
    emptied = line(f"{chaos('apollo', '-', 'pan+atlas+hermes')}:b2,e5", "mortal:d5,a1", "b4:3")
    deck = game_at(emptied, DOME).state.powers[0].memory
    assert isinstance(deck, Deck)
    assert {deck.face_up, *deck.draw} == {"apollo", "pan", "atlas", "hermes"}
    assert deck.discards == ()


@pytest.mark.parametrize("viewer", [PUBLIC, Seat.BLUE, Seat.ORANGE])
def test_nobody_knows_the_order_of_the_deck(viewer: Seat) -> None:
    views = [
        game_at(line(f"{chaos('apollo', draw, 'hermes')}:b2,e5", "mortal:d5,a1")).view(viewer).players[0].memory
        for draw in ("pan+atlas", "atlas+pan")
    ]
    assert views[0] == views[1]
    assert dict(views[0])["discards"] == "hermes"


def test_a_drawn_card_cannot_be_put_back() -> None:
    game = game_at(line(f"{DEALT}:b2,e5", "mortal:d5,a1", "b4:3"), DOME)
    assert CardDrawn(PowerName("chaos"), PowerName("atlas")) in game.plies[-1].events
    with pytest.raises(UndoBarred):
        game.undo()


@pytest.mark.parametrize(
    ("edition", "wanted"), [(Edition.ROXLEY, Redraw.ANY_DOME), (Edition.SPIN_MASTER, Redraw.COMPLETE_TOWER)]
)
def test_the_edition_decides_when_cards_change(edition: Edition, wanted: Redraw) -> None:
    assert Profile(edition=edition).changes_on is wanted
