"""Several reports beside each other: what changed, which implementation does what, shards put together."""
