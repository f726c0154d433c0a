import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const classes = {
  timeout: /Timeout/,
  'invalid-request':
    /INVALID_(?:ARG|URL)|invalid (?:header|method)|not a valid|Failed to parse URL|includes credentials|NotSupported|forbidden/i,
  tls: /CERT|SSL|TLS/,
  redirect: /redirect/,
  decode: /Z_|incorrect|BROTLI|ZSTD/,
  protocol: /HPE|HTTP\/1|Headers|length/,
  connection: /ECONN|SOCKET|EPIPE/,
};
const classify = ({ name, message, cause }) =>
  Object.entries(classes).find(([, pattern]) =>
    pattern.test(`${name} ${message} ${cause?.name} ${cause?.code} ${cause?.message}`),
  )?.[0] ?? 'other';
const bytes = (size) => {
  const period = Buffer.from(Array.from({ length: 256 }, (_, index) => (97 + index) % 256));
  return Buffer.alloc(size, period);
};
const bodyOf = (q) => {
  const content = q.body !== undefined ? Buffer.from(q.body, 'base64') : q.bodySize && bytes(q.bodySize);
  if (!content) return undefined;
  if (q.bodyKind === 'text') return content.toString('latin1');
  return q.bodyKind === 'stream' ? new Blob([content]).stream() : content;
};
async function run(q) {
  if (q.hello)
    return say({
      ...{ hello: 1, client: 'node-fetch', version: process.version, language: 'JavaScript', parallel: 8 },
      ...{ adapter: 'built-in', supports: ['redirects', 'stream', 'ca', 'abort', 'raw-fields'] },
    });
  if (q.end) return;
  let seen = { id: q.id };
  try {
    const limit = AbortSignal.timeout(q.timeout * 1000);
    const abort = new AbortController();
    const r = await fetch(q.url, {
      ...{ method: q.method, headers: q.headers, redirect: q.redirects ? 'follow' : 'manual' },
      ...{ body: bodyOf(q), duplex: 'half', signal: AbortSignal.any([limit, abort.signal]) },
    });
    seen = { ...seen, status: r.status, headers: [...r.headers], url: r.url };
    if (q.abort) {
      let received = 0;
      if (q.abort.at === 'headers') abort.abort();
      for await (const chunk of r.body) {
        received += chunk.length;
        if (received >= q.abort.at) abort.abort();
      }
    }
    const content = Buffer.from(await r.arrayBuffer());
    say(
      content.length > 1e6
        ? { ...seen, size: content.length }
        : { ...seen, body: content.toString('base64') },
    );
  } catch (error) {
    const kind = error.name === 'AbortError' ? 'aborted' : classify(error);
    say({ ...seen, error: kind, message: String(error.cause?.message ?? error.message).slice(0, 300) });
  }
}
for await (const line of createInterface({ input: process.stdin })) run(JSON.parse(line));
