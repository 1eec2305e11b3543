"""What a table stores on the disk: journal, finished games, backups."""
