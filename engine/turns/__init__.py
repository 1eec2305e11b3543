"""How a game goes on: what the open step offers, what an action does, and how turns begin, end and are searched."""
