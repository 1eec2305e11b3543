"""The Wi-Fi network that a table opens where there is no other."""
