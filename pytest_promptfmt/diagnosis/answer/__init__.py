"""What a provider's answer says of the request in words that no rule quotes, held against what the request has."""
