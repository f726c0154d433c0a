import pathlib, sys
import httpx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from protocol import content_members, content_of, serve

CLASSES = [
    (httpx.TooManyRedirects, "redirect"), (httpx.DecodingError, "decode"),
    (httpx.UnsupportedProtocol, "invalid-request"), (httpx.InvalidURL, "invalid-request"),
    (httpx.LocalProtocolError, "invalid-request"), (httpx.RemoteProtocolError, "protocol"),
    (httpx.NetworkError, "connection"), (ValueError, "invalid-request"),
]
SUPPORTS = ["redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "abort", "raw-fields"]


def run(q, session, out):
    redirects, auth = q.get("redirects"), q.get("auth")
    session.max_redirects = 20 if isinstance(redirects, bool) or redirects is None else redirects
    kind = httpx.DigestAuth if auth and auth["scheme"] == "digest" else httpx.BasicAuth
    request = session.build_request(
        q["method"], q["url"], headers=[tuple(pair) for pair in q.get("headers", [])], content=content_of(q),
        timeout=q["timeout"],
    )
    r = session.send(
        request, stream=True, follow_redirects=bool(redirects), auth=kind(auth["user"], auth["password"]) if auth else None
    )
    pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in r.headers.raw]
    out.update(status=r.status_code, headers=pairs, url=str(r.url))
    if "abort" in q:
        if q["abort"].get("at") != "headers":
            next(r.iter_bytes(q["abort"].get("at", 1)))
        r.close()
        out.update(error="aborted")
    else:
        out.update(content_members(r.read()))


serve({"client": "httpx", "version": httpx.__version__, "supports": SUPPORTS}, httpx.Client, run, CLASSES)
