"""Circuit boards from the data that the wiring and the firmware go by: ``make circuit-boards``.

A board is a value (`circuit_boards.board_design`). KiCad, in a Debian of its own, writes its files from it, checks them
by its rules and draws them.
"""
