import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The protocol of adapters for clients that run in Node, or are started by it: lines of JSON. The client is all that an adapter adds. */

const CLASSES = Object.entries({
  timeout: /time-?d? ?out/i,
  'invalid-request':
    /INVALID_(?:ARG|URL|CHAR|HTTP)|invalid (?:header|method|url|request|character|value)|not a valid|Failed to parse URL|includes credentials|NotSupported|forbidden|unsupported protocol|only absolute/i,
  tls: /CERT|SSL|TLS/,
  redirect: /redirect/i,
  decode: /Z_|incorrect|BROTLI|ZSTD|unexpected end of file/,
  dns: /ENOTFOUND|EAI_AGAIN/,
  protocol: /HPE|HTTP\/1|Headers|length|parse error|premature/i,
  connection: /ECONN|SOCKET|EPIPE|socket|network/,
});

/** The class of an error, by the texts of the error and its causes. Only `timeout` decides a case. */
function classify(error, { abort }) {
  // Where the user does not cancel, the limit does.
  if (error?.name === 'AbortError') return abort ? 'aborted' : 'timeout';
  const texts = [];
  for (let each = error; each && texts.length < 5; each = each.cause)
    texts.push(each.name, each.code, each.message);
  const text = texts.join('\n');
  // undici has an error of invalid arguments for too many redirects.
  if (/^(?:max redirects$|Redirect loop)/m.test(text)) return 'redirect';
  return CLASSES.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

/** The content of a request as the client gets it: undefined, a Buffer, text, or with `bodyKind` stream what `toStream` returns. */
export function contentOf({ body, bodySize, bodyKind }, toStream = (bytes) => bytes) {
  if (body === undefined && bodySize === undefined) return undefined;
  const period = Buffer.from(Array.from({ length: 256 }, (_, index) => (97 + index) % 256));
  const bytes = body === undefined ? Buffer.alloc(bodySize, period) : Buffer.from(body, 'base64');
  if (bodyKind === 'text') return bytes.toString();
  return bodyKind === 'stream' ? toStream(bytes) : bytes;
}

/** Fields as an object, in which a name that occurs again has a list of values. */
export function toObject(pairs = []) {
  const fields = Object.create(null);
  for (const [name, value] of pairs)
    fields[name] = fields[name] === undefined ? value : [fields[name], value].flat();
  return { ...fields };
}

/** Fields of a response as pairs, from an object with values or lists of values, or from a list of names and values. */
export function toPairs(fields) {
  if (Array.isArray(fields))
    return fields.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name), String(fields[index + 1])]] : [],
    );
  return Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  );
}

/** Members of an outcome for the content of a response. */
export function contentMembers(content) {
  const bytes = Buffer.from(content);
  if (bytes.length <= 1 << 20) return { body: bytes.toString('base64') };
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Reads a stream, and cancels it as the request says. */
export async function readAndAbort(stream, { abort }, controller) {
  if (abort.at === 'headers') controller.abort();
  let received = 0;
  for await (const chunk of stream) {
    received += chunk.length;
    if (received >= abort.at) controller.abort();
  }
  // Some clients end a cancelled stream without an error, which their user, who cancelled it, does not need.
  throw new DOMException(`cancelled after ${received} bytes`, 'AbortError');
}

/** The runtime, its libraries, and what the lock file beside the adapter installs. */
function versionsBeneath() {
  const { node, openssl, llhttp, undici, zlib, brotli } = process.versions;
  const lock = path.join(path.dirname(process.argv[1]), 'package-lock.json');
  let packages = {};
  try {
    packages = JSON.parse(readFileSync(lock)).packages;
  } catch {}
  const installed = Object.entries(packages).flatMap(([place, { version }]) =>
    place.startsWith('node_modules/') ? [[place.slice('node_modules/'.length), version]] : [],
  );
  return { node, openssl, llhttp, undici, zlib, brotli, ...Object.fromEntries(installed) };
}

/**
 * Answers the lines of the suite.
 * @param hello the answer to the first line, without `hello`
 * @param run makes one request, and resolves with the members of its outcome. `seen` keeps members for the case of an error.
 * @param open returns the client of a session; `close` ends it.
 * `digest` tells whether the client answers challenges of Digest.
 */
export async function serve(hello, run, { open = () => ({}), close = () => {}, digest = false } = {}) {
  const sessions = new Map();
  const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const answer = async (q) => {
    const seen = { id: q.id };
    if (q.auth?.scheme === 'digest' && !digest)
      return say({ ...seen, unsupported: 'the client has no Digest' });
    try {
      if (!sessions.has(q.session)) sessions.set(q.session, await open());
      say({ ...seen, ...(await run(q, sessions.get(q.session), seen)) });
    } catch (error) {
      const message = String(error?.cause?.message ?? error?.message ?? error).slice(0, 300);
      say({ ...seen, error: error?.class ?? classify(error, q), message });
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const q = JSON.parse(line);
    if (q.hello)
      say({ hello: 1, language: 'JavaScript', parallel: 8, versions: versionsBeneath(), ...hello });
    else if (q.end) {
      const session = sessions.get(q.end);
      sessions.delete(q.end);
      if (session) await close(session);
    } else void answer(q);
  }
}
