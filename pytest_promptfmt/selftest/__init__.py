"""The kit on trial, not a formatter: spoiled payloads that must be caught, and what of the schemas the corpus reaches."""
