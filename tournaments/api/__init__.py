"""API views: tournaments, battles, absences and votes, chat and organisers."""
