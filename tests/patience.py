"""How long tests wait for what is bound to happen."""

PATIENCE = 60
"""Seconds until a test gives up. Who waits goes on at once when it has happened: only a failure takes this long."""
