"""Clumsy hands and broken parts: people slip and contacts fail as ``recognition.py`` counts them."""
