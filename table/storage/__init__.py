"""The files of a table: journal, finished games, backups."""
