"""The table's HTTP interface as an OpenAPI document; ``python -m web_ui.interface`` writes ``docs/openapi.json``."""

from web_ui.interface.document import document, written

__all__ = ["document", "written"]
