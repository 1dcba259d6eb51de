"""A running table: what puts it together, its loop, and the service that runs it."""
