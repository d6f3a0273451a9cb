"""The kit on trial, not a formatter: spoiled payloads that it must catch, and what the corpus reaches of schemas."""
