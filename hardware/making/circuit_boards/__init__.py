"""Makes circuit boards from the data of the wiring and the firmware: ``make circuit-boards``.

A board is a value (`hardware.making.circuit_boards.board_design`). KiCad, in a separate Debian, writes its files from
it, checks them by its rules and draws them.
"""
