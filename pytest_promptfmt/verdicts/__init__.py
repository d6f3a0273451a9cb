"""Findings become verdicts, verdicts results and levels."""
