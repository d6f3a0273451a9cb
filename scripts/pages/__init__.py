"""What make_docs.py writes: whole pages, and tables for others."""
