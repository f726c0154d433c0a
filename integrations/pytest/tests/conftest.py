from __future__ import annotations

import json
import os
import shutil
import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

SUITE = Path(__file__).parent


@pytest.fixture(scope="session")
def words() -> list[str]:
    """The words of the command under test."""
    found: list[str] = json.loads(os.environ["SPARRING_COMMAND"])
    return found


@pytest.fixture
def wrapper(tmp_path: Path, words: list[str]) -> Callable[..., Path]:
    """Creates an executable that records its words and its process, and then is the command under test."""

    def create(name: str, *, skip: int = 0) -> Path:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f"#!{sys.executable}\nimport json, os, sys\n"
            f"open({str(tmp_path / 'words')!r}, 'a').write(json.dumps(sys.argv[1:]) + '\\n')\n"
            f"os.execv({words[0]!r}, {words!r} + sys.argv[{1 + skip}:])\n"
        )
        file.chmod(0o755)
        return file

    return create


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment without the variables of Sparring."""
    for name in ("SPARRING_COMMAND", "SPARRING_URL", "SPARRING_CONTROL_TOKEN", "SPARRING_START_TIMEOUT"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def send(url: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    """Sends a request. Returns status and content, also of an error."""
    request = urllib.request.Request(url, body, headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state != "Z"
    except FileNotFoundError:
        return False


def which(name: str) -> str:
    found = shutil.which(name)
    assert found, name
    return found
