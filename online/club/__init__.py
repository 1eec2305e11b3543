"""A club: the tables of a broker on one page, and a tournament of their players."""
