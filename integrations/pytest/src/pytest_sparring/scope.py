"""The part of the server that one test uses."""

from __future__ import annotations

import asyncio
import base64
import http.client
import json as json_module
import ssl
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, Union

from .server import Server, SparringError, detail_of

T = TypeVar("T")
Match = Union[str, Mapping[str, object]]
HeaderValues = Mapping[str, Union[str, Sequence[str]]]


class Step(TypedDict, total=False):
    """One response of a sequence."""

    status: int
    json: object
    text: str
    body: bytes
    headers: HeaderValues
    delay: float


class Request:
    """A request of the test. `raw` is the entry of the journal; `status` is None while the response is in progress."""

    def __init__(self, raw: dict[str, Any]) -> None:
        request, response = raw["request"], raw.get("response") or {}
        body = request.get("body") or {}
        self.raw = raw
        self.method: str = request["method"]
        self.path: str = request["path"]
        self.query: list[tuple[str, str]] = [(name, value) for name, value in request["query"]]
        # Names have any case, `get_all` has repeated fields. Its representation has no values, which can be credentials.
        self.headers = http.client.HTTPMessage()
        for name, value in request["headers"]:
            self.headers[name] = value
        self.status: int | None = response.get("status")
        self.body = base64.b64decode(body["base64"]) if "base64" in body else str(body.get("text", "")).encode()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        return json_module.loads(self.body)

    def __repr__(self) -> str:
        return f"<Request {self.method} {self.path} {self.status}>"


