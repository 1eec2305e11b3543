"""Plays the matches of one table: takes in what other tables say, and tells the session what came of it.

All calls come from the table's thread and return at once. What is next for either side is found by comparing the
session with the match (`online.match.match_course`), so nothing is lost with the program.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from math import inf
from typing import Final

from common.message import Message
from engine.actions import Resign
from engine.notation import turn_text
from online.match.broker_topics import BrokerTopics
from online.match.ciphers import KEY_BYTES, NONCE_BYTES, UnopenedError
from online.match.match_course import GamesDifferError, asking_seat, next_news, next_wish, seats_of, size_begun
from online.match.match_entries import (
    Bar,
    MatchContent,
    PowersDrafted,
    StepsTaken,
    TableDeparted,
    TakebackAnswered,
    TakebackRequested,
)
from online.match.match_events import (
    EntryAgreed,
    LogsDiffer,
    LogSetBack,
    MatchNotice,
    MessageNotStored,
    MessagesDropped,
    OrderRejected,
    ProposalRefused,
)
from online.match.match_file import MatchFile, MatchFileError
from online.match.match_limits import FIRST_WAIT_MS, LONGEST_NAME, LONGEST_STEPS, LONGEST_WAIT_MS, RETRY_MS
from online.match.pairing import JoinAttempt, MeetingTopics
from online.match.pairing_code import PairingCode, PairingCodeError, read_pairing_code
from online.match.running_match import MatchMeans, MatchStorage, RunningMatch
from table.session.answers import Accepted, Answer, Refusal, Refused, refusal_message
from table.session.match_part import MatchStatus
from table.session.match_play import (
    JoinMatch,
    LeaveMatch,
    MatchChanged,
    MatchNews,
    OpenMatch,
    RevokeTable,
    TakebackEnded,
    TurnNotAgreed,
)
from table.session.saved_state import SavedState
from table.session.session_events import DraftWish, Effect, TableEvent
from table.session.table_state import TableState
from table.session.turns import Act

NO_TITLE: Final = "Thera"
"""What a table is called elsewhere that has no name."""

log = logging.getLogger(__name__)


class MatchControl:
    """The matches of one table. ``clock`` gives seconds and only goes on."""

    def __init__(self, storage: MatchStorage, link: BrokerTopics, clock: Callable[[], float]) -> None:
        self._storage, self._link, self._clock = storage, link, clock
        self._means: MatchMeans | None = None
        self._match: RunningMatch | None = None
        self._leaving: list[RunningMatch] = []
        self._attempt: JoinAttempt | None = None
        self._resend_at, self._wait = 0, FIRST_WAIT_MS
        self._retry_at = inf
        self._unwritten: str | None = None
        self._told: deque[MatchNews] = deque()
        self._trouble: Message | None = None
        self._declined: MatchContent | None = None
        self._begun = False
        self._changed = True
        self._seen: TableState | None = None
        self._last: tuple[TableState, TableEvent] | None = None
        link.report_to(self.received, self.link_restored)

    # ---- what the table calls ----

    @property
    def due(self) -> float:
        """When there is something to do by the clock, in seconds; ``inf``: not before something comes. It is never
        ``inf`` while something could not be stored, which is tried again after two seconds."""
        if self._retry_at < inf:
            return self._retry_at
        dues = [each.due for each in self._all()]
        if self._attempt is not None:
            dues.append(self._resend_at)
        return min((each / 1000 for each in dues if each is not None), default=inf)

    def next_news(self, state: TableState) -> TableEvent | None:
        """What the session has to hear now; None: nothing, until the state or the match changes."""
        if not self._begun:
            self._begin(state.saved)
        if self._clock() >= self.due:
            self._changed |= self._retry_at < inf
            self._retry_at = inf
            self._guarded(self._pass_time)
        if self._leaving and self._changed and not self._waits_to_retry:
            self._guarded(self._finish_leaving)
        if state is self._seen and not self._changed and not self._told:
            return None
        for _ in range(8):  # what this table wants may be ordered at once, and be news again
            self._changed = False
            news = self._next(state)
            if news is not None:
                return news
            if not self._changed:
                break
        if not self._waits_to_retry and self._attempt is None and self._unwritten is not None:
            self._unwritten = None  # all that failed was tried again
            return self._changed_status(state)
        self._seen = state
        return None

    def not_followed(self, why: str) -> None:
        """The session could not take in the news that it was given last: nothing more is played."""
        log.error("the session does not follow the match: %s", why)
        self._changed = True
        self._stop(self._differing)

    def carry_out(self, command: Effect, state: TableState) -> Answer:
        """Do what a phone asks; the session has found that it may ask that."""
        self._changed = True
        try:
            refused = self._carried_out(command, state)
        except MatchFileError as error:
            return Refused(refusal_message(Refusal.NOT_WRITTEN, detail=error.reason))
        except PairingCodeError as error:
            return Refused(refusal_message(Refusal.WRONG_CODE, detail=str(error)))
        return Accepted(state.version) if refused is None else Refused(refusal_message(refused))

    def received(self, topic: str, data: bytes) -> None:
        """Take in a message that came to a topic."""
        self._changed = True
        if self._attempt is not None and topic == MeetingTopics.of(self._attempt.code).answer:
            self._guarded(lambda: self._answered(data))
            return
        for match in self._all():
            match.received(topic, data, self._now)

    def link_restored(self) -> None:
        """There is a connection to the broker again, or for the first time: say at once what was to be sent again."""
        self._guarded(self._speak_up)

    def close(self) -> None:
        """End with the program; the files stay."""
        for match in self._all():
            match.file.close()

    # ---- commands ----

    def _carried_out(self, command: Effect, state: TableState) -> Refusal | None:
        match command:
            case OpenMatch(tables):
                seats = frozenset(player.seat for player in state.saved.seating.players if player.far is None)
                if self._match is None:
                    self._forget_leaving()
                    title, means = _title(state.saved), self._ready()
                    self._match = self._in_new_file(
                        lambda file: RunningMatch.opened(file, means, self._tell, title, seats)
                    )
                for each in tables:
                    self._match.invite(frozenset(each))
            case JoinMatch(code):
                self._join(read_pairing_code(code), state.saved)
            case LeaveMatch():
                self._leave()
            case RevokeTable(table) if self._match is not None:
                self._match.ask(TableDeparted(table, revoked=True), self._now)
            case DraftWish(draft) if self._match is not None:
                if not self._match.can_ask:
                    return Refusal.NOT_AGREED_YET
                self._match.ask(PowersDrafted(draft), self._now)
            case Act(Resign() as resign) if self._match is not None:
                if not self._match.can_ask:
                    return Refusal.NOT_AGREED_YET
                self._match.ask(StepsTaken(turn_text((resign,))), self._now)
            case _:
                return Refusal.NOT_NOW
        return None

    def _join(self, code: PairingCode, saved: SavedState) -> None:
        identity = self._ready().identity
        self._forget_leaving()
        self._attempt = JoinAttempt(code, _title(saved), identity.seed, identity.random(KEY_BYTES))
        self._link.listen(MeetingTopics.of(code).answer)
        self._wait = FIRST_WAIT_MS
        self._request()

    def _request(self) -> None:
        attempt = self._attempt
        if attempt is not None:
            data = attempt.sealed_request(self._ready().identity.random(NONCE_BYTES))
            self._link.send(MeetingTopics.of(attempt.code).request, data)
            self._resend_at, self._wait = self._now + self._wait, min(2 * self._wait, LONGEST_WAIT_MS)

    def _answered(self, data: bytes) -> None:
        if self._attempt is None:
            return
        try:
            joined = self._attempt.read(data)
        except UnopenedError as error:
            log.info("an answer to the request to join was dropped: %s", error)
            return
        means = self._ready()
        self._match = self._in_new_file(lambda file: RunningMatch.joined(file, means, self._tell, joined))
        self._stop_asking()

    def _in_new_file(self, begin: Callable[[MatchFile], RunningMatch]) -> RunningMatch:
        """A match that begins; if that cannot be stored, nothing of it is left."""
        file = self._storage.new_file()
        try:
            return begin(file)
        except MatchFileError:
            self._storage.remove(file)
            raise

    def _stop_asking(self) -> None:
        if self._attempt is not None:
            self._link.ignore(MeetingTopics.of(self._attempt.code).answer)
            self._attempt = None

    def _leave(self) -> None:
        self._stop_asking()
        match, self._match = self._match, None
        self._trouble = self._declined = None
        self._told.clear()
        if match is not None:
            self._leaving.append(match)
            self._guarded(lambda: match.leave(self._now))

    def _forget_leaving(self) -> None:
        for match in self._leaving:
            match.stop()
            self._storage.remove(match.file)
        self._leaving.clear()

    # ---- what happens by itself ----

    @property
    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _all(self) -> list[RunningMatch]:
        return [*([] if self._match is None else [self._match]), *self._leaving]

    def _ready(self) -> MatchMeans:
        if self._means is None:
            self._means = MatchMeans(self._link, self._storage.identity())
        return self._means

    def _begin(self, saved: SavedState) -> None:
        """Go on with the match that the session is in; of others that are stored the tables are told that it left."""
        self._begun = True
        mine = None if saved.match is None else saved.match.seats.match
        for file in self._storage.files():
            try:
                match = RunningMatch.resumed(file, self._ready(), self._tell)
            except MatchFileError as error:
                log.warning("a match is left aside: %s", error)
                file.close()
                continue
            unheard = mine is None and not match.decides and not match.admitted
            if match.name == mine or (unheard and self._match is None):
                self._match = match
            else:
                self._leaving.append(match)
        self._guarded(self._finish_leaving)
        if mine is not None and self._match is None:
            self._trouble = Message("match.no_file")

    def _pass_time(self) -> None:
        now = self._now
        for match in self._all():
            if match.due is not None and match.due <= now:
                match.pass_time(now)
        self._finish_leaving()
        if self._attempt is not None and self._resend_at <= now:
            self._request()

    def _speak_up(self) -> None:
        for match in self._all():
            match.link_restored(self._now)
        if self._attempt is not None:
            self._wait = FIRST_WAIT_MS
            self._request()

    def _finish_leaving(self) -> None:
        """Forget the matches that were left, once all other tables know that, and that this one knows."""
        for match in tuple(self._leaving):
            match.leave(self._now)
            if match.told and not match.lingers(self._now):
                self._leaving.remove(match)
                match.stop()
                self._storage.remove(match.file)

    def _guarded(self, do: Callable[[], None]) -> None:
        """Do what may have to be stored; if it cannot be, it is tried again."""
        try:
            do()
        except MatchFileError as error:
            log.warning("%s", error)
            self._retry_later(error.reason)

    def _retry_later(self, why: str) -> None:
        self._retry_at, self._unwritten = (self._now + RETRY_MS) / 1000, why

    @property
    def _waits_to_retry(self) -> bool:
        """Whether something could not be stored, and nothing is stored before the time to try again."""
        return self._retry_at < inf

    # ---- news ----

    def _next(self, state: TableState) -> TableEvent | None:
        if self._told:
            return self._told.popleft()
        changed = self._changed_status(state)
        if changed is not None or self._match is None or self._trouble is not None or state.saved.match is None:
            return changed
        agreed = self._match.agreed(state.saved)
        try:
            news = next_news(state, agreed, self._match.state.draft)
        except GamesDifferError:
            self._stop(self._differing)
            return self._changed_status(state)
        if news is None:
            if not self._over:
                self._want(next_wish(state, self._match.state, agreed))
            return None
        size = size_begun(news)
        if size not in (None, state.size):
            self._stop(Message("match.other_size", (("here", str(state.size)), ("size", str(size)))))
            return self._changed_status(state)
        if self._last is not None and self._last[0] is state and self._last[1] == news:
            self.not_followed(f"nothing came of {news}")
            return self._changed_status(state)
        self._last = state, news
        return news

    def _changed_status(self, state: TableState) -> MatchChanged | None:
        match = self._match
        seats = None if match is None else seats_of(match.state, match.invited)
        if seats is None and match is None and state.saved.match is not None and self._trouble is not None:
            seats = state.saved.match.seats  # its file is gone; people have to leave it
        if match is not None and seats is not None and self._over and state.saved.match is not None:
            seats = state.saved.match.seats  # what is on the board stays until people leave the match
        agreed = None if match is None else match.agreed(state.saved)
        status = MatchStatus(
            able=True,
            tables=() if match is None else match.tables,
            codes=() if match is None else match.codes,
            joining=self._attempt is not None or (match is not None and not match.admitted),
            trouble=self._trouble or self._ending,
            asking=None if match is None else asking_seat(state, match.state, agreed),
            unwritten=self._unwritten,
        )
        same = status == state.match and seats == (None if state.saved.match is None else state.saved.match.seats)
        return None if same else MatchChanged(status, seats)

    @property
    def _over(self) -> bool:
        return self._match is not None and self._match.over

    @property
    def _ending(self) -> Message | None:
        """Why the match is over, if it is."""
        if self._match is None or not self._match.over:
            return None
        return Message("match.closed" if self._match.state.closed else "match.revoked")

    def _want(self, content: MatchContent | None) -> None:
        """Ask for what the people here want, unless that was declined, or something else is not answered yet."""
        match = self._match
        if match is None or content is None or content == self._declined or not match.can_ask or self._waits_to_retry:
            return
        self._changed = True
        if isinstance(content, StepsTaken) and len(content.steps) > LONGEST_STEPS:
            self._refused(content, f"a turn has {LONGEST_STEPS} characters at most, not {len(content.steps)}")
            return
        self._guarded(lambda: match.ask(content, self._now))

    @property
    def _differing(self) -> Message:
        count = 0 if self._match is None else self._match.state.count
        return Message("match.game_differs", (("number", str(count)),))

    def _stop(self, trouble: Message) -> None:
        log.warning("the match stops: %s %s", trouble.key, dict(trouble.args))
        self._trouble = trouble

    def _tell(self, notice: MatchNotice) -> None:
        """Take in what a side has to say."""
        self._changed = True
        match notice:
            case EntryAgreed(_, entry):
                content, self._declined = entry.content, None  # what could not be before may be now
                if isinstance(content, TakebackAnswered) and not content.agreed and self._match is not None:
                    seats = self._match.state.tables[entry.by].seats
                    self._told.append(TakebackEnded(seats[0] if seats else None))
            case ProposalRefused(content, bar, why):
                self._refused(content, why, again=bar is Bar.OUTDATED)
            case LogsDiffer(table, number):
                self._stop(Message("match.differs", (("given", self._title(table)), ("number", str(number)))))
            case LogSetBack(table, here, there):
                counts = (("here", str(here)), ("there", str(there)))
                self._stop(Message("match.set_back", (("given", self._title(table)), *counts)))
            case OrderRejected(number, why):
                self._stop(Message("match.rejected", (("number", str(number)), ("detail", why))))
            case MessageNotStored(why):
                self._retry_later(why)
            case MessagesDropped(table):
                log.warning("table %s of the match sends too much; what is beyond that is not read", table)

    def _refused(self, content: MatchContent, why: str, *, again: bool = False) -> None:
        """Take in that something does not happen; ``again``: something else only came before it."""
        log.info("the match did not take %s: %s", content, why)
        match content:
            case StepsTaken():
                self._told.append(TurnNotAgreed(Message("match.not_taken", (("detail", why),))))
            case TakebackRequested() | TakebackAnswered():
                self._told.append(TakebackEnded(None))
            case _:
                self._declined = None if again else content

    def _title(self, table: int) -> str:
        tables = () if self._match is None else self._match.state.tables
        return tables[table].name if table < len(tables) else str(table)


def _title(saved: SavedState) -> str:
    """What other tables call this one: its name, as its host has chosen it."""
    return saved.settings.name[:LONGEST_NAME] or NO_TITLE
