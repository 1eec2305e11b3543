"""What several parts need: files written whole, files that people write, sums, checksums, messages."""
