"""Runs the tests that ../README.md shows, with a client as a user has one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
BLOCKS: list[str] = re.findall(r"^```python\n(.*?)^```$", README, re.M | re.S)

CLIENT = """
import json, urllib.error, urllib.request

def fetch_user(base, id):
    try:
        with urllib.request.urlopen(f"{base}/users/{id}") as response:
            return json.load(response)
    except urllib.error.HTTPError:
        return fetch_user(base, id)
"""


def test_the_readme_begins_with_a_test() -> None:
    assert README.startswith(f"# pytest-sparring\n\n```python\n{BLOCKS[0]}```\n")
    assert len(BLOCKS) == 2


def test_the_tests_of_the_readme_pass(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(CLIENT + BLOCKS[0], test_tls="import httpx\n" + BLOCKS[1])
    pytester.runpytest_subprocess().assert_outcomes(passed=2)


def test_a_request_without_a_rule_fails_as_the_readme_shows(pytester: pytest.Pytester) -> None:
    [message] = re.findall(r"^```text\n(\d.*?)^```$", README, re.M | re.S)
    pytester.makepyfile(
        CLIENT + "def test_one(sparring):\n    sparring.respond('GET /users/1')\n"
        "    try:\n        urllib.request.urlopen(sparring.url + '/users/1/')\n"
        "    except urllib.error.HTTPError:\n        'A client that ignores the error.'\n"
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    assert without_key(message) in without_key(str(result.stdout))


def without_key(text: str) -> str:
    return re.sub(r'in bin "[^"]+"', "in bin", text)
