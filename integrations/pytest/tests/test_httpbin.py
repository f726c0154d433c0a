"""A suite for pytest-httpbin, which passes with that package too: fixtures in session, module, class and function scope."""

from __future__ import annotations

import os
from typing import Any

import pytest
import requests


@pytest.fixture(scope="session")
def session_url(httpbin: Any) -> str:
    return str(httpbin.url)


@pytest.fixture(scope="module")
def client(httpbin_secure: Any) -> requests.Session:
    client = requests.Session()
    client.headers["X-Base"] = httpbin_secure.url
    return client


def test_url(httpbin: Any, session_url: str) -> None:
    assert httpbin.url == session_url == f"http://{httpbin.host}:{httpbin.port}"
    assert (httpbin.host, httpbin.protocol) == ("127.0.0.1", "http")
    assert httpbin + "/get" == httpbin.join("/get") == httpbin.url + "/get"
    assert httpbin.join("http://example.com/a") == "http://example.com/a"


def test_get(httpbin: Any) -> None:
    response = requests.get(httpbin.url + "/get", params={"a": "1"}, headers={"X-One": "é".encode()})
    assert response.json()["args"] == {"a": "1"}
    assert response.json()["url"] == httpbin.url + "/get?a=1"


def test_post(httpbin: Any) -> None:
    assert requests.post(httpbin + "/post", data={"a": "1"}).json()["form"] == {"a": "1"}
    assert requests.post(httpbin + "/post", json={"a": [1]}).json()["json"] == {"a": [1]}
    assert requests.put(httpbin + "/put", data=b"text").json()["data"] == "text"
    assert requests.post(httpbin + "/post", files={"f": ("a.txt", b"x")}).json()["files"] == {"f": "x"}


@pytest.mark.parametrize("status", [200, 404, 500])
def test_status(httpbin: Any, status: int) -> None:
    assert requests.get(httpbin + f"/status/{status}").status_code == status


def test_redirects_and_cookies(httpbin: Any) -> None:
    response = requests.get(httpbin + "/redirect/2")
    assert [each.status_code for each in response.history] == [302, 302]
    with requests.Session() as session:
        session.get(httpbin + "/cookies/set?a=1")
        assert session.get(httpbin + "/cookies").json() == {"cookies": {"a": "1"}}


def test_authentication(httpbin: Any) -> None:
    assert requests.get(httpbin + "/basic-auth/u/p", auth=("u", "p")).json()["authenticated"] is True
    assert requests.get(httpbin + "/basic-auth/u/p").status_code == 401
    digest = requests.auth.HTTPDigestAuth("u", "p")
    assert requests.get(httpbin + "/digest-auth/auth/u/p", auth=digest).status_code == 200


def test_content(httpbin: Any) -> None:
    assert requests.get(httpbin + "/gzip").json()["gzipped"] is True
    assert len(requests.get(httpbin + "/bytes/100").content) == 100
    assert len(requests.get(httpbin + "/stream/3").text.splitlines()) == 3


def test_secure(httpbin_secure: Any, httpbin_ca_bundle: None) -> None:
    assert httpbin_secure.url.startswith("https://")
    assert requests.get(httpbin_secure.url + "/get").json()["url"] == httpbin_secure.url + "/get"


def test_secure_without_bundle(httpbin_secure: Any) -> None:
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(httpbin_secure.url + "/get")


def test_bundle_is_set_for_one_test(httpbin_ca_bundle: None) -> None:
    assert os.path.isfile(os.environ["REQUESTS_CA_BUNDLE"])


def test_both(httpbin_both: Any, httpbin_ca_bundle: None) -> None:
    assert requests.get(httpbin_both.url + "/get").status_code == 200
    assert httpbin_both.url.startswith(httpbin_both.protocol + "://")


def test_module_fixture(client: requests.Session, httpbin_ca_bundle: None) -> None:
    base = client.headers["X-Base"]
    assert client.get(f"{base!s}/headers").json()["headers"]["X-Base"] == base


@pytest.mark.usefixtures("class_based_httpbin", "class_based_httpbin_secure")
class TestClass:
    httpbin: Any
    httpbin_secure: Any

    def test_plain(self) -> None:
        assert requests.get(self.httpbin.url + "/get").status_code == 200

    def test_secure(self, httpbin_ca_bundle: None) -> None:
        assert requests.get(self.httpbin_secure + "/get").status_code == 200
