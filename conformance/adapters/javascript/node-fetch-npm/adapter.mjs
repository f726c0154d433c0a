import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import fetch from 'node-fetch';
import { contentMembers, contentOf, readAndAbort, serve, toPairs } from '../protocol.mjs';

/** The package node-fetch, which is not the fetch of Node. */
const { version } = JSON.parse(
  readFileSync(new URL('node_modules/node-fetch/package.json', import.meta.url)),
);
const supports = ['redirects', 'max-redirects', 'stream', 'ca', 'abort', 'max-body', 'raw-fields'];

async function run(q, _, seen) {
  const controller = new AbortController();
  const response = await fetch(q.url, {
    ...{ method: q.method, headers: q.headers, redirect: q.redirects ? 'follow' : 'manual' },
    ...{ body: contentOf(q, (bytes) => Readable.from([bytes])) },
    ...(typeof q.redirects === 'number' && { follow: q.redirects }),
    ...(q.maxBody && { size: q.maxBody }),
    signal: AbortSignal.any([AbortSignal.timeout(q.timeout * 1000), controller.signal]),
  });
  Object.assign(seen, {
    status: response.status,
    headers: toPairs(response.headers.raw()),
    url: response.url,
  });
  const content = q.abort ? await readAndAbort(response.body, q, controller) : await response.arrayBuffer();
  return { ...seen, ...contentMembers(content) };
}

await serve({ client: 'node-fetch (npm)', version, supports }, run);
