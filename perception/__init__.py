"""Which magnets stand where: from frames of 25 fields to worlds, with no rule of the game and no seat."""
