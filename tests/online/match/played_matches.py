"""Matches of whole tables over a bad link, with programs that are killed: people at random, and what must hold then."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from common.numbers import seeded
from engine import Game, Seat
from engine.actions import Action, Move, Resign
from hardware.hand_actions import Lift, Put
from online.match.match_entries import GameSetUp, read_entry
from online.match.match_events import EntryKept
from online.match.match_file import MatchFile
from online.match.match_limits import LINGER_MS
from table.session.drafting import ChoosePower, NameStartPlayer, OfferPowers
from table.session.journal_entries import Entry, OfferAnswered, WentBackApart, evolve
from table.session.lobby import BeginGame, ChooseOptions, Rematch
from table.session.match_play import JoinMatch, LeaveMatch, OpenMatch
from table.session.rematch import RematchKind
from table.session.saved_state import SavedState
from table.session.snapshot import Phase
from table.session.table_setup import ChooseSettings
from table.session.turns import Act, AnswerTakeback, AskTakeback, ConfirmTurn, UndoStep
from table.settings.options import GameOptions, TableSettings
from tests.online.match.families import climbing
from tests.online.match.faulty_network import BAD, PERFECT, FaultyNetwork, LinkFault
from tests.online.match.whole_tables import BoardWithFields, WholeTable

BLUE, ORANGE = Seat.BLUE, Seat.ORANGE
POWERS = ("apollo", "artemis", "athena", "atlas", "demeter", "hephaestus", "hermes", "minotaur", "pan", "prometheus")
ROUNDS_OF_GAME = 3_000
"""Rounds of people within which a game has ended, whatever the link does."""
QUIET_ROUNDS = 600
"""Rounds without faults within which all tables have everything."""


class StuckError(AssertionError):
    """Nothing goes on any more."""


@dataclass(frozen=True)
class Told:
    """A table has said that a turn is confirmed: the number of the game, how many plies came before, and its steps."""

    number: int
    before: int
    actions: tuple[Action, ...]


@dataclass
class MatchFigures:
    """What happened in some matches."""

    faults: Counter[LinkFault] = field(default_factory=Counter)
    games: int = 0
    turns: int = 0
    told: int = 0
    taken_back: int = 0

    def add(self, other: MatchFigures) -> None:
        """Count what happened in other matches as well."""
        self.faults += other.faults
        self.games += other.games
        self.turns += other.turns
        self.told += other.told
        self.taken_back += other.taken_back

    def line(self) -> str:
        """As one line."""
        faults = ", ".join(f"{self.faults[fault]} {fault}" for fault in LinkFault)
        return (
            f"{self.games} games, {self.turns} turns, {self.told} confirmations that were answered,"
            f" {self.taken_back} of them taken back or refused; {self.faults.total()} faults: {faults}"
        )


class PlayedMatch:
    """Two tables that play one match after the other; ``troubles`` of 1 is how often a program is killed or the link is
    cut in a round."""

    def __init__(self, folder: Path, seed: int, *, board: bool = False, troubles: float = 0.06) -> None:
        folder.mkdir(exist_ok=True)
        self.network = FaultyNetwork(seed, PERFECT)
        self.chance = seeded("whole tables", seed)
        self.troubles = troubles
        self.tables = [WholeTable(name, self.network, folder, seed, board=board) for name in ("Oslo", "Bergen")]
        self.told: dict[str, list[Told]] = {table.name: [] for table in self.tables}
        self.figures = MatchFigures(self.network.counted)
        for table in self.tables:
            table.start()
            table.sits(BLUE)
            table.does(ChooseSettings(TableSettings(table.name, None, 100, greeted=True)))

    # ---- a match ----

    def plays_match(self, games: int) -> None:
        """Pair the tables, play so many games, and leave the match; then everything of it must be at both."""
        self._pairs()
        for number in range(games):
            self._begins(number)
            self._plays()
        self._heals()
        check(self.tables, self.told, games, self.figures)
        self._leaves()

    def _pairs(self) -> None:
        """The first table opens a match, and the other one comes. Only the program of the first may be killed: an
        attempt to join is in memory only."""
        here, there = self.tables
        self.network.kind = BAD
        here.does(OpenMatch(((ORANGE,),)))
        here.passes()
        there.does(JoinMatch("-".join(here.match.codes[0].words)))
        self._until_with_troubles(
            "the other table came", lambda: there.saved.match is not None and len(here.match.tables) == 2, here
        )

    def _leaves(self) -> None:
        """The first table leaves, and the other one once it is told."""
        here, there = self.tables
        self.network.kind = BAD

        def left() -> bool:
            for table in self.tables:
                if table.saved.match is not None and (table is here or there.match.trouble is not None):
                    table.asks(LeaveMatch())
            return not any(table.runs and table.saved.match for table in self.tables) and not here.match_files

        self._until_with_troubles("both have left, and the first one has no file of it", left, *self.tables)
        self._passes(LINGER_MS)
        self._until("nobody has a file of the match", lambda: not there.match_files)
        for table in self.tables:
            table.does(Rematch(RematchKind.LOBBY))

    def _begins(self, number: int) -> None:
        """Begin a game, and wait until both tables have begun it."""
        here = self.tables[0]
        kind = self.chance.choice((RematchKind.SAME, RematchKind.SWAPPED, RematchKind.LOBBY))
        if number and kind is not RematchKind.LOBBY:
            here.does(Rematch(kind))
        else:
            if number:
                here.does(Rematch(RematchKind.LOBBY))
            here.does(ChooseOptions(GameOptions(powers=self.chance.random() < 0.5)), BeginGame())
        began = max(table.saved.match.began for table in self.tables if table.saved.match is not None)
        self._lives_until("both have begun the game", lambda table: has_begun(table, began))

    def _drafts(self, table: WholeTable) -> None:
        """The part of the people at a table in the draft."""
        draft, shown = table.saved.draft, table.seen.draft
        if draft is None or shown is None or shown.chooser not in table.own:
            return
        if draft.offered and draft.choosing:
            left = [card.power for card in draft.cards(draft.to_act) if card.refused is None]
            table.asks(ChoosePower(self.chance.choice(sorted(left))))
        elif draft.offered:
            table.asks(NameStartPlayer(self.chance.choice(draft.starters)))
        else:
            free = sorted(card.power for card in draft.cards() if card.refused is None and card.power in POWERS)
            table.asks(OfferPowers(tuple(self.chance.sample(free, draft.wanted))))

    def _plays(self) -> None:
        """Play to the end of the game at both tables."""
        self._lives_until("the game is over", is_over)

    def _lives_until(self, what: str, holds: Callable[[WholeTable], bool]) -> None:
        """Let people do what is due, and time pass with all its troubles, until something holds of both tables."""
        for _ in range(ROUNDS_OF_GAME):
            for table in self.tables:
                self._people(table)
            self._goes_on(*self.tables)
            if all(table.runs and holds(table) for table in self.tables):
                for table in self.tables:
                    table.kill_at = None
                return
        raise StuckError(f"waited in vain until {what}: {described(self.tables)}")

    def _until_with_troubles(self, what: str, holds: Callable[[], bool], *mortal: WholeTable) -> None:
        """Let time pass until both programs run and something holds; these programs may be killed meanwhile."""
        for _ in range(ROUNDS_OF_GAME):
            self._goes_on(*mortal)
            if all(table.runs for table in self.tables) and holds() and all(table.runs for table in self.tables):
                for table in self.tables:
                    table.kill_at = None
                return
        raise StuckError(f"waited in vain until {what}: {described(self.tables)}")

    def _goes_on(self, *mortal: WholeTable) -> None:
        """Let time pass, in which these programs may be killed and are started again, and the link cut and mended."""
        self._disturb([table for table in mortal if table.runs])
        self._passes(self.chance.randrange(10**6, 10**7) if self.network.cut else self.chance.randrange(50, 2_000))
        self.network.cut = self.network.cut and self.chance.random() < 0.5
        for table in self.tables:
            if not table.runs and self.chance.random() < 0.5:
                table.start()

    def _disturb(self, mortal: list[WholeTable]) -> None:
        if self.chance.random() >= self.troubles:
            return
        match self.chance.randrange(4):
            case 0 if mortal:
                self.chance.choice(mortal).kill()
            case 1 | 2 if mortal:
                table = self.chance.choice(mortal)
                table.kill_at = table.effects + self.chance.randrange(1, 15)
            case _:
                self.network.is_cut()

    def _passes(self, ms: int) -> None:
        self.network.now += ms
        self.network.deliver()
        for table in self.tables:
            table.passes(ms)

    def _until(self, what: str, holds: Callable[[], bool]) -> None:
        """Let time pass until something holds; nobody is killed."""
        for _ in range(QUIET_ROUNDS):
            self._passes(self.chance.randrange(50, 2_000))
            if holds():
                return
        raise StuckError(f"waited in vain until {what}: {described(self.tables)}")

    def _heals(self) -> None:
        """No more faults, and time until both tables have everything."""
        self.network.kind, self.network.cut = PERFECT, False
        for table in self.tables:
            table.kill_at = None
            if not table.runs:
                table.start()
            table.resumes()
        self._until("both tables have the same", lambda: are_level(self.tables))

    # ---- its people ----

    def _people(self, table: WholeTable) -> None:
        """What the people at a table do in a round: what is due, mostly."""
        if not table.runs or self.chance.random() < 0.2:
            return
        table.resumes()
        if not table.runs or is_over(table):
            return
        if table.saved.game is None:
            self._drafts(table)
            return
        saved, mine, wish = table.saved, table.own, table.seen.takeback
        if wish is not None and wish.refused is not None and wish.asker in mine:
            table.asks(AnswerTakeback(agree=False))
        elif wish is not None and wish.asker not in mine and wish.refused is None and set(wish.missing) & set(mine):
            table.asks(AnswerTakeback(agree=self.chance.random() < 0.7))
        elif wish is None and self.chance.random() < 0.01:
            table.asks(AskTakeback())
        elif self.chance.random() < 0.001:
            table.asks(Act(Resign(mine[0])))
        elif saved.confirming in mine and not saved.offered:
            self._confirms(table)
        elif saved.to_act in mine and not saved.offered:
            self._steps(table)

    def _confirms(self, table: WholeTable) -> None:
        saved, part = table.saved, table.saved.match
        assert part is not None
        if self.chance.random() < 0.1:
            table.asks(UndoStep())
            return
        actions = tuple(ply.action for ply in table.game.plies[part.agreed :])
        if table.asks(ConfirmTurn()):
            self.told[table.name].append(Told(part.began, part.agreed, actions))
        assert saved.confirming is not None

    def _steps(self, table: WholeTable) -> None:
        action = climbing(table.game, self.chance)
        stands_on = table.under_hands
        if isinstance(stands_on, BoardWithFields) and isinstance(action, Move) and self.chance.random() < 0.5:
            self._by_hand(table, stands_on, action)
        else:
            table.asks(Act(action))

    def _by_hand(self, table: WholeTable, board: BoardWithFields, move: Move) -> None:
        """Let a hand move a worker; nothing if it does not stand where the game has it."""
        standing = {piece.square: piece.piece for piece in board.device.look().pieces if piece.square is not None}
        if move.worker not in standing or move.to in standing or not board.device.idle:
            table.asks(Act(move))
            return
        board.device.enqueue(Lift(standing[move.worker]))
        board.device.enqueue(Put(standing[move.worker], move.to))
        while table.runs and not board.device.idle:
            table.passes(200)


# ---- what must hold ----


def is_over(table: WholeTable) -> bool:
    """Whether its game is over, and not only on the board of this table."""
    return table.saved.phase is Phase.OVER and not table.saved.offered and table.saved.confirming is None


def has_begun(table: WholeTable, before: int) -> bool:
    """Whether it has begun a game after the one of this number."""
    part = table.saved.match
    return part is not None and part.began > before


def are_level(tables: Iterable[WholeTable]) -> bool:
    """Whether all have the same game, and nothing is open."""
    saved = [table.saved for table in tables]
    games = [each.game for each in saved]
    if games[0] is None or any(game is None or game.plies != games[0].plies for game in games):
        return False
    return not any(each.offered or each.announced or each.confirming for each in saved)


def described(tables: Iterable[WholeTable]) -> list[object]:
    """How tables stand, for whoever looks for the reason."""
    return [
        "does not run"
        if not table.runs
        else (table.saved.phase, table.saved.to_act, table.saved.confirming, table.match)
        for table in tables
    ]


@dataclass
class JournalStory:
    """The games of matches that a journal tells of: by their numbers, how each stood last; what went back in them, as
    the plies that were left; and which offered turns were not taken, as the plies before them."""

    games: dict[int, Game] = field(default_factory=dict)
    back: dict[int, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, journals: Iterable[Iterable[Entry]]) -> tuple[JournalStory, SavedState]:
        """The story of the last match in a journal that was compacted between them, and the state in the end."""
        story, match, saved = cls(), "", SavedState()
        for entries in journals:
            saved = SavedState()
            for entry in entries:
                saved = evolve(saved, entry)
                part = saved.match
                if part is not None and part.seats.match != match:
                    story, match = cls(), part.seats.match
                elif part is not None and part.current and saved.game is not None:
                    story.games[part.began] = saved.game
                    if isinstance(entry, WentBackApart):
                        story.back.setdefault(part.began, []).append(len(saved.game.plies))
                    elif isinstance(entry, OfferAnswered) and not entry.agreed:
                        story.back.setdefault(part.began, []).append(part.agreed)
        return story, saved

    def went_back_before(self, told: Told) -> bool:
        """Whether a turn that was confirmed was taken back, or not taken by the other table."""
        return any(plies < told.before + len(told.actions) for plies in self.back.get(told.number, ()))


def check(tables: list[WholeTable], told: dict[str, list[Told]], games: int, figures: MatchFigures) -> None:
    """Both journals hold the same games, nothing that was confirmed is lost, nothing is there twice."""
    stories = [JournalStory.of(table.journals()) for table in tables]
    for table, (_, saved) in zip(tables, stories, strict=True):
        assert saved == table.saved, "the journal leads to another state"
    here, there = (story for story, _ in stories)
    assert list(here.games) == list(there.games), "the tables have played different games"
    assert len(here.games) == games
    for number, game in here.games.items():
        assert game.plies == there.games[number].plies, f"game {number}"
        assert game.state == there.games[number].state
        assert game.outcome is not None
    logs = [log_of(table) for table in tables]
    assert logs[0] == logs[1]
    entries = [read_entry(body) for body in logs[0]]
    assert sum(isinstance(entry.content, GameSetUp) for entry in entries) == games
    proposed = [(entry.by, entry.proposal) for entry in entries if entry.proposal]
    assert len(proposed) == len(set(proposed)), "a proposal was ordered twice"
    figures.games += games
    figures.turns += sum(game.turn for game in here.games.values())
    for table, (story, _) in zip(tables, stories, strict=True):
        for each in told[table.name]:
            figures.told += 1
            plies = story.games[each.number].plies[each.before : each.before + len(each.actions)]
            kept = tuple(ply.action for ply in plies) == each.actions
            figures.taken_back += not kept
            assert kept or story.went_back_before(each), f"{table.name} has lost {each}"
        archived = [game for _, game in table.archive.games]
        assert len(archived) == len({(game.began, game.packed) for game in archived})
        told[table.name].clear()
    records = [[game.record for _, game in table.archive.games] for table in tables]
    assert records[0] == records[1], "the archives have other games"


def log_of(table: WholeTable) -> list[str]:
    """The entries in the file of a table's match."""
    (path,) = table.match_files
    with MatchFile(path) as file:
        return [record.entry.body for record in file.records if isinstance(record, EntryKept)]


def play_matches(folder: Path, seed: int, games: Iterable[int], *, board: bool = False) -> MatchFigures:
    """Play matches of so many games each, all of this seed; ``board``: at virtual boards.

    :raises StuckError: if nothing goes on any more.
    """
    played = PlayedMatch(folder, seed, board=board)
    for count in games:
        played.plays_match(count)
    return played.figures


def main() -> None:
    """Play the matches of one seed once more."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="the seed that was named")
    parser.add_argument("--games", type=int, nargs="+", default=[3, 2], help="games of each match (default: 3 2)")
    parser.add_argument("--board", action="store_true", help="play at virtual boards")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        print(play_matches(Path(place), given.seed, given.games, board=given.board).line())


if __name__ == "__main__":
    main()
