"""Forms: they check the shape of what is sent; services decide whether it is allowed."""
