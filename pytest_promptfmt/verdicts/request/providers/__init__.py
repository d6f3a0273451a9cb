"""What each provider refuses of its own parameters: a table by provider, each entry with the provider's words."""
