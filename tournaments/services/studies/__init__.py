"""Studies: making them, their chapters, and what is said about their rounds."""
