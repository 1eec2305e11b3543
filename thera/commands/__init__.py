"""The commands of `thera`, one module for each."""
