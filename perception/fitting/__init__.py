"""Magnets fitted to measured fields: what each would show at every sensor, and where it fits best."""
