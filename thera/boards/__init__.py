"""Opens the boards of `hardware.board_backends`, and makes what a table needs of one."""
