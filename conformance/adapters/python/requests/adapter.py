import base64, json, sys
import requests
from requests import exceptions as x

CLASSES = [
    (x.Timeout, "timeout"), (x.SSLError, "tls"), (x.TooManyRedirects, "redirect"),
    (x.ContentDecodingError, "decode"), (x.ChunkedEncodingError, "protocol"),
    (x.InvalidHeader, "invalid-request"), (x.InvalidURL, "invalid-request"),
    (x.MissingSchema, "invalid-request"), (x.InvalidSchema, "invalid-request"),
    (x.ConnectionError, "connection"), (UnicodeError, "invalid-request"), (ValueError, "invalid-request"),
]
PERIOD = bytes((97 + i) % 256 for i in range(256))
SUPPORTS = ["redirects", "max-redirects", "cookies", "auth", "stream", "ca", "no-verify", "abort", "raw-fields"]
sessions = {}


def classify(error):
    text = str(error)
    if isinstance(error, x.ConnectionError) and "timed out" in text:
        return "timeout"
    return next((name for kind, name in CLASSES if isinstance(error, kind)), "other")


def content_of(q):
    if "body" in q:
        content = base64.b64decode(q["body"])
    elif "bodySize" in q:
        content = (PERIOD * (q["bodySize"] // 256 + 1))[: q["bodySize"]]
    else:
        return None
    if q.get("bodyKind") == "text":
        return content.decode("latin-1")
    return iter([content]) if q.get("bodyKind") == "stream" else content


def run(q):
    out = {"id": q["id"]}
    session = sessions.setdefault(q["session"], requests.Session())
    try:
        redirects = q.get("redirects")
        session.max_redirects = 30 if isinstance(redirects, bool) or redirects is None else redirects
        auth = q.get("auth")
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
            return out
        content = r.content
        if len(content) > 1_000_000:
            out["size"] = len(content)
        else:
            out["body"] = base64.b64encode(content).decode()
    except Exception as error:
        out.update(error=classify(error), message=f"{type(error).__name__}: {error}"[:300])
    return out


for line in sys.stdin:
    q = json.loads(line)
    if "end" in q:
        sessions.pop(q["end"], requests.Session()).close()
        continue
    if "hello" in q:
        out = {"hello": 1, "client": "requests", "version": requests.__version__, "language": "Python", "supports": SUPPORTS}
    else:
        out = run(q)
    print(json.dumps(out), flush=True)
