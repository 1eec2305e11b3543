"""A table that plays seats, without a board and with a clock of the test: whole games as fast as somebody thinks."""

from __future__ import annotations

import random
from collections.abc import Iterable

from engine import Seat
from engine.setup import PowerName
from hardware.board import LinkChanged, LinkState
from opponent.budget import Allowance, Budget
from opponent.levels import LevelName
from opponent.process import Question, Stop
from opponent.thinking import Manner, think
from table.runtime.seat_thinker import Answers, SeatThinker, Tell
from table.runtime.session_runner import TableFittings
from table.runtime.table_actor import TableActor
from table.runtime.two_boards import FittedBoard
from table.session.answers import Accepted
from table.session.command import Command
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers, VoteForPowers
from table.session.interfaces import Tokens
from table.session.journal_entries import (
    Entry,
    GameBegan,
    Opened,
    OptionsChosen,
    PowerChosen,
    PowersOffered,
    SeatTaken,
    StartPlayerNamed,
    TablePlays,
    evolve,
    replay,
)
from table.session.saved_state import TABLE_SEATS, SavedState, token_mark
from table.session.session_events import TableMatches
from table.session.snapshot import Phase
from table.session.table_seats import table_task
from table.session.table_setup import ResumeGame
from table.session.turns import Act, ConfirmTurn
from table.settings.options import GameOptions
from table.view.led_patterns import lights_of
from tests.table.runtime.one_phone import OnePhone
from tests.table.runtime.quiet_board import QuietBoard, ScriptedReader
from tests.table.runtime.virtual_table import ListedEntries

QUICK = Manner(depth=1, haze=300, overlooked=35)
FEW = Allowance(nodes=12)
MOST_STEPS = 4000
LONGEST_WAIT = 2.0
"""Seconds of the table's clock after which a seat of the table has done something."""


class QuickAnswers:
    """Answers at once, after a look at a few turns."""

    def ask(self, question: Question, stop: Stop, tell: Tell) -> None:  # noqa: ARG002 - as others who answer
        found = think(question.known, Budget(FEW), question.seed, manner=QUICK).turns
        tell(found[0].actions if found else ())

    def close(self) -> None: ...


class FollowingBoard(FittedBoard):
    """A board whose pieces are always where the game has them."""

    @property
    def pieces_follow(self) -> bool:
        return True


class WatchedTable(OnePhone):
    """One phone has the seats of all people; those who are not the table's take steps by chance."""

    def __init__(self, saved: SavedState | None = None, answers: Answers | None = None, seed: object = 0) -> None:
        self.journal = ListedEntries()
        self.board = QuietBoard()
        begun = evolve(SavedState(), Opened()) if saved is None else saved
        self._first = begun
        self.now = 0.0
        self.chance = random.Random(f"{seed}")  # noqa: S311 - repeatable chance, no secret
        fittings = TableFittings(
            fitted=FollowingBoard(),
            thinker=SeatThinker(answers or QuickAnswers(), pace=0.1),
            matches=self.matches(),
            clock=lambda: self.now,
            tokens=lambda: f"{self.chance.getrandbits(128):032x}",
        )
        self.table = TableActor(self.board, ScriptedReader(), lights_of, self.journal, begun, fittings)
        self.tokens: Tokens = frozenset({"ann"})
        self.table.runner.begin()
        self.table.runner.handle_event(LinkChanged(LinkState.READY))

    def matches(self) -> TableMatches | None:
        """What plays matches with other tables."""
        return None

    @classmethod
    def set_up(
        cls, powers: Iterable[str], table: Iterable[Seat], *, seed: object = 0, fleece: bool = False
    ) -> WatchedTable:
        """A game with these powers, in the order of the seats, which has just begun; the table plays some or all."""
        names, played = tuple(map(PowerName, powers)), frozenset(table)
        seats = TABLE_SEATS[: 2 if fleece else len(names)]
        taken: list[Entry] = [SeatTaken(seat, seat.value, token_mark("ann")) for seat in seats]
        chosen = (names[-1],) if fleece else names
        entries = (
            Opened(),
            *taken,
            *(TablePlays(seat, LevelName.CHILD) for seat in seats if seat in played),
            OptionsChosen(GameOptions(powers=True, fleece=fleece)),
            GameBegan(),
            PowersOffered(chosen),
            *(() if fleece else (PowerChosen(power) for power in (*names[1:], names[0])[: len(names) - 1])),
        )
        saved = replay(entries)
        assert saved.draft is not None
        begun = cls(evolve(saved, StartPlayerNamed(saved.draft.starters[0], 1)), seed=seed)
        begun.does(ResumeGame())
        return begun

    def does(self, *commands: Command) -> None:
        for command in commands:
            answer = self.table.runner.answer(self.tokens, self.seen.version, command)
            assert isinstance(answer, Accepted), (command, answer)

    def passes(self, seconds: float = 0.2) -> None:
        """Let so much time pass on the table's clock."""
        self.now += seconds
        self.table.runner.check_timers()
        self.table.runner.show_lights()

    def plays_out(self, *, most_turns: int = 150) -> None:
        """Play to the end; whoever has to do something does it, and the table does not wait for ever."""
        for _ in range(MOST_STEPS):
            saved = self.saved
            if saved.phase is Phase.OVER or (saved.game is not None and saved.game.turn > most_turns):
                return
            if table_task(self.table.runner.state) is not None:
                self._table_goes_on(saved)
            elif saved.draft is not None:
                self._drafts(saved)
            elif saved.confirming is not None:
                self.does(ConfirmTurn())
            else:
                self.does(Act(self.chance.choice(self.game.legal_actions())))
            self.table.runner.check_timers()
        raise AssertionError(f"no end after {MOST_STEPS} steps: turn {self.game.turn}")

    def _table_goes_on(self, before: SavedState) -> None:
        until = self.now + LONGEST_WAIT
        while self.saved == before and self.now < until:
            self.passes()
        assert self.saved != before, f"the table waits with {table_task(self.table.runner.state)}"

    def _drafts(self, saved: SavedState) -> None:
        """The people's part in a draft."""
        assert saved.draft is not None
        draft, mine = saved.draft, [seat for seat in saved.draft.seats if saved.seating.at(seat)]
        people = [seat for seat in mine if seat not in saved.seating.played_by_table]
        if saved.voting:
            voted = {vote.seat for vote in saved.votes if vote.done}
            seat = next(each for each in people if each not in voted)
            self.does(VoteForPowers(seat, (), done=True))
        elif draft.offered and draft.choosing:
            left = {card.power for card in draft.cards(draft.to_act) if card.refused is None}
            self.does(ChoosePower(self.chance.choice(sorted(left))))
        elif draft.offered:
            self.does(NameStartPlayer(self.chance.choice(draft.starters)))
        else:
            free = [card.power for card in draft.cards() if card.refused is None]
            self.does(OfferPowers(tuple(self.chance.sample(free, draft.wanted))))

    def replays(self) -> bool:
        """Whether the journal leads to the same state."""
        saved = self._first
        for entry in self.journal.entries:
            saved = evolve(saved, entry)
        return saved == self.saved
