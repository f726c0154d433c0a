import { contentMembers, contentOf, readAndAbort, serve } from '../protocol.mjs';

/** The fetch of Node. */
const hello = {
  ...{ client: 'node-fetch', version: process.version, adapter: 'built-in' },
  supports: ['redirects', 'stream', 'ca', 'abort', 'raw-fields'],
};

await serve(hello, async (q, _, seen) => {
  const controller = new AbortController();
  const response = await fetch(q.url, {
    ...{ method: q.method, headers: q.headers, redirect: q.redirects ? 'follow' : 'manual' },
    ...{ body: contentOf(q, (bytes) => new Blob([bytes]).stream()), duplex: 'half' },
    signal: AbortSignal.any([AbortSignal.timeout(q.timeout * 1000), controller.signal]),
  });
  Object.assign(seen, { status: response.status, headers: [...response.headers], url: response.url });
  const content = q.abort
    ? await readAndAbort(response.body, q, controller)
    : Buffer.from(await response.arrayBuffer());
  return { ...seen, ...contentMembers(content) };
});
