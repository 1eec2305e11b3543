"""One match of this table: its side with its file and its invitations, and the game that all tables agreed on."""

from __future__ import annotations

import logging
import os
import secrets
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from common.atomic_files import make_folder
from engine import Game
from engine.seats import Seat
from online.match.ciphers import KEY_BYTES, NONCE_BYTES, UnopenedError
from online.match.deciding_table import DecidingTable
from online.match.joined_table import JoinedTable
from online.match.match_course import AgreedGame
from online.match.match_entries import (
    DECIDING,
    GameSetUp,
    MatchClosed,
    MatchContent,
    TableAdmitted,
    TableDeparted,
    in_order,
    read_entry,
)
from online.match.match_events import MatchNotice
from online.match.match_file import ChannelKept, InvitationDropped, InvitationKept, MatchFile, MatchFileError
from online.match.match_limits import LINGER_MS, TABLES_AT_MOST
from online.match.match_runner import (
    MatchLink,
    MatchParts,
    MatchRunner,
    TableIdentity,
    join_match,
    open_match,
    resume_match,
)
from online.match.match_state import MatchState, after
from online.match.pairing import Invitation, JoinedMatch, MeetingTopics, SentRequest
from online.match.pairing_code import PairingCode
from table.log_forms import SetupForm
from table.session.match_part import MatchCodeView, MatchTableView
from table.session.saved_state import SavedState
from table.session.snapshot import Phase
from table.storage.backup_file import MATCH_KEY, MATCHES

# ---- inviting table
#
# The invitations of the table that opened a match: it makes a code for each table, answers the table that has it, and
# admits it once.
# A code is valid until a table has used it, or until it is withdrawn. A second table with the same code is not
# admitted.


log = logging.getLogger(__name__)


class InvitingTable:
    """The invitations of a match that this table decides. All of them are in its file."""

    def __init__(self, runner: MatchRunner, file: MatchFile, link: MatchLink, identity: TableIdentity) -> None:
        """Continue the invitations of a file, and admit tables that were answered before the program stopped."""
        self.strangers = 0
        """The number of requests with a code that another table had used."""
        self._runner, self._file, self._link, self._identity = runner, file, link, identity
        for invitation in self._invitations.values():
            self._listen(invitation)
        for channel in self._channels():
            self._admit(channel, 0)

    @property
    def open(self) -> tuple[Invitation, ...]:
        """The invitations that no table has used yet."""
        used = {each.invitation for each in self._channels()}
        return tuple(each for code, each in self._invitations.items() if code not in used)

    def invite(self, seats: frozenset[Seat]) -> PairingCode:
        """Make a code for one table that will play these seats.

        :raises MatchFileError: if it cannot be stored.
        :raises ValueError: if a seat is taken, or the match is full.
        """
        state = self._runner.side.state
        promised = {seat for each in self.open for seat in each.seats}
        taken = [seat for seat in seats if seat in promised or state.holder(seat) is not None]
        if taken:
            raise ValueError(f"{taken[0]} is played at a table already, or another code is for it")
        if len(state.tables) + len(self.open) >= TABLES_AT_MOST:
            raise ValueError(f"a match has {TABLES_AT_MOST} tables at most")
        invitation = Invitation.new(in_order(seats), self._identity.random(KEY_BYTES), self._identity.seed)
        self._file.append(InvitationKept(invitation))
        self._listen(invitation)
        return invitation.pairing_code

    def withdraw(self, code: PairingCode) -> None:
        """Withdraw a code. A table that has used it stays.

        :raises MatchFileError: if that cannot be stored.
        """
        self._file.append(InvitationDropped(code.secret.hex()))
        self._link.ignore(MeetingTopics.of(code).request)

    def received(self, topic: str, data: bytes, now: int) -> bool:
        """Handle a message to an invitation; False for any other message. A request that cannot be stored gets no
        answer, so the other table repeats it."""
        named = {MeetingTopics.of(each.pairing_code).request: each for each in self._invitations.values()}
        invitation = named.get(topic)
        if invitation is None:
            return False
        try:
            self._answer(invitation, invitation.read(data), now)
        except UnopenedError as error:
            log.info("a request to join was dropped: %s", error)
        except MatchFileError as error:
            self._runner.not_stored(error)
        return True

    @property
    def _invitations(self) -> dict[str, Invitation]:
        kept = {
            each.invitation.code: each.invitation for each in self._file.records if isinstance(each, InvitationKept)
        }
        dropped = {each.code for each in self._file.records if isinstance(each, InvitationDropped)}
        return {code: each for code, each in kept.items() if code not in dropped}

    def _channels(self) -> list[ChannelKept]:
        return [each for each in self._file.records if isinstance(each, ChannelKept)]

    def _listen(self, invitation: Invitation) -> None:
        self._link.listen(MeetingTopics.of(invitation.pairing_code).request)

    def _answer(self, invitation: Invitation, sent: SentRequest, now: int) -> None:
        said = sent.text.decode()
        channel = next((each for each in self._channels() if each.invitation == invitation.code), None)
        if channel is None:
            channel = self._opened(invitation, sent)
        elif channel.request != said:
            self.strangers += 1
            log.warning("a second table came with a code that %r has used", channel.keys.name)
            return
        if self._admit(channel, now):
            nonce = self._identity.random(NONCE_BYTES)
            data = invitation.sealed_answer(sent, channel.answer.encode(), self._identity.seed, nonce)
            self._link.send(MeetingTopics.of(invitation.pairing_code).answer, data)

    def _opened(self, invitation: Invitation, sent: SentRequest) -> ChannelKept:
        side = self._runner.side
        name, number = side.state.tables[0].name, len(side.state.tables)
        opened = invitation.answered(sent, side.log.match, number, name, self._identity.seed)
        channel = ChannelKept(opened.keys, invitation.code, sent.text.decode(), opened.text.decode())
        self._file.append(channel)
        self._runner.open_channel(channel.keys)
        return channel

    def _admit(self, channel: ChannelKept, now: int) -> bool:
        """Admit the table of a channel with the free seats of its invitation, unless it is admitted already; returns
        whether it is."""
        keys, state = channel.keys, self._runner.side.state
        invitation = self._invitations.get(channel.invitation)
        if keys.table == len(state.tables) and invitation is not None:
            seats = tuple(seat for seat in invitation.seats if state.holder(seat) is None)
            self._runner.ask(TableAdmitted(keys.table, keys.name, keys.key, seats), now)
        return keys.table < len(self._runner.side.state.tables)


