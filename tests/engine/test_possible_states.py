"""What a player holds for possible where something is hidden: every possibility, none that cannot be, all as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from engine import Seat, State
from engine.asked_positions import check_possible
from engine.notation import parse_position, state_of
from engine.power import Power
from engine.powers import POWERS
from engine.powers.chaos import Deck
from engine.powers.moerae import Fate
from engine.powers.tartarus import Abyss
from engine.secrets import known_to, possible_state
from engine.setup import PowerName
from engine.squares import square_name
from engine.state import Memory
from tests.engine.cases import line

FOES = "mortal:d2,b4"
CARDS = "apollo+artemis+athena"


def every_draw(known: State, seat: Seat) -> Iterator[State]:
    """What comes of each row of numbers that chance may give, each as likely as another of its length."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        given = waiting.pop()
        asked: list[int] = []

        def draw(bound: int, given: tuple[int, ...] = given, asked: list[int] = asked) -> int:
            asked.append(bound)
            return given[len(asked) - 1] if len(asked) <= len(given) else 0

        found = possible_state(known, seat, draw)
        if len(asked) > len(given):
            waiting += [(*given, number) for number in range(asked[len(given)])]
        else:
            yield found


def remembered(text: str, kind: type[Memory], seat: Seat = Seat.ORANGE) -> Counter[Memory]:
    """What a card may remember, to those who know no more than this seat; all else is as it is known."""
    known = known_to(state_of(parse_position(text)), seat)
    counted: Counter[Memory] = Counter()
    for state in every_draw(known, seat):
        check_possible(state)
        assert known_to(state, seat) == known
        counted[next(card.memory for card in state.powers if isinstance(card.memory, kind))] += 1
    return counted


def spaces(found: Counter[Memory], name: Callable[[Memory], str]) -> set[str]:
    assert set(found.values()) == {1}, "each is as likely"
    return {name(each) for each in found}


def abyss(memory: Memory) -> str:
    assert isinstance(memory, Abyss)
    assert memory.square is not None
    return square_name(memory.square)


def corner(memory: Memory) -> str:
    assert isinstance(memory, Fate)
    assert memory.corner is not None
    return square_name(memory.corner)


def named(files: str, ranks: str) -> set[str]:
    return {file + rank for file in files for rank in ranks}


def test_the_abyss_may_be_wherever_nobody_stands_under_a_dome_too() -> None:
    found = remembered(line("tartarus[square=e5]:b2,d4", FOES, "a1:4 c3:2"), Abyss)
    assert spaces(found, abyss) == named("abcde", "12345") - {"b2", "d4", "d2", "b4"}


def test_the_spaces_of_fate_may_be_any_four_that_form_a_square_on_the_board() -> None:
    found = remembered(line("moerae[corner=b2]:b2,d4,a1", FOES, "a1:1 c3:4"), Fate)
    assert spaces(found, corner) == named("abcd", "1234")
    small = remembered("0000000000000000/1/moerae[corner=c3]:b2,c4,a1/mortal:c2,b4", Fate)
    assert spaces(small, corner) == named("abc", "123")


def test_the_deck_of_chaos_may_lie_in_any_order() -> None:
    text = line(f"chaos[face_up=pan|draw={CARDS}|discards=atlas]:b2,d4", FOES)
    for seat in (Seat.BLUE, Seat.ORANGE):
        found = remembered(text, Deck, seat)
        assert len(found) == 6
        assert set(found.values()) == {1}
        for deck in found:
            assert isinstance(deck, Deck)
            assert (deck.face_up, deck.discards) == ("pan", ("atlas",))
            assert sorted(deck.draw) == CARDS.split("+")


@pytest.mark.parametrize(
    "owned", ["tartarus[square=e5]:b2,d4", "moerae[corner=b2]:b2,d4,a1"], ids=["Tartarus", "Moerae"]
)
def test_who_knows_the_secret_holds_nothing_else_for_possible(owned: str) -> None:
    state = state_of(parse_position(line(owned, FOES)))
    assert list(every_draw(known_to(state, Seat.BLUE), Seat.BLUE)) == [state]


def test_every_power_that_hides_what_it_remembers_supposes_something() -> None:
    hiding = {power.name for power in POWERS if type(power).hidden is not Power.hidden}
    supposing = {power.name for power in POWERS if type(power).supposed is not Power.supposed}
    assert hiding == supposing == {PowerName("chaos"), PowerName("moerae"), PowerName("tartarus")}
