"""Positions that somebody asks about: read with their steps, refused with a reason, taken from a game without its
secrets."""

from __future__ import annotations

import random

import pytest

from engine import PUBLIC, Game, Player, PowerName, Profile, Seat, Setup
from engine.actions import Build, Piece, Place
from engine.asked_positions import read_asked, taken_from
from engine.errors import InvalidSetup, NotationError, SantoriniError
from engine.judging import judge
from engine.notation import position_text, standing_position
from engine.secrets import known_to
from tests.engine.cases import game_at, line
from tests.engine.playing import EVERY, pair
from tests.engine.test_secret_truths import SECRETS, opponents, others

TWO = "gods_per_player=2"
LIMUS = line("mortal:b2,e5", "limus:c4,a5", "c3:1")


def test_a_position_is_read_with_the_steps_of_its_turn() -> None:
    asked = read_asked(f"{LIMUS} b2-b3")
    assert (asked.line, asked.steps) == (LIMUS, ("b2-b3",))
    assert position_text(asked.standing) == line("mortal:b3,e5", "limus:c4,a5", "c3:1")
    assert str(judge(asked.game, "b3+c3").reason) == "limus.barren holder=orange square=c3"


def test_what_a_card_remembers_is_filled_in() -> None:
    assert read_asked(line("clio:b2,e5", "mortal:")).line == line("clio[squares=-|left=3]:b2,e5", "mortal:")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (line("pan:b2,e5,a1", "mortal:"), "position.workers most=2 seat=blue"),
        (line("graeae:b2,e5,a1,a2", "mortal:"), "position.workers most=3 seat=blue"),
        (line("pan:b2", "gaea:a1,a2,a3,a4,a5"), "position.workers most=4 seat=orange"),
        (line("pan+atlas:b2,a3,a4", "apollo+zeus:a1", rules=TWO), "position.workers most=2 seat=blue"),
        (line("pan+graeae:b2,a3,a4,a5", "apollo+zeus:a1", rules=TWO), "position.workers most=3 seat=blue"),
        (line("graeae+gaea:a1,a2,a3,a4,a5,b2", "apollo+zeus:b1", rules=TWO), "position.workers most=5 seat=blue"),
        (line("pan:b2", "pan:a1"), "position.same_power other=orange power=pan seat=blue"),
        (line("mortal:b2", "pan:a1", more="apollo:e5"), "position.needs_power players=3 seat=blue"),
        (line("circe:b2", "hecate:a1"), "draft.impossible_pair other=hecate power=circe"),
        (line("achilles:b2", "pan:a1", more="apollo:e5"), "draft.not_for_players players=3 power=achilles"),
    ],
)
def test_players_and_workers_that_no_game_has_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidSetup) as refused:
        read_asked(text)
    assert str(refused.value.reason) == reason


@pytest.mark.parametrize("text", ["", "b2-b3", f"{LIMUS} b2-b9", f"{LIMUS} b2-e5", " ".join([LIMUS, *["b2-b3"] * 12])])
def test_what_is_no_position_is_an_error(text: str) -> None:
    with pytest.raises(SantoriniError):
        read_asked(text)


def test_the_position_of_a_game_is_taken_with_the_steps_of_its_turn() -> None:
    chance = random.Random("taken")  # noqa: S311 - repeatable chance, no secret
    for number in range(5):
        game = Game.begin(pair(chance.choice(EVERY), chance.choice(EVERY), number))
        while game.outcome is None and game.turn < 12:
            if game.turn and not game.state.cast.has_secrets:
                taken = taken_from(game)
                again = read_asked(" ".join((taken.line, *taken.steps)))
                assert again.line == taken.line
                assert len(game.turn_so_far[1]) > 11 or set(again.game.legal_actions()) == set(game.legal_actions())
            game = game.play(chance.choice(game.legal_actions()))


@pytest.mark.parametrize("god", ["graeae", "moerae", "gaea"])
def test_what_two_gods_bring_into_a_game_can_be_asked_about(god: str) -> None:
    """The sheet of 2007 has two men for each player; a card that says three, or brings more, goes before it."""
    chance = random.Random(f"two gods {god}")  # noqa: S311 - repeatable chance, no secret
    most = 0
    for number in range(4):
        hands = (Player(Seat.BLUE, PowerName(god), 0, PowerName("pan")), Player(Seat.ORANGE, PowerName("zeus"), 1))
        game = Game.begin(Setup(hands, Profile(gods_per_player=2), seed=number))
        while game.outcome is None and game.turn < 40:
            if game.turn:
                standing = standing_position(known_to(game.state, PUBLIC))
                asked = read_asked(position_text(standing))
                assert asked.standing.sides[0].workers == standing.sides[0].workers
                most = max(most, len(standing.sides[0].workers))
            domes = [each for each in game.legal_actions() if isinstance(each, Build) and each.piece is Piece.DOME]
            placing = [each for each in game.legal_actions() if isinstance(each, Place)]
            game = game.play(chance.choice(placing or domes or game.legal_actions()))
    assert most == {"graeae": 3, "moerae": 3, "gaea": 4}[god]


def test_no_position_is_taken_before_the_first_turn_or_after_the_end() -> None:
    with pytest.raises(NotationError):
        taken_from(Game.begin(pair(PowerName("pan"), PowerName("apollo"), 0)))
    won = game_at(line("pan:b2,e5", "mortal:a1,a2", "b2:2 b3:3"), "b2-b3")
    with pytest.raises(NotationError):
        taken_from(won)


@pytest.mark.parametrize("keeper", SECRETS)
def test_a_position_that_is_taken_is_the_same_whatever_is_secret(keeper: PowerName) -> None:
    chance = random.Random(f"taken {keeper}")  # noqa: S311 - repeatable chance, no secret
    compared = 0
    for number, other in enumerate(chance.sample(opponents(keeper), 6)):
        game = Game.begin(pair(*((keeper, other) if number % 2 else (other, keeper)), number))
        while game.outcome is None and game.turn < 12:
            truths = list(others(game.state, keeper)) if game.turn and chance.random() < 0.3 else []
            for truth in chance.sample(truths, min(2, len(truths))):
                if known_to(game.state, PUBLIC) == known_to(truth, PUBLIC):
                    assert taken_from(Game(truth)).line == taken_from(game).line
                    compared += 1
            game = game.play(chance.choice(game.legal_actions()))
    assert compared > 5


def test_hidden_workers_and_seeds_are_not_written() -> None:
    game = game_at(line("hecate:b2,e5", "mortal:a1,a2", rules="seed=7"), "")
    assert taken_from(game.as_known_to(Seat.BLUE)).line == line("hecate:", "mortal:a1,a2")
    assert position_text(standing_position(game.state)).endswith("?seed=7")
