"""Which warning is shown when."""

from firmware.output.alerts import ALERT_TIME, MOST_WAITING, Alerts
from firmware.play.effects import Warn


def shown(alerts: Alerts, turns: int, begin: int = 0) -> list[str]:
    """What is shown in each of so many turns of a warning."""
    return [
        "" if warning is None else warning.text
        for warning in (alerts.at(begin + turn * ALERT_TIME) for turn in range(turns))
    ]


def test_warnings_are_shown_one_after_the_other_for_their_time() -> None:
    alerts = Alerts()
    for text in ("one", "two"):
        alerts.hear(Warn(text))
    assert alerts.at(5) == alerts.at(4 + ALERT_TIME) == Warn("one")
    assert alerts.at(5 + ALERT_TIME) == Warn("two")
    assert alerts.at(5 + 2 * ALERT_TIME) is None


def test_of_many_warnings_the_oldest_are_left_out() -> None:
    alerts = Alerts()
    for number in range(MOST_WAITING + 2):
        alerts.hear(Warn(str(number)))
    assert shown(alerts, MOST_WAITING + 1) == [*map(str, range(2, MOST_WAITING + 2)), ""]


def test_a_fault_that_lasts_takes_turns_with_nothing_until_it_is_over() -> None:
    alerts = Alerts()
    alerts.hear(Warn("fails", about="lamps"))
    assert shown(alerts, 5) == ["fails", "fails", "", "fails", ""]
    alerts.hear(Warn("works", about="lamps", over=True))
    assert shown(alerts, 3, 6 * ALERT_TIME) == ["works", "", ""]


def test_what_is_settled_is_not_shown_any_more() -> None:
    alerts = Alerts()
    alerts.hear(Warn("fails", about="lamps"))
    alerts.hear(Warn("once"))
    assert alerts.at(0) == Warn("fails", about="lamps")
    alerts.settle("lamps")
    assert shown(alerts, 3, 1) == ["once", "", ""]