# ---- running match


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


# ---- match storage
#
# Stores a table's matches: its signing key, and a file for each match.


ENDING: Final = ".match"
_OWNER_ONLY: Final = 0o600


class MatchStorage:
    """The matches in a data folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def identity(self) -> TableIdentity:
        """The identity of this table in all its matches. Its key is made at first use, and only its owner can read it.

        :raises MatchFileError: if the key can be neither read nor written, or is not a key.
        """
        path = self._folder / MATCH_KEY
        try:
            seed = _read_key(path)
        except FileNotFoundError:
            seed = _make_key(path)
        except OSError as error:
            raise MatchFileError(f"{path}: {error.strerror or error}") from error
        return TableIdentity(seed, secrets.token_bytes, lambda: int(time.time()))

    def new_file(self) -> MatchFile:
        """Create an empty file for another match.

        :raises MatchFileError: if it cannot be written.
        """
        return MatchFile(self._folder / MATCHES / f"{secrets.token_hex(8)}{ENDING}")

    def paths(self) -> list[Path]:
        """The paths of all stored matches."""
        return sorted((self._folder / MATCHES).glob(f"*{ENDING}"))

    def files(self) -> Iterator[MatchFile]:
        """Open the files of all stored matches. A file that cannot be read stays in place, and the log says so."""
        for path in self.paths():
            try:
                path.chmod(_OWNER_ONLY)  # a copy may have been made with other rights
                yield MatchFile(path)
            except (MatchFileError, OSError) as error:
                log.warning("a match is left aside: %s", error)

    @staticmethod
    def remove(file: MatchFile) -> None:
        """Close and remove the file of a match that is over: it holds keys that are no longer needed."""
        file.close()
        try:
            file.path.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s: cannot be removed: %s", file.path, error.strerror)


def _read_key(path: Path) -> bytes:
    text = path.read_text("ascii", errors="replace").strip()
    path.chmod(_OWNER_ONLY)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != KEY_BYTES:
        raise MatchFileError(f"{path}: holds no key of {2 * KEY_BYTES} hexadecimal digits")
    return seed


def _make_key(path: Path) -> bytes:
    seed = secrets.token_bytes(KEY_BYTES)
    draft = path.with_name(f"{path.name}.new")
    try:
        make_folder(path.parent)
        draft.unlink(missing_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY), "w", encoding="ascii") as file:
            file.write(f"{seed.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise MatchFileError(f"{path}: {error.strerror or error}") from error
    return seed
