"""Skips tests for which a package is not installed, and runs the skipped ones where all of it is.

A test, or a whole file, that imports a package of the extra `test-all` is skipped where that is
missing. ``pytest --skipped`` runs the tests that the run before has skipped. A test that is skipped
again has failed then, but for the reasons that `may_skip` in pyproject.toml begins.
"""

import re
from collections.abc import Generator
from importlib.util import find_spec

import pytest

_OPTIONAL = re.compile(
    "absl|adafruit_neotrellis|aiomqtt|bokeh|build|build123d|cv2|distributed|ezdxf|gymnasium|magpylib|matplotlib|numpy"
    "|open_spiel|packaging|paho|pdfplumber|pdoc|pettingzoo|playwright|pyarrow|pypdfium2|pyspiel|reportlab"
    "|scipy|setuptools|trimesh"
)
_KEPT = "speeltafel/skipped"  # the key of the cache
_NOT_FOUND = re.compile(r"ModuleNotFoundError: No module named '(\w+)")
_REFUSED = re.compile(r": (\w+) [^;:\n]*; pip install 'speeltafel\[")  # what a command says


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--skipped", action="store_true", help="run what the last run skipped")
    parser.addini("may_skip", "how the reasons begin that --skipped lets pass", "linelist")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--skipped"):  # in each worker, too
        assert config.cache is not None
        config.args = config.cache.get(_KEPT, [])
        if not config.args:
            raise pytest.UsageError("--skipped: the last run has skipped nothing, or is not kept")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.option.collectonly or not config.pluginmanager.has_plugin("cacheprovider"):
        return
    assert config.cache is not None
    skipped = terminalreporter.stats.get("skipped", [])
    config.cache.set(_KEPT, sorted({report.nodeid for report in skipped}))


def lacks(name: str) -> str:
    """Return why a test that needs an optional package is skipped."""
    return f"lacks {name}: pip install --group dev -e '.[scan,simulation,test,wiring]'"


def _missing(report: pytest.CollectReport | pytest.TestReport) -> str | None:
    """Return the optional package that a failed report failed for."""
    said = f"{report.longreprtext}\n{report.capstdout}\n{report.capstderr}"
    for pattern in (_NOT_FOUND, _REFUSED):
        for name in pattern.findall(said):
            if _OPTIONAL.fullmatch(name) and find_spec(name) is None:
                return str(name)
    return None


def _judged(report: pytest.CollectReport | pytest.TestReport, config: pytest.Config, where: str) -> None:
    """Let a report be skipped for what it lacks, or fail where nothing may be lacking."""
    if report.failed and (name := _missing(report)):
        report.outcome = "skipped"
        report.longrepr = (where, 0, f"Skipped: {lacks(name)}")
    if report.skipped and config.getoption("--skipped") and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        if not reason.startswith(tuple(config.getini("may_skip"))):
            report.outcome = "failed"
            report.longrepr = f"{where} is skipped, though nothing should be lacking: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _judged(report, collector.config, collector.nodeid)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _judged(report, item.config, item.nodeid)
    return report
