"""The routes that say how the table is connected to others, as the document has them."""

from __future__ import annotations

from typing import Final

from web_ui.forms.basic_forms import Json
from web_ui.interface.answer_shapes import body_of, get_of, named, said

LINK_PATHS: Final[dict[str, Json]] = {
    "/link.json": {
        "get": get_of(
            "The state of the link to the board.",
            {"200": body_of("The link.", named("LinkView")), "404": said("There is none.")},
        )
    },
    "/broker.json": {
        "get": get_of(
            "How the connection to the MQTT broker stands.",
            {
                "200": body_of("The connection.", named("BrokerStatus")),
                "403": said("This phone is not the host's."),
                "404": said("No broker is configured."),
            },
        )
    },
}
