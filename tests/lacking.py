"""Skips tests for which something is not installed, and fails where nothing should be lacking.

A test, or a whole file, that imports what only the extra `test-all` brings is skipped where that is
missing. Run with `--complete` where everything is installed: each test that is skipped has failed
then, but for those whose reason begins as one of the setting `may_skip` in pyproject.toml.
"""

import re
from collections.abc import Generator
from importlib.util import find_spec

import pytest

_OPTIONAL = frozenset(
    [
        "absl",
        "adafruit_neotrellis",
        "aiomqtt",
        "bokeh",
        "cv2",
        "build",
        "build123d",
        "distributed",
        "ezdxf",
        "gymnasium",
        "magpylib",
        "matplotlib",
        "numpy",
        "open_spiel",
        "packaging",
        "paho",
        "pdfplumber",
        "pdoc",
        "pettingzoo",
        "playwright",
        "pyarrow",
        "pypdfium2",
        "pyspiel",
        "reportlab",
        "schemdraw",
        "setuptools",
        "skidl",
        "trimesh",
    ]
)
_NOT_FOUND = re.compile(r"ModuleNotFoundError: No module named '(\w+)")
_REFUSED = re.compile(r": (\w+) [^;\n]*; pip install 'speeltafel\[")  # what a command says


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--complete", action="store_true", help="fail where a test is skipped")
    parser.addini("may_skip", "how the reasons begin that --complete lets pass", "linelist")


def lacks(name: str) -> str:
    """Return why a test that needs an optional package is skipped."""
    return f"lacks {name}: pip install -e '.[test-all]'"


def _missing(report: pytest.CollectReport | pytest.TestReport) -> str | None:
    """Return the optional package that a failed report failed for."""
    said = f"{report.longreprtext}\n{report.capstdout}\n{report.capstderr}"
    for pattern in (_NOT_FOUND, _REFUSED):
        for name in pattern.findall(said):
            if name in _OPTIONAL and find_spec(name) is None:
                return str(name)
    return None


def _judged(
    report: pytest.CollectReport | pytest.TestReport, config: pytest.Config, where: str
) -> None:
    """Let a report be skipped for what it lacks, or fail where nothing may be lacking."""
    if report.failed and (name := _missing(report)):
        report.outcome = "skipped"
        report.longrepr = (where, 0, f"Skipped: {lacks(name)}")
    if report.skipped and config.getoption("--complete") and isinstance(report.longrepr, tuple):
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
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _judged(report, item.config, item.nodeid)
    return report
