"""Finds or starts a server, and calls its control API."""

from __future__ import annotations

import collections
import http.client
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import threading
import urllib.parse
from typing import IO, Any

VERSION = "0.1.0"
PROTOCOL = 1
MINOR = ".".join(VERSION.split(".")[:2])
NOT_FOUND = (
    'Sparring was not found. Run "npm install --save-dev sparring", put the executable "sparring" on the PATH, '
    "or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH ({folders} folders), npx (not found)."
)


class SparringError(Exception):
    """The server cannot be used, or rejects a call."""


class _Connection:
    """The addresses and the token of a server. Its representation has no token."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.url: str = values["url"]
        self.tls_url: str | None = values["tlsUrl"]
        self.control: str = values["control"]
        self.token: str | None = values["token"]
        self.ca: dict[str, str] | None = values["ca"]
        self.pid: int | None = values.get("pid")
        self.warnings: list[str] = values["warnings"]


class Server:
    """A server that this process has started, or that SPARRING_URL names."""

    def __init__(self) -> None:
        self._process: _Process | None = None
        url = os.environ.get("SPARRING_URL")
        if url:
            self.connection = _attach(url.rstrip("/"))
        else:
            self._process = _Process(find_command())
            try:
                self.connection = _check(self._process.read_line(), "the command")
            except BaseException:
                self._process.stop()
                raise

    @property
    def pid(self) -> int | None:
        """The process of the server; None if SPARRING_URL names it."""
        return self.connection.pid

    def require_tls(self) -> dict[str, str]:
        """The authority of the server."""
        if self.connection.ca is None or self.connection.tls_url is None:
            raise SparringError(f"The server at {self.connection.url} has no TLS; start it with --tls-port 0.")
        return self.connection.ca

    def call(self, method: str, path: str, body: object = None, *, seconds: float = 0) -> tuple[int, Any]:
        """Calls the control API. Returns the status and the JSON of the response.

        seconds: the time for which the server may wait.
        """
        try:
            return _call(self.connection.control + path, self.connection.token, method, body, seconds)
        except OSError as error:
            reason = self._process.describe_end() if self._process else None
            message = reason or f"The server at {self.connection.url} did not respond: {error}"
        raise SparringError(message)

    def require(self, method: str, path: str, body: object = None) -> Any:
        """Calls the control API. Raises SparringError for an error status."""
        status, content = self.call(method, path, body)
        if status >= 400:
            raise SparringError(detail_of(status, content))
        return content

    def stop(self) -> None:
        if self._process:
            self._process.stop()


class _Process:
    """A process whose input stays open until the end. The server ends when its input is closed."""

    def __init__(self, command: list[str]) -> None:
        self._name = command[0]
        self._owner = os.getpid()
        npx = pathlib.Path(command[0]).stem == "npx"
        self._limit = float(os.environ.get("SPARRING_START_TIMEOUT") or (120 if npx else 30))
        arguments = ["serve", "--print", "json", "--until-stdin-closes"]
        for option, name in (("--port", "HTTPBIN_HTTP_PORT"), ("--tls-port", "HTTPBIN_HTTPS_PORT")):
            if os.environ.get(name):
                arguments += [option, os.environ[name]]
        pipe = subprocess.PIPE
        try:
            # A group of its own: Ctrl+C reaches the tests only, and the end reaches launchers such as npx too.
            self._process = subprocess.Popen(
                command + arguments, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=os.name == "posix"
            )
        except OSError as error:
            raise SparringError(f"{self._name} cannot be started: {error.strerror}.") from None
        self._line: bytes | None = None
        self._has_line = threading.Event()
        self._last: collections.deque[str] = collections.deque(maxlen=200)
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in ((self._read_output, self._process.stdout), (self._read_errors, self._process.stderr))
        ]
        # Threads wait in real time, also while freezegun stops the clock.
        self._waiter = threading.Thread(target=self._process.wait, daemon=True)
        for thread in (*self._readers, self._waiter):
            thread.start()

    def _read_output(self, stream: IO[bytes]) -> None:
        for line in stream:
            if self._line is None and line.startswith(b'{"sparring"'):
                self._line = line
                self._has_line.set()
        self._has_line.set()

    def _read_errors(self, stream: IO[bytes]) -> None:
        for line in stream:
            self._last.append(line.decode("utf-8", "replace").rstrip())

    def read_line(self) -> dict[str, Any]:
        if not self._has_line.wait(self._limit):
            raise SparringError(f"{self._name} printed no line of JSON in {self._limit:g} s.{self._lines()}")
        if self._line is None:
            end = self.describe_end() or f"{self._name} closed its output."
            try:
                raise SparringError(json.loads(self._last[-1])["error"]["message"])
            except (IndexError, ValueError, KeyError, TypeError):
                raise SparringError(end) from None
        values: dict[str, Any] = json.loads(self._line)
        self._line = b""
        return values

    def describe_end(self) -> str | None:
        """A sentence with the exit code and the last lines; None while the process runs."""
        self._waiter.join(1)
        code = self._process.returncode
        if code is None:
            return None
        self._readers[1].join(1)
        return f"The server has ended with exit code {code}. Its command: {self._name}.{self._lines()}"

    def _lines(self) -> str:
        return "".join(f"\n  {line}" for line in list(self._last)[-20:])

    def stop(self) -> None:
        # The child of a fork has a copy of the pipe, but not the server.
        if os.getpid() != self._owner:
            return
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        try:
            if streams[0]:
                streams[0].close()
        except OSError:
            pass
        self._waiter.join(5 if self._line is not None else 0.5)
        if self._waiter.is_alive():
            self._kill()
            self._waiter.join()
        for stream, thread in zip(streams[1:], self._readers):
            thread.join(2)
            if stream and not thread.is_alive():
                stream.close()

    def _kill(self) -> None:
        if os.name == "posix":
            import signal

            os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()


def find_command() -> list[str]:
    """The words of the command, before those of `serve`."""
    chosen = os.environ.get("SPARRING_COMMAND")
    if chosen:
        if chosen.lstrip().startswith("["):
            try:
                words = json.loads(chosen)
            except ValueError:
                words = None
            if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
                raise SparringError("SPARRING_COMMAND is no list of texts in JSON.")
            return words
        if os.path.isfile(chosen):
            return [chosen]
        return chosen.split() if os.name == "nt" else shlex.split(chosen)
    found = shutil.which("sparring")
    if found:
        return [found]
    npx = shutil.which("npx")
    if npx:
        return [npx, "--yes", f"sparring@~{MINOR}.0"]
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    raise SparringError(NOT_FOUND.format(folders=len(folders)))


def _attach(url: str) -> _Connection:
    token = os.environ.get("SPARRING_CONTROL_TOKEN")
    file = os.environ.get("SPARRING_CONTROL_TOKEN_FILE")
    if not token and file:
        token = pathlib.Path(file).read_text("utf-8").strip()
    try:
        status, values = _call(f"{url}/_sparring/connection", token, "GET", None, 0)
    except OSError as error:
        raise SparringError(f"The server at {url} did not respond: {error}") from None
    if status == 404 or (status < 400 and not isinstance(values, dict)):
        raise SparringError(f"{url} is no Sparring server, or older than 0.1.0.")
    if status >= 400:
        hint = " Set SPARRING_CONTROL_TOKEN." if status in (401, 403) else ""
        raise SparringError(f"The server at {url} rejects the call: {detail_of(status, values)}{hint}")
    return _check({**values, "token": token or None}, url)


def _check(values: dict[str, Any], name: str) -> _Connection:
    protocol, version = values.get("protocol"), values.get("sparring")
    if not isinstance(protocol, int) or not isinstance(version, str):
        raise SparringError(f"{name} is no Sparring server, or older than 0.1.0.")
    if protocol != PROTOCOL:
        minor = ".".join(version.split(".")[:2])
        raise SparringError(
            f"pytest-sparring {VERSION} speaks protocol {PROTOCOL}, the server {version} at {values.get('url', name)} "
            f"speaks {protocol}. Install pytest-sparring {minor} or sparring {MINOR}."
        )
    return _Connection(values)


def _call(url: str, token: str | None, method: str, body: object, seconds: float) -> tuple[int, Any]:
    """One request on a connection of its own, without proxy, redirects, cookies and .netrc."""
    parts = urllib.parse.urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=5)
    try:
        connection.connect()
        connection.sock.settimeout(seconds + 10)
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        content = None if body is None else json.dumps(body)
        connection.request(method, f"{parts.path}?{parts.query}" if parts.query else parts.path, content, headers)
        response = connection.getresponse()
        text = response.read()
    except http.client.HTTPException as error:
        raise ConnectionError(str(error) or type(error).__name__) from None
    finally:
        connection.close()
    try:
        return response.status, json.loads(text) if text else None
    except ValueError:
        return response.status, text.decode("utf-8", "replace")


def detail_of(status: int, content: object) -> str:
    """The sentence of an error of the control API."""
    if isinstance(content, dict) and isinstance(content.get("detail"), str):
        return str(content["detail"])
    return f"status {status}"
