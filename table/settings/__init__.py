"""Settings of the owner, the host and the players, and the configuration file."""
