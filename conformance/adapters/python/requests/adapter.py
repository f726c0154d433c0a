import pathlib, sys
import requests
from requests import exceptions as x

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from protocol import content_members, content_of, serve

CLASSES = [
    (x.SSLError, "tls"), (x.TooManyRedirects, "redirect"), (x.ContentDecodingError, "decode"),
    (x.ChunkedEncodingError, "protocol"), (x.InvalidHeader, "invalid-request"), (x.InvalidURL, "invalid-request"),
    (x.MissingSchema, "invalid-request"), (x.InvalidSchema, "invalid-request"), (x.ConnectionError, "connection"),
    (ValueError, "invalid-request"),
]
SUPPORTS = ["redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "no-verify", "abort", "raw-fields"]


def run(q, session, out):
    redirects, auth = q.get("redirects"), q.get("auth")
    session.max_redirects = 30 if isinstance(redirects, bool) or redirects is None else redirects
    kind = requests.auth.HTTPDigestAuth if auth and auth["scheme"] == "digest" else requests.auth.HTTPBasicAuth
    r = session.request(
        q["method"], q["url"], headers=dict(q.get("headers", [])), timeout=q["timeout"], stream=True,
        data=content_of(q), allow_redirects=bool(redirects), verify=q.get("verify", True),
        auth=kind(auth["user"], auth["password"]) if auth else None,
    )
    out.update(status=r.status_code, headers=list(r.raw.headers.items()), url=r.url)
    if "abort" in q:
        if q["abort"].get("at") != "headers":
            next(r.iter_content(q["abort"].get("at", 1)))
        r.close()
        out.update(error="aborted")
    else:
        out.update(content_members(r.content))


serve({"client": "requests", "version": requests.__version__, "supports": SUPPORTS}, requests.Session, run, CLASSES)
