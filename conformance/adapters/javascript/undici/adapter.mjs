import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Agent, interceptors, request } from 'undici';
import { contentMembers, contentOf, readAndAbort, serve, toPairs } from '../protocol.mjs';

/** `request` of undici. Redirects and repeats are interceptors, which are on only where a case asks for them. */
const { version } = JSON.parse(readFileSync(new URL('node_modules/undici/package.json', import.meta.url)));
const supports = ['redirects', 'max-redirects', 'stream', 'ca', 'abort', 'retry', 'raw-fields'];

function dispatcherOf(agent, { redirects, retry }) {
  const maxRedirections = redirects === true ? 20 : redirects;
  return agent.compose(
    ...(redirects ? [interceptors.redirect({ maxRedirections })] : []),
    ...(retry ? [interceptors.retry({ maxRetries: retry.max })] : []),
  );
}

async function run(q, agent, seen) {
  const controller = new AbortController();
  const response = await request(q.url, {
    ...{ method: q.method, headers: q.headers?.flat(), dispatcher: dispatcherOf(agent, q) },
    ...{ body: contentOf(q, (bytes) => Readable.from([bytes])), responseHeaders: 'raw' },
    signal: AbortSignal.any([AbortSignal.timeout(q.timeout * 1000), controller.signal]),
  });
  Object.assign(seen, { status: response.statusCode, headers: toPairs(response.headers) });
  const content = q.abort
    ? await readAndAbort(response.body, q, controller)
    : await response.body.arrayBuffer();
  return { ...seen, ...contentMembers(content), trailers: toPairs(response.trailers) };
}

await serve({ client: 'undici', version, supports }, run, {
  open: () => new Agent(),
  close: (agent) => agent.destroy(),
});
