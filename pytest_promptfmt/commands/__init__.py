"""The sub-commands of ``promptfmt``, a module each: `add` gives it its options, `run` does the work, printing to `out`.

What `run` returns is the exit code. What cannot be worked with raises `Unusable`, which ends the command with 2.
"""
