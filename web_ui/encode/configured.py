"""What the owner of a table has configured, as JSON."""

from __future__ import annotations

from table.settings.configuration import HIDDEN, ON_THE_PAGE, SECRET, Configured, values_of
from web_ui.forms.json_values import Json


def configured_json(configured: Configured) -> dict[str, Json]:
    """Every value, where it comes from, and whether the page changes it; of a password only that there is one. Also
    whether the table has a network of its own."""
    return {
        "file": None if configured.file is None else str(configured.file),
        "own_network": configured.own_network is not None,
        "values": [
            {
                "key": key,
                "value": HIDDEN if key in SECRET and value is not None else value,
                "source": configured.sources[key].value,
                "here": key in ON_THE_PAGE,
            }
            for key, value in values_of(configured.configuration).items()
        ],
    }
