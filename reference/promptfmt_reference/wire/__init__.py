"""How each provider spells a conversation, one module each, with the same two names in each: `write` and `SPELLING`."""
