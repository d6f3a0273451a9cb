"""Frameworks' own formatters, dressed as implementations: one module each, named after the framework."""
