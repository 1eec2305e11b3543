"""The draft in the log of a match: who may choose what, and that the game is the one that was drafted."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine import Seat
from engine.casting.draft import Draft
from engine.setup import MORTAL, Edition, PowerName, Profile, Setup
from online.match.match_entries import (
    Bar,
    BarredError,
    GameSetUp,
    MatchOpened,
    OrderedEntry,
    PowersDrafted,
    entry_body,
    read_entry,
)
from online.match.match_state import MatchState
from table.log_forms import DraftRecord, PowerTaken, draft_in, draft_record, setup_form
from tests.online.match.test_match_rules import BLUE, KEY, MATCH, MORTALS, ORANGE, WHITE, bar, game_of, match_of, played

ATLAS, PAN, HERMES = PowerName("atlas"), PowerName("pan"), PowerName("hermes")
BEGUN = Draft.begin((BLUE, ORANGE), BLUE)
OFFERED = BEGUN.offer((ATLAS, PAN))
CHOSEN = OFFERED.choose(PAN)
NAMED = CHOSEN.name_start_player(ORANGE)
THREE = Draft.begin((BLUE, ORANGE, WHITE), BLUE).offer((ATLAS, PAN, HERMES))
STAGES = (BEGUN, OFFERED, CHOSEN, NAMED, THREE, THREE.choose(PAN), THREE.choose(PAN).choose(ATLAS))


def drafted(draft: Draft | None) -> PowersDrafted:
    return PowersDrafted(None if draft is None else draft_record(draft))


def at(*steps: tuple[int, Draft], seats: tuple[tuple[Seat, ...], ...] = ((BLUE,), (ORANGE,))) -> MatchState:
    """The match of these tables after these steps of their draft."""
    return played(match_of(*seats), *((by, drafted(draft)) for by, draft in steps))


@pytest.mark.parametrize("draft", STAGES)
def test_a_draft_is_read_from_its_record_as_it_was(draft: Draft) -> None:
    assert draft_in(draft_record(draft)) == draft
    entry = OrderedEntry(0, 0, drafted(draft))
    assert read_entry(entry_body(entry)) == entry


def test_a_pool_and_rules_are_in_the_record() -> None:
    profile = Profile(edition=Edition.SPIN_MASTER, size=4)
    draft = Draft.begin((BLUE, ORANGE), ORANGE, profile, pool=frozenset((ATLAS, PAN, HERMES)))
    assert draft_in(draft_record(draft)) == draft


def test_each_table_makes_the_choices_of_its_seats_until_the_game_is_set_up() -> None:
    state = at((0, BEGUN), (0, OFFERED), (1, CHOSEN), (0, NAMED))
    assert state.draft == NAMED
    state = played(state, (0, GameSetUp(setup_form(NAMED.setup()))))
    assert state.draft is None
    assert state.game is not None
    assert state.game.to_act is ORANGE


@pytest.mark.parametrize(
    ("steps", "by", "wanted", "why"),
    [
        ((), 1, BEGUN, Bar.NOT_YOURS),
        (((0, BEGUN),), 1, OFFERED, Bar.NOT_YOURS),
        (((0, BEGUN), (0, OFFERED), (1, CHOSEN)), 1, NAMED, Bar.NOT_YOURS),
        (((0, BEGUN), (0, OFFERED)), 1, None, Bar.NOT_YOURS),
        (((0, BEGUN), (0, OFFERED), (1, CHOSEN)), 1, OFFERED.choose(ATLAS), Bar.OUTDATED),
        (((0, BEGUN), (0, OFFERED), (1, CHOSEN)), 0, OFFERED, Bar.OUTDATED),
        (((0, BEGUN), (0, OFFERED)), 0, BEGUN.offer((HERMES, PAN)), Bar.OUTDATED),
        (((0, BEGUN),), 0, BEGUN, Bar.OUTDATED),
        (((0, BEGUN),), 0, Draft.begin((BLUE, ORANGE), ORANGE), Bar.OUTDATED),
    ],
    ids=[
        "begun by another table",
        "offered by another table",
        "starter named by another table",
        "ended by another table",
        "another choice",
        "a choice taken back",
        "another offer",
        "nothing new",
        "another draft",
    ],
)
def test_what_a_table_may_not_do_in_a_draft(
    steps: tuple[tuple[int, Draft], ...], by: int, wanted: Draft | None, why: Bar
) -> None:
    assert bar(at(*steps), by, drafted(wanted)) is why


def test_a_table_chooses_for_no_seat_of_another_one_and_the_deciding_one_may_draw_lots() -> None:
    state = at((0, THREE), seats=((BLUE,), (ORANGE,), (WHITE,)))
    one = THREE.choose(PAN)
    both = one.choose(HERMES)
    assert bar(state, 2, drafted(one)) is Bar.NOT_YOURS
    assert bar(state, 1, drafted(both)) is Bar.NOT_YOURS
    assert played(state, (1, drafted(one)), (2, drafted(both))).draft == both
    assert played(state, (0, drafted(both))).draft == both


@pytest.mark.parametrize(
    "form",
    [
        replace(draft_record(CHOSEN), chosen=(PowerTaken(ORANGE, PAN),)),
        replace(draft_record(CHOSEN), chosen=(PowerTaken(BLUE, PAN), PowerTaken(ORANGE, ATLAS))),
        replace(draft_record(CHOSEN), chosen=(PowerTaken(ORANGE, HERMES), PowerTaken(BLUE, ATLAS))),
        replace(draft_record(OFFERED), offered=(ATLAS, ATLAS)),
        replace(draft_record(OFFERED), starter=BLUE),
        replace(draft_record(BEGUN), challenger=WHITE),
        replace(draft_record(BEGUN), profile=(("edition", "none"),)),
    ],
    ids=["the last is missing", "out of turn", "not on offer", "twice", "too early", "no Challenger", "no rule"],
)
def test_what_is_no_draft_is_barred(form: DraftRecord) -> None:
    assert bar(match_of((BLUE,), (ORANGE,)), 0, PowersDrafted(form)) is Bar.SETUP


POWERS = st.sampled_from((ATLAS, PAN, HERMES, PowerName("mortal"), PowerName("nobody"), PowerName("chaos")))
RULES = st.sampled_from((("edition", "original_2007"), ("gods_per_player", "2"), ("bans", "enforce"), ("size", "9")))


def test_a_draft_from_a_power_without_a_card_is_barred() -> None:
    """Nobody could be dealt it."""
    form = replace(draft_record(BEGUN), pool=(MORTAL,))
    with pytest.raises(BarredError):
        played(at(), (0, PowersDrafted(form)))


@settings(max_examples=300, deadline=None)
@given(
    st.builds(
        DraftRecord,
        st.lists(st.sampled_from(Seat), min_size=2, max_size=4).map(tuple),
        st.sampled_from(Seat),
        size=st.integers(4, 5),
        fleece=st.booleans(),
        pool=st.none() | st.lists(POWERS, max_size=4).map(tuple),
        profile=st.lists(RULES, max_size=2).map(tuple),
        offered=st.lists(POWERS, max_size=5).map(tuple),
        chosen=st.lists(st.builds(PowerTaken, st.sampled_from(Seat), POWERS), max_size=4).map(tuple),
        starter=st.none() | st.sampled_from(Seat),
    ),
    st.sampled_from((BEGUN, OFFERED, CHOSEN, None)),
    st.sampled_from((0, 1)),
)
def test_whatever_another_table_sends_is_a_draft_or_is_barred(form: DraftRecord, before: Draft | None, by: int) -> None:
    steps = {BEGUN: (BEGUN,), OFFERED: (BEGUN, OFFERED), CHOSEN: (BEGUN, OFFERED, CHOSEN), None: ()}[before]
    state = at(*((0, step) for step in steps))
    try:
        went_on = played(state, (by, PowersDrafted(form)))
    except BarredError:
        return
    assert went_on.draft is not None
    assert draft_in(draft_record(went_on.draft)) == went_on.draft
    assert by == 0 or before is not None


def test_choices_that_have_to_be_secret_are_not_in_the_log() -> None:
    at_once = Draft.begin((BLUE, ORANGE), BLUE, Profile(edition=Edition.ORIGINAL_2007))
    assert bar(match_of((BLUE,), (ORANGE,)), 0, drafted(at_once)) is Bar.SETUP


@pytest.mark.parametrize("setup", [MORTALS, CHOSEN.name_start_player(BLUE).setup()], ids=["no powers", "another start"])
def test_no_other_game_is_set_up_than_was_drafted(setup: Setup) -> None:
    state = at((0, BEGUN), (0, OFFERED), (1, CHOSEN), (0, NAMED))
    other = GameSetUp(setup_form(setup))
    assert bar(state, 0, other) is Bar.SETUP
    assert bar(at((0, BEGUN), (0, OFFERED)), 0, GameSetUp(setup_form(NAMED.setup()))) is Bar.SETUP
    ended = played(state, (0, PowersDrafted(None)))
    assert played(ended, (0, GameSetUp(setup_form(MORTALS)))).game is not None


def test_no_draft_begins_while_a_game_goes_on_or_where_a_judge_has_the_plan() -> None:
    assert bar(game_of((BLUE,), (ORANGE,)), 0, drafted(BEGUN)) is Bar.GAME_GOES_ON
    judged = played(MatchState(), (0, MatchOpened(MATCH, "judge", KEY, ())))
    assert bar(judged, 0, drafted(BEGUN)) is Bar.NOT_YOURS
