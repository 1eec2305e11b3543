"""What a table tells the house around it, for Home Assistant and for whoever listens at the broker."""
