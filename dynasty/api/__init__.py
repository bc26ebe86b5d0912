"""The doors for programs: dynasties, their people, the market and notices."""
