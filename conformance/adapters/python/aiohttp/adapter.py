import asyncio, pathlib, sys, threading
import aiohttp

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from protocol import content_members, content_of, serve

CLASSES = [
    (aiohttp.InvalidURL, "invalid-request"), (aiohttp.TooManyRedirects, "redirect"), (aiohttp.ClientPayloadError, "protocol"),
    (aiohttp.ClientResponseError, "protocol"), (aiohttp.ClientConnectionError, "connection"),
    (ValueError, "invalid-request"),
]
SUPPORTS = ["redirects", "max-redirects", "cookies", "auth", "auth-digest", "stream", "ca", "abort", "raw-fields"]
# The loop runs all the time, as in a program: it sees the end of idle connections.
loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()


def wait_for(coroutine):
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result()


async def open_client():
    return aiohttp.ClientSession()


class Session:
    def __init__(self):
        self.client = wait_for(open_client())

    def close(self):
        wait_for(self.client.close())


async def chunks(parts):
    for part in parts:
        yield part


async def send(q, client, out):
    redirects, auth, content = q.get("redirects"), q.get("auth"), content_of(q)
    options = {} if isinstance(redirects, bool) or redirects is None else {"max_redirects": redirects}
    if auth and auth["scheme"] == "digest":
        options["middlewares"] = (aiohttp.DigestAuthMiddleware(auth["user"], auth["password"]),)
    elif auth:
        options["auth"] = aiohttp.BasicAuth(auth["user"], auth["password"], "utf-8")
    async with client.request(
        q["method"], q["url"], headers=q.get("headers", []), timeout=aiohttp.ClientTimeout(total=q["timeout"]),
        data=chunks(content) if q.get("bodyKind") == "stream" else content, allow_redirects=bool(redirects),
        **options,
    ) as r:
        pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in r.raw_headers]
        out.update(status=r.status, headers=pairs, url=str(r.url))
        if "abort" in q:
            if q["abort"].get("at") != "headers":
                await r.content.read(q["abort"].get("at", 1))
            r.close()
            out.update(error="aborted")
        else:
            out.update(content_members(await r.read()))


def run(q, session, out):
    wait_for(send(q, session.client, out))


serve({"client": "aiohttp", "version": aiohttp.__version__, "supports": SUPPORTS}, Session, run, CLASSES)
