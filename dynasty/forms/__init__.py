"""Forms: they check the shape of input; the services check the rules of the world."""
