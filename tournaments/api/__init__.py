"""The doors for programs: tournaments, battles, the table, talk and organisers."""
