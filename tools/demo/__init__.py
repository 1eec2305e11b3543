"""The trial of Thera in a browser: the program in its tab, and its build."""
