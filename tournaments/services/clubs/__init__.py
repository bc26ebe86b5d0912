"""Services of clubs that concern tournaments."""
