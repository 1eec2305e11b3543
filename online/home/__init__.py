"""Publishes the public facts of a table for Home Assistant and other clients of the broker."""
