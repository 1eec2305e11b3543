"""What a table of a match may do, and what its log says about it: the fold of entries, on every table the same."""

from __future__ import annotations

import pytest

from engine import Game, Player, PowerName, Profile, Seat, Setup
from engine.notation import action_text
from engine.setup import Edition, Rulings
from online.match.match_entries import (
    Bar,
    BarredError,
    GameSetUp,
    MatchClosed,
    MatchContent,
    MatchOpened,
    OrderedEntry,
    SeatsReassigned,
    StepsTaken,
    TableAdmitted,
    TableDeparted,
    TakebackAnswered,
    TakebackRequested,
    entry_body,
    read_entry,
)
from online.match.match_state import MatchState, after
from table.log_forms import setup_form, setup_in

BLUE, ORANGE, WHITE, PURPLE = Seat
KEY = "ab" * 32
MATCH = "cd" * 16
MORTALS = Setup((Player(BLUE, team=0), Player(ORANGE, team=1)))


def entry(by: int, content: MatchContent, proposal: int | None = None, state: MatchState | None = None) -> OrderedEntry:
    """An entry of a table, with its next proposal."""
    last = 0 if state is None or by >= len(state.proposals) else state.proposals[by]
    return OrderedEntry(by, (last + 1 if by else 0) if proposal is None else proposal, content)


def played(state: MatchState, *entries: tuple[int, MatchContent]) -> MatchState:
    for by, content in entries:
        state = after(state, entry(by, content, state=state))
    return state


def match_of(*seats: tuple[Seat, ...]) -> MatchState:
    """A match of tables with these seats."""
    opened = played(MatchState(), (0, MatchOpened(MATCH, "table 0", KEY, seats[0])))
    admitted = [(0, TableAdmitted(n, f"table {n}", KEY, each)) for n, each in enumerate(seats[1:], start=1)]
    return played(opened, *admitted)


def game_of(*seats: tuple[Seat, ...], setup: Setup = MORTALS) -> MatchState:
    return played(match_of(*seats), (0, GameSetUp(setup_form(setup))))


def bar(state: MatchState, by: int, content: MatchContent, proposal: int | None = None) -> Bar:
    with pytest.raises(BarredError) as caught:
        after(state, entry(by, content, proposal, state))
    assert str(caught.value)
    return caught.value.bar


TWO = ((BLUE,), (ORANGE,))
PLACED = ((0, StepsTaken("@c3 @c1")), (1, StepsTaken("@a5 @e5")))


def test_each_table_plays_its_own_seats_in_their_turns() -> None:
    state = game_of(*TWO)
    assert bar(state, 1, StepsTaken("@c3 @c1")) is Bar.NOT_YOURS
    state = played(state, *PLACED)
    assert bar(state, 1, StepsTaken("a5-b5 b5+a5")) is Bar.NOT_YOURS
    state = played(state, (0, StepsTaken("c3-c4 c4+c3")), (1, StepsTaken("a5-b5 b5+a5")))
    assert state.game is not None
    assert state.game.to_act is BLUE


def test_what_the_rules_forbid_or_nobody_can_read_is_barred() -> None:
    state = played(game_of(*TWO), *PLACED)
    for steps in (
        "c3-c5 c5+c4",
        "c3-c4 c4+e1",
        "c3-c4 c4+c3 a5-b5",
        "C3-c4 c4+c3",
        "c3-c4  c4+c3",
        "hello",
        "c3-c4 resign=blue",
    ):
        assert bar(state, 0, StepsTaken(steps)) is Bar.ILLEGAL, steps
    assert bar(state, 0, StepsTaken("correct=c3:blue,c1:blue,a5:orange,d5:orange")) is Bar.CORRECTION
    assert state == played(game_of(*TWO), *PLACED)


def test_who_gives_up_may_do_so_at_any_time_and_only_for_own_seats() -> None:
    state = played(game_of(*TWO), *PLACED)
    assert bar(state, 1, StepsTaken("resign=blue")) is Bar.NOT_YOURS
    over = played(state, (1, StepsTaken("resign=orange")))
    assert over.game is not None
    assert over.game.outcome is not None
    assert bar(over, 0, TakebackRequested(over.count)) is Bar.NOTHING_TO_TAKE_BACK
    assert played(over, (0, GameSetUp(setup_form(MORTALS)))).game == Game.begin(MORTALS)


