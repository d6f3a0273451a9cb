"""Renderers of judgements."""
