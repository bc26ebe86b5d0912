"""Playing on a site: a client of its public API, a copy of the battle, and the command `emperors join`."""
