"""The protocol of adapters: lines of JSON. The client is all that an adapter adds."""
import base64, hashlib, json, platform, re, ssl, sys, threading
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata

PERIOD = bytes((97 + i) % 256 for i in range(256))
PARALLEL = 8


def content_of(q):
    """The content of a request as the client gets it: None, bytes, text, or an iterator of bytes."""
    if "body" in q:
        content = base64.b64decode(q["body"])
    elif "bodySize" in q:
        content = (PERIOD * (q["bodySize"] // 256 + 1))[: q["bodySize"]]
    else:
        return None
    if q.get("bodyKind") == "text":
        return content.decode()
    return iter([content]) if q.get("bodyKind") == "stream" else content


def content_members(content):
    """The members of an outcome for the content of a response."""
    if len(content) > 1 << 20:
        return {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return {"body": base64.b64encode(content).decode()}


def classify(error, classes):
    """The class of an error. Only "timeout" decides a case."""
    text = f"{type(error).__name__} {error}".lower()
    if "timed out" in text or "timeout" in text:
        return "timeout"
    if "certificate" in text:
        return "tls"
    if "illegal method" in text or "illegal header" in text:
        return "invalid-request"
    return next((name for kind, name in classes if isinstance(error, kind)), "other")


def versions_beneath(client):
    """The runtime, its library of TLS, and the packages that the client requires."""
    versions, names = {"python": platform.python_version(), "openssl": ssl.OPENSSL_VERSION}, [client]
    for name in names:
        try:
            required = [each for each in metadata.requires(name) or [] if "extra ==" not in each]
            if name != client:
                versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
        found = [re.match(r"[\w.-]+", each)[0].lower() for each in required]
        names.extend(each for each in dict.fromkeys(found) if each not in names)
    return versions


def serve(hello, open_session, run, classes):
    """Answers the lines of the suite. `run(q, session, out)` makes one request, and sets the members of its outcome."""
    sessions, lock = {}, threading.Lock()

    def say(message):
        with lock:
            sys.stdout.write(json.dumps(message) + "\n")
            sys.stdout.flush()

    def answer(q):
        out = {"id": q["id"]}
        try:
            with lock:
                session = sessions[q["session"]] if q["session"] in sessions else open_session()
                sessions[q["session"]] = session
            run(q, session, out)
        except Exception as error:
            out.update(error=classify(error, classes), message=f"{type(error).__name__}: {error}"[:300])
        say(out)

    with ThreadPoolExecutor(PARALLEL) as threads:
        for line in sys.stdin:
            q = json.loads(line)
            if "hello" in q:
                versions = versions_beneath(hello["client"])
                say({"hello": 1, "language": "Python", "parallel": PARALLEL, "versions": versions, **hello})
            elif "end" in q:
                session = sessions.pop(q["end"], None)
                if session is not None:
                    threads.submit(session.close)
            else:
                threads.submit(answer, q)
