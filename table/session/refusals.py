"""The refusals of the table. The reasons of the rules engine have their own keys."""

from __future__ import annotations

from enum import StrEnum

from common.message import Message
from engine.reasons import Reason
from table.session.table_api import Refused


class Refusal(StrEnum):
    """Why the table does not do what a phone asks."""

    SEAT_TAKEN = "table.seat_taken"
    TOO_MANY_ASK = "table.too_many_ask"
    NO_CLAIM = "table.no_claim"
    NAME_NEEDED = "table.name_needed"
    NOT_YOUR_SEAT = "table.not_your_seat"
    HOST_ONLY = "table.host_only"
    NOT_NOW = "table.not_now"
    TOO_FEW_PLAYERS = "table.too_few_players"
    FLEECE_FOR_TWO = "table.fleece_for_two"
    TOO_FEW_GODS = "table.too_few_gods"
    CONFIRM_FIRST = "table.confirm_first"
    NOTHING_TO_CONFIRM = "table.nothing_to_confirm"
    NOTHING_TO_UNDO = "table.nothing_to_undo"
    NO_TAKEBACK = "table.no_takeback"
    NO_QUESTION = "table.no_question"
    NO_OFFER = "table.no_offer"
    IN_WORKSHOP = "table.in_workshop"
    NO_WORKSHOP = "table.no_workshop"
    BOARD_AWAY = "table.board_away"
    NO_GAMES = "table.no_games"
    NO_GAME = "table.no_game"
    LARGER_BOARD = "table.larger_board"
    NOT_WRITTEN = "table.not_written"
    CLOSING = "table.closing"


class CommandRefused(Exception):
    """A command that cannot be carried out, with the answer for the phone."""

    def __init__(self, answer: Refused) -> None:
        super().__init__(answer.message.key)
        self.answer = answer


def refuse(refusal: Refusal, **args: str) -> CommandRefused:
    """A refusal of what is not possible now."""
    return CommandRefused(Refused(refusal_message(refusal, **args)))


def forbid(refusal: Refusal) -> CommandRefused:
    """A refusal of what this phone may not ask for."""
    return CommandRefused(Refused(Message(refusal.value), forbidden=True))


def refusal_message(refusal: Refusal, **args: str) -> Message:
    """A refusal as a message for the phones."""
    return Message(refusal.value, tuple(sorted(args.items())))


def reason_message(reason: Reason) -> Message:
    """An engine's reason as a message for the phones."""
    return Message(reason.key, reason.args)
