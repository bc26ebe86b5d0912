"""Battles for learners: a PettingZoo environment (`parallel`) and an OpenSpiel game (`spiel`). Optional: `.[rl]`."""
