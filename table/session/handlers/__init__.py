"""What a command of a phone leads to: who may give it when, and the journal entry that it makes."""
