import base64, json, sys
import httpx

CLASSES = [
    (httpx.TimeoutException, "timeout"), (httpx.TooManyRedirects, "redirect"), (httpx.DecodingError, "decode"),
    (httpx.UnsupportedProtocol, "invalid-request"), (httpx.InvalidURL, "invalid-request"),
    (httpx.LocalProtocolError, "invalid-request"), (httpx.RemoteProtocolError, "protocol"),
    (httpx.NetworkError, "connection"), (UnicodeError, "invalid-request"), (ValueError, "invalid-request"),
]
PERIOD = bytes((97 + i) % 256 for i in range(256))
SUPPORTS = ["redirects", "max-redirects", "cookies", "auth", "stream", "ca", "no-verify", "abort", "raw-fields"]
sessions = {}


def classify(error):
    if "certificate" in str(error).lower():
        return "tls"
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
    try:
        session = sessions.setdefault(q["session"], httpx.Client())
        redirects = q.get("redirects")
        session.max_redirects = 20 if isinstance(redirects, bool) or redirects is None else redirects
        auth = q.get("auth")
        kind = httpx.DigestAuth if auth and auth["scheme"] == "digest" else httpx.BasicAuth
        request = session.build_request(
            q["method"], q["url"], headers=[tuple(pair) for pair in q.get("headers", [])], content=content_of(q), timeout=q["timeout"]
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
            return out
        content = r.read()
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
        session = sessions.pop(q["end"], None)
        if session:
            session.close()
        continue
    if "hello" in q:
        out = {"hello": 1, "client": "httpx", "version": httpx.__version__, "language": "Python", "supports": SUPPORTS}
    else:
        out = run(q)
    print(json.dumps(out), flush=True)
