"""The page for the phones, and the virtual board's page: shows snapshots, hands in commands, knows no rules."""

from web_ui.app import create_app

__all__ = ["create_app"]
