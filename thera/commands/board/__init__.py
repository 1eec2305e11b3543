"""The commands of ``thera board``, one module for each."""
