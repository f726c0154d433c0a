"""The behaviours of ../../CONTRACT.md, by number."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from conftest import alive, send
from pytest_sparring import Sparring

TRUST = {name: os.environ.get(name) for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")}
PASSES = "def test_one(sparring, _sparring_server):\n    print('PID', _sparring_server.pid)\n"
GET = "import urllib.request\ndef get(url):\n    return urllib.request.urlopen(url, timeout=10).read()\n"


def test_01_found_on_path(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, wrapper: Callable[..., Path], tmp_path: Path) -> None:
    clean.setenv("PATH", str(wrapper("bin/sparring").parent))
    pytester.makepyfile(PASSES)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    expected = ["serve", "--print", "json", "--until-stdin-closes"]
    assert json.loads((tmp_path / "words").read_text()) == expected


def test_02_found_by_npx(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, wrapper: Callable[..., Path], tmp_path: Path) -> None:
    clean.setenv("PATH", str(wrapper("bin/npx", skip=2).parent))
    pytester.makepyfile(PASSES)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert json.loads((tmp_path / "words").read_text())[:3] == ["--yes", "sparring@~0.1.0", "serve"]


@pytest.mark.parametrize("form", ["list", "path", "words"])
def test_03_found_by_command(
    form: str, pytester: pytest.Pytester, clean: pytest.MonkeyPatch, wrapper: Callable[..., Path], tmp_path: Path
) -> None:
    file = str(wrapper("with space/command" if form == "path" else "command"))
    clean.setenv("SPARRING_COMMAND", {"list": json.dumps([file, "serve"]), "path": file, "words": f"{file} serve"}[form])
    if form != "path":
        # The wrapper drops the first word.
        wrapper("command", skip=1)
    pytester.makepyfile(PASSES)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert (tmp_path / "words").exists()


def test_04_found_by_url(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, sparring: Sparring) -> None:
    connection = sparring._scope.server.connection
    clean.setenv("SPARRING_URL", connection.url)
    clean.setenv("SPARRING_CONTROL_TOKEN", connection.token or "")
    clean.setenv("PATH", "/nothing")
    pytester.makepyfile("def test_one(sparring, _sparring_server):\n    assert _sparring_server.pid is None\n")
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    assert send(f"{connection.url}/get")[0] == 200


def test_05_not_found(pytester: pytest.Pytester, clean: pytest.MonkeyPatch) -> None:
    clean.setenv("PATH", "/nothing")
    pytester.makepyfile(PASSES)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    assert (
        'Sparring was not found. Run "npm install --save-dev sparring", put the executable "sparring" on the PATH, '
        "or set SPARRING_COMMAND or SPARRING_URL. Searched: PATH (1 folders), npx (not found)."
    ) in result.outlines


def test_06_ready_in_time(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = f"import os, time; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    clean.setenv("SPARRING_COMMAND", json.dumps([sys.executable, "-c", program]))
    clean.setenv("SPARRING_START_TIMEOUT", "2")
    pytester.makepyfile(PASSES)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*printed no line of JSON in 2 s.*"])
    assert not alive(int((tmp_path / "pid").read_text()))


def test_07_start_error(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, words: list[str], sparring: Sparring) -> None:
    port = sparring._scope.server.connection.url.rpartition(":")[2]
    clean.setenv("SPARRING_COMMAND", json.dumps(words))
    clean.setenv("HTTPBIN_HTTP_PORT", port)
    pytester.makepyfile(PASSES)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([f"Port {port} *"])


def test_08_version_checked(pytester: pytest.Pytester, clean: pytest.MonkeyPatch) -> None:
    program = """print('{"sparring":"9.8.7","protocol":99,"url":"http://127.0.0.1:1"}')"""
    clean.setenv("SPARRING_COMMAND", json.dumps([sys.executable, "-c", program]))
    pytester.makepyfile(PASSES)
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    assert (
        "pytest-sparring 0.1.0 speaks protocol 1, the server 9.8.7 at http://127.0.0.1:1 speaks 99. "
        "Install pytest-sparring 9.8 or sparring 0.1."
    ) in result.outlines


def test_09_ends_with_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"{PASSES}\ndef test_two(sparring):\n    assert 0\n")
    result = pytester.runpytest_subprocess("-s")
    result.assert_outcomes(passed=1, failed=1)
    pid = int(next(line for line in result.outlines if "PID " in line).rpartition("PID ")[2])
    assert not alive(pid)


def test_10_ends_when_killed(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import os, time\ndef test_one(sparring, _sparring_server):\n"
        "    child = os.fork()\n    if child == 0:\n        time.sleep(20)\n        os._exit(0)\n"
        "    print('PID', _sparring_server.pid, child, 'END', flush=True)\n    time.sleep(60)\n"
    )
    run = subprocess.Popen([sys.executable, "-m", "pytest", "-s"], stdout=subprocess.PIPE, text=True)
    assert run.stdout
    line = next(line for line in run.stdout if "END" in line)
    server, child = (int(word) for word in line.rpartition("PID ")[2].split()[:2])
    run.send_signal(signal.SIGKILL)
    run.wait()
    limit = time.monotonic() + 5
    while alive(server) and time.monotonic() < limit:
        time.sleep(0.05)
    assert alive(child) and not alive(server)
    os.kill(child, signal.SIGKILL)


def test_11_log_on_failure(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        GET + "import os, signal\ndef test_one(sparring):\n    get(sparring.url + '/get')\n    assert 0\n"
        "def test_nearest(sparring):\n    sparring.respond('GET /a')\n    get(sparring.url + '/a/')\n"
        "def test_two(sparring, _sparring_server):\n    os.kill(_sparring_server.pid, signal.SIGKILL)\n    sparring.requests()\n"
        "def test_three(sparring):\n    'No second server is started.'\n"
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=3, errors=1)
    assert sum("(a slash more at the end)" in line for line in result.outlines) == 1
    assert sum("The server has ended with exit code -9. Its command: " in line for line in result.outlines) >= 2
    result.stdout.fnmatch_lines(["Requests of this test (1):*", "*GET /get 200*", "*The server has ended with exit code -9.*"])


def test_12_own_scope(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        GET + "import pytest\n@pytest.mark.parametrize('number', range(50))\ndef test_one(number, sparring):\n"
        "    sparring.respond('GET /a', text=str(number))\n"
        "    if number % 2:\n        sparring.fault('reset@headers', 'GET /a')\n"
        "        with pytest.raises(OSError):\n            get(sparring.url + '/a')\n"
        "    assert get(sparring.url + '/a') == str(number).encode()\n"
        "    assert len(sparring.requests()) == 1 + number % 2\n"
    )
    pytester.runpytest_subprocess("-n", "2").assert_outcomes(passed=50)


def test_13_scope_ends(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        GET + "import pytest\nurls = []\n"
        "def test_one(sparring):\n    sparring.respond('GET /a', text='x')\n    urls.append(sparring.url)\n"
        "def test_two(sparring):\n    with pytest.raises(OSError):\n        get(urls[0] + '/a')\n"
        "    sparring.allow_unmatched()\n    with pytest.raises(OSError):\n        get(sparring.url + '/a')\n"
        "    assert [each.status for each in sparring.requests()] == [404]\n"
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_14_respond(sparring: Sparring) -> None:
    sparring.respond("GET /a", status=201, json=[1, None], headers={"X-One": ["a", "b"]})
    sparring.respond("GET /b", text="é")
    sparring.respond("GET /c", body=b"\xff\x00")
    # The client joins an absolute path, which leaves a URL with a path.
    path = "../a" if "/bin/" in sparring.url else "/a"
    with urllib.request.urlopen(urllib.parse.urljoin(f"{sparring.url}/base/", path)) as response:
        assert (response.status, json.loads(response.read())) == (201, [1, None])
        assert response.headers.get_all("x-one") == ["a", "b"]
    assert send(f"{sparring.url}/b") == (200, "é".encode())
    assert send(f"{sparring.url}/c") == (200, b"\xff\x00")


def test_15_respond_list(sparring: Sparring) -> None:
    rule = sparring.respond("GET /a", [{"status": 503}, {"text": "two"}, {"body": b"three"}])
    found = [send(f"{sparring.url}/a") for _ in range(4)]
    assert [status for status, _ in found] == [503, 200, 200, 200]
    assert [body for _, body in found[1:]] == [b"two", b"three", b"three"]
    assert len(rule.requests()) == 4


def test_16_fault_and_delay(sparring: Sparring) -> None:
    sparring.respond("GET /a", text="x")
    sparring.fault("reset@headers", "GET /a")
    with pytest.raises(OSError):
        send(f"{sparring.url}/a")
    assert send(f"{sparring.url}/a")[0] == 200
    sparring.delay(0.3, "GET /a")
    begun = time.monotonic()
    assert send(f"{sparring.url}/a") == (200, b"x")
    assert time.monotonic() - begun >= 0.3


def test_17_requests(sparring: Sparring) -> None:
    sparring.respond("/{rest*}", text="x")
    send(f"{sparring.url}/a?q=1&q=%202", "POST", b"\xff\xfe", {"X-One": "a"})
    send(f"{sparring.url}/b", "PUT", b'{"a":1}')
    one, two = sparring.requests()
    assert (one.method, one.path, one.query, one.body) == ("POST", "/a", [("q", "1"), ("q", " 2")], b"\xff\xfe")
    assert (one.headers["x-oNE"], one.headers.get_all("host"), one.status) == ("a", [urlsplit(sparring.url).netloc], 200)
    assert (two.json(), two.text) == ({"a": 1}, '{"a":1}')
    assert [each.path for each in sparring.requests("PUT /b")] == ["/b"]


def test_18_next(sparring: Sparring) -> None:
    sparring.respond("/{rest*}", text="x")
    timer = threading.Timer(0.2, send, [f"{sparring.url}/a"])
    timer.start()
    assert sparring.next("GET /a").path == "/a"
    timer.join()
    begun = time.monotonic()
    with pytest.raises(AssertionError, match="Waited 500 ms for GET /a"):
        sparring.next("GET /a", within=0.5)
    assert 0.5 <= time.monotonic() - begun < 1.5


def test_19_expect_none(sparring: Sparring) -> None:
    sparring.respond("/{rest*}", text="x")
    begun = time.monotonic()
    sparring.expect_none()
    assert time.monotonic() - begun >= 0.2
    send(f"{sparring.url}/a")
    with pytest.raises(AssertionError, match="/a"):
        sparring.expect_none(within=5)


def test_20_near_misses(sparring: Sparring) -> None:
    sparring.respond("/{rest*}", text="x")
    send(f"{sparring.url}/users/1/")
    with pytest.raises(AssertionError) as failure:
        sparring.next("GET /users/1", within=0)
    scope = sparring._scope
    body = {"bin": scope.key, "match": "GET /users/1", "consume": True, "within": 0}
    status, content = scope.server.call("POST", "/requests/await", body)
    # The server names the time that has passed.
    one, two = (re.sub(r"\b[\d.]+ m?s\b", "0 ms", text) for text in (str(failure.value), content["detail"]))
    assert (status, one) == (408, two)
    assert "(a slash more at the end)" in content["detail"]


def test_21_unmatched_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        GET + "import pytest, unittest\n"
        "def unmatched(sparring):\n    sparring.respond('GET /a', text='x')\n"
        "    with pytest.raises(OSError):\n        get(sparring.url + '/a/')\n"
        "def test_one(sparring):\n    unmatched(sparring)\n"
        "def test_two(sparring):\n    sparring.respond('GET /a', text='x')\n    get(sparring.url + '/a')\n"
        "@pytest.mark.xfail(strict=True)\ndef test_three(sparring):\n    unmatched(sparring)\n"
        "def test_four(sparring):\n    sparring.allow_unmatched()\n    unmatched(sparring)\n"
        "class Five(unittest.TestCase):\n    @pytest.fixture(autouse=True)\n    def use(self, sparring):\n"
        "        self.sparring = sparring\n    def test_five(self):\n        unmatched(self.sparring)\n"
    )
    result = pytester.runpytest_subprocess("-rA", "-n", "4")
    result.assert_outcomes(passed=2, failed=2, xfailed=1)
    assert sum("(a slash more at the end)" in line for line in result.outlines) >= 2
    failed = sorted(line.split(" - ")[0].rpartition("::")[2] for line in result.outlines if line.startswith("FAILED "))
    assert failed == ["test_five", "test_one"]


def read_with(client: str, url: str, trust: Sparring | None) -> bytes:
    """Reads a URL by a client, with its defaults, or with the authority of the server."""
    path, context = (trust.ca_path, trust.ssl_context) if trust else (True, None)
    if client == "urllib":
        import urllib.request

        with urllib.request.urlopen(url, context=context, timeout=10) as response:
            return bytes(response.read())
    if client == "urllib3":
        import urllib3

        # urllib3 1.26 cannot use a context for an IP address.
        ca_certs = trust.ca_path if trust else None
        return bytes(urllib3.PoolManager(ca_certs=ca_certs).request("GET", url, retries=False).data)
    if client == "httpx":
        import httpx

        return httpx.get(url, verify=context or True).content
    if client == "aiohttp":
        import asyncio

        import aiohttp

        async def read() -> bytes:
            async with aiohttp.ClientSession() as session, session.get(url, ssl=context or True) as response:
                return await response.read()

        return asyncio.run(read())
    module = __import__(client)
    return bytes(module.get(url, verify=path).content)


@pytest.mark.parametrize("client", os.environ.get("CLIENTS", "urllib").split())
def test_22_tls(client: str, sparring_tls: Sparring) -> None:
    sparring_tls.respond("GET /a", text="x")
    url = f"{sparring_tls.url}/a"
    for trust in (None, sparring_tls, None):
        if trust:
            assert read_with(client, url, trust) == b"x"
        else:
            with pytest.raises(Exception, match="(?i)certificate.?verify.?failed|UnknownIssuer|self.signed"):
                read_with(client, url, None)
    assert {name: os.environ.get(name) for name in TRUST} == TRUST
    assert len(sparring_tls.requests()) == 1


def test_23_nothing_left(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytester.makeconftest(
        "import threading\ndef pytest_unconfigure():\n"
        "    print('\\nTHREADS', *sorted(each.name for each in threading.enumerate()))\n"
    )
    pytester.makepyfile(
        "def test_one(sparring, _sparring_server):\n    values = _sparring_server.connection\n"
        "    print('\\nLEFT', _sparring_server.pid, *(url.rpartition(':')[2] for url in"
        " (values.url, values.tls_url, sparring.url)))\n"
    )
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    result = pytester.runpytest_subprocess("-s")
    result.assert_outcomes(passed=1)
    assert "THREADS MainThread" in result.outlines
    pid, *ports = next(line.split()[1:] for line in result.outlines if line.startswith("LEFT "))
    assert not alive(int(pid))
    for port in ports:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", int(port)))
    assert list(folder.iterdir()) == []


def test_24_token_is_secret(pytester: pytest.Pytester, clean: pytest.MonkeyPatch, words: list[str], tmp_path: Path) -> None:
    command = " ".join(f"'{word}'" for word in words)
    file = tmp_path / "command"
    file.write_text(
        f"#!/bin/sh\n{command} \"$@\" --log-level debug --log-requests 2>'{tmp_path}/log' | tee '{tmp_path}/line'\n"
    )
    file.chmod(0o755)
    clean.setenv("SPARRING_COMMAND", str(file))
    pytester.makepyfile(
        GET + "import os, pathlib, signal, pytest\nfrom pytest_sparring import SparringError\n"
        "def test_one(sparring, sparring_tls, httpbin, _sparring_server):\n"
        "    rule = sparring.respond('GET /a', text='x')\n    get(sparring.url + '/get')\n"
        "    for call in (lambda: sparring.next('GET /b', within=0), lambda: sparring.respond('no match', status=1),\n"
        "                 lambda: sparring.control('GET', '/nothing')):\n"
        "        with pytest.raises(Exception) as error:\n            call()\n"
        "        print(repr(error.value), error)\n"
        "    values = [sparring, sparring_tls, httpbin, rule, _sparring_server, _sparring_server.connection]\n"
        "    print(values, sparring.requests(), sparring.report(), [vars(each) for each in values[:4]])\n"
        "    for folder in pathlib.Path('/proc').glob('[0-9]*'):\n"
        "        try:\n            words, variables = ((folder / name).read_bytes() for name in ('cmdline', 'environ'))\n"
        "        except OSError:\n            continue\n"
        "        if b'--until-stdin-closes' in words:\n            print(words, variables)\n"
        "    print('[everything is printed]')\n"
        "    os.kill(_sparring_server.pid, signal.SIGKILL)\n    sparring.requests()\n"
    )
    result = pytester.runpytest_subprocess("--showlocals")
    result.assert_outcomes(failed=1)
    output, log = str(result.outlines), (tmp_path / "log").read_text()
    token: str = json.loads((tmp_path / "line").read_text())["token"]
    for text in ("[everything is printed]", "--until-stdin-closes", "Waited 0 ms", "GET /get 200"):
        assert text in output
    assert "/get" in log
    assert token not in output + log


def test_25_hostile_environment(
    pytester: pytest.Pytester, clean: pytest.MonkeyPatch, words: list[str], tmp_path: Path
) -> None:
    clean.setenv("SPARRING_COMMAND", json.dumps(words))
    clean.setenv("HOME", "")
    clean.delenv("HOME")
    pytester.makepyfile(PASSES)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    (tmp_path / "company.pem").write_text("COMPANY\n")
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login mona password secret\n")
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY"):
        clean.setenv(name, "http://127.0.0.1:1")
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        clean.setenv(name, str(tmp_path / "company.pem"))
    for name, value in {"NO_PROXY": "", "no_proxy": "", "HOME": str(tmp_path), "LC_ALL": "tr_TR.ISO-8859-9"}.items():
        clean.setenv(name, value)
    pytester.makepyfile(
        GET + "def test_one(sparring):\n    sparring.respond('GET /a', text='é')\n"
        "    assert get(sparring.url + '/a') == 'é'.encode()\n"
        "def test_two(sparring_tls):\n    sparring_tls.respond('GET /a', text='x')\n"
        "    assert urllib.request.urlopen(sparring_tls.url + '/a', context=sparring_tls.ssl_context).read() == b'x'\n"
    )
    result = pytester.runpytest_subprocess("-s")
    result.assert_outcomes(passed=2)
    warning = "HTTP_PROXY is set and NO_PROXY does not contain 127.0.0.1."
    assert sum(line.count(warning) for line in result.outlines + result.errlines) == 1


def test_frozen_time_changes_no_limit(sparring: Sparring) -> None:
    freezegun = pytest.importorskip("freezegun")
    sparring.respond("GET /a", text="x")
    clock = time.monotonic
    begun = clock()
    with freezegun.freeze_time("2030-01-01"):
        send(f"{sparring.url}/a")
        assert sparring.next("GET /a").path == "/a"
        with pytest.raises(AssertionError, match="Waited 300 ms"):
            sparring.next("GET /a", within=0.3)
        sparring.expect_none("GET /b")
    assert clock() - begun >= 0.5
