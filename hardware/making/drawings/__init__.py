"""The drawings of ``docs/build.md``, made from the program's own data: ``make drawings``."""
