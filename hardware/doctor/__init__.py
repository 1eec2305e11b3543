"""Looks at the machine that a board hangs on, and says how to mend what is wrong with it: `examination.examine`."""
