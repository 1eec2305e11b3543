"""The wire between a table and its board."""
