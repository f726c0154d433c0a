"""Runs the lines for Python in docs/guide/from-test-servers.md, and checks what each does."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import send
from pytest_sparring import Sparring

PAGE = Path(__file__).parents[3] / "docs/guide/from-test-servers.md"
SECTION = PAGE.read_text("utf-8").partition("\n## Python\n")[2].partition("\n## ")[0]
LINES = dict(re.findall(r"^\| (\w[\w ]*) \| .* \| `([^|]*)` \|$", SECTION, re.M))

Names = dict[str, Any]
GET = (200, b"1")


def answers(path: str, expected: tuple[int, bytes], *, body: bytes | None = None) -> Callable[[Names], None]:
    def check(names: Names) -> None:
        found = send(names["sparring"].url + path, "GET" if body is None else "POST", body)
        assert found == expected

    return check


def both(*checks: Callable[[Names], None]) -> Callable[[Names], None]:
    def check(names: Names) -> None:
        for each in checks:
            each(names)

    return check


def status_and_header(names: Names) -> None:
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(names["sparring"].url + "/v1")
    assert (error.value.code, error.value.headers["Retry-After"]) == (503, "1")


def is_unmatched(path: str, body: bytes | None = None) -> Callable[[Names], None]:
    def check(names: Names) -> None:
        assert send(names["sparring"].url + path, "GET" if body is None else "POST", body)[0] == 404
        names["sparring"].allow_unmatched()

    return check


def breaks(names: Names) -> None:
    with pytest.raises(OSError):
        send(names["sparring"].url + "/v1")


def is_delayed(names: Names) -> None:
    begun = time.monotonic()
    assert send(names["sparring"].url + "/get")[0] == 200
    assert time.monotonic() - begun >= 0.1


def is_trusted(names: Names) -> None:
    with urllib.request.urlopen(names["url"], context=names["context"]) as response:
        assert response.status == 200


def has(name: str, expected: object) -> Callable[[Names], None]:
    def check(names: Names) -> None:
        assert names[name] == expected

    return check


def passes(names: Names) -> None:
    """The line is an assertion."""


CHECKS: dict[str, Callable[[Names], None]] = {
    "URL": lambda names: has("status", 200)({"status": send(names["url"])[0]}),
    "JSON": answers("/v1", (200, b'{"a":1}')),
    "Status and headers": status_and_header,
    "Bytes": answers("/v1", (200, b"\xff")),
    "One after another": both(answers("/v1", (503, b"")), answers("/v1", GET), answers("/v1", GET)),
    "Part of the path": both(answers("/users/7", GET), is_unmatched("/users/a")),
    "Query": both(answers("/v1?a=1", GET), is_unmatched("/v1?a=2")),
    "JSON of the request": both(answers("/v1", (201, b""), body=b'{"b":2,"a":1}'), is_unmatched("/v1", b'{"a":2}')),
    "Error of the connection": breaks,
    "Slow response": is_delayed,
    "Requests": has("paths", ["/get"]),
    "Number of requests": passes,
    "Header of a request": has("value", "b"),
    "No request": passes,
    "Other requests are allowed": lambda names: has("status", 404)({"status": send(names["sparring"].url + "/v2")[0]}),
    "TLS": is_trusted,
}
AFTER_A_REQUEST = {"Requests", "Number of requests", "Header of a request"}


def test_every_line_has_a_check() -> None:
    assert list(LINES) == list(CHECKS)


@pytest.mark.parametrize("name", CHECKS)
def test_equivalent(name: str, sparring: Sparring, sparring_tls: Sparring) -> None:
    names: Names = {"sparring": sparring, "sparring_tls": sparring_tls}
    if name in AFTER_A_REQUEST:
        send(f"{sparring.url}/get", headers={"X-A": "b"})
    exec(LINES[name], names)
    CHECKS[name](names)
