"""How the table that opened a match lets others in: it makes a code for each, answers who has it, and admits them once.

A code holds until a table has come with it, or it is withdrawn. Who comes second with the same code is not admitted.
"""

from __future__ import annotations

import logging

from apart.ciphers import KEY_BYTES, NONCE_BYTES, UnopenedError
from apart.match_entries import TableAdmitted, in_order
from apart.match_file import ChannelKept, InvitationDropped, InvitationKept, MatchFile, MatchFileError
from apart.match_limits import TABLES_AT_MOST
from apart.match_link import MatchLink
from apart.match_runner import MatchRunner, TableIdentity
from apart.pairing import Invitation, MeetingTopics, SentRequest
from apart.pairing_code import SECRET_BYTES, PairingCode
from engine.seats import Seat

log = logging.getLogger(__name__)


class InvitingTable:
    """The invitations of a match that this table decides; all of them are in its file."""

    def __init__(self, runner: MatchRunner, file: MatchFile, link: MatchLink, identity: TableIdentity) -> None:
        """Go on with the invitations of a file, and admit who was answered before the program was stopped."""
        self.strangers = 0
        """How many requests came with a code that another table had used."""
        self._runner, self._file, self._link, self._identity = runner, file, link, identity
        for invitation in self._invitations.values():
            self._listen(invitation)
        for channel in self._channels():
            self._admit(channel, 0)

    @property
    def open(self) -> tuple[Invitation, ...]:
        """The invitations with which no table has come yet."""
        used = {each.invitation for each in self._channels()}
        return tuple(each for code, each in self._invitations.items() if code not in used)

    def invite(self, seats: frozenset[Seat]) -> PairingCode:
        """A new code, for one table that will play these seats.

        :raises MatchFileError: if it cannot be stored.
        :raises ValueError: if a seat is taken, or the match has as many tables as it may have.
        """
        state = self._runner.side.state
        promised = {seat for each in self.open for seat in each.seats}
        taken = [seat for seat in seats if seat in promised or state.holder(seat) is not None]
        if taken:
            raise ValueError(f"{taken[0]} is played at a table already, or another code is for it")
        if len(state.tables) + len(self.open) >= TABLES_AT_MOST:
            raise ValueError(f"a match has {TABLES_AT_MOST} tables at most")
        code = self._identity.random(SECRET_BYTES)
        invitation = Invitation(code.hex(), in_order(seats), self._identity.random(KEY_BYTES).hex())
        self._file.append(InvitationKept(invitation))
        self._listen(invitation)
        return invitation.pairing_code

    def withdraw(self, code: PairingCode) -> None:
        """Let a code hold no longer; a table that came with it stays.

        :raises MatchFileError: if that cannot be stored.
        """
        self._file.append(InvitationDropped(code.secret.hex()))
        self._link.ignore(MeetingTopics.of(code).request)

    def received(self, topic: str, data: bytes, now: int) -> bool:
        """Handle a message if it is to an invitation; whether it is. What cannot be stored is not answered, and the
        other table asks again."""
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
        """Admit the table of a channel unless it is, with those seats of its invitation that are free; whether it is
        admitted then."""
        keys, state = channel.keys, self._runner.side.state
        invitation = self._invitations.get(channel.invitation)
        if keys.table == len(state.tables) and invitation is not None:
            seats = tuple(seat for seat in invitation.seats if state.holder(seat) is None)
            self._runner.ask(TableAdmitted(keys.table, keys.name, keys.key, seats), now)
        return keys.table < len(self._runner.side.state.tables)
