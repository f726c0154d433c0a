"""The names of the fixtures of pytest-httpbin. Their server is that of the session, without a scope."""

from __future__ import annotations

import urllib.parse

import pytest

from .server import Server, SparringError


class Httpbin:
    """The root of the server."""

    def __init__(self, url: str) -> None:
        parts = urllib.parse.urlsplit(url)
        self.url = url
        self.protocol = parts.scheme
        self.host = parts.hostname or ""
        self.port = parts.port

    def __add__(self, other: str) -> str:
        return self.url + other

    def join(self, url: str, allow_fragments: bool = True) -> str:
        return urllib.parse.urljoin(self.url, url, allow_fragments=allow_fragments)

    def __repr__(self) -> str:
        return f"<Httpbin {self.url}>"


@pytest.fixture(scope="session")
def httpbin(_sparring_server: Server) -> Httpbin:
    return Httpbin(_sparring_server.connection.url)


@pytest.fixture(scope="session")
def httpbin_secure(_sparring_server: Server) -> Httpbin:
    _require_tls(_sparring_server)
    return Httpbin(_sparring_server.connection.tls_url or "")


@pytest.fixture(scope="session", params=["http", "https"])
def httpbin_both(request: pytest.FixtureRequest, httpbin: Httpbin, httpbin_secure: Httpbin) -> Httpbin:
    return httpbin if request.param == "http" else httpbin_secure


@pytest.fixture(scope="class")
def class_based_httpbin(request: pytest.FixtureRequest, httpbin: Httpbin) -> None:
    setattr(request.cls, "httpbin", httpbin)


@pytest.fixture(scope="class")
def class_based_httpbin_secure(request: pytest.FixtureRequest, httpbin_secure: Httpbin) -> None:
    setattr(request.cls, "httpbin_secure", httpbin_secure)


@pytest.fixture
def httpbin_ca_bundle(_sparring_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests trusts the server, beside what it trusts already."""
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", _require_tls(_sparring_server)["bundlePath"])


def _require_tls(server: Server) -> dict[str, str]:
    try:
        return server.require_tls()
    except SparringError as error:
        pytest.fail(str(error), pytrace=False)
