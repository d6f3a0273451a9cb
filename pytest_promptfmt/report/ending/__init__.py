"""The end of a run's output: a line for each cause, what holds every day and what at the edges, and why some is skipped."""
