import { Readable } from 'node:stream';
import axios from 'axios';
import { contentMembers, contentOf, readAndAbort, serve, toObject, toPairs } from '../protocol.mjs';

/** axios with its adapter for Node. With `validateStatus` it reports a status 404 as a response. */
const supports = ['redirects', 'max-redirects', 'auth', 'stream', 'ca', 'abort', 'max-body', 'raw-fields'];

async function run(q, _, seen) {
  const controller = new AbortController();
  const response = await axios.request({
    ...{ url: q.url, method: q.method, headers: toObject(q.headers), timeout: q.timeout * 1000 },
    ...{ data: contentOf(q, (bytes) => Readable.from([bytes])), validateStatus: () => true },
    ...(q.redirects !== true && { maxRedirects: Number(q.redirects) }),
    ...(q.auth && { auth: { username: q.auth.user, password: q.auth.password } }),
    ...(q.maxBody && { maxContentLength: q.maxBody }),
    ...{ responseType: q.abort ? 'stream' : 'arraybuffer', signal: controller.signal },
  });
  Object.assign(seen, { status: response.status, headers: toPairs(response.headers.toJSON()) });
  const content = q.abort ? await readAndAbort(response.data, q, controller) : response.data;
  return { ...seen, url: response.request.res?.responseUrl, ...contentMembers(content) };
}

await serve({ client: 'axios', version: axios.VERSION, supports }, run);
