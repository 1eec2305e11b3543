"""One match of this table: its side with its file and its invitations, and the game that all tables agreed on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from apart.deciding_table import DecidingTable
from apart.inviting_table import InvitingTable
from apart.joined_table import JoinedTable
from apart.match_entries import DECIDING, GameSetUp, MatchClosed, MatchContent, TableDeparted, read_entry
from apart.match_events import MatchNotice
from apart.match_file import MatchFile
from apart.match_limits import LINGER_MS
from apart.match_link import MatchLink
from apart.match_runner import MatchRunner, TableIdentity
from apart.match_start import MatchParts, join_match, open_match, resume_match
from apart.match_state import MatchState, after
from apart.pairing import JoinedMatch
from engine import Game
from engine.seats import Seat
from table.session.match_part import MatchCodeView, MatchTableView
from table.session.saved_state import SavedState
from table.session.snapshot import Phase
from table.setup_form import SetupForm
from thera.matches.match_course import AgreedGame

Tell = Callable[[MatchNotice], None]


@dataclass(frozen=True, slots=True)
class MatchMeans:
    """What each match runs with: the link, and who this table is."""

    link: MatchLink
    identity: TableIdentity


class RunningMatch:
    """A match, from when it was opened, joined or found on the disk. Times are in ms."""

    def __init__(self, runner: MatchRunner, file: MatchFile, means: MatchMeans) -> None:
        self.file = file
        self._runner = runner
        self._inviting = InvitingTable(runner, file, means.link, means.identity) if self.decides else None
        self._setups: dict[int, SetupForm] = {}
        self._ended: tuple[int, Game] | None = None
        self._lingers_until: int | None = None

    @classmethod
    def opened(cls, file: MatchFile, means: MatchMeans, tell: Tell, title: str, seats: frozenset[Seat]) -> RunningMatch:
        """A new match, which this table decides; it plays these seats.

        :raises MatchFileError: if it cannot be stored.
        """
        parts = MatchParts(file, means.link, means.identity, tell)
        return cls(open_match(parts, title, seats), file, means)

    @classmethod
    def joined(cls, file: MatchFile, means: MatchMeans, tell: Tell, joined: JoinedMatch) -> RunningMatch:
        """A match to which this table was admitted.

        :raises MatchFileError: if it cannot be stored.
        """
        return cls(join_match(MatchParts(file, means.link, means.identity, tell), joined), file, means)

    @classmethod
    def resumed(cls, file: MatchFile, means: MatchMeans, tell: Tell) -> RunningMatch:
        """The match of a file, as it stood.

        :raises MatchFileError: if it is of none.
        """
        return cls(resume_match(MatchParts(file, means.link, means.identity, tell)), file, means)

    @property
    def state(self) -> MatchState:
        """The match after all its entries here."""
        return self._runner.side.state

    @property
    def name(self) -> str:
        """The name of the match."""
        return self._runner.side.log.match

    @property
    def decides(self) -> bool:
        """Whether this table opened it."""
        return self._runner.side.state.here == DECIDING

    @property
    def admitted(self) -> bool:
        """Whether the log has come as far as this table's own admission."""
        return self.state.here < len(self.state.tables)

    @property
    def over(self) -> bool:
        """Whether it was closed, or this table is no longer in it."""
        return self.state.closed or (self.admitted and self.state.tables[self.state.here].left)

    @property
    def can_ask(self) -> bool:
        """Whether this table may want something now: what it wanted last is answered."""
        side = self._runner.side
        return isinstance(side, DecidingTable) or side.pending is None

    @property
    def due(self) -> int | None:
        """When `pass_time` has something to do, or it lingers no longer; None if never."""
        return self._runner.due if self._lingers_until is None else self._lingers_until

    def ask(self, content: MatchContent, now: int) -> None:
        """Want something to happen.

        :raises MatchFileError: if it cannot be stored; then nothing happened.
        """
        self._runner.ask(content, now)

    def pass_time(self, now: int) -> None:
        """Send again what is due.

        :raises MatchFileError: if something cannot be stored.
        """
        self._runner.pass_time(now)

    def link_restored(self, now: int) -> None:
        """Say at once what was waiting to be sent again.

        :raises MatchFileError: if something cannot be stored.
        """
        self._runner.link_restored(now)

    def received(self, topic: str, data: bytes, now: int) -> None:
        """Take in a message that came to a topic."""
        if self._inviting is None or not self._inviting.received(topic, data, now):
            self._runner.received(topic, data, now)

    def invite(self, seats: frozenset[Seat]) -> None:
        """Have a code for a table that will play these seats.

        :raises MatchFileError: if it cannot be stored.
        :raises ValueError: if a seat is taken, or there are too many tables.
        """
        if self._inviting is None:
            raise ValueError("only the table that opened the match invites others")
        self._inviting.invite(seats)

    @property
    def invited(self) -> tuple[Seat, ...]:
        """The seats for which no table has come yet."""
        return () if self._inviting is None else tuple(seat for each in self._inviting.open for seat in each.seats)

    @property
    def codes(self) -> tuple[MatchCodeView, ...]:
        """The codes with which no table has come yet."""
        found = () if self._inviting is None else self._inviting.open
        return tuple(MatchCodeView(each.seats, each.pairing_code.words, each.pairing_code.scanned) for each in found)

    @property
    def strangers(self) -> int:
        """How many requests came since the start with a code that another table had used."""
        return 0 if self._inviting is None else self._inviting.strangers

    @property
    def behind(self) -> tuple[int, ...]:
        """The tables that are not known to have all entries; at the deciding table only."""
        side = self._runner.side
        others = side.others if isinstance(side, DecidingTable) else ()
        return tuple(each.table for each in others if each.behind)

    @property
    def tables(self) -> tuple[MatchTableView, ...]:
        """The tables, with the words that people compare."""
        words = {keys.table: keys.words for keys in self._runner.channels}
        return tuple(
            MatchTableView(each.number, each.name, each.seats, words.get(each.number, ()), gone=each.left)
            for each in self.state.tables
        )

    def leave(self, now: int) -> None:
        """Close the match, or leave it; the others are told as soon as they can be.

        :raises MatchFileError: if that cannot be stored.
        """
        if self.over or not self.admitted or not self.can_ask:
            return
        if self._inviting is None:
            self.ask(TableDeparted(self.state.here, revoked=False), now)
            return
        for invitation in self._inviting.open:
            self._inviting.withdraw(invitation.pairing_code)
        self.ask(MatchClosed(), now)

    @property
    def told(self) -> bool:
        """Whether nobody has to be told anything more of a match that is over here."""
        side = self._runner.side
        if isinstance(side, JoinedTable):
            return side.over or not self.admitted
        return side.state.closed and not self.behind

    def lingers(self, now: int) -> bool:
        """Whether this table still has to answer, though it has left a match that was closed: for a day from when that
        is first asked. At the deciding table it never has to."""
        if self.decides or not self.state.closed:
            return False
        if self._lingers_until is None:
            self._lingers_until = now + LINGER_MS
        return now < self._lingers_until

    def stop(self) -> None:
        """Hear nothing more."""
        for keys in self._runner.channels:
            self._runner.close_channel(keys.table)

    def agreed(self, saved: SavedState) -> AgreedGame | None:
        """The game that the table should have now: the one that it has, until that is over there, else the newest."""
        state, part = self.state, saved.match
        if state.game is None:
            return None
        over = part is None or not part.current or saved.phase is Phase.OVER
        if over or part is None or part.began in (0, state.began):
            return AgreedGame(state.began, self._setup(state.began), state.game, newest=True)
        return AgreedGame(part.began, self._setup(part.began), self._end_of(part.began), newest=False)

    def _end_of(self, number: int) -> Game:
        """How the game ended that began with the entry of this number, and has another one after it."""
        if self._ended is None or self._ended[0] != number:
            state = MatchState(here=self.state.here)
            for chained in self._runner.side.log.entries:
                entry = read_entry(chained.body)
                if isinstance(entry.content, GameSetUp) and chained.number > number:
                    break
                state = after(state, entry)
            if state.game is None or state.began != number:
                raise ValueError(f"entry {number} begins no game")
            self._ended = number, state.game
        return self._ended[1]

    def _setup(self, number: int) -> SetupForm:
        if number not in self._setups:
            content = read_entry(self._runner.side.log.entries[number - 1].body).content
            if not isinstance(content, GameSetUp):
                raise ValueError(f"entry {number} begins no game")
            self._setups[number] = content.setup
        return self._setups[number]
