"""The recognition of moves: from settled touches to findings, by a beam search.

To be read in this order:

1. ``findings.py``: the results.
2. ``hypothesis.py``: a hypothesis with its steps (moves) and open tokens (touches without a move).
3. ``transition.py``: the table ``READINGS`` at its end says how a change extends a hypothesis, by the
   belief about its cell; ``moves.py`` finds the legal moves that tokens make.
4. ``costs.py``: the numbers of the fault model; ``charges.py``: everything that is paid from them.
5. ``beam.py``: the hypotheses, extended, priced, put into order and cut.
6. ``committed.py``: the moves that all near hypotheses agree on; ``trouble.py``: a question or a lead where
   they do not; ``guidance.py``: how long that stands.
7. ``decoder.py``: the doors to it all; ``explain.py``: the reasons, from the charges that were summed.

Below them stand the state of the contacts (``observed.py``, ``trust.py``, ``crowd.py``; ``unread.py`` for lost
chips) and the way back of misplaced pieces (``trail.py``).
"""
