"""The options of a game on the page: the host chooses, the others read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask import Flask
from msgspec import structs
from playwright.sync_api import Page, expect

from engine.casting.catalogue import CARDS, REVISED, PowerSet
from engine.seats import Seat
from engine.setup import Bans, Edition, PowerName, Profile, Rulings, Supply
from table.session.answers import Accepted
from table.session.lobby import BeginGame, ChooseOptions
from table.session.snapshot import Snapshot
from table.settings.options import ClockRule, Confirm, DraftMode, GameOptions
from tests.table.session.reduced_table import ANN, BEN, seated
from tests.web_ui.browser import answered, press_button
from tests.web_ui.fake_table import CAST, SmallTable, draft, lobby, playing
from tests.web_ui.layout import unreadable
from tests.web_ui.posted import json_of
from web_ui.forms.reference_forms import choices_form
from web_ui.languages import catalogue

ALL = GameOptions(powers=True)


def hosting(options: GameOptions = ALL, players: int = 2) -> Snapshot:
    """The lobby on the host's phone."""
    table = seated(players)
    assert isinstance(table.ask(ANN, ChooseOptions(options)), Accepted)
    return table.seen(ANN)


def chosen(table_api: SmallTable, number: int = 0) -> GameOptions:
    command = table_api.command(number)
    assert isinstance(command, ChooseOptions)
    return command.options


def test_the_host_chooses_and_begins(screen: Page, table_api: SmallTable) -> None:
    table_api.show(replace(lobby(*CAST), host=True, seats_held=(Seat.BLUE,)))
    screen.get_by_role("button", name="Just play").click()
    assert table_api.command() == ChooseOptions(GameOptions(powers=False))
    press_button(screen, "Start: ")
    assert table_api.command(1) == BeginGame()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("First games", GameOptions(powers=True, first_games=True)),
        ("All gods", GameOptions(powers=True, sets=frozenset(PowerSet) - {PowerSet.HERO})),
        ("With heroes", ALL),
        ("Golden Fleece", GameOptions(powers=True, fleece=True)),
        ("As in 2007", GameOptions(powers=True, mode=DraftMode.DEALT, rules=Profile(edition=Edition.ORIGINAL_2007))),
    ],
)
def test_a_kind_of_game_is_chosen_with_one_tap_and_shown_as_chosen(
    screen: Page, table_api: SmallTable, name: str, options: GameOptions
) -> None:
    table_api.show(hosting(GameOptions(powers=True, open_information=True)))
    screen.get_by_text("More", exact=True).click()
    kind = screen.get_by_role("button", name=name, exact=True)
    expect(kind).to_have_attribute("aria-pressed", "false")
    kind.click()
    assert chosen(table_api) == options
    table_api.show(hosting(options))
    expect(kind).to_have_attribute("aria-pressed", "true")


def test_a_kind_of_game_leaves_turns_and_rulings_as_they_are(screen: Page, table_api: SmallTable) -> None:
    rules = Profile(bans=Bans.ENFORCE, rulings=Rulings(ram_blocks=False))
    before = GameOptions(powers=True, confirm=Confirm.AT_ONCE, clock=ClockRule(15, 0), rules=rules)
    table_api.show(hosting(before))
    screen.get_by_text("More", exact=True).click()
    press_button(screen, "First games")
    assert chosen(table_api) == structs.replace(before, first_games=True)


def test_the_others_read_what_is_chosen(screen: Page, table_api: SmallTable) -> None:
    table = seated(2)
    rules = Profile(
        edition=Edition.SPIN_MASTER, supply=Supply.PHYSICAL, revised=frozenset({PowerName("bia"), PowerName("jason")})
    )
    options = GameOptions(
        powers=True, mode=DraftMode.QUICK, confirm=Confirm.AT_ONCE, clock=ClockRule(20, 5), rules=rules
    )
    table.do(ANN, ChooseOptions(options))
    table_api.show(table.seen(BEN))
    for sentence in (
        f"{len(CARDS)} to choose from",
        "Each player gets a god by lot.",
        "Rules of the Spin Master edition.",
        "In the designer's revised wording: Bia, Jason.",
        "When blocks run out, a complete tower is taken back.",
        "A finished turn stands at once.",
        "Clock: 20 minutes for each player, 5 seconds more for each turn.",
    ):
        expect(screen.get_by_text(sentence)).to_be_visible()
    expect(screen.get_by_role("button", name="Just play")).to_have_count(0)
    expect(screen.get_by_role("button", name="Start: ")).to_have_count(0)


def test_what_stands_against_beginning_is_said_and_the_button_waits(screen: Page, table_api: SmallTable) -> None:
    table_api.show(hosting(GameOptions(powers=True, fleece=True), players=3))
    expect(screen.get_by_role("status").filter(has_text="The Golden Fleece is for two players.")).to_be_visible()
    expect(screen.get_by_role("button", name="Start: Golden Fleece, 3 players")).to_be_disabled()


@pytest.fixture
def options(screen: Page, table_api: SmallTable, address: str) -> Page:
    """All options, on the host's phone."""
    table_api.show(hosting())
    screen.goto(f"{address}/#options")
    expect(screen.get_by_role("heading", name="Options of the game")).to_be_visible()
    return screen


