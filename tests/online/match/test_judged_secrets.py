"""A judge and two tables play games in which it is secret where tokens lie, from the codes to the archive. Sessions,
files and protocol are the real ones, and the broker is a list."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from common.numbers import seeded
from engine import Game
from engine.actions import Action, Build, Move, Piece, PutToken
from engine.events import ActionCancelled, Event
from engine.notation import parse_turn, turn_text
from engine.seats import PUBLIC, Seat
from engine.squares import square, square_name
from engine.told_games import cards_drawn, draws_cards
from online.match.broker_topics import BrokerTopics
from online.match.match_file import FileRecord, MatchFile, MatchFileError
from table.session.journal_entries import Acted, GameAbandoned, TurnAnnounced, evolve
from table.session.match_play import JoinMatch, LeaveMatch
from table.session.snapshot import BoardMode, Phase
from table.session.turns import Act, AskTakeback, ConfirmTurn
from table.view.led_patterns import Pattern, lights_of
from tests.online.match.families import (
    BLUE,
    ORANGE,
    Family,
    ListedBroker,
    are_level,
    climbing,
    play,
    replays,
    settle,
)
from tests.sampling import one_in
from thera.judge.judge_plan import JudgeOptions, judge_plan
from thera.judge.running_judge import RETRY_SECONDS, JudgeMessages, JudgeStorage, RunningJudge


class JudgeAtHome:
    """A judge with its data folder; it can be started again from what it has stored."""

    def __init__(self, broker: ListedBroker, folder: Path, powers: tuple[str, ...]) -> None:
        self.broker, self.folder = broker, folder
        self.plan = judge_plan(JudgeOptions("home: blue; away: orange", powers), 5)
        self.said: list[str] = []
        self.start()

    def start(self) -> None:
        link = BrokerTopics(self.broker.carrier(9), lambda do: do())
        say = JudgeMessages(self.said.append, io.StringIO())
        self._storage = JudgeStorage(self.folder)
        self.running = RunningJudge(self._storage, self.plan, link, lambda: 0.0, say)
        self.running.pass_time()

    def stop(self) -> None:
        self.running.stop()
        self._storage.__exit__(None, None, None)

    def again(self) -> None:
        """Start it again, as after a kill."""
        self.stop()
        self.start()

    @property
    def codes(self) -> list[str]:
        return [line.splitlines()[-1].strip() for line in self.said if "Play with another table" in line]


Judged = Callable[..., tuple[ListedBroker, JudgeAtHome, list[Family]]]


@pytest.fixture
def judged(tmp_path: Path) -> Iterator[Judged]:
    """Makes a judge and two tables, of which each has joined: the game with these powers has begun."""
    judges = list[JudgeAtHome]()

    def begun(*powers: str) -> tuple[ListedBroker, JudgeAtHome, list[Family]]:
        broker = ListedBroker()
        judge = JudgeAtHome(broker, tmp_path / "judge", powers)
        judges.append(judge)
        names = enumerate(("Oslo", "Bergen"))
        tables = [Family.at_home(name, number, broker, tmp_path / name) for number, name in names]
        for table, code in zip(tables, judge.codes, strict=True):
            table.does(JoinMatch(code))
            settle(broker, *tables)
        assert [table.own for table in tables] == [(BLUE,), (ORANGE,)]
        assert [table.saved.phase for table in tables] == [Phase.PLACING] * 2
        return broker, judge, tables

    yield begun
    for each in judges:
        each.stop()


def shuffled_alike(game: Game, other: Game) -> bool:
    """Whether the decks of both games, if they have some, are in the same order."""
    return not draws_cards(other.state.cast) or game.setup == other.setup


DOMES = ("chaos", "atlas")
HECATE = ("apollo", "hecate")
DOME = "e4-d3 d3^e3"
"""A turn of orange, after `up_to_a_dome`."""


def up_to_a_dome(broker: ListedBroker, tables: list[Family]) -> None:
    """Both place their workers and blue takes a turn, so that orange can build a dome."""
    acts(broker, tables, "@a1 @a2", "@e4 @e5")
    acts(broker, tables, first_turn(tables[0].game))


def first_turn(game: Game) -> str:
    """A turn of the seat to act that builds no dome."""
    seat, steps = game.to_act, list[Action]()
    while game.to_act is seat:
        legal = game.legal_actions()
        steps.append(next(each for each in legal if not isinstance(each, Build) or each.piece is Piece.BLOCK))
        game = game.play(steps[-1])
    return turn_text(steps)


def acts(broker: ListedBroker, tables: list[Family], *steps: str) -> None:
    """The seats to act take these turns, each by its own phone."""
    for turn in steps:
        seat = next(table.saved.to_act for table in tables)
        (table,) = (each for each in tables if seat in each.own)
        for action in parse_turn(turn):
            table.does(Act(action))
        table.does(ConfirmTurn())
        settle(broker, *tables)


def taken_over(broker: ListedBroker, judge: JudgeAtHome, tables: list[Family], name: str, staying: Family) -> Family:
    """A table in Turku that gets the seats of one that is revoked, while the other one stays."""
    judge.running.revoke(name)
    judge.running.pass_time()
    settle(broker, *tables)
    came = Family.at_home("Turku", 2, broker, staying.folder.parent / "Turku")
    came.does(JoinMatch(judge.codes[-1]))
    settle(broker, staying, came)
    return came


def course(game: Game) -> list[tuple[Seat, Action, tuple[Event, ...]]]:
    """What was done in a game, and what came of it; the order of its decks is not part of that."""
    return [(ply.seat, ply.action, ply.events) for ply in game.plies]


@pytest.mark.parametrize(
    "powers",
    [
        ("tartarus", "pan"),
        ("apollo", "tartarus"),
        ("moerae", "minotaur"),
        ("tartarus", "moerae"),
        ("chaos", "atlas"),
        ("selene", "chaos"),
        ("hecate", "pan"),
        ("apollo", "hecate"),
    ],
)
@pytest.mark.parametrize("seed", one_in(2, range(2)))
def test_a_game_with_secret_tokens_is_played_to_its_end(judged: Judged, powers: tuple[str, str], seed: int) -> None:
    broker, judge, tables = judged(*powers)
    play(broker, tables, seed=seed)
    assert are_level(tables)
    assert all(table.saved.phase is Phase.OVER for table in tables)
    truth = judge.running.game
    for table in tables:
        assert course(table.game) == course(truth)
        assert shuffled_alike(table.game, truth)
        assert table.game.known_by is None
        assert table.match.trouble is None
        assert replays(table)


def test_no_page_shows_where_the_abyss_is_before_the_end(judged: Judged) -> None:
    broker, _, tables = judged("tartarus", "pan")
    acts(broker, tables, "@a1 @a2", "@c3 @e5", "*b3", "a1-b1 b1+c1")
    here, there = tables
    assert not any("b3" in str(line) for line in there.seen.log)
    assert there.seen.secret is None
    assert here.seen.secret is not None
    assert ("square", "b3") in here.seen.secret.memory
    stored = [entry for entry in there.journal.entries if isinstance(entry, Acted | TurnAnnounced)]
    assert not any(PutToken(square("b3")) in entry.actions for entry in stored)


def test_who_moves_onto_a_worker_of_hecate_sees_it_once_the_judge_has_the_turn(judged: Judged) -> None:
    broker, judge, tables = judged("hecate", "pan")
    here, there = tables
    acts(broker, tables, "@c3 @e5", "@a1 @d3", "a1-a2 a2+b2", "c3-d3 d3+d4")
    truth = judge.running.game
    for table in tables:
        assert table.game.view(PUBLIC) == truth.view(PUBLIC)
        assert table.game.to_act is BLUE
        assert table.saved.confirming is None
        assert table.match.trouble is None
        assert replays(table)
    assert any(isinstance(event, ActionCancelled) for event in there.game.plies[-1].events)
    assert not there.game.view(PUBLIC).levels[square("d4")]
    steps = [entry.actions for entry in there.journal.entries if isinstance(entry, Acted | TurnAnnounced)]
    hers = set(parse_turn("@a1 @d3 a1-a2 a2+b2"))
    assert not hers & {action for actions in steps for action in actions}
    assert here.game.view(BLUE) == truth.view(BLUE)
    assert {worker.square for worker in here.game.view(BLUE).workers} == {square(on) for on in ("a2", "d3", "c3", "e5")}


def test_lights_say_where_to_put_what_hecate_built_at_another_table(judged: Judged) -> None:
    broker, _, tables = judged("hecate", "pan")
    here, there = tables
    acts(broker, tables, "@c3 @e5", "@a1 @d3")

    def to_build(table: Family, lifted: int | None = None) -> set[str]:
        """Where the lights have hands build, at a real board."""
        state = replace(table.table.runner.state, pieces_follow=False)
        if lifted is not None:
            state = replace(state, board=replace(state.board, mode=BoardMode.IN_HAND, lifted=lifted))
        return {square_name(glow.square) for glow in lights_of(state).glows if glow.pattern is Pattern.THREE_GAPS}

    assert to_build(there) == set()
    acts(broker, tables, "a1-a2 a2+b2")
    assert to_build(there) == {"b2"}
    assert not any(glow.pattern is Pattern.THREE_GAPS for glow in lights_of(there.table.runner.state).glows), (
        "it builds itself"
    )
    assert to_build(there, lifted=square("c3")) == set()
    assert to_build(here) == set(), "her own hands have built"
    acts(broker, tables, "c3-d3 d3+d4")  # it met her, so it is told as a result
    assert to_build(there) == to_build(here) == set()


def test_who_walks_into_the_abyss_sees_it_once_the_judge_has_the_turn(judged: Judged) -> None:
    broker, _, tables = judged("tartarus", "pan")
    acts(broker, tables, "@a1 @a2", "@c3 @e5", "*b3", "a1-b1 b1+c1", "c3-b3 b3+b4")
    for table in tables:
        assert table.saved.phase is Phase.OVER
        outcome = table.game.outcome
        assert outcome is not None
        assert outcome.winners == (BLUE,)
        assert [type(ply.action) for ply in table.game.plies[-3:]] == [Move, Build, Move]
        assert replays(table)
    assert are_level(tables)


def test_a_turn_is_taken_back_at_all_tables(judged: Judged) -> None:
    broker, judge, tables = judged("moerae", "pan")
    play(broker, tables, turns=4)
    before = len(tables[0].game.plies)
    asker = next(table for table in tables if table.saved.to_act not in table.own)
    (other,) = (table for table in tables if table is not asker)
    asker.does(AskTakeback())
    settle(broker, *tables)
    other.agrees()
    settle(broker, *tables)
    assert len(tables[0].game.plies) < before
    assert course(tables[1].game) != course(judge.running.game), "the token is still secret"
    play(broker, tables)
    assert are_level(tables)
    assert course(tables[1].game) == course(judge.running.game)


@pytest.mark.parametrize(
    "powers", [("tartarus", "pan"), ("pan", "tartarus"), ("moerae", "tartarus"), DOMES, HECATE, HECATE[::-1]]
)
def test_another_table_takes_a_seat_in_the_middle_and_knows_what_the_seat_knows(
    judged: Judged, powers: tuple[str, str]
) -> None:
    broker, judge, tables = judged(*powers)
    if powers == DOMES:
        up_to_a_dome(broker, tables)
        acts(broker, tables, DOME)
    play(broker, tables, turns=3)
    came = taken_over(broker, judge, tables, "away", tables[0])
    assert came.own == (ORANGE,)
    assert came.game.view(ORANGE) == judge.running.game.view(ORANGE)
    play(broker, [tables[0], came])
    assert are_level([tables[0], came])
    assert course(came.game) == course(judge.running.game)
    assert replays(came)


def test_who_builds_a_dome_sees_the_next_card_once_the_judge_has_the_turn(judged: Judged) -> None:
    broker, judge, tables = judged(*DOMES)
    here, there = tables
    up_to_a_dome(broker, tables)
    lay = cards_shown(judge.running.game)
    for action in parse_turn(DOME):
        there.does(Act(action))
    assert there.game.awaits_cards == 1
    assert cards_shown(there.game) == lay, "nobody has told it yet"
    there.does(ConfirmTurn())
    settle(broker, *tables)
    assert cards_shown(judge.running.game) != lay
    for table in tables:
        assert course(table.game) == course(judge.running.game)
        assert cards_shown(table.game) == cards_shown(judge.running.game)
        assert table.game.view(PUBLIC) == judge.running.game.view(PUBLIC)
        assert replays(table)
    assert here.game.legal_actions() == judge.running.game.legal_actions()


def cards_shown(game: Game) -> tuple[object, ...]:
    """What everybody sees of the cards."""
    return tuple(player.memory for player in game.view(PUBLIC).players)


def test_a_table_that_was_away_sees_all_cards_that_were_drawn_meanwhile(judged: Judged) -> None:
    broker, judge, tables = judged("chaos", "atlas")
    up_to_a_dome(broker, tables)
    acts(broker, tables, DOME)
    here, there = tables
    acts(broker, tables, first_turn(here.game))
    acts(broker, tables, "d3-d4 d4^e4")
    assert len(cards_drawn(judge.running.game.plies)) == 2
    came = taken_over(broker, judge, tables, "home", there)
    assert course(came.game) == course(judge.running.game)
    assert came.game.view(BLUE) == judge.running.game.view(BLUE)
    assert replays(came)


def test_no_card_is_drawn_while_the_judge_does_not_answer(judged: Judged) -> None:
    broker, judge, tables = judged(*DOMES)
    here, there = tables
    up_to_a_dome(broker, tables)
    lay = cards_shown(judge.running.game)
    for action in parse_turn(DOME):
        there.does(Act(action))
    broker.away = True
    there.does(ConfirmTurn())
    settle(broker, *tables)
    assert cards_shown(there.game) == lay
    there = there.again()
    broker.away = False
    for _ in range(60):
        settle(broker, here, there)
        there.passes(1.0)
        if not there.game.awaits_cards:
            break
    assert cards_shown(judge.running.game) != lay
    assert course(there.game) == course(judge.running.game)


@pytest.mark.parametrize("powers", [("moerae", "pan"), DOMES, HECATE])
def test_all_programs_are_killed_on_the_way(judged: Judged, powers: tuple[str, str]) -> None:
    broker, judge, tables = judged(*powers)
    if powers == DOMES:
        up_to_a_dome(broker, tables)
        acts(broker, tables, DOME)
    for number in range(2, 30, 3):
        play(broker, tables, turns=number)
        judge.again()
        tables = [table.again() for table in tables]
        settle(broker, *tables)
    play(broker, tables)
    assert are_level(tables)
    assert course(tables[0].game) == course(judge.running.game)


def test_a_game_that_is_left_on_the_way_is_not_archived_with_what_only_stood_in(judged: Judged) -> None:
    broker, _, tables = judged("tartarus", "pan")
    play(broker, tables, turns=4)
    named = replace(tables[1].saved, name="20260301T191205Z-1")
    game = named.game
    assert game is not None
    assert evolve(named, GameAbandoned()).ended == ()
    (kept,) = evolve(replace(named, game=replace(game, known_by=None)), GameAbandoned()).ended
    assert kept.name == named.name, "what is known is archived"
    tables[1].does(LeaveMatch())
    settle(broker, *tables)
    assert tables[1].saved.phase is Phase.LOBBY


def test_steps_are_offered_as_the_true_game_has_them(judged: Judged) -> None:
    broker, judge, tables = judged("tartarus", "apollo")
    chance = seeded("offered")
    for _ in range(60):
        truth = judge.running.game
        if truth.outcome is not None:
            break
        (table,) = (each for each in tables if truth.to_act in each.own)
        if table.saved.confirming is None and len(table.game.plies) == len(truth.plies):
            assert table.game.legal_actions() == truth.legal_actions()
            assert table.game.view(PUBLIC).levels == truth.view(PUBLIC).levels
        table.acts(lambda game: climbing(game, chance))
        settle(broker, *tables)
    assert truth.turn > 3


def test_a_judge_says_nothing_of_what_is_secret(judged: Judged) -> None:
    broker, judge, tables = judged("tartarus", "pan")
    play(broker, tables, turns=3)
    put = next(ply.action for ply in judge.running.game.plies if isinstance(ply.action, PutToken))
    told = [line for line in judge.said if "has played" in line]
    assert len(told) > 3
    assert not any(square_name(put.square) in line for line in told)
    assert Seat.BLUE in told[0]


def test_what_could_not_be_stored_is_tried_again(judged: Judged, monkeypatch: pytest.MonkeyPatch) -> None:
    _, judge, _ = judged("tartarus", "pan")
    judge.running.revoke("away")
    codes = len(judge.codes)

    def full(_file: MatchFile, *_records: FileRecord) -> None:
        raise MatchFileError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(MatchFile, "append", full)
        judge.running.pass_time()
    assert judge.said[-1] == "the disk is full"
    assert judge.running.due == RETRY_SECONDS
    judge.running.pass_time()
    assert len(judge.codes) == codes + 1
