"""Helpers of the tests: hands at a table, servers, people, naive twins of the rules."""