def test_what_three_cannot_choose_says_why_beside_it(screen: Page, table_api: SmallTable, address: str) -> None:
    table_api.show(hosting(players=3))
    just = screen.get_by_role("button", name="Just play")
    expect(just).to_be_disabled()
    expect(just).to_contain_text("Three and four players always play with gods.")
    expect(screen.get_by_text("Simple gods, Advanced gods, Gods of the Golden Fleece: 41 to choose")).to_be_visible()
    screen.get_by_text("More", exact=True).click()
    for name, why in (("With heroes", "Heroes are for two"), ("Golden Fleece", "The Golden Fleece is for two")):
        kind = screen.get_by_role("button", name=name)
        expect(kind).to_be_disabled()
        expect(kind).to_contain_text(why)
    expect(screen.get_by_role("button", name="All gods")).to_be_enabled()
    assert unreadable(screen) == []
    screen.goto(f"{address}/#options")
    fleece = screen.get_by_role("checkbox", name="Golden Fleece: one god")
    expect(fleece).to_be_disabled()
    expect(fleece).to_have_accessible_name(re.compile("The Golden Fleece is for two players"))
    heroes = screen.get_by_role("checkbox", name="Heroes (0)")
    expect(heroes).to_have_accessible_name(re.compile("None of these cards is for 3 players"))
    expect(screen.get_by_role("checkbox", name="Advanced gods (17)")).to_be_checked()
    expect(screen.get_by_text("41 gods", exact=True)).to_be_visible()
    # What was chosen for two can be put away.
    table_api.show(hosting(GameOptions(powers=True, fleece=True), players=3))
    expect(fleece).to_be_enabled()
    expect(fleece).to_have_accessible_name(re.compile("The Golden Fleece is for two players"))


def test_the_last_set_cannot_be_put_away_and_says_why(options: Page, table_api: SmallTable) -> None:
    table_api.show(hosting(structs.replace(ALL, sets=frozenset({PowerSet.SIMPLE}))))
    last = options.get_by_role("checkbox", name="Simple gods (10)")
    expect(last).to_be_disabled()
    expect(last).to_have_accessible_name(re.compile("One set at least has to be in"))
    expect(options.get_by_role("checkbox", name="Heroes (10)")).to_be_enabled()


def test_who_sits_alone_reads_at_the_button_why_nothing_begins(screen: Page, table_api: SmallTable) -> None:
    table_api.show(seated(1).seen(ANN))
    expect(screen.get_by_role("button", name="Begin")).to_be_disabled()
    expect(screen.get_by_text("A game needs 2 players at least")).to_be_visible()


def test_gods_that_never_play_are_found_left_out_and_taken_back(options: Page, table_api: SmallTable) -> None:
    search = options.get_by_label("Leave out a god")
    search.fill("medsua")  # a letter or two may be wrong
    options.get_by_role("button", name="Leave out Medusa").click()
    left = chosen(table_api)
    assert left == structs.replace(ALL, left_out=frozenset({PowerName("medusa")}))
    expect(search).to_have_value("")
    table_api.show(hosting(left))
    expect(options.get_by_text(f"{len(CARDS) - 1} gods", exact=True)).to_be_visible()
    expect(options.get_by_role("checkbox", name="Advanced gods (19)")).to_be_visible()
    answered(options)
    search.fill("medusa")
    expect(options.get_by_role("button", name="Leave out Medusa")).to_have_count(0)  # as it is already
    search.fill("circe")
    options.get_by_role("button", name="Leave out Circe").click()
    both = chosen(table_api, 1)
    assert both.left_out == {"medusa", "circe"}
    table_api.show(hosting(both))
    press_button(options, "Play with Circe again")
    assert chosen(table_api, 2) == left
    search.fill("xyzzy")
    expect(options.get_by_text("No power matches.")).to_be_visible()
    options.get_by_role("link", name="Back to the table").click()
    expect(options.get_by_text("Without Circe, Medusa.")).to_be_visible()


def test_who_sits_beside_the_host_reads_which_gods_never_play(screen: Page, table_api: SmallTable) -> None:
    table = seated(2)
    table.do(ANN, ChooseOptions(structs.replace(ALL, left_out=frozenset({PowerName("medusa")}))))
    table_api.show(table.seen(BEN))
    expect(screen.get_by_text("Without Medusa.")).to_be_visible()


def test_hints_are_allowed_only_at_a_table_that_gives_some(options: Page, app: Flask) -> None:
    expect(options.get_by_role("heading", name="Turns")).to_be_visible()
    expect(options.get_by_role("checkbox", name="hint")).to_have_count(0)
    app.jinja_env.globals["hinted"] = True
    options.reload()
    expect(options.get_by_role("checkbox", name="hint")).to_be_visible()