def test_a_choice_of_another_tables_player_within_a_turn_is_an_entry_of_that_table() -> None:
    """Gaea answers a dome with a worker, in the middle of another player's turn."""
    setup = Setup((Player(BLUE, PowerName("atlas"), 0), Player(ORANGE, PowerName("gaea"), 1)))
    state = game_of(*TWO, setup=setup)
    while state.game is not None and state.game.turn == 0:
        by = 0 if state.game.to_act is BLUE else 1
        state = played(state, (by, StepsTaken(action_text(state.game.legal_actions()[0]))))
    assert state.game is not None
    move = state.game.legal_actions()[0]
    dome = next(each for each in state.game.play(move).legal_actions() if "^" in action_text(each))
    state = played(state, (0, StepsTaken(f"{action_text(move)} {action_text(dome)}")))
    assert state.game is not None
    assert state.game.to_act is ORANGE
    assert state.game.active is BLUE
    assert bar(state, 0, StepsTaken(".")) is Bar.NOT_YOURS
    declined = played(state, (1, StepsTaken(".")))
    assert declined.game is not None
    assert declined.game.active is ORANGE


def test_steps_are_taken_back_once_all_other_tables_agree() -> None:
    setup = Setup(
        tuple(
            Player(seat, PowerName(power), team)
            for seat, power, team in zip((BLUE, ORANGE, WHITE), ("pan", "atlas", "apollo"), range(3), strict=True)
        )
    )
    state = game_of((BLUE,), (ORANGE,), (WHITE,), setup=setup)
    before = state
    state = played(state, (0, StepsTaken("@c3 @c1")))
    number = state.count
    assert bar(state, 1, TakebackAnswered(number, agreed=True)) is Bar.NOTHING_TO_TAKE_BACK
    asked = played(state, (0, TakebackRequested(number)))
    assert asked.asked() == (1, 2)
    assert bar(asked, 0, TakebackAnswered(number, agreed=True)) is Bar.NOTHING_TO_TAKE_BACK
    one = played(asked, (1, TakebackAnswered(number, agreed=True)))
    assert bar(one, 1, TakebackAnswered(number, agreed=True)) is Bar.NOTHING_TO_TAKE_BACK
    assert one.game == state.game
    agreed = played(one, (2, TakebackAnswered(number, agreed=True)))
    assert agreed.game == before.game
    assert agreed.question is None
    refused = played(one, (2, TakebackAnswered(number, agreed=False)))
    assert refused.game == state.game
    assert refused.question is None


def test_a_question_to_take_back_lapses_with_the_next_steps() -> None:
    state = played(game_of(*TWO), (0, StepsTaken("@c3 @c1")))
    asked = played(state, (0, TakebackRequested(state.count)))
    on = played(asked, (1, StepsTaken("@a5 @e5")))
    assert on.question is None
    assert bar(on, 1, TakebackAnswered(state.count, agreed=True)) is Bar.NOTHING_TO_TAKE_BACK
    assert bar(on, 0, TakebackRequested(state.count)) is Bar.NOTHING_TO_TAKE_BACK


def test_only_the_table_that_opened_the_match_decides_about_it() -> None:
    state = game_of(*TWO)
    for content in (
        TableAdmitted(2, "table 2", KEY, ()),
        GameSetUp(setup_form(MORTALS)),
        SeatsReassigned(1, (BLUE,)),
        MatchClosed(),
        TableDeparted(1, revoked=True),
        TableDeparted(0, revoked=False),
        MatchOpened(MATCH, "table 1", KEY, ()),
    ):
        assert bar(state, 1, content) in {Bar.NOT_YOURS, Bar.NOT_OPEN}
    assert bar(state, 2, StepsTaken("@c3")) is Bar.UNKNOWN_TABLE


