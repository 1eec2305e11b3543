"""Installs Thera as a service, upgrades and removes it. It needs only Python, since nothing else is installed yet."""
