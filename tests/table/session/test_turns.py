"""Commands during a game: whose steps they are, what can be taken back, confirming, and recovery options."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import square
from engine.actions import Resign
from engine.errors import UndoBarred
from engine.notation.action_form import parse_action
from engine.seats import Seat
from table.session.answers import Accepted, CommandRefused, Refusal, Refused, Stale
from table.session.at_board import BoardStatusChanged, StepsRevised
from table.session.chess_clock import ChessClock
from table.session.command import CommandReceived, Decided
from table.session.journal_entries import (
    Acted,
    ClockPaused,
    Entry,
    GameBegan,
    Opened,
    StepUndone,
    TableCleared,
    TimeUsed,
    TurnConfirmed,
    TurnTakenBack,
    replay,
)
from table.session.reducer import handle
from table.session.saved_state import SavedState, steps_to_undo
from table.session.session_events import EventOutcome, TrustReading
from table.session.snapshot import (
    AdoptBoard,
    BoardMode,
    BoardView,
    Offer,
    OfferKind,
    TakebackView,
    TrustGame,
    TurnBoard,
)
from table.session.table_state import TableState, Takeback
from table.session.turns import (
    Act,
    AnswerTakeback,
    AskTakeback,
    ConfirmTurn,
    PauseClock,
    RestartTurn,
    TakeOffer,
    UndoStep,
    can_undo,
    confirmation_entries,
    may_restart,
    may_take_back,
    may_undo,
    takeback_view,
)
from table.settings.options import ClockRule, GameOptions
from tests.table.session.reduced_table import ANN, BEN, EVE, TURNS, Runner, playing, refusal
from tests.table.session.saved_states import (
    BLUE,
    GUEST,
    HOST,
    NOBODY,
    ORANGE,
    acted,
    decided,
    entries,
    game,
    lobby,
    refused,
)
from tests.table.session.saved_states import table as table_state

MOVE = parse_action("b2-c3")
MOVED = game(acted("b2-c3"))
FINISHED = game(acted("b2-c3", "c3+b3"))


def test_steps_are_those_of_the_seat_to_act() -> None:
    assert entries(game(), HOST, Act(MOVE)) == (Acted((MOVE,)),)
    for held in (GUEST, NOBODY):
        with pytest.raises(CommandRefused) as caught:
            entries(game(), held, Act(MOVE))
        assert refused(caught) == ("table.not_your_seat", True)


def test_no_step_is_made_before_the_finished_turn_is_confirmed_or_without_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(FINISHED, GUEST, Act(MOVE))
    assert refused(caught) == ("table.confirm_first", False)
    with pytest.raises(CommandRefused) as caught:
        entries(lobby(), HOST, Act(MOVE))
    assert refused(caught) == ("table.not_now", False)


def test_a_player_resigns_at_any_time_and_only_for_the_own_seat() -> None:
    assert entries(game(), GUEST, Act(Resign(ORANGE))) == (Acted((Resign(ORANGE),)),)
    with pytest.raises(CommandRefused) as caught:
        entries(game(), GUEST, Act(Resign(BLUE)))
    assert refused(caught) == ("table.not_your_seat", True)


@pytest.mark.parametrize(("held", "allowed"), [(HOST, True), (GUEST, False), (NOBODY, False)])
def test_who_may_take_back_a_step(held: tuple[Seat, ...], *, allowed: bool) -> None:
    assert can_undo(MOVED)
    assert may_undo(MOVED, held) == allowed
    assert not may_restart(MOVED, held)
    assert may_restart(FINISHED, held) == allowed


def test_one_step_or_the_whole_turn_is_taken_back() -> None:
    assert entries(FINISHED, HOST, UndoStep()) == (StepUndone(),)
    assert entries(FINISHED, HOST, RestartTurn()) == (StepUndone(), StepUndone())
    with pytest.raises(CommandRefused) as caught:
        entries(FINISHED, GUEST, UndoStep())
    assert refused(caught) == ("table.not_your_seat", True)


def test_confirmed_steps_are_not_taken_back_so() -> None:
    assert not can_undo(game())
    with pytest.raises(CommandRefused) as caught:
        entries(game(), HOST, UndoStep())
    assert refused(caught) == ("table.nothing_to_undo", False)


def test_the_player_confirms_the_finished_turn() -> None:
    assert entries(FINISHED, HOST, ConfirmTurn()) == (TurnConfirmed(),)
    with pytest.raises(CommandRefused) as caught:
        entries(FINISHED, GUEST, ConfirmTurn())
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        entries(MOVED, HOST, ConfirmTurn())
    assert refused(caught) == ("table.nothing_to_confirm", False)


TRUST, ADOPT, TURN = (TakeOffer(kind) for kind in OfferKind)
STANDS = ((square("b3"), BLUE), (square("b4"), BLUE), (square("d2"), ORANGE), (square("d4"), ORANGE))
ADOPTED = AdoptBoard(STANDS, ((square("c3"), 1),))
EVERY: tuple[Offer, ...] = (TrustGame(), ADOPTED, TurnBoard(2))


def offered(*offers: Offer, table: Runner | None = None) -> Runner:
    """A table in play whose board offers these ways out."""
    found = table or playing()
    found.feed(BoardStatusChanged(BoardView("ready", BoardMode.RESTORE, None, (), None, offers)))
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
    table.feed(BoardStatusChanged(BoardView("ready", BoardMode.UNSURE, None, (), None, (AdoptBoard(STANDS),))))
    assert isinstance(table.ask(ANN, ADOPT, before), Accepted)


# What they come to.


def test_trusting_the_game_changes_nothing_but_the_reading() -> None:
    table = offered(*EVERY)
    outcome = handle(table.state, CommandReceived(BEN, table.state.version, TRUST, ""))
    assert outcome == EventOutcome(table.state, (), (TrustReading(),), Accepted(table.state.version))


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
    assert table.seen(BEN).log[-2].event.message.key == "log.position_corrected"
    assert dict(table.seen(BEN).log[-2].event.message.args) == {"seat": "blue", "squares": "b3,c3"}
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
    assert replay([*later, TableCleared()]) == SavedState(starts=2, turned=2, names=("Ben", "Ann"))
    offered(TurnBoard(3), table=table)
    table.do(ANN, TURN)
    assert table.state.saved.turned == 1


# Steps that the board takes back.


def test_the_board_takes_back_and_does_other_steps_in_one_go() -> None:
    table = playing()
    table.act(ANN, *TURNS[:2])
    before = table.state.version
    outcome = handle(table.state, StepsRevised(2, tuple(parse_action(each) for each in ("b4-b3", "b3+b4"))))
    state = outcome.state
    assert state.saved.confirming is BLUE
    assert state.version > before
    assert (len(outcome.entries), outcome.effects) == (3, ())
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


TIMED = GameOptions(clock=ClockRule(5, 3))


def test_any_player_pauses_and_resumes_the_clock() -> None:
    assert entries(game(options=TIMED), GUEST, PauseClock(paused=True)) == (ClockPaused(paused=True),)
    assert entries(game(options=TIMED), GUEST, PauseClock(paused=False)) == (ClockPaused(paused=False),)


def test_a_spectator_does_not_pause_it_nor_anybody_without_a_clock_or_a_game() -> None:
    with pytest.raises(CommandRefused) as caught:
        entries(game(options=TIMED), NOBODY, PauseClock(paused=True))
    assert refused(caught) == ("table.not_your_seat", True)
    for saved in (game(), lobby(options=TIMED)):
        with pytest.raises(CommandRefused) as caught:
            entries(saved, GUEST, PauseClock(paused=True))
        assert refused(caught) == ("table.not_now", False)


def test_a_timed_turn_is_confirmed_with_the_time_that_it_took() -> None:
    clock = ChessClock(((ORANGE, 200), (BLUE, 4000)))
    finished = game(acted("b2-c3", "c3+b3"), options=TIMED)
    assert confirmation_entries(finished, clock) == (TimeUsed(BLUE, 4000), TimeUsed(ORANGE, 200), TurnConfirmed())
    assert confirmation_entries(game(acted("b2-c3", "c3+b3")), clock) == (TurnConfirmed(),)


def test_whose_clock_runs() -> None:
    moved, finished = (game(acted(*steps), options=TIMED) for steps in (("b2-c3",), ("b2-c3", "c3+b3")))
    assert (moved.running_clock, finished.running_clock) == (BLUE, BLUE)
    assert game(ClockPaused(paused=True), options=TIMED).running_clock is None
    assert (game(acted("b2-c3")).running_clock, lobby(options=TIMED).running_clock) == (None, None)


PLAYED = game(acted("b2-c3", "c3+b3"), TurnConfirmed())
REQUEST = Takeback(BLUE, frozenset({BLUE}), 7)
BOTH: tuple[Seat, ...] = (BLUE, ORANGE)


Taken = Takeback | tuple[Entry, ...] | None


def taken_back(found: Decided) -> Taken:
    """The request that a command about a takeback leads to (None: none any more), or the entries."""
    if isinstance(found, TableState):
        return found.takeback
    assert isinstance(found, tuple)
    return found


def asked(saved: SavedState, held: tuple[Seat, ...], pending: Takeback | None, version: int) -> Taken:
    state = replace(table_state(saved), version=version - 1, takeback=pending)
    return taken_back(decided(state, held, AskTakeback()))


def answered(saved: SavedState, held: tuple[Seat, ...], request: Takeback | None, *, agree: bool) -> Taken:
    state = replace(table_state(saved), takeback=request)
    return taken_back(decided(state, held, AnswerTakeback(agree)))


def test_a_request_waits_for_the_others_unless_the_phone_has_all_seats() -> None:
    assert asked(PLAYED, HOST, None, 7) == REQUEST
    assert asked(PLAYED, BOTH, None, 7) == (TurnTakenBack(2),)


def test_asking_for_what_another_has_asked_agrees_to_it() -> None:
    assert asked(PLAYED, GUEST, REQUEST, 9) == (TurnTakenBack(2),)


def test_an_answer_agrees_or_refuses() -> None:
    assert answered(PLAYED, GUEST, REQUEST, agree=True) == (TurnTakenBack(2),)
    assert answered(PLAYED, GUEST, REQUEST, agree=False) == Takeback(BLUE, frozenset({BLUE}), 7, ORANGE)


def test_who_asked_may_withdraw_but_not_agree() -> None:
    assert answered(PLAYED, HOST, REQUEST, agree=False) is None
    with pytest.raises(CommandRefused) as caught:
        answered(PLAYED, HOST, REQUEST, agree=True)
    assert refused(caught) == ("table.no_takeback", False)


def test_a_spectator_neither_asks_nor_answers() -> None:
    assert (may_take_back(PLAYED, HOST), may_take_back(PLAYED, NOBODY)) == (True, False)
    with pytest.raises(CommandRefused) as caught:
        asked(PLAYED, NOBODY, None, 7)
    assert refused(caught) == ("table.not_your_seat", True)
    with pytest.raises(CommandRefused) as caught:
        answered(PLAYED, NOBODY, REQUEST, agree=True)
    assert refused(caught) == ("table.not_your_seat", True)


def test_there_must_be_a_request_a_game_and_a_turn() -> None:
    with pytest.raises(CommandRefused) as caught:
        answered(PLAYED, GUEST, None, agree=True)
    assert refused(caught) == ("table.no_takeback", False)
    with pytest.raises(CommandRefused) as caught:
        asked(lobby(), HOST, None, 1)
    assert refused(caught) == ("table.not_now", False)
    begun = lobby(GameBegan(5))
    assert not may_take_back(begun, HOST)
    with pytest.raises(UndoBarred):
        asked(begun, HOST, None, 1)


def test_phones_see_who_asked_who_is_missing_and_who_refused() -> None:
    assert takeback_view(PLAYED, None) is None
    assert takeback_view(PLAYED, REQUEST) == TakebackView(BLUE, (ORANGE,), None)
