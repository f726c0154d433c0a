import pathlib, sys
import urllib3
from urllib3 import exceptions as x

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from protocol import content_members, content_of, serve

CLASSES = [
    (x.SSLError, "tls"), (x.DecodeError, "decode"), (x.LocationValueError, "invalid-request"),
    (x.URLSchemeUnknown, "invalid-request"), (x.ProtocolError, "protocol"), (x.MaxRetryError, "connection"),
    (ValueError, "invalid-request"),
]
SUPPORTS = ["redirects", "max-redirects", "stream", "ca", "abort", "retry", "raw-fields"]


class Session:
    """A pool, which repeats failed requests by default."""

    def __init__(self):
        self.pool = urllib3.PoolManager()

    def close(self):
        self.pool.clear()


def run(q, session, out):
    redirects, retry = q.get("redirects"), q.get("retry")
    headers = urllib3.HTTPHeaderDict()
    for name, value in q.get("headers", []):
        headers.add(name, value)
    options = {}
    if retry:
        options["retries"] = urllib3.Retry(retry["max"], status_forcelist=[503])
    elif redirects and not isinstance(redirects, bool):
        options["retries"] = urllib3.Retry(redirect=redirects)
    r = session.pool.request(
        q["method"], q["url"], headers=headers or None, body=content_of(q), timeout=q["timeout"],
        redirect=bool(redirects), preload_content=False, **options,
    )
    out.update(status=r.status, headers=list(r.headers.items()), url=r.url or q["url"])
    if "abort" in q:
        if q["abort"].get("at") != "headers":
            r.read(q["abort"].get("at", 1))
        r.close()
        out.update(error="aborted")
    else:
        out.update(content_members(r.data))


serve({"client": "urllib3", "version": urllib3.__version__, "supports": SUPPORTS}, Session, run, CLASSES)
