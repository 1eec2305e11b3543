"""What a phone's command comes to: who may ask for it when, and the entry that it makes. One module for each part of
an evening."""
