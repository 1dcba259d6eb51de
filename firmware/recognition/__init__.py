"""Which move did the hands make?"""
