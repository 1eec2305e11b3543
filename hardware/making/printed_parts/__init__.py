"""The printed parts of a board, as solids from the measures of its board file: ``make printed-parts``."""
