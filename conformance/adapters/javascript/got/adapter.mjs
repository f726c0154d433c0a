import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import got from 'got';
import { contentMembers, contentOf, readAndAbort, serve, toObject, toPairs } from '../protocol.mjs';

/** got, which repeats failed requests by default. Without `throwHttpErrors` it reports a status 404 as a response. */
const { version } = JSON.parse(readFileSync(new URL('node_modules/got/package.json', import.meta.url)));
const supports = ['redirects', 'max-redirects', 'auth', 'stream', 'ca', 'abort', 'retry', 'raw-fields'];

async function run(q, _, seen) {
  const controller = new AbortController();
  const options = {
    ...{ method: q.method, headers: toObject(q.headers), throwHttpErrors: false },
    ...{ body: contentOf(q, (bytes) => Readable.from([bytes])), followRedirect: Boolean(q.redirects) },
    ...(typeof q.redirects === 'number' && { maxRedirects: q.redirects }),
    ...(q.auth && { username: q.auth.user, password: q.auth.password }),
    ...(q.retry && { retry: { limit: q.retry.max } }),
    ...{ timeout: { request: q.timeout * 1000 }, signal: controller.signal },
  };
  if (q.abort) {
    const stream = got.stream(q.url, options);
    stream.on('response', ({ statusCode, rawHeaders }) =>
      Object.assign(seen, { status: statusCode, headers: toPairs(rawHeaders) }),
    );
    await once(stream, 'response');
    return readAndAbort(stream, q, controller);
  }
  const { statusCode, rawHeaders, url, rawBody } = await got(q.url, { ...options, responseType: 'buffer' });
  return { ...seen, status: statusCode, headers: toPairs(rawHeaders), url, ...contentMembers(rawBody) };
}

await serve({ client: 'got', version, supports }, run);
