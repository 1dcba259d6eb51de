"""The games as libraries for learning and search want them: PettingZoo and OpenSpiel."""
