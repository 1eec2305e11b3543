"""The page for the phones."""
