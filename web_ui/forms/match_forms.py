"""A match with other tables in JSON."""

from __future__ import annotations

from table.session.match_part import MatchCodeView, MatchTableView, MatchView
from table.typed_json import Whole
from web_ui.forms.basic_forms import AnswerForm, MessageForm, message_or_null


class MatchForm(AnswerForm, frozen=True):
    """The match: the number of this table (null: it is in none), the tables, the codes (for the host), whether this
    table waits to be let in, why nothing more is played, whether the turn waits until all tables have it (``offered``),
    and why they did not take the last one. ``able``: there is a broker, without which there is no match."""

    here: Whole | None
    tables: tuple[MatchTableView, ...]
    codes: tuple[MatchCodeView, ...]
    joining: bool
    trouble: MessageForm | None
    offered: bool
    refused: MessageForm | None
    able: bool


def match_form(match: MatchView | None) -> MatchForm | None:
    """The match of a snapshot, if there is one."""
    if match is None:
        return None
    return MatchForm(
        match.here,
        match.tables,
        match.codes,
        match.joining,
        message_or_null(match.trouble),
        match.offered,
        message_or_null(match.refused),
        match.able,
    )
