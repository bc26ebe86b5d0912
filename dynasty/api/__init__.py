"""The JSON API: dynasties, emperors, the market and notices."""
