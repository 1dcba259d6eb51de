"""A table without hardware: simulated people, typed words, and traces played back."""
