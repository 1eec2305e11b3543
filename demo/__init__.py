"""The trial of Thera in a browser: what runs in its tab, and what builds it."""