class Scope:
    """A bin of the server that one test uses. `end` verifies and removes it."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        values = server.require("POST", "/bins", {"name": name[:1000]})
        self.key: str = values["key"]
        self.url: str = values["url"]
        self.tls_url: str | None = values["tlsUrl"]
        self.unmatched = True
        self.ended = False
        self.report = ""

    def end(self, *, failed: bool) -> str:
        """Returns the findings; an empty text if there are none."""
        if self.ended:
            return ""
        self.ended = True
        body = {"failed": failed, "unmatched": self.unmatched}
        try:
            values = self.server.require("POST", f"/bins/{self.key}/end", body)
        except SparringError as error:
            self.report = str(error)
            return self.report
        self.report = values["report"]
        return str(values["detail"])


class Rule:
    """A rule of the test."""

    def __init__(self, sparring: Sparring, identifier: str, key: str) -> None:
        self._sparring = sparring
        self._path = f"/rules/{identifier}?bin={key}"
        self._match = {"rule": f"{key}/{identifier}"}

    def requests(self) -> list[Request]:
        """The requests that the rule has taken, the oldest first."""
        return self._sparring.requests(self._match)

    def next(self, *, within: float = 2.0) -> Request:
        """Takes the oldest request of the rule that has not been taken yet."""
        return self._sparring.next(self._match, within=within)

    def remove(self) -> None:
        self._sparring.control("DELETE", self._path)


class Sparring:
    """The API of a test: `url` is the base of the URLs whose requests, rules and faults are those of the test."""

    def __init__(self, scope: Scope, url: str) -> None:
        self._scope = scope
        self.url = url

    def __repr__(self) -> str:
        return f"<Sparring {self.url}>"

    @property
    def ca_path(self) -> str:
        """The file with the authority that `sparring_tls` uses, on the machine of the server."""
        return self._scope.server.require_tls()["path"]

    @property
    def ssl_context(self) -> ssl.SSLContext:
        """A context that trusts the server, and nothing else."""
        return ssl.create_default_context(cadata=self._scope.server.require_tls()["pem"])

    def respond(
        self,
        match: Match,
        steps: Sequence[Step] | None = None,
        *,
        status: int | None = None,
        json: object = ...,
        text: str | None = None,
        body: bytes | None = None,
        headers: HeaderValues | None = None,
        count: int = 0,
    ) -> Rule:
        """Responds to requests that match. The steps are sent in order, and the last is repeated.

        count: the number of requests that the rule takes; 0 for all.
        """
        values: dict[str, object] = {"status": status, "text": text, "body": body, "headers": headers}
        one = {name: value for name, value in values.items() if value is not None}
        if json is not ...:
            one["json"] = json
        if steps is not None and one:
            raise TypeError("respond() takes a list of steps or one response, not both")
        return self._add(match, count, {"respond": [_to_response(each) for each in ([one] if steps is None else steps)]})

    def fault(self, name: str, match: Match, *, count: int = 1) -> Rule:
        """Applies a fault by its name, such as `reset@headers`; once by default."""
        return self._add(match, count, {"fault": name})

    def delay(self, seconds: float, match: Match) -> Rule:
        """Delays the responses to requests that match."""
        return self._add(match, 0, {"delay": seconds})

    def requests(self, match: Match | None = None) -> list[Request]:
        """All requests so far, the oldest first."""
        found = self.control("POST", "/requests/verify?secrets=show", {**self._select(match), "count": {"min": 0}})
        return [Request(entry) for entry in found["requests"]]

    def next(self, match: Match | None = None, *, within: float = 2.0) -> Request:
        """Takes the oldest request that has not been taken yet. Fails if there is none in `within` seconds."""
        __tracebackhide__ = True
        _reject_event_loop("anext")
        return self._next(match, within)

    async def anext(self, match: Match | None = None, *, within: float = 2.0) -> Request:
        """`next` for asyncio and trio."""
        __tracebackhide__ = True
        return await _in_thread(lambda: self._next(match, within))

    def expect_none(self, match: Match | None = None, *, within: float = 0.2) -> None:
        """Fails at the first request that matches, also an earlier one. Otherwise waits `within` seconds."""
        __tracebackhide__ = True
        _reject_event_loop("aexpect_none")
        self._await(match, within, {"count": 0})

    async def aexpect_none(self, match: Match | None = None, *, within: float = 0.2) -> None:
        """`expect_none` for asyncio and trio."""
        __tracebackhide__ = True
        await _in_thread(lambda: self._await(match, within, {"count": 0}))

    def allow_unmatched(self) -> None:
        """Requests that match no rule do not fail the test."""
        self._scope.unmatched = False

    def report(self) -> str:
        """The latest requests as text, without credentials."""
        return str(self.control("GET", f"/bins/{self._scope.key}/report")["report"])

    def control(self, method: str, path: str, json: object = None) -> Any:
        """Calls the control API, such as `control("GET", "/clock")`. Raises SparringError for an error status."""
        return self._scope.server.require(method, path, json)

    def _add(self, match: Match, count: int, effect: dict[str, object]) -> Rule:
        limit = {"count": count} if count else {}
        [rule] = self.control("POST", "/rules", {**self._select(match), **effect, **limit})["rules"]
        return Rule(self, rule["id"], self._scope.key)

    def _select(self, match: Match | None) -> dict[str, object]:
        return {"bin": self._scope.key, **({} if match is None else {"match": match})}

    def _next(self, match: Match | None, within: float) -> Request:
        __tracebackhide__ = True
        return Request(self._await(match, within, {"consume": True})["requests"][0])

    def _await(self, match: Match | None, within: float, members: dict[str, object]) -> Any:
        __tracebackhide__ = True
        body = {**self._select(match), **members, "within": within}
        status, content = self._scope.server.call("POST", "/requests/await?secrets=show", body, seconds=within)
        if status >= 400:
            raise (AssertionError if status in (408, 409) else SparringError)(detail_of(status, content))
        return content


def _to_response(step: Mapping[str, object]) -> dict[str, object]:
    """The members of the control API: `body` is text there, and `base64` are bytes."""
    response = {"body" if name == "text" else name: value for name, value in step.items() if name != "body"}
    if isinstance(content := step.get("body"), bytes):
        response["base64"] = base64.b64encode(content).decode()
    return response


def _in_trio() -> bool:
    trio = sys.modules.get("trio")
    return trio is not None and bool(trio.lowlevel.in_trio_run())


def _reject_event_loop(name: str) -> None:
    """A blocking wait would stop a client that uses the same event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        if not _in_trio():
            return
    raise RuntimeError(f"This call would block the event loop. Use `await sparring.{name}(...)`.")


async def _in_thread(function: Callable[[], T]) -> T:
    if _in_trio():
        result: T = await sys.modules["trio"].to_thread.run_sync(function)
        return result
    return await asyncio.to_thread(function)
