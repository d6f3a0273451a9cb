"""Commands of a shell that send a request: curl, and AWS' own."""
