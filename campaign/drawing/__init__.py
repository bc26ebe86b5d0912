"""Maps that people draw: read strictly, looked over, and written in one form."""
