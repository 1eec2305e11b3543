"""The commands of `thera`, a module for each."""
