"""Many ask for seats at once, most of them strangers: whoever asks costs nobody else anything."""

from __future__ import annotations

from collections import Counter

import pytest

from table.session.answers import Accepted, Answer, Caller, Origin, Refusal
from table.session.seat_claims import MOST_CLAIMS, MOST_CLAIMS_PER_ADDRESS, MOST_TURNED_AWAY
from table.session.seating import AnswerClaim, ClaimSeat, LeaveSeat, SquareTouched
from table.session.snapshot import ClaimEnd, TurnedAwayView
from tests.table.session.reduced_table import ANN, BLUE, EVE, ORANGE, PURPLE, WHITE, Runner, refusal, seated

SEATS = (BLUE, ORANGE, WHITE, PURPLE)
HOME = Caller(Origin("home", "home"))


def ask(table: Runner, mark: str, where: Caller, number: int = 2, marks: frozenset[str] = EVE) -> Answer:
    """Ask for one of the seats with a phone of this mark."""
    return table.ask(marks, ClaimSeat(SEATS[number % 4], mark), fresh=mark, caller=where)


def address(number: int, network: str = "") -> Caller:
    """One of many addresses, each a network of its own unless it is said which."""
    return Caller(Origin(network or f"10.0.0.{number}", f"10.0.0.{number}"))


def flood(table: Runner, where: Caller, count: int = 40) -> None:
    """One who asks for all seats again and again, each time as a new phone."""
    for number in range(count):
        ask(table, f"{where.origin.address} {number}", where, number)


def open_for(table: Runner, mark: str) -> bool:
    """Whether a phone of this mark still asks."""
    return any(claim.mine for claim in table.seen(frozenset({mark})).claims)


def sits_down(table: Runner, mark: str) -> None:
    """Do the sign that this phone shows."""
    marks = frozenset({mark})
    for corner in next(claim.corners for claim in table.seen(marks).claims if claim.mine):
        table.feed(SquareTouched(corner))
    assert table.seen(marks).seats_held


@pytest.mark.parametrize("strangers", [1, 2, 3, 9])
def test_floods_keep_nobody_from_sitting_down(strangers: int) -> None:
    """Each of four sits down while strangers ask without end before, between and after."""
    table = Runner()
    for number, mark in enumerate(("ann", "ben", "cleo", "dan")):
        for each in range(strangers):
            flood(table, address(each))
        assert isinstance(ask(table, mark, Caller(Origin(mark, mark)), number), Accepted)
        for each in range(strangers):
            flood(table, address(each))
        sits_down(table, mark)
    assert {sitter.mark for sitter in table.state.saved.seating.players} == {"ann", "ben", "cleo", "dan"}


def test_an_address_loses_its_own_oldest_claim_and_is_told() -> None:
    table = Runner()
    for number in range(MOST_CLAIMS_PER_ADDRESS):
        assert isinstance(ask(table, f"phone{number}", HOME, number), Accepted)
    assert all(open_for(table, f"phone{number}") for number in range(MOST_CLAIMS_PER_ADDRESS))
    assert isinstance(ask(table, "another", HOME), Accepted)
    assert not open_for(table, "phone0")
    assert table.seen(frozenset({"phone0"})).turned_away == TurnedAwayView(BLUE, ClaimEnd.CROWDED)
    assert all(open_for(table, mark) for mark in ("phone1", "phone2", "phone3", "another"))


def test_a_phone_has_one_claim_and_asking_again_costs_its_neighbours_nothing() -> None:
    table = Runner()
    marks = frozenset[str]()
    for number in range(MOST_CLAIMS_PER_ADDRESS - 1):
        ask(table, f"neighbour{number}", HOME, number)
    for number in range(20):
        ask(table, f"mine{number}", HOME, number, marks)
        marks |= {f"mine{number}"}
    assert all(open_for(table, f"neighbour{number}") for number in range(MOST_CLAIMS_PER_ADDRESS - 1))
    assert len(table.state.claims) == MOST_CLAIMS_PER_ADDRESS


def test_where_all_ask_once_who_comes_last_is_told_so() -> None:
    """Nobody gives way to somebody who would then have as much; signs are never taken from whoever may be doing one."""
    table = Runner()
    for number in range(MOST_CLAIMS):
        assert isinstance(ask(table, f"phone{number}", address(number)), Accepted)
    assert refusal(ask(table, "late", address(99))) == (Refusal.TOO_MANY_ASK, False)
    assert all(open_for(table, f"phone{number}") for number in range(MOST_CLAIMS))


