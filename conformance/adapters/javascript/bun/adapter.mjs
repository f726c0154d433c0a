import { contentMembers, contentOf, readAndAbort, serve } from '../protocol.mjs';

/** The fetch of Bun, which runs this file. */
const hello = {
  ...{ client: 'Bun fetch', version: process.versions.bun },
  versions: { bun: process.versions.bun, boringssl: process.versions.boringssl, zlib: process.versions.zlib },
  supports: ['redirects', 'stream', 'ca', 'no-verify', 'proxy', 'abort', 'raw-fields'],
};

await serve(hello, async (q, _, seen) => {
  const controller = new AbortController();
  const response = await fetch(q.url, {
    ...{ method: q.method, headers: q.headers, redirect: q.redirects ? 'follow' : 'manual' },
    body: contentOf(q, (bytes) => new Blob([bytes]).stream()),
    ...(q.proxy !== undefined && { proxy: q.proxy }),
    ...(q.verify === false && { tls: { rejectUnauthorized: false } }),
    signal: AbortSignal.any([AbortSignal.timeout(q.timeout * 1000), controller.signal]),
  });
  Object.assign(seen, { status: response.status, headers: [...response.headers], url: response.url });
  const content = q.abort ? await readAndAbort(response.body, q, controller) : await response.arrayBuffer();
  return { ...seen, ...contentMembers(content) };
});
