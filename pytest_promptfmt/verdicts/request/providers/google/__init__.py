"""What Google refuses: of every Gemini model, of single ones, and what the tables ask of a body."""
