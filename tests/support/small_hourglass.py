"""A small board of the hourglass game."""

# White's d and pink's D face each other over a bridge; a and A are neighbours.
SMALL = """
white = ["a", "b", "c", "d"]
pink = ["A", "B", "C", "D"]
lines = ["a-d", "b-d", "c-d", "d-m", "m-D", "D-A", "D-B", "D-C", "a-A", "b-n", "n-m"]
[holes]
a = [2, 1]
b = [4, 1]
c = [6, 1]
d = [4, 2]
m = [4, 3]
n = [3, 3]
D = [4, 4]
A = [6, 5]
B = [4, 5]
C = [2, 5]
"""
