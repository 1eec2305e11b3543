"""How many taps and typed characters it takes from opening the page to the first worker, all phones together.

A tap is a touch of a phone: a button, a field, a link, a square. A key is a character that is typed, or the key of the
phone's keyboard that ends the name. Not counted is what hands do at the board: the corners by which a player shows that
they are there, and the pieces.

Before there were tiles and names as chips it took, with typed names of four letters: two players without gods 6 taps
and 8 keys, with chosen gods 14, with gods by lot 12; four players with chosen gods 23 taps and 16 keys, by lot 15.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, expect

from tests.journeys.players import PATIENCE, Phone, Room, VirtualBoard

FAMILY = ("Anna", "Bert", "Cleo", "Dirk")
GODS = ("Artemis", "Pan", "Atlas", "Demeter")


@dataclass
class Fingers:
    """The fingers of all players, and what they did so far."""

    taps: int = 0
    keys: int = 0

    def tap(self, who: Phone, where: Locator) -> None:
        who.answered()
        where.click(timeout=PATIENCE)
        self.taps += 1

    def press(self, who: Phone, name: str) -> None:
        self.tap(who, who.app.get_by_role("button", name=name, exact=True))

    def type_name(self, who: Phone) -> None:
        """Type into the field that has the focus, and end it."""
        who.page.keyboard.type(who.name)
        who.page.keyboard.press("Enter")
        self.keys += len(who.name) + 1


def comes_in(who: Phone, board: VirtualBoard) -> None:
    """Show that one is there, if the phone asks for it."""
    asking = who.app.get_by_text("Take your seat")
    expect(who.stands_up.or_(asking)).to_be_visible(timeout=PATIENCE)
    if asking.is_visible():
        board.do_sign(who.sign())
    expect(who.stands_up).to_be_visible(timeout=PATIENCE)


def sit_down(fingers: Fingers, players: Sequence[Phone], board: VirtualBoard) -> None:
    """Each with their own phone, by name; a name that the table knows is one tap."""
    for who in players:
        chip = who.app.get_by_role("group", name="Names this table knows").get_by_role("button", name=who.name)
        expect(who.app.get_by_label("Your name")).to_be_visible(timeout=PATIENCE)
        if chip.is_visible():
            fingers.tap(who, chip)
        else:
            fingers.tap(who, who.app.get_by_label("Your name"))
            fingers.type_name(who)
        comes_in(who, board)


def let_in(fingers: Fingers, guests: Sequence[Phone], host: Phone) -> None:
    """Where the board is on a screen, whoever sits already lets others in."""
    fingers.press(host, f"Let in {', '.join(who.name for who in guests)}")
    for who in guests:
        expect(who.stands_up).to_be_visible(timeout=PATIENCE)


def choose_gods(fingers: Fingers, players: Sequence[Phone]) -> None:
    """The Challenger offers, the others take one each."""
    ann, *others = players
    for god in GODS[: len(players)]:
        fingers.press(ann, f"Choose {god}")
    fingers.press(ann, f"Offer these gods ({len(players)} of {len(players)})")
    for who, god in zip(others, GODS[1:], strict=False):
        who.sees("Choose your god.")
        fingers.press(who, f"Choose {god}")
        fingers.press(who, "Take this god")


def begin(fingers: Fingers, players: Sequence[Phone], tile: str = "") -> None:
    """From the lobby to the first worker on the board."""
    ann = players[0]
    if tile:
        fingers.tap(ann, ann.app.get_by_role("button", name=tile))
    fingers.tap(ann, ann.start)
    if tile == "Choose gods":
        choose_gods(fingers, players)
    if tile != "Just play":
        ann.sees("Who goes first?")
        fingers.tap(ann, ann.app.locator(".starters .choices button").first)
    first = next(who for who in players if places_now(who))
    fingers.tap(first, first.square("b2", "you can place"))
    expect(first.square("b2", "worker")).to_be_visible(timeout=PATIENCE)


def places_now(who: Phone) -> bool:
    """Whether this player places the first worker."""
    expect(who.square("b2")).to_be_visible(timeout=PATIENCE)
    return who.square("b2", "you can place").count() > 0


@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    ("count", "tile", "taps", "keys"),
    [
        (2, "Just play", 5, 10),
        (2, "", 5, 10),
        (2, "Choose gods", 11, 10),
        (4, "", 7, 20),
        (4, "Choose gods", 19, 20),
    ],
)
def test_a_family_that_never_played_here(room: Room, count: int, tile: str, taps: int, keys: int) -> None:
    """Without a tile the new table's own: a simple god each. Four with those need at most nine taps."""
    fingers = Fingers()
    players = [room.phone(name) for name in FAMILY[:count]]
    sit_down(fingers, players, room.board())
    begin(fingers, players, tile)
    assert fingers.taps <= taps
    assert fingers.keys <= keys


@pytest.mark.timeout(300)
def test_four_phones_without_a_board_of_wood(room: Room) -> None:
    """Nobody opens the page of the virtual board. One tap lets three in, for corners that nobody has to touch."""
    fingers = Fingers()
    host, *guests = players = [room.phone(name) for name in FAMILY]
    for who in players:
        fingers.tap(who, who.app.get_by_label("Your name"))
        fingers.type_name(who)
        if who is host:
            expect(who.stands_up).to_be_visible(timeout=PATIENCE)
        else:
            expect(host.app.get_by_text(f"{who.name} asks to sit down")).to_have_count(1, timeout=PATIENCE)
    let_in(fingers, guests, host)
    begin(fingers, players)
    assert fingers.taps <= 8
    assert fingers.keys <= 20


@pytest.mark.timeout(300)
def test_a_family_that_played_here_before_types_nothing(room: Room) -> None:
    """The table remembers their names, and the game that they chose."""
    players, board = [room.phone(name) for name in FAMILY], room.board()
    sit_down(Fingers(), players, board)
    for who in players:
        who.press("Stand up")
    room.leave()
    fingers = Fingers()
    players = [room.phone(name) for name in FAMILY]
    sit_down(fingers, players, room.board())
    begin(fingers, players)
    assert fingers.keys == 0
    assert fingers.taps <= 7


@pytest.mark.timeout(300)
def test_alone_on_one_phone_three_taps_seat_two(room: Room) -> None:
    board = room.board()
    me, fingers = Phone.of(board.page, "Anna"), Fingers()
    for seats in (1, 2):
        fingers.tap(me, me.app.get_by_role("button", name="Sit here").first)
        if seats == 2:
            fingers.tap(me, me.app.get_by_role("button", name="Play both"))
        expect(me.stands_up).to_have_count(seats, timeout=PATIENCE)
    assert fingers == Fingers(taps=3)
    expect(me.start).to_be_enabled()
