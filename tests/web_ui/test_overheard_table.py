"""What the table hides at a seat that it plays leaves it for nobody: phones and lights get the same bytes whatever the
secret is, through whole games, until the rules reveal something."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.atomic_files import write_whole
from engine import PUBLIC, Action, Game, Seat
from engine.notation import action_text
from engine.secrets import known_to
from engine.setup import PowerName
from engine.state import State
from opponent.levels import LevelName
from opponent.process import Question, Stop
from table.runtime.seat_thinker import SeatThinker, Tell
from table.session.journal_entries import TablePlays
from table.session.session_events import EntryDecided
from table.session.table_seats import ThinkTask, table_task
from table.storage.game_archive import GameArchive
from tests.engine.playing import pair, walk
from tests.engine.test_secret_truths import SECRETS, others, viewers
from tests.web_ui.recorded_traffic import OverheardTable
from tests.web_ui.test_overheard import draft

Facts = tuple[object, ...]
"""What everybody sees on the board after a step, and who goes on."""
Told = list[list[bytes]]

TURNS = 12
PAUSES = 30
"""So often, a third of a second apart, the table is looked at until it has done a turn."""


def facts(game: Game) -> Facts:
    seen = game.view(PUBLIC)
    return seen.workers, seen.levels, seen.domes, seen.tokens, game.to_act, game.turn, game.outcome


def without_starts(known: State) -> State:
    """Without where workers stood when the turn began: it is asked only of workers that are seen."""
    return known if known.turn is None else known._replace(turn=known.turn._replace(starts=()))


class Secretive:
    """Plays the first game by chance, and another one so that everybody sees the same, by other secret steps if there
    are some."""

    def __init__(self, chance: random.Random, seen: list[list[Facts]] | None = None) -> None:
        self.chance = chance
        self.shown: list[list[Facts]] = []
        self.steps: list[tuple[Action, ...]] = []
        self._seen = seen
        self.lost = False
        """No secret steps look like those of the first game any more."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:  # noqa: ARG002 - as others who answer
        game = Game.at(question.known)
        turn = self._by_chance(game) if self._seen is None else self._alike(game)
        self.lost = not turn
        if turn:
            self.steps.append(turn)
            tell(turn)

    def close(self) -> None: ...

    def _by_chance(self, game: Game) -> tuple[Action, ...]:
        seat, turn, steps, shown = game.to_act, game.turn, list[Action](), list[Facts]()
        while game.to_act is seat and game.turn == turn:
            steps.append(self.chance.choice(game.legal_actions()))
            game = game.play(steps[-1])
            shown.append(facts(game)[:4])
        self.shown.append(shown)
        return tuple(steps)

    def _alike(self, game: Game) -> tuple[Action, ...]:
        assert self._seen is not None
        wanted = self._seen[len(self.steps)] if len(self.steps) < len(self._seen) else []
        return next(self._ways(game, wanted), ())

    def _ways(self, game: Game, wanted: list[Facts]) -> Iterator[tuple[Action, ...]]:
        seat, turn = game.to_act, game.turn
        for action in self.chance.sample(game.legal_actions(), len(game.legal_actions())):
            after = game.play(action)
            if not wanted or facts(after)[:4] != wanted[0]:
                continue
            goes_on = after.to_act is seat and after.turn == turn
            if len(wanted) == 1 and not goes_on:
                yield (action,)
            elif len(wanted) > 1 and goes_on:
                for rest in self._ways(after, wanted[1:]):
                    yield (action, *rest)


class Overheard:
    """One game with Ann on blue, against the table that keeps a secret."""

    def __init__(self, table: OverheardTable, power: str, answers: Secretive) -> None:
        self.table, self.answers = table, answers
        self.anns: list[Action] = []
        draft(table, power, "orange" if power == "tartarus" else "blue")
        runner = table.table.runner
        runner._thinker = SeatThinker(answers, pace=0.1)
        runner.feed(EntryDecided(TablePlays(Seat.ORANGE, LevelName.CASUAL)))
        self.known: list[State] = []

    def play(self, chance: random.Random, anns: list[Action] | None = None) -> None:
        """Ann plays by chance, or does these steps, until the game has lasted long enough or something is revealed."""
        table, given = self.table, iter(anns or ())
        while (game := table.state.saved.game) is not None and game.turn < TURNS and not table.revealed:
            saved = table.state.saved
            if saved.confirming is Seat.BLUE:
                table.does(table.ann, {"kind": "confirm_turn"})
            elif saved.table_acts or saved.confirming is not None:
                if not self._table_plays():
                    return
            else:
                action = next(given, None) if anns is not None else chance.choice(game.legal_actions())
                if action is None:
                    return
                self.anns.append(action)
                table.acts(table.ann, action_text(action))
            self.known.append(without_starts(known_to(game.state, Seat.BLUE)))

    def _table_plays(self) -> bool:
        runner, before = self.table.table.runner, len(self.answers.steps)
        for _ in range(PAUSES):
            runner.check_timers()
            self.table.note()
            if self.answers.lost:
                self.table.told.pop()
                return False
            saved = self.table.state.saved
            if not saved.table_acts and saved.confirming is not Seat.ORANGE:
                return True
            task = table_task(self.table.state)
            if not isinstance(task, ThinkTask) and task is not None and len(self.answers.steps) > before:
                self._carry_out()
        return False

    def _carry_out(self) -> None:
        """Where hands are to do a step, Ann says that it is done."""
        turn = self.table.table.snapshot(frozenset()).table_turn
        if turn is not None and turn.by_hand:
            self.table.does(self.table.ann, {"kind": "play_now"})


@pytest.mark.parametrize("keeper", ["hecate", "moerae", "tartarus"])
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3, 6, 7, 8))])
def test_other_secrets_of_the_table_give_the_same_bytes(
    keeper: str, seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def overheard(name: str, seen: list[list[Facts]] | None) -> Overheard:
        chance = random.Random(f"{keeper} {seed} {name}")  # noqa: S311 - repeatable chance, no secret
        table = OverheardTable(monkeypatch, GameArchive(tmp_path, write_whole))
        return Overheard(table, keeper, Secretive(chance, seen))

    first = overheard("first", None)
    first.play(random.Random(seed))  # noqa: S311 - repeatable chance, no secret
    assert len(first.answers.steps) > 2
    compared = differing = 0
    for other in ("one", "two", "three"):
        again = overheard(other, first.answers.shown)
        again.play(random.Random(seed), first.anns)  # noqa: S311 - repeatable chance, no secret
        # The last of it may be where something was revealed, or where this secret had no way to go on.
        count = min(len(first.table.told), len(again.table.told)) - 1
        assert again.table.told[:count] == first.table.told[:count]
        count = min(len(first.known), len(again.known)) - 1
        assert again.known[:count] == first.known[:count]
        compared += count
        differing += again.answers.steps != first.answers.steps[: len(again.answers.steps)]
    assert compared > 30
    assert differing, "the secrets differed"


@pytest.mark.parametrize("keeper", SECRETS)
def test_what_others_hide_from_the_table_is_in_none_of_its_questions(keeper: PowerName) -> None:
    """It is asked the same whatever another player's secret is."""
    other = PowerName("apollo")
    asked = 0
    for game in walk(pair(keeper, other, seed=4), keeper).steps():
        if game.turn < 1 or game.to_act is None or game.to_act not in viewers(game, keeper):
            continue
        for truth in list(others(game.state, keeper))[:6]:
            assert known_to(truth, game.to_act) == known_to(game.state, game.to_act)
            asked += 1
    assert asked > 20 or keeper == "chaos"
