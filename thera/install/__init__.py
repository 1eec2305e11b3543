"""Installs Thera as a service, upgrades and removes it. Needs nothing but Python, since nothing else is there yet."""