def test_each_option_can_be_chosen(options: Page, table_api: SmallTable) -> None:
    def choose(what: str, *, kind: str = "radio") -> GameOptions:
        number = len(table_api.asked)
        answered(options)
        options.get_by_role("radio" if kind == "radio" else "checkbox", name=what).click()
        return chosen(table_api, number)

    assert choose("Heroes", kind="checkbox").sets == frozenset(PowerSet) - {PowerSet.HERO}
    assert choose("Only gods for the first games", kind="checkbox").first_games
    assert choose("No gods with secrets", kind="checkbox").open_information
    assert choose("Golden Fleece: one god", kind="checkbox").fleece
    assert choose("The players vote").mode is DraftMode.VOTE
    assert choose("The table deals").mode is DraftMode.DEALT
    assert choose("Two, as in 2007").rules.gods_per_player == 2
    assert choose("Spin Master").rules.edition is Edition.SPIN_MASTER
    assert choose("Leave them out").rules.bans is Bans.ENFORCE
    assert choose("There are always enough").rules.supply is Supply.UNLIMITED
    assert choose("It stands at once").confirm is Confirm.AT_ONCE
    assert choose("Play with a clock", kind="checkbox").clock == ClockRule(15, 0)


def test_the_clock_has_minutes_and_more_seconds_for_each_turn(options: Page, table_api: SmallTable) -> None:
    table_api.show(hosting(structs.replace(ALL, clock=ClockRule(7, 5))))
    options.get_by_label("Minutes for each player").select_option("20")
    assert chosen(table_api).clock == ClockRule(20, 5)


def test_later_wordings_are_chosen_one_by_one_or_all(options: Page, table_api: SmallTable) -> None:
    options.get_by_role("heading", name="Revised wordings").click()
    options.get_by_role("checkbox", name="Siren", exact=True).click()
    assert chosen(table_api).rules.revised == {"siren"}
    answered(options)
    options.get_by_label("All of them").click()
    assert chosen(table_api, 1).rules.revised == REVISED


def test_open_questions_are_settled_by_a_switch_or_by_one_of_several_answers(
    options: Page, table_api: SmallTable
) -> None:
    options.get_by_role("heading", name="Open questions").click()
    options.get_by_label("nobody can move to or build on the Ram's square").click()
    assert chosen(table_api).rules.rulings == Rulings(ram_blocks=False)
    answered(options)
    options.get_by_label("Medusa's change of a worker").select_option("No")
    assert chosen(table_api, 1).rules.rulings == Rulings(petrifying_is_build=False)
    answered(options)
    options.get_by_label("How often a position").select_option("Never")
    assert chosen(table_api, 2).rules.rulings == Rulings(repetitions_reported=0)
    table_api.show(hosting(structs.replace(ALL, rules=Profile(rulings=Rulings(ram_blocks=False)))))
    expect(options.get_by_text("changed", exact=True)).to_be_visible()
    press_button(options, "Reset all to the default")
    assert chosen(table_api, 3) == ALL


def test_a_small_board_says_which_edition_it_is_played_by(options: Page, table_api: SmallTable) -> None:
    table_api.show(replace(hosting(), size=4))
    expect(options.get_by_text("squares the rules of 2007 apply.")).to_be_visible()
    expect(options.get_by_role("radio", name="Spin Master")).to_have_count(0)
    old = options.get_by_role("button", name="As in 2007")
    expect(old).to_be_disabled()
    expect(old).to_contain_text(catalogue("en")["preset.old.small"])


@pytest.mark.parametrize("phase", ["lobby", "draft", "game"])
def test_who_may_not_choose_reads_all_answers(screen: Page, table_api: SmallTable, address: str, phase: str) -> None:
    table = seated(2)
    settled = GameOptions(powers=True, rules=Profile(rulings=Rulings(lone_worker_sleeps=False)))
    table.do(ANN, ChooseOptions(settled))
    shown = {"lobby": table.seen(BEN), "draft": draft(), "game": playing()}[phase]
    table_api.show(replace(shown, options=settled))
    screen.goto(f"{address}/#options")
    expect(screen.get_by_text("Open questions settled in another way: 1.")).to_be_visible()
    expect(screen.get_by_text("a single worker counts as the highest")).to_be_visible()
    expect(screen.get_by_role("checkbox")).to_have_count(0)
    screen.get_by_role("link", name="Back to the table").click()
    expect(screen.get_by_role("heading", name="Options of the game")).to_have_count(0)


def test_each_question_and_each_of_its_answers_has_words() -> None:
    texts = {**catalogue("en"), **catalogue("en", "options")}
    choices = choices_form()
    for question in choices.questions:
        assert f"question.{question.name}" in texts
        for value in question.values:
            if isinstance(value, str) or (value == 0 and value is not False):
                assert f"question.{question.name}.{value}" in texts
    for kind, values in (("edition", choices.edition), ("bans", choices.bans), ("supply", choices.supply)):
        assert {f"{kind}.{value}" for value in values} <= texts.keys()
    assert {f"mode.{mode}" for mode in DraftMode} | {f"confirm_mode.{each}" for each in Confirm} <= texts.keys()


def test_what_there_is_to_choose_from_is_served_and_stored_by_browsers(app: Flask) -> None:
    phone = app.test_client()
    answer = phone.get("/options.json")
    assert answer.json == json_of(choices_form())
    assert phone.get("/options.json", headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
