"""What knows nothing of prompts: JSON, text, bytes, files."""
