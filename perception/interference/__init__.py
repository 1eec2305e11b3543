"""What besides workers on their squares may be in a reading: stray magnets, fallen workers, sensors that fail."""
