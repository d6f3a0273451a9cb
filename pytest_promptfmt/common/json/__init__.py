"""JSON: values compared and walked, their types in words, and files of it."""
