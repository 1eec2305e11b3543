"""Opens the boards of `hardware.board_backends`, and makes the parts that a table needs of one."""
