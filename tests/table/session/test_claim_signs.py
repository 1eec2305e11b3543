"""Signs: what hands do at the board to say which phone is theirs."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from engine.squares import Square, corners, square
from hardware.board import Button
from table.session.answers import Accepted, Caller, Origin
from table.session.seat_claims import SIGNS, sign_corners, sign_presses
from table.session.seating import ClaimSeat, HandsPaused, SquareTouched
from table.session.snapshot import Corner
from table.session.table_setup import WatchCorner
from tests.table.session.reduced_table import ANN, BLUE, EVE, WHITE, Runner, seated


def asking(table: Runner, mark: str) -> tuple[Square, ...]:
    """Somebody asks for white from an address of their own; the corners that their phone shows."""
    answer = table.ask(EVE, ClaimSeat(WHITE, mark), fresh=mark, caller=Caller(Origin(mark, mark)))
    assert isinstance(answer, Accepted), answer
    return next(claim.corners for claim in table.seen(frozenset({mark})).claims if claim.mine)


def touch(table: Runner, *squares: Square) -> None:
    for each in squares:
        table.feed(SquareTouched(each))


def holder(table: Runner) -> str | None:
    """Whose white is."""
    sitter = table.state.saved.seating.at(WHITE)
    return None if sitter is None else sitter.mark


def test_any_two_signs_differ_in_two_corners_and_in_two_presses() -> None:
    for one, other in combinations(range(SIGNS), 2):
        for sign in (lambda number: sign_corners(number, 5), sign_presses):
            assert sum(a != b for a, b in zip(sign(one), sign(other), strict=True)) >= 2


@pytest.mark.parametrize("size", [4, 5])
def test_two_corners_in_the_wrong_order_are_nobodys_sign(size: int) -> None:
    signs = {sign_corners(number, size) for number in range(SIGNS)}
    assert len(signs) == 12
    for a, b, c in signs:
        assert len({a, b, c} & set(corners(size))) == 3
        assert not {(b, a, c), (a, c, b), (c, b, a)} & signs


def test_a_sign_at_the_rim_begins_with_what_means_nothing_there() -> None:
    assert {sign_presses(number)[0] for number in range(SIGNS)} == {Button.UNDO}


@pytest.mark.parametrize("mine", range(3))
def test_of_three_who_ask_the_one_whose_sign_is_done_sits_down(mine: int) -> None:
    table = Runner()
    names = ("ann", "far", "near")
    signs = [asking(table, name) for name in names]
    touch(table, *signs[mine])
    assert holder(table) == names[mine]


@pytest.mark.parametrize("order", tuple(permutations(range(3))))
def test_no_mistake_with_one_sign_is_anothers(order: tuple[int, ...]) -> None:
    """While others ask with all other signs that there are room for; wrong orders are those that exchange two."""
    table = Runner()
    sign = asking(table, "ann")
    for number in range(9):
        asking(table, f"far{number}")
    wrong_corner = next(each for each in corners(5) if each not in sign)
    for place in range(3):
        touch(table, *(wrong_corner if at == place else each for at, each in enumerate(sign)))
        assert holder(table) is None
    exchanged = sum(order[a] > order[b] for a, b in combinations(range(3), 2)) % 2 == 1
    touch(table, *(sign[each] for each in order))
    assert not exchanged or holder(table) is None


@pytest.mark.parametrize(
    ("done", "sits"),
    [
        ((0, 1, 2), True),
        ((0, 0, 1, 1, 1, 2), True),
        ((0, 1, 0, 1, 2), True),
        ((3, 1, 2, 0, 1, 2), True),
        ((1, 2), False),
        ((3, 0, 1, 2), False),
        ((0, 1, 3, 2), False),
    ],
    ids=str,
)
def test_how_a_sign_is_done(done: tuple[int, ...], *, sits: bool) -> None:
    """The numbers are corners: of the sign, and 3 is the one that it leaves out. To touch a corner twice is no mistake,
    and whoever comes back to the first one begins anew with it; after three corners the next sign begins."""
    table = Runner()
    sign = asking(table, "ann")
    four = (*sign, next(each for each in corners(5) if each not in sign))
    touch(table, *(four[each] for each in done))
    assert (holder(table) == "ann") == sits


@pytest.mark.parametrize("name", ["b1", "c3", "e4"])
def test_other_squares_count_for_nothing(name: str) -> None:
    table = Runner()
    first, second, third = asking(table, "ann")
    touch(table, first, square(name), second, square(name), third)
    assert holder(table) == "ann"


def test_after_a_pause_a_sign_is_begun_anew() -> None:
    table = Runner()
    first, second, third = asking(table, "ann")
    touch(table, first, second)
    table.feed(HandsPaused())
    touch(table, third)
    assert holder(table) is None
    table.feed(HandsPaused())
    touch(table, first, second, third)
    assert holder(table) == "ann"


def test_who_asks_in_the_middle_of_a_sign_takes_nothing_from_it() -> None:
    table = Runner()
    first, second, third = asking(table, "ann")
    touch(table, first)
    asking(table, "far")
    touch(table, second)
    asking(table, "farther")
    touch(table, third)
    assert holder(table) == "ann"


def test_a_sign_that_was_in_use_rests_before_it_is_given_again() -> None:
    """Whoever does the sign of a claim that has just ended does nobody else's."""
    table = Runner()
    first = asking(table, "ann")
    given = []
    for number in range(SIGNS - 1):
        table.state = table.state.with_claims(())
        given.append(asking(table, f"far{number}"))
    assert first not in given
    assert len(set(given)) == SIGNS - 1


def test_the_host_who_looks_for_the_corner_still_sees_it_while_somebody_asks() -> None:
    table = seated(1)
    table.do(ANN, WatchCorner(watching=True))
    asking(table, "far")
    touch(table, square("e5"))
    assert table.seen(ANN).corner == Corner(square("e5"))
    assert table.seen(ANN).seats_held == (BLUE,)
