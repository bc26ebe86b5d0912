"""Log-ins, passwords and second factors, where the library that keeps them leaves something to be said."""
