"""Who sits at the table, and who asks to, as JSON."""

from __future__ import annotations

from table.session.snapshot import ClaimView, Corner, TurnedAwayView
from table.settings.table_settings import TableSettings
from web_ui.forms.json_values import Json, name_of


def claim_json(claim: ClaimView) -> dict[str, Json]:
    """Somebody who asks for a seat."""
    return {
        "seat": claim.seat.value,
        "name": claim.name,
        "code": claim.code,
        "mine": claim.mine,
        "answers": claim.answers,
        "corners": [name_of(square) for square in claim.corners],
        "presses": [button.value for button in claim.presses],
        "asked": [seat.value for seat in claim.asked],
    }


def turned_away_json(away: TurnedAwayView | None) -> Json:
    """The seat that this phone did not get, and why."""
    return None if away is None else {"seat": away.seat.value, "why": away.why.value}


def settings_json(settings: TableSettings) -> dict[str, Json]:
    """How the table is set up."""
    return {
        "name": settings.name,
        "language": settings.language,
        "brightness": settings.brightness,
        "greeted": settings.greeted,
    }


def corner_json(corner: Corner | None) -> Json:
    """What the host sees who looks for the corner a1."""
    if corner is None:
        return None
    return {"touched": None if corner.touched is None else name_of(corner.touched)}
