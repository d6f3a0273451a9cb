"""Servers of one's own: what they check themselves, and what the chat templates of models raise."""
