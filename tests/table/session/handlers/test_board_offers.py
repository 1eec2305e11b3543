"""Ways out of a board that disagrees with the game: who may take them, and what they come to."""

from __future__ import annotations

import pytest

from engine import UndoBarred, square
from engine.actions import Resign
from engine.notation.action_form import parse_action
from engine.seats import Seat
from table.session.commands import Act, ConfirmTurn, TakeOffer, UndoStep
from table.session.evolve import replay
from table.session.journal_entries import Entry, Opened, TableCleared
from table.session.reducer import handle
from table.session.refusals import Refusal
from table.session.saved_state import SavedState, steps_to_undo
from table.session.session_events import BoardRead, CommandReceived, Persist, Reply, StepsRevised, TrustReading
from table.session.snapshot import AdoptBoard, BoardMode, BoardView, Offer, OfferKind, TrustGame, TurnBoard
from table.session.table_api import Accepted, Refused, Stale
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, ORANGE, TURNS, Runner, playing, refusal

TRUST, ADOPT, TURN = (TakeOffer(kind) for kind in OfferKind)
STANDS = ((square("b3"), BLUE), (square("b4"), BLUE), (square("d2"), ORANGE), (square("d4"), ORANGE))
ADOPTED = AdoptBoard(STANDS, ((square("c3"), 1),))
EVERY: tuple[Offer, ...] = (TrustGame(), ADOPTED, TurnBoard(2))


def offered(*offers: Offer, table: Runner | None = None) -> Runner:
    """A table in play whose board offers these ways out."""
    found = table or playing()
    found.feed(BoardRead(BoardView("ready", BoardMode.RESTORE, None, (), None, offers)))
    return found


# Who may.


@pytest.mark.parametrize(
    ("marks", "kinds"),
    [
        (ANN, [OfferKind.TRUST, OfferKind.ADOPT, OfferKind.TURN]),
        (BEN, [OfferKind.TRUST, OfferKind.TURN]),
        (EVE, []),
    ],
)
def test_a_phone_is_shown_the_ways_out_that_it_may_take(marks: frozenset[str], kinds: list[OfferKind]) -> None:
    table = offered(*EVERY)
    names = {TrustGame: OfferKind.TRUST, AdoptBoard: OfferKind.ADOPT, TurnBoard: OfferKind.TURN}
    assert [names[type(offer)] for offer in table.seen(marks).offers] == kinds
    for kind in OfferKind:
        answer = offered(*EVERY).ask(marks, TakeOffer(kind))
        assert isinstance(answer, Accepted) is (kind in kinds)
        if kind not in kinds:
            assert refusal(answer) == (Refusal.NOT_YOUR_SEAT, True)


def test_the_host_may_adopt_the_board_in_the_others_turn() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    table.do(ANN, ConfirmTurn())
    assert table.state.saved.to_act is ORANGE
    for marks in (ANN, BEN):
        assert ADOPTED in offered(*EVERY, table=table).seen(marks).offers


def test_what_is_not_offered_cannot_be_taken() -> None:
    table = offered(TrustGame())
    assert refusal(table.ask(ANN, ADOPT)) == (Refusal.NO_OFFER, False)
    assert refusal(table.ask(ANN, TURN)) == (Refusal.NO_OFFER, False)


def test_who_saw_other_ways_out_is_told_how_it_stands() -> None:
    table = offered(ADOPTED)
    seen = table.state.version
    offered(AdoptBoard(STANDS), table=table)
    assert table.ask(ANN, ADOPT, seen) == Stale(table.state.version)
    before = table.state.version
    table.feed(BoardRead(BoardView("ready", BoardMode.UNSURE, None, (), None, (AdoptBoard(STANDS),))))
    assert isinstance(table.ask(ANN, ADOPT, before), Accepted)


# What they come to.


def test_trusting_the_game_changes_nothing_but_the_reading() -> None:
    table = offered(*EVERY)
    state, effects = handle(table.state, CommandReceived(BEN, table.state.version, TRUST, ""))
    assert state == table.state
    assert effects == (TrustReading(), Reply(Accepted(state.version)))


