"""The services of Thera on a Raspberry Pi: what tells systemd how it stands, the units, and what installs them.

Nothing here needs more than Python itself, since it is run before anything else is installed.
"""
