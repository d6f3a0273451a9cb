"""What Anthropic refuses of a request: the table, and what it asks of a body."""
