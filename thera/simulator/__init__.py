"""Plays whole games with simulated hands, to measure how well the table follows."""
