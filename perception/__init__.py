"""From frames of 25 measured fields to which magnets stand where. No rule of the game and no seat is known here."""
