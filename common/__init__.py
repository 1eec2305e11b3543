"""Files that people write: what is read from them, and all that is wrong with them, each with its place."""
