"""How a run ends, in a terminal and at a Python prompt: a line for each cause, what holds, why some is skipped."""
