"""Matches between tables: the protocol of `apart` connected to the session of this table and to its broker."""
