"""The fixtures `sparring` and `sparring_tls`, and the findings of a test."""

from __future__ import annotations

import os
import sys
import urllib.parse
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from .scope import Scope, Sparring
from .server import Server, SparringError

_SCOPE = pytest.StashKey[Scope]()


def pytest_configure(config: pytest.Config) -> None:
    # pytest-httpbin has the same fixtures.
    if not config.pluginmanager.has_plugin("httpbin"):
        from . import httpbin

        config.pluginmanager.register(httpbin, "sparring-httpbin")


@pytest.fixture(scope="session")
def _sparring_server() -> Iterator[Server]:
    try:
        server = Server()
    except SparringError as error:
        pytest.fail(str(error), pytrace=False)
    for warning in server.connection.warnings:
        print(f"sparring: {warning}", file=sys.stderr)
    host = urllib.parse.urlsplit(server.connection.url).hostname or "127.0.0.1"
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name in ("NO_PROXY", "no_proxy"):
                patch.setenv(name, ",".join(filter(None, [os.environ.get(name), host])))
            yield server
    finally:
        server.stop()


@pytest.fixture
def _sparring_scope(request: pytest.FixtureRequest, _sparring_server: Server) -> Iterator[Scope]:
    try:
        scope = Scope(_sparring_server, request.node.nodeid)
    except SparringError as error:
        pytest.fail(str(error), pytrace=False)
    request.node.stash[_SCOPE] = scope
    yield scope
    # A test that did not begin, because another fixture failed.
    scope.end(failed=True)
    del request.node.stash[_SCOPE]


@pytest.fixture
def sparring(_sparring_scope: Scope) -> Sparring:
    """The server, with a scope of the test."""
    return Sparring(_sparring_scope, _sparring_scope.url)


@pytest.fixture
def sparring_tls(_sparring_scope: Scope) -> Sparring:
    """The same over TLS: `ssl_context` and `ca_path` are what the client trusts."""
    try:
        _sparring_scope.server.require_tls()
    except SparringError as error:
        pytest.fail(str(error), pytrace=False)
    return Sparring(_sparring_scope, _sparring_scope.tls_url or "")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, None]:
    """Ends the scope with the test. Findings are the failure of the test, so xfail and reruns apply to them."""
    outcome = yield
    scope = item.stash.get(_SCOPE, None)
    if scope is None:
        return
    # A test of unittest keeps its exceptions in `_excinfo`.
    failed = outcome.excinfo is not None or bool(getattr(item, "_excinfo", None))
    findings = scope.end(failed=failed)
    if findings and not failed:
        outcome.force_exception(pytest.fail.Exception(scope.report, pytrace=False))
        scope.report = ""


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Appends the findings and the requests to the output of a failed test."""
    report = (yield).get_result()
    scope = item.stash.get(_SCOPE, None)
    if scope is None or not report.failed or report.when == "teardown":
        return
    scope.end(failed=True)
    if scope.report:
        report.sections.append(("Sparring", scope.report))
