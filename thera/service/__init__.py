"""What a service says to systemd: that it is ready and alive, and what it does."""
