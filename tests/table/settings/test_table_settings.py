"""How the table is set up once for all its games: its name, its language, how bright it shines, where a1 is."""

from __future__ import annotations

import pytest

from engine.notation.action_form import parse_action
from engine.squares import Square, square
from hardware.board import ALL_DARK, Colour, Lights
from table.runtime.led_output import dimmed
from table.session.answers import Accepted, Refusal
from table.session.at_board import BoardStatusChanged
from table.session.board_reports import status_without_game
from table.session.journal_entries import SeatHandedOver, SettingsChosen, TableCleared, replay
from table.session.lobby import BeginGame
from table.session.seating import PhonesChanged, SquareTouched
from table.session.snapshot import BoardView, Corner, OfferKind, TurnBoard
from table.session.table_setup import ChooseSettings, ShowColours, WatchCorner
from table.session.turns import Act, TakeOffer
from table.settings.options import TableSettings
from table.storage.entry_format import EntryError, entry_text, parse_entry
from table.view.led_patterns import BRIGHT, NEUTRAL, SEAT_COLOURS, Pattern, lights_of
from tests.table.session.reduced_table import ANN, BEN, BLUE, EVE, Runner, playing, refusal, seated

NIGHT = TableSettings("Oia", "fr", brightness=20, greeted=True)


def test_the_host_sets_up_the_table() -> None:
    table = seated()
    for marks in (BEN, EVE):
        assert refusal(table.ask(marks, ChooseSettings(NIGHT))) == (Refusal.HOST_ONLY, True)
    table.do(ANN, ChooseSettings(NIGHT))
    assert table.seen(EVE).settings == NIGHT


def test_setting_up_disturbs_no_game() -> None:
    """Whoever moves meanwhile has missed nothing."""
    table = playing()
    seen = table.state.version
    table.do(ANN, ChooseSettings(NIGHT))
    assert isinstance(table.ask(ANN, Act(parse_action("b2-c3")), seen), Accepted)


def test_settings_outlive_those_who_sit() -> None:
    assert replay([SettingsChosen(NIGHT), TableCleared()]).settings == NIGHT


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "A" * 25},
        {"name": " Oia"},
        {"brightness": 9},
        {"brightness": 101},
        {"language": "English"},
    ],
)
def test_what_cannot_be_set(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"characters|brightness|language"):
        TableSettings(**wrong)  # type: ignore[arg-type]  # a table of cases


@pytest.mark.parametrize(
    "entry", [SettingsChosen(NIGHT), SettingsChosen(TableSettings()), SeatHandedOver(BLUE, "ab12")]
)
def test_the_journal_keeps_it(entry: SettingsChosen | SeatHandedOver) -> None:
    assert parse_entry(entry_text(entry)) == entry


def test_a_journal_with_impossible_settings_is_no_journal() -> None:
    with pytest.raises(EntryError, match="brightness"):
        parse_entry('{"entry":"settings_chosen","name":"","language":null,"brightness":5,"greeted":false}')


def test_lights_are_dimmed_and_none_goes_out() -> None:
    lights = Lights((Colour(200, 100, 1), *ALL_DARK.colours[1:]))
    assert dimmed(lights, 100) == lights
    assert dimmed(lights, 20).colours[0] == Colour(40, 20, 1)
    assert dimmed(lights, 10).colours[1:] == ALL_DARK.colours[1:]


# The corner a1.


def looking() -> Runner:
    table = seated()
    table.do(ANN, WatchCorner(watching=True))
    return table


def test_all_corners_are_lit_while_a1_is_looked_for() -> None:
    def lit(table: Runner) -> set[Colour]:
        return {glow.colour for glow in lights_of(table.state).glows}

    table = looking()
    assert lit(table) == {NEUTRAL}
    table.do(ANN, WatchCorner(watching=False))
    assert lit(table) == set(SEAT_COLOURS.values())


def test_the_corner_that_is_touched_is_told() -> None:
    table = looking()
    table.feed(SquareTouched(square("c3")))
    assert table.seen(ANN).corner == Corner(None)
    table.feed(SquareTouched(square("e5")))
    assert table.seen(ANN).corner == Corner(square("e5"))


@pytest.mark.parametrize(
    ("size", "corner", "quarters"),
    [(5, "a1", 0), (5, "e1", 1), (5, "e5", 2), (5, "a5", 3), (4, "d4", 2), (4, "a1", 0)],
)
def test_the_board_can_be_turned_so_that_the_corner_is_a1(size: int, corner: str, quarters: int) -> None:
    offers = status_without_game(0, Corner(square(corner)), size).offers
    assert offers == ((TurnBoard(quarters),) if quarters else ())


def test_taking_the_offer_ends_the_search() -> None:
    table = looking()
    table.feed(SquareTouched(square("e5")))
    status = status_without_game(0, table.state.corner, 5)
    table.feed(BoardStatusChanged(BoardView("ready", status.mode, None, (), None, status.offers)))
    table.do(ANN, TakeOffer(OfferKind.TURN))
    assert table.state.saved.turned == 2
    assert table.seen(ANN).corner is None


def test_the_search_ends_with_the_lobby_and_when_the_hosts_phone_goes() -> None:
    table = looking()
    table.feed(PhonesChanged(frozenset({BLUE})))
    assert table.seen(ANN).corner == Corner()
    table.feed(PhonesChanged(frozenset()))
    assert table.seen(ANN).corner is None
    table = looking()
    table.do(ANN, BeginGame())
    assert table.seen(ANN).corner is None
    assert refusal(table.ask(ANN, WatchCorner(watching=True))) == (Refusal.NOT_NOW, False)


# The four colours.


def lit(table: Runner) -> dict[Square, tuple[Colour, int, Pattern]]:
    return {glow.square: (glow.colour, glow.strength, glow.pattern) for glow in lights_of(table.state).glows}


def test_the_colours_are_shown_as_a_game_has_them() -> None:
    table = seated()
    rest = lit(table)
    table.do(ANN, ShowColours(showing=True))
    assert table.seen(ANN).colours
    assert {colour: how for colour, *how in lit(table).values()} == {
        colour: [BRIGHT, Pattern.PULSE] for colour in SEAT_COLOURS.values()
    }
    table.do(ANN, ShowColours(showing=False))
    assert lit(table) == rest


def test_only_the_host_shows_colours_and_only_before_a_game() -> None:
    table = seated()
    assert refusal(table.ask(BEN, ShowColours(showing=True))) == (Refusal.HOST_ONLY, True)
    table.do(ANN, ShowColours(showing=True))
    table.do(ANN, BeginGame())
    assert not table.seen(ANN).colours
    assert refusal(table.ask(ANN, ShowColours(showing=True))) == (Refusal.NOT_NOW, False)


def test_the_corner_and_the_colours_are_looked_at_one_after_the_other() -> None:
    table = looking()
    table.do(ANN, ShowColours(showing=True))
    assert (table.seen(ANN).corner, table.seen(ANN).colours) == (None, True)
    table.do(ANN, WatchCorner(watching=True))
    assert (table.seen(ANN).corner, table.seen(ANN).colours) == (Corner(), False)


def test_colours_are_no_longer_shown_when_the_hosts_phone_goes() -> None:
    table = seated()
    table.feed(PhonesChanged(frozenset({BLUE})))
    table.do(ANN, ShowColours(showing=True))
    table.feed(PhonesChanged(frozenset()))
    assert not table.seen(ANN).colours