def test_a_network_with_any_number_of_addresses_counts_as_one() -> None:
    table = Runner()
    ask(table, "ann", HOME)
    for number in range(40):
        ask(table, f"far{number}", address(number, network="2001:db8::/64"))
    assert isinstance(ask(table, "ben", address(99)), Accepted)
    assert open_for(table, "ann")
    assert open_for(table, "ben")
    assert len(table.state.claims) == MOST_CLAIMS


def test_signs_and_codes_of_open_claims_are_different() -> None:
    table = Runner()
    for number in range(60):
        ask(table, f"phone{number}", address(number % 7), number)
        claims = table.state.claims
        assert len({claim.sign for claim in claims}) == len({claim.code for claim in claims}) == len(claims)
        assert max(Counter(claim.origin for claim in claims).values()) <= MOST_CLAIMS_PER_ADDRESS


def test_those_who_sit_see_whoever_asks_once_before_whoever_asks_often() -> None:
    table = seated(2)
    flood(table, address(1))
    ask(table, "cleo", HOME)
    flood(table, address(2))
    ask(table, "dan", address(3))
    assert [claim.name for claim in table.seen(ANN).claims][:2] == ["cleo", "dan"]
    assert len(table.seen(ANN).claims) == MOST_CLAIMS


def test_a_yes_is_not_made_stale_by_a_flood() -> None:
    table = seated(2)
    ask(table, "cleo", HOME)
    seen = table.state.version
    code = table.state.claims[0].code
    flood(table, address(1))
    assert isinstance(table.ask(ANN, AnswerClaim(code, accept=True), seen), Accepted)
    assert table.seen(frozenset({"cleo"})).seats_held == (WHITE,)


def test_several_ask_for_the_same_seat_and_there_is_one_for_each_until_none_is_free() -> None:
    table = seated(2)
    for number, mark in enumerate(("cleo", "dan", "far")):
        ask(table, mark, address(number))
    sits_down(table, "dan")
    assert [claim.seat for mark in ("cleo", "far") for claim in table.seen(frozenset({mark})).claims] == [
        PURPLE,
        PURPLE,
    ]
    sits_down(table, "cleo")
    assert table.seen(frozenset({"far"})).turned_away == TurnedAwayView(PURPLE, ClaimEnd.QUICKER)
    for mark in ("cleo", "dan"):
        assert table.seen(frozenset({mark})).turned_away is None


def test_who_asks_for_a_seat_that_is_taken_gets_one_that_nobody_else_asks_for() -> None:
    table = seated(1)
    for place, (mark, number) in enumerate((("cleo", 1), ("dan", 2), ("far", 1))):
        ask(table, mark, address(place), number)
    sits_down(table, "cleo")
    assert [claim.seat for claim in table.state.claims] == [WHITE, PURPLE]


def test_a_stranger_pushes_out_nobodys_message() -> None:
    table = seated(2)
    ask(table, "cleo", HOME)
    table.do(ANN, AnswerClaim(table.state.claims[0].code, accept=False))
    for each in range(3):
        flood(table, address(each), 5 * MOST_TURNED_AWAY)
    assert table.seen(frozenset({"cleo"})).turned_away == TurnedAwayView(WHITE, ClaimEnd.REFUSED)
    assert len(table.state.turned_away) <= MOST_TURNED_AWAY


def test_who_has_the_hands_at_a_virtual_board_is_at_the_table() -> None:
    table = Runner()
    assert isinstance(ask(table, "ann", Caller(HOME.origin, hands=True)), Accepted)
    assert table.seen(frozenset({"ann"})).seats_held == (WHITE,)


def test_hands_alone_take_over_nobodys_seat() -> None:
    table = seated(2)
    ask(table, "far", Caller(HOME.origin, hands=True), 0)
    assert table.seen(frozenset({"far"})).seats_held == ()
    table.do(ANN, LeaveSeat(BLUE))
    assert table.seen(frozenset({"far"})).turned_away == TurnedAwayView(BLUE, ClaimEnd.FREED)
