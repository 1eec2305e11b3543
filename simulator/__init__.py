"""Whole games by simulated hands, to measure how well the table follows."""
