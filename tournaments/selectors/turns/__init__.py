"""What readers have to do now."""
