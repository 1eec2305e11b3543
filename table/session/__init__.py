"""The session of a table as values and pure functions: commands and events in, the next state and its effects out."""
