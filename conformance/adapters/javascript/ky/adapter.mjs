import { readFileSync } from 'node:fs';
import ky from 'ky';
import { contentMembers, contentOf, readAndAbort, serve } from '../protocol.mjs';

/** ky over the fetch of Node. It repeats failed requests by default, and throws for a status 404, which is kept. */
const { version } = JSON.parse(readFileSync(new URL('node_modules/ky/package.json', import.meta.url)));
const supports = ['redirects', 'stream', 'ca', 'abort', 'retry', 'raw-fields'];

async function run(q, _, seen) {
  const controller = new AbortController();
  const see = ({ status, headers, url }) => Object.assign(seen, { status, headers: [...headers], url });
  try {
    const response = await ky(q.url, {
      ...{ method: q.method, headers: q.headers, redirect: q.redirects ? 'follow' : 'manual' },
      ...{ body: contentOf(q, (bytes) => new Blob([bytes]).stream()), duplex: 'half' },
      ...(q.retry && { retry: { limit: q.retry.max } }),
      ...{ timeout: q.timeout * 1000, signal: controller.signal },
    });
    see(response);
    const content = q.abort ? await readAndAbort(response.body, q, controller) : await response.arrayBuffer();
    return { ...seen, ...contentMembers(content) };
  } catch (error) {
    if (error.name !== 'HTTPError') throw error;
    const { data = '' } = error;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return { ...see(error.response), threw: true, ...contentMembers(text) };
  }
}

await serve({ client: 'ky', version, supports }, run);
