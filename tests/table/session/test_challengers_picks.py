"""What the Challenger has picked and not offered yet: everybody sees it, and the journal does not keep it."""

from __future__ import annotations

from engine.setup import Edition, PowerName, Profile
from table.session.answers import Accepted, Stale
from table.session.drafting import DrawLots, OfferPowers, PickPowers
from table.session.journal_entries import SeatHandedOver
from table.session.lobby import AbandonGame, BeginGame, ChooseOptions
from table.session.session_events import EntryDecided
from table.settings.options import DraftMode, GameOptions
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, Runner, refusal, seated


def gods(names: str) -> tuple[PowerName, ...]:
    return tuple(PowerName(name) for name in names.split())


def begun(options: GameOptions | None = None, players: int = 2) -> Runner:
    table = seated(players)
    table.do(ANN, ChooseOptions(options or GameOptions(powers=True)), BeginGame())
    return table


def picked(table: Runner, marks: frozenset[str] = EVE) -> tuple[str, ...]:
    draft = table.seen(marks).draft
    assert draft is not None
    return draft.picked


def test_everybody_sees_what_the_challenger_picks_before_it_is_offered() -> None:
    table = begun()
    for names in ("pan", "pan atlas", "atlas"):
        table.do(ANN, PickPowers(gods(names)))
        assert [picked(table, marks) for marks in (ANN, BEN, EVE)] == [gods(names)] * 3


def test_it_is_not_in_the_journal_and_makes_nothing_stale() -> None:
    table = begun()
    entries, saw = list(table.entries), table.state.version
    table.do(ANN, PickPowers(gods("pan atlas")))
    assert table.entries == entries
    assert isinstance(table.ask(ANN, OfferPowers(gods("hera zeus")), saw), Accepted)


def test_a_pick_of_a_version_before_another_one_counts() -> None:
    table = begun()
    saw = table.state.version
    assert isinstance(table.ask(ANN, PickPowers(gods("pan")), saw), Accepted)
    assert isinstance(table.ask(ANN, PickPowers(gods("pan atlas")), saw), Accepted)
    assert picked(table) == gods("pan atlas")


def test_the_same_picks_again_are_no_news() -> None:
    table = begun()
    table.do(ANN, PickPowers(gods("pan")))
    version = table.state.version
    table.do(ANN, PickPowers(gods("pan")))
    assert table.state.version == version


def test_only_the_challenger_picks_and_only_what_can_be_offered() -> None:
    table = begun(players=3)
    assert refusal(table.ask(BEN, PickPowers(gods("pan")))) == ("table.not_your_seat", True)
    assert refusal(table.ask(EVE, PickPowers(gods("pan")))) == ("table.not_your_seat", True)
    for names, why in (
        ("pan atlas hera zeus", "draft.enough"),
        ("pan pan", "draft.repeated"),
        ("achilles", "draft.not_for_players"),
    ):
        assert refusal(table.ask(ANN, PickPowers(gods(names)))) == (why, False)
    pair = begun()
    assert refusal(pair.ask(ANN, PickPowers(gods("hecate circe")))) == ("draft.impossible_pair", False)


def test_in_2007_as_many_are_picked_as_one_likes() -> None:
    table = begun(GameOptions(powers=True, rules=Profile(edition=Edition.ORIGINAL_2007)))
    table.do(ANN, PickPowers(gods("pan atlas hera zeus bia")))
    assert picked(table) == gods("pan atlas hera zeus bia")


def test_they_are_gone_once_gods_are_offered_or_drawn_and_with_the_draft() -> None:
    for after in (OfferPowers(gods("hera zeus")), DrawLots(), AbandonGame()):
        table = begun()
        table.do(ANN, PickPowers(gods("pan")), after)
        assert table.state.picked == ()
        assert isinstance(table.ask(ANN, PickPowers(gods("pan")), table.state.version - 1), Stale)
        assert refusal(table.ask(ANN, PickPowers(gods("pan")))) == ("table.not_now", False)


def test_they_stay_when_the_challenger_goes_on_with_another_phone() -> None:
    table = begun()
    table.do(ANN, PickPowers(gods("pan")))
    table.feed(EntryDecided(SeatHandedOver(BLUE, "fay")))
    fay = frozenset({"fay"})
    assert picked(table, fay) == gods("pan")
    table.do(fay, PickPowers(gods("pan atlas")))
    assert refusal(table.ask(ANN, PickPowers(()))) == ("table.not_your_seat", True)
    assert picked(table) == gods("pan atlas")


def test_in_a_vote_nobody_picks() -> None:
    table = begun(GameOptions(powers=True, mode=DraftMode.VOTE))
    assert refusal(table.ask(ANN, PickPowers(gods("pan")))) == ("table.not_now", False)
