"""Events of contacts and keys, and the debouncing of scans into events."""
