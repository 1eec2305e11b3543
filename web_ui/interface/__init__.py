"""Describes the table's HTTP interface as an OpenAPI document; ``python -m web_ui.interface`` writes
``docs/openapi.json`` and ``web_ui/types/interface.d.ts``."""

from web_ui.interface.declarations import declarations
from web_ui.interface.document import document, written

__all__ = ["declarations", "document", "written"]
