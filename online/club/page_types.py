"""The forms of a club's page as TypeScript declarations, by which its scripts are checked.

``python -m online.club.page_types`` writes them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from online.club.club_forms import ClubAnswer, ClubForm
from online.club.running_club import ClubRequestForm, OrganiserForm
from web_ui.interface import declarations

FILE: Final = Path(__file__).parents[2] / "web_ui" / "types" / "club.d.ts"
HEADER: Final = """\
// Written by `python -m online.club.page_types` from the forms of club/. Do not edit.

declare namespace Club {
"""


def club_declarations() -> str:
    """A namespace ``Club`` with a type for each form."""
    forms = (ClubForm, ClubRequestForm, OrganiserForm, ClubAnswer)
    _, found = msgspec.json.schema_components(forms, ref_template="#/components/schemas/{name}")
    power = {"type": "string"}
    return declarations({"components": {"schemas": {**found, "Power": power}}}, HEADER)


if __name__ == "__main__":
    FILE.write_text(club_declarations(), encoding="utf-8")
