"""The end of a run's output: a line for each cause, what holds every day and at the edges, why some is skipped."""