def test_adopting_the_board_begins_the_turn_anew_on_what_stands() -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    offered(ADOPTED, table=table)
    table.do(ANN, ADOPT)
    game = table.state.saved.game
    assert game is not None
    assert {(worker.square, worker.seat) for worker in game.view(BLUE).workers} == set(STANDS)
    assert game.state.levels[square("c3")] == 1
    assert table.state.saved.to_act is BLUE
    assert table.seen(BEN).log[-2].message.key == "log.position_corrected"
    assert dict(table.seen(BEN).log[-2].message.args) == {"seat": "blue", "squares": "b3,c3"}
    assert replay(table.entries) == table.state.saved


def test_an_adopted_position_can_be_taken_back() -> None:
    table = playing()
    table.act(ANN, TURNS[0])
    before = table.state.saved
    offered(ADOPTED, table=table)
    table.do(ANN, ADOPT, UndoStep())
    assert table.state.saved == before


def test_a_finished_turn_stands_when_the_board_is_adopted() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    offered(ADOPTED, table=table)
    assert ADOPTED not in table.seen(BEN).offers
    table.do(ANN, ADOPT)
    assert (table.state.saved.confirming, table.state.saved.to_act) == (None, ORANGE)
    table.do(BEN, UndoStep())  # the correction, and no more
    assert refusal(table.ask(ANN, UndoStep()))[0] == Refusal.NOTHING_TO_UNDO


def test_a_board_that_cannot_be_adopted_says_why() -> None:
    twice = AdoptBoard((*STANDS, (square("a1"), BLUE)))
    answer = offered(twice).ask(ANN, ADOPT)
    assert isinstance(answer, Refused)
    assert answer.message.key == "correct.too_many"


def test_the_board_stays_turned_until_it_is_turned_back() -> None:
    table = offered(TurnBoard(2))
    table.do(BEN, TURN)
    assert table.state.saved.turned == 2
    table.do(ANN, Act(Resign(BLUE)))
    later: list[Entry] = [*table.entries, Opened()]
    assert replay(later).turned == 2
    assert replay([*later, TableCleared()]) == SavedState(starts=2, turned=2)
    offered(TurnBoard(3), table=table)
    table.do(ANN, TURN)
    assert table.state.saved.turned == 1


# Steps that the board takes back.


def test_the_board_takes_back_and_does_other_steps_in_one_go() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    before = table.state.version
    state, effects = handle(table.state, StepsRevised(2, tuple(parse_action(each) for each in ("b4-b3", "b3+b4"))))
    assert state.saved.confirming is BLUE
    assert state.version > before
    assert [type(effect) for effect in effects] == [Persist] * 3
    table.feed(StepsRevised(2, (parse_action("b4-b3"), parse_action("b3+b4"))))
    assert table.state == state
    assert replay(table.entries) == state.saved


def test_the_board_only_takes_back() -> None:
    table = playing()
    start = table.state.saved
    table.act(ANN, TURNS[0])
    table.feed(StepsRevised(1, ()))
    assert table.state.saved == start


@pytest.mark.parametrize(
    ("back", "actions"),
    [(3, ()), (1, ("b2-e5",)), (2, ("b4-b3", "b3+b4", "d2-e2"))],
    ids=["before the turn", "no legal step", "past its end"],
)
def test_a_revision_that_cannot_be_is_the_readers_fault_and_does_nothing(back: int, actions: tuple[str, ...]) -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    before = table.state
    with pytest.raises((UndoBarred, ValueError)):
        table.feed(StepsRevised(back, tuple(parse_action(each) for each in actions)))
    assert table.state == before


def test_what_may_be_taken_back_on_the_board_ends_at_the_turn_and_at_a_correction() -> None:
    table = playing()
    counts = [steps_to_undo(table.state.saved)]
    for step in TURNS[:2]:
        table.act(ANN, step)
        counts.append(steps_to_undo(table.state.saved))
    table.do(ANN, ConfirmTurn())
    counts.append(steps_to_undo(table.state.saved))
    table.act(BEN, TURNS[2])
    offered(AdoptBoard(((square("b3"), BLUE), (square("c3"), BLUE), STANDS[2], STANDS[3])), table=table)
    table.do(BEN, ADOPT)
    counts.append(steps_to_undo(table.state.saved))
    table.act(BEN, "d2-d1")
    counts.append(steps_to_undo(table.state.saved))
    assert counts == [0, 1, 2, 0, 0, 1]
    assert Seat.ORANGE is table.state.saved.to_act
