"""The course of a game: offers of the open step, the results of actions, and how turns begin, end and are searched."""
