"""Django's SQLite backend, whose writers of one process take turns in the order in which they came."""
