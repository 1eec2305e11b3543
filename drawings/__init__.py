"""The drawings of ``docs/build.md``, made from the data that the program itself goes by: ``make drawings``."""
