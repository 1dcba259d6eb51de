"""Contacts become events: debouncing, and what a hand did to a cell."""
