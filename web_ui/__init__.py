"""The page for the phones, and the virtual board's page. They show snapshots and pass on commands, and know no
rules."""

from web_ui.app import create_app

__all__ = ["create_app"]
