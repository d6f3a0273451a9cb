"""What a provider's answer says in words that no rule quotes: what it refuses, what it asks for, and where that is."""
