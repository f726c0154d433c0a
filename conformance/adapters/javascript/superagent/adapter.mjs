import { readFileSync } from 'node:fs';
import { METHODS } from 'node:http';
import { Readable } from 'node:stream';
import superagent from 'superagent';
import { contentMembers, contentOf, serve, toPairs } from '../protocol.mjs';

/** An agent of superagent, which keeps cookies. With `ok` it reports a status 404 as a response. */
const { version } = JSON.parse(
  readFileSync(new URL('node_modules/superagent/package.json', import.meta.url)),
);
const supports = ['redirects', 'max-redirects', 'cookies', 'auth', 'stream', 'ca', 'retry', 'max-body'];

function send(request, content) {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    Readable.from([content]).pipe(request);
  });
}

async function run(q, agent, seen) {
  const request = agent(q.method, q.url)
    .timeout(q.timeout * 1000)
    .responseType('arraybuffer')
    .ok(() => true);
  for (const [name, value] of q.headers ?? []) request.set(name, value);
  if (q.redirects !== true) request.redirects(Number(q.redirects));
  if (q.auth) request.auth(q.auth.user, q.auth.password);
  if (q.retry) request.retry(q.retry.max);
  if (q.maxBody) request.maxResponseSize(q.maxBody);
  const content = contentOf(q);
  const response = await (q.bodyKind === 'stream'
    ? send(request, content)
    : content
      ? request.send(content)
      : request);
  const { status, headers, redirects = [], body } = response;
  return {
    ...seen,
    status,
    headers: toPairs(headers),
    url: redirects.at(-1) ?? q.url,
    ...contentMembers(Buffer.isBuffer(body) ? body : ''),
  };
}

await serve({ client: 'superagent', version, supports }, run, {
  open: () => {
    const agent = superagent.agent();
    // An agent has a function for each method of Node.
    return (method, url) =>
      METHODS.includes(method) ? agent[method.toLowerCase()](url) : superagent(method, url);
  },
});