def test_a_revoked_table_does_nothing_more_and_its_seats_can_be_played_elsewhere() -> None:
    state = played(game_of(*TWO), *PLACED, (0, TableDeparted(1, revoked=True)))
    assert bar(state, 1, StepsTaken("a5-b5 b5+a5")) is Bar.UNKNOWN_TABLE
    state = played(state, (0, StepsTaken("c3-c4 c4+c3")))
    assert bar(state, 0, StepsTaken("a5-b5 b5+a5")) is Bar.NOT_YOURS
    state = played(state, (0, SeatsReassigned(0, (ORANGE,))), (0, StepsTaken("a5-b5 b5+a5")))
    assert state.tables[0].seats == (BLUE, ORANGE)


def test_a_table_that_left_by_itself_is_gone_and_a_closed_match_is_over() -> None:
    state = played(game_of(*TWO), (1, TableDeparted(1, revoked=False)))
    assert state.tables[1].left
    assert state.holder(ORANGE) is None
    closed = played(state, (0, MatchClosed()))
    assert bar(closed, 0, StepsTaken("@c3 @c1")) is Bar.NOT_OPEN


def test_a_seat_is_at_one_table_and_a_game_has_only_seats_that_are_somewhere() -> None:
    state = match_of(*TWO)
    assert bar(state, 0, TableAdmitted(2, "table 2", KEY, (ORANGE,))) is Bar.SEAT_TAKEN
    assert bar(state, 0, TableAdmitted(3, "table 3", KEY, ())) is Bar.UNKNOWN_TABLE
    three = Setup(tuple(Player(seat, PowerName("pan"), team) for team, seat in enumerate((BLUE, ORANGE, WHITE))))
    assert bar(state, 0, GameSetUp(setup_form(three))) is Bar.SETUP
    assert bar(state, 0, StepsTaken("@c3")) is Bar.NO_GAME
    begun = played(state, (0, GameSetUp(setup_form(MORTALS))))
    assert bar(begun, 0, GameSetUp(setup_form(MORTALS))) is Bar.GAME_GOES_ON


def test_a_proposal_that_was_ordered_is_not_ordered_again() -> None:
    state = played(game_of(*TWO), *PLACED, (0, StepsTaken("c3-c4 c4+c3")))
    assert bar(state, 1, StepsTaken("a5-b5 b5+a5"), proposal=1) is Bar.REPEATED
    assert bar(state, 1, StepsTaken("a5-b5 b5+a5"), proposal=0) is Bar.NOT_YOURS


@pytest.mark.parametrize("power", ["hecate", "moerae", "tartarus", "chaos"])
def test_a_game_with_secrets_needs_a_judge(power: str) -> None:
    setup = Setup((Player(BLUE, PowerName(power), 0), Player(ORANGE, PowerName("pan"), 1)), seed=7)
    assert bar(match_of(*TWO), 0, GameSetUp(setup_form(setup))) is Bar.NEEDS_JUDGE
    judged = game_of((), (BLUE,), (ORANGE,), setup=setup)
    assert judged.game is not None
    assert bar(judged, 0, SeatsReassigned(1, (ORANGE,))) is Bar.NEEDS_JUDGE


@pytest.mark.parametrize(
    "setup",
    [
        MORTALS,
        Setup((Player(WHITE, PowerName("pan"), 0), Player(BLUE, PowerName("siren"), 1)), Profile(size=4), seed=12),
        Setup(
            (Player(BLUE, PowerName("apollo"), 0, PowerName("pan")), Player(ORANGE, PowerName("atlas"), 1)),
            Profile(edition=Edition.ORIGINAL_2007, gods_per_player=2, rulings=Rulings(repetitions_reported=3)),
        ),
        Setup((Player(BLUE, team=0), Player(ORANGE, team=1)), fleece=PowerName("hypnus")),
    ],
)
def test_a_setup_is_the_same_after_it_was_written(setup: Setup) -> None:
    ordered = OrderedEntry(0, 0, GameSetUp(setup_form(setup)))
    read = read_entry(entry_body(ordered))
    assert read == ordered
    assert isinstance(read.content, GameSetUp)
    assert setup_in(read.content.setup) == setup
