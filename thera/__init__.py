"""The program `thera`: its commands, and what puts the parts together."""
