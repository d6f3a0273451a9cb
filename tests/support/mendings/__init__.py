"""What a row of ``deviations.toml`` does to a recorded payload: afterwards it is what the reference writes.

A mending gets a payload of AgentScope's, which it may change, what the reference writes, and the recording. It looks at
the reference's payload only for what no rule could foretell (words of ours, the place of what is shown), and takes
nothing from there that it has not held against the input.
"""
