"""Sub-commands that judge requests and payloads on file; no formatter runs."""
