"""What the owner, the host and the players have set, and the configuration file."""
