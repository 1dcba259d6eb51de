"""A running table: its assembly, its loop, and the service that runs it."""
