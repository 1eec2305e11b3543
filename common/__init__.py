"""Tools that several parts need: files that are written whole, configuration files, sums, checksums, messages, MQTT."""
