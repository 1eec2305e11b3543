"""What the service reports to systemd: that it is ready and alive, and its state."""
