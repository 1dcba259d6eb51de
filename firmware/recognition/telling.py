"""Which of the moves that are agreed on are told, and which cannot change any more?"""

from collections.abc import Sequence

from firmware.recognition.costs import Costs
from firmware.recognition.hypothesis import Open, Step
from firmware.recognition.inference import Inference
from firmware.recognition.judge import is_extendable


def is_ripe(inference: Inference, step: Step, at: int, *, last: bool) -> bool:
    """Return whether a step has rested long enough to be told; at once if nothing can extend it.

    last: whether it is the last of those that are agreed on.
    """
    if any(inference.seen.is_held(one) for one in step.used if one.kind is Open.PRESS):
        return False
    touched = max((one.at for one in step.used), default=step.ended)
    if at - max(step.ended, touched) >= inference.costs.rest:
        return True
    plain = inference.beam.owes <= inference.costs.margin
    return plain and not (last and is_extendable(step, inference.adapter))


def certain(told: Sequence[Step], agreed: int, at: int, costs: Costs) -> int:
    """Return how many of the moves that were told are certain: not the last, nor those just made.

    agreed: how many moves the near hypotheses agree on.
    """
    sure = min(agreed, len(told)) - 1
    while sure > max(len(told) - costs.most_steps, 0):
        if told[sure - 1].ended <= at - costs.certain:
            break
        sure -= 1
    return sure
