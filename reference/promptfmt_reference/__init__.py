"""Clean-room formatters that the kit certifies."""
