"""What a table keeps on the disk: journal, finished games, backups."""
