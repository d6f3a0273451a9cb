"""Conversation → conversation, written once for all providers: refusing, tidying, pairing, folding, promoting."""
