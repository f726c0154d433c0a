"""The part of the server that one test uses."""

from __future__ import annotations

import asyncio
import base64
import json as json_module
import ssl
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypedDict, TypeVar, Union

from .server import Server, SparringError, detail_of

T = TypeVar("T")
Match = Union[str, Mapping[str, object]]
HeaderValues = Mapping[str, Union[str, Sequence[str]]]
_UNSET: Any = object()


class Step(TypedDict, total=False):
    """One response of a sequence."""

    status: int
    json: object
    text: str
    body: bytes
    headers: HeaderValues
    delay: float


class Headers(Mapping[str, str]):
    """Header fields. Names have any case; `pairs` has all fields in their order."""

    def __init__(self, pairs: Sequence[Sequence[str]]) -> None:
        self.pairs = [(name, value) for name, value in pairs]

    def get_all(self, name: str) -> list[str]:
        return [value for key, value in self.pairs if key.lower() == name.lower()]

    def __getitem__(self, name: str) -> str:
        values = self.get_all(name)
        if not values:
            raise KeyError(name)
        return ", ".join(values)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(name.lower() for name, _ in self.pairs))

    def __len__(self) -> int:
        return len({name.lower() for name, _ in self.pairs})

    def __repr__(self) -> str:
        # Values can be credentials.
        return f"Headers({list(self)})"


class Request:
    """A request of the test. `raw` is the entry of the journal; `status` is None while the response is in progress."""

    def __init__(self, raw: dict[str, Any]) -> None:
        request, response = raw["request"], raw.get("response")
        body = request.get("body") or {}
        self.raw = raw
        self.method: str = request["method"]
        self.path: str = request["path"]
        self.query: list[tuple[str, str]] = [(name, value) for name, value in request["query"]]
        self.headers = Headers(request["headers"])
        self.status: int | None = response["status"] if response else None
        self.body = (
            base64.b64decode(body["base64"]) if "base64" in body else str(body.get("text", "")).encode("utf-8")
        )

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
        self.text = ""

    def end(self, *, failed: bool) -> str:
        """Returns the findings; an empty text if there are none."""
        if self.ended:
            return ""
        self.ended = True
        try:
            status, content = self.server.call(
                "POST", f"/bins/{self.key}/end", {"failed": failed, "unmatched": self.unmatched}, seconds=1
            )
        except SparringError as error:
            self.text = str(error)
            return self.text
        if status >= 400:
            return detail_of(status, content)
        self.text = str(content["report"])
        return str(content["detail"])


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
        status: int = 200,
        json: object = _UNSET,
        text: str | None = None,
        body: bytes | None = None,
        headers: HeaderValues | None = None,
        count: int = 0,
    ) -> Rule:
        """Responds to requests that match. The steps are sent in order, and the last is repeated.

        count: the number of requests that the rule takes; 0 for all.
        """
        if steps is None:
            step: Step = {"status": status}
            if json is not _UNSET:
                step["json"] = json
            if text is not None:
                step["text"] = text
            if body is not None:
                step["body"] = body
            if headers is not None:
                step["headers"] = headers
            return self._add(match, count, {"respond": _to_response(step)})
        if status != 200 or json is not _UNSET or text is not None or body is not None or headers is not None:
            raise TypeError("respond() takes a list of steps or one response, not both")
        return self._add(match, count, {"respond": [_to_response(each) for each in steps]})

    def fault(self, name: str, match: Match, *, count: int = 1) -> Rule:
        """Applies a fault by its name, such as `reset@headers`; once by default."""
        return self._add(match, count, {"fault": name})

    def delay(self, seconds: float, match: Match) -> Rule:
        """Delays the responses to requests that match."""
        return self._add(match, 0, {"delay": seconds})

    def requests(self, match: Match | None = None) -> list[Request]:
        """All requests so far, the oldest first."""
        body = {**self._select(match), "count": {"min": 0}}
        found = self._scope.server.require("POST", "/requests/verify?secrets=show", body)
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
        self._await({**self._select(match), "count": 0, "within": within}, within)

    async def aexpect_none(self, match: Match | None = None, *, within: float = 0.2) -> None:
        """`expect_none` for asyncio and trio."""
        __tracebackhide__ = True
        body = {**self._select(match), "count": 0, "within": within}
        await _in_thread(lambda: self._await(body, within))

    def allow_unmatched(self) -> None:
        """Requests that match no rule do not fail the test."""
        self._scope.unmatched = False

    def report(self) -> str:
        """The latest requests as text, without credentials."""
        return str(self._scope.server.require("GET", f"/bins/{self._scope.key}/report")["report"])

    def control(self, method: str, path: str, json: object = None) -> Any:
        """Calls the control API, such as `control("GET", "/clock")`. Raises SparringError for an error status."""
        return self._scope.server.require(method, path, json)

    def _add(self, match: Match, count: int, effect: dict[str, object]) -> Rule:
        limit = {"count": count} if count else {}
        body = {"bin": self._scope.key, "match": match, **effect, **limit}
        [rule] = self._scope.server.require("POST", "/rules", body)["rules"]
        return Rule(self, rule["id"], self._scope.key)

    def _select(self, match: Match | None) -> dict[str, object]:
        return {"bin": self._scope.key, **({} if match is None else {"match": match})}

    def _next(self, match: Match | None, within: float) -> Request:
        __tracebackhide__ = True
        found = self._await({**self._select(match), "consume": True, "within": within}, within)
        return Request(found["requests"][0])

    def _await(self, body: dict[str, object], within: float) -> Any:
        __tracebackhide__ = True
        status, content = self._scope.server.call("POST", "/requests/await?secrets=show", body, seconds=within)
        if status in (408, 409):
            raise AssertionError(detail_of(status, content))
        if status >= 400:
            raise SparringError(detail_of(status, content))
        return content


def _to_response(step: Step) -> dict[str, object]:
    response: dict[str, object] = {**step}
    if "text" in response:
        response["body"] = response.pop("text")
    elif "body" in step:
        del response["body"]
        response["base64"] = base64.b64encode(step["body"]).decode("ascii")
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
