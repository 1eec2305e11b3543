"""What the host chooses before a game: what it means for the powers and the rules, and how it is written down."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path

import pytest
from msgspec import structs

import engine.powers
from common.json_reader import JsonReader
from engine.casting.catalogue import CARDS, FIRST_GAMES, HIDDEN_INFORMATION, REVISED, PowerSet
from engine.setup import Bans, Edition, PowerName, Profile, Rulings, Supply
from table.settings.options import (
    ClockRule,
    Confirm,
    DraftMode,
    GameOptions,
    OptionsForm,
    options_json,
    powers_allowed,
    sets_allowed,
)
from table.typed_json import read

OPTIONS = JsonReader(OptionsForm)
MANY = GameOptions(
    powers=True,
    mode=DraftMode.QUICK,
    sets=frozenset({PowerSet.SIMPLE, PowerSet.HERO}),
    open_information=True,
    first_games=True,
    fleece=True,
    confirm=Confirm.AT_ONCE,
    clock=ClockRule(15, 10),
    left_out=frozenset({PowerName("medusa"), PowerName("circe")}),
    rules=Profile(
        edition=Edition.ORIGINAL_2007,
        bans=Bans.ENFORCE,
        supply=Supply.PHYSICAL,
        revised=frozenset({PowerName("bia"), PowerName("siren")}),
        gods_per_player=2,
        rulings=Rulings(ram_blocks=False, hop_is_move=True, repetitions_reported=5),
    ),
)


@pytest.mark.parametrize("options", [GameOptions(), MANY])
def test_options_come_back_as_they_were_written(options: GameOptions) -> None:
    assert read(OPTIONS, json.loads(json.dumps(options_json(options)))).options == options


def test_only_rules_that_are_not_as_usual_are_written() -> None:
    assert options_json(GameOptions())["rules"] == {}
    assert options_json(MANY)["rules"] == {
        "bans": "enforce",
        "edition": "original_2007",
        "revised": ["bia", "siren"],
        "supply": "physical",
        "gods_per_player": 2,
        "ram_blocks": False,
        "hop_is_move": True,
        "repetitions_reported": 5,
    }


def test_what_is_not_told_is_as_usual() -> None:
    assert read(OPTIONS, {"powers": True}).options == GameOptions(powers=True)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"gods": True}, "the body: Object contains unknown field `gods`; allowed are powers, mode"),
        ({"powers": 1}, "powers: Expected `bool`, got `int`"),
        ({"mode": "auction"}, "mode: Invalid enum value 'auction'; allowed are full, vote, dealt, quick"),
        ({"sets": []}, "sets: Expected `array` of length >= 1"),
        ({"sets": "simple"}, "sets: Expected `array`, got `str`"),
        ({"sets": ["promo"]}, r"sets\[0\]: Invalid enum value 'promo'; allowed are simple"),
        ({"fleece": None}, "fleece: Expected `bool`, got `null`"),
        ({"confirm": "never"}, "confirm: Invalid enum value 'never'"),
        ({"clock": 5}, r"clock: Expected `object \| null`, got `int`"),
        ({"clock": {"minutes": 0, "increment": 0}}, "clock.minutes: Expected `int` >= 1"),
        ({"clock": {"minutes": True, "increment": 0}}, "clock.minutes: Expected `int`, got `bool`"),
        ({"rules": []}, "rules: Expected `object`, got `array`"),
        ({"rules": {"size": 4}}, "unknown 'size'"),
        ({"rules": {"edition": "first"}}, "edition=first"),
        ({"rules": {"ram_blocks": "perhaps"}}, "ram_blocks=perhaps"),
        ({"rules": {"repetitions_reported": 1.5}}, r"rules\[\.\.\.\]: Expected"),
        ({"rules": {"gods_per_player": 3}}, "3 powers for each player"),
        ({"rules": {"same_power_allowed": False}}, "as the edition has it"),
        ({"rules": {"revised": ["pan"]}}, "no revised text of pan"),
        ({"left_out": ["pan", "iris"]}, "no power iris to leave out; there are achilles"),
        ({"left_out": ["pan"] * 56}, "left_out: Expected `array` of length <= 55"),
    ],
)
def test_what_does_not_fit_is_named(fields: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        _ = read(OPTIONS, fields).options


NAMES = (*options_json(GameOptions()), *(field.name for kind in (Profile, Rulings) for field in fields(kind)))
ODD: tuple[object, ...] = (
    None,
    -1,
    1.5,
    10**30,
    "",
    "x",
    [],
    ["x"],
    [[]],
    {},
    {"x": 1},
    {"minutes": None, "increment": 0},
)


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_told_is_read_or_refused_as_a_value(name: str) -> None:
    for value in ODD:
        for told in ({name: value}, {"rules": {name: value}}):
            with suppress(ValueError):
                assert isinstance(read(OPTIONS, told).options, GameOptions)


@pytest.mark.parametrize(
    ("options", "players", "count"),
    [
        (GameOptions(), 2, len(CARDS)),
        (GameOptions(), 3, sum(3 in card.players for card in CARDS)),
        (GameOptions(), 4, sum(4 in card.players for card in CARDS)),
        (GameOptions(sets=frozenset({PowerSet.SIMPLE})), 4, sum(card.group is PowerSet.SIMPLE for card in CARDS)),
        (GameOptions(sets=frozenset({PowerSet.HERO})), 2, sum(card.hero for card in CARDS)),
        (GameOptions(sets=frozenset({PowerSet.HERO})), 3, 0),
        (GameOptions(open_information=True), 2, len(CARDS) - len(HIDDEN_INFORMATION)),
        (GameOptions(first_games=True), 2, len(FIRST_GAMES)),
        (GameOptions(first_games=True, sets=frozenset({PowerSet.ADVANCED})), 2, 0),
        (GameOptions(fleece=True), 2, sum(card.fleece for card in CARDS)),
        (GameOptions(left_out=frozenset({PowerName("medusa"), PowerName("jason")})), 2, len(CARDS) - 2),
        (
            GameOptions(left_out=frozenset({PowerName("medusa")}), fleece=True),
            2,
            sum(card.fleece for card in CARDS) - 1,
        ),
    ],
)
def test_filters_and_players_decide_which_powers_may_be_played(options: GameOptions, players: int, count: int) -> None:
    assert len(powers_allowed(options, players)) == count


@pytest.mark.parametrize(
    ("options", "players", "none"),
    [
        (GameOptions(), 2, {}),
        (GameOptions(), 3, {PowerSet.HERO: "table.set_not_for_players"}),
        (GameOptions(fleece=True), 2, {PowerSet.HERO: "table.set_not_for_fleece"}),
        (GameOptions(fleece=True), 3, {PowerSet.HERO: "table.set_not_for_players"}),
        (
            GameOptions(first_games=True, sets=frozenset({PowerSet.SIMPLE})),
            2,
            dict.fromkeys((PowerSet.ADVANCED, PowerSet.GOLDEN_FLEECE, PowerSet.HERO), "table.set_left_out"),
        ),
    ],
)
def test_of_each_set_is_told_how_many_can_be_played_and_why_none_can(
    options: GameOptions, players: int, none: dict[PowerSet, str]
) -> None:
    told = sets_allowed(options, players)
    assert [group for group, _, _ in told] == list(PowerSet)
    assert {group: reason.key for group, _, reason in told if reason is not None} == none
    assert {group for group, count, _ in told if not count} == none.keys()
    every = structs.replace(options, sets=frozenset(PowerSet))
    assert sum(count for _, count, _ in told) == len(powers_allowed(every, players))


def test_a_small_board_is_an_option_of_the_2007_edition() -> None:
    options = GameOptions(rules=Profile(bans=Bans.OFF))
    assert options.profile(5) == options.rules
    assert options.profile(4) == replace(options.rules, size=4, edition=Edition.ORIGINAL_2007)


def test_powers_with_something_hidden_are_those_that_the_engine_conceals() -> None:
    told = ("def conceals", "def hidden")
    assert {card.power for card in CARDS if any(each in source(card.power) for each in told)} == HIDDEN_INFORMATION


def test_powers_with_a_revised_text_are_those_whose_rules_ask_for_it() -> None:
    assert {card.power for card in CARDS if ".revised" in source(card.power)} == REVISED


def source(power: PowerName) -> str:
    return (Path(engine.powers.__file__).parent / f"{power}.py").read_text(encoding="utf-8")
