"""What a phone gets for a command, and a browser for a gesture."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from web_ui.forms.basic_forms import AnswerForm, MessageForm
from web_ui.forms.board_forms import BenchForm
from web_ui.forms.snapshot_forms import SnapshotForm


class CommandAnswer(AnswerForm, frozen=True):
    """The newest snapshot; and why the command was not carried out, if it was not."""

    snapshot: SnapshotForm
    error: str | UnsetType = UNSET
    message: MessageForm | UnsetType = UNSET


class GestureAnswer(AnswerForm, frozen=True):
    """The virtual board after the gesture."""

    bench: BenchForm


class ErrorAnswer(AnswerForm, frozen=True):
    """What is wrong, in one line."""

    error: str
    message: MessageForm | UnsetType = UNSET
