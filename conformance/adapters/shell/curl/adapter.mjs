import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** The command-line program: a process for each request, so each request has a connection of its own. */
const folder = mkdtempSync(path.join(tmpdir(), 'sparring-curl-'));
const [version] = execFileSync('curl', ['--version']).toString().split('\n');
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
/** Exit codes of curl. */
const CLASSES = new Map([
  ...[2, 3, 43].map((code) => [code, 'invalid-request']),
  ...[5, 6].map((code) => [code, 'dns']),
  ...[7, 52, 55, 56].map((code) => [code, 'connection']),
  ...[35, 51, 58, 60, 77].map((code) => [code, 'tls']),
  ...[1, 8, 18, 92].map((code) => [code, 'protocol']),
  ...[
    [28, 'timeout'],
    [47, 'redirect'],
    [61, 'decode'],
    [63, 'too-large'],
  ],
]);
let count = 0;

function contentOf({ body, bodySize }) {
  if (body !== undefined) return Buffer.from(body, 'base64');
  const period = Buffer.from(Array.from({ length: 256 }, (_, index) => (97 + index) % 256));
  return bodySize === undefined ? undefined : Buffer.alloc(bodySize, period);
}

/** The head of the last response in the file of `--dump-header`. */
function parseHead(text) {
  const blocks = text.split('\r\n\r\n').filter((block) => /^HTTP\//.test(block));
  const [line = '', ...fields] = (blocks.at(-1) ?? '').split('\r\n');
  const status = Number(line.split(' ')[1]);
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon), field.slice(colon + 1).trim()];
  });
  return status > 0 ? { status, headers } : {};
}

function run(q) {
  const name = (ending) => path.join(folder, `${count}.${ending}`);
  count++;
  const content = contentOf(q);
  const files = {
    head: name('head'),
    body: name('body'),
    data: name('data'),
    jar: path.join(folder, `${q.session}.jar`),
  };
  const args = [
    '--silent',
    '--show-error',
    '--max-time',
    String(q.timeout),
    '--dump-header',
    files.head,
    '--output',
    files.body,
  ];
  args.push('--cookie', files.jar, '--cookie-jar', files.jar, '--compressed', '--path-as-is');
  if (q.method === 'HEAD') args.push('--head');
  else if (q.method !== 'GET' && !(q.method === 'POST' && content)) args.push('--request', q.method);
  if (q.redirects)
    args.push('--location', ...(q.redirects === true ? [] : ['--max-redirs', String(q.redirects)]));
  for (const [field, value] of q.headers ?? [])
    args.push('--header', value === '' ? `${field};` : `${field}: ${value}`);
  if (content) {
    writeFileSync(files.data, content);
    args.push('--data-binary', `@${files.data}`);
  }
  if (q.auth) args.push('--user', `${q.auth.user}:${q.auth.password}`, '--anyauth');
  if (q.maxBody) args.push('--max-filesize', String(q.maxBody));
  if (q.retry) args.push('--retry', String(q.retry.max));
  args.push('--url', q.url);
  // An argument cannot contain NUL.
  if (args.some((each) => each.includes('\0')))
    return say({ id: q.id, unsupported: 'an argument of a program cannot contain NUL' });
  execFile('curl', args, { encoding: 'buffer' }, (error, _, stderr) => {
    const read = (file) => {
      try {
        return readFileSync(file);
      } catch {
        return Buffer.alloc(0);
      }
    };
    // `--head` writes the head to the output.
    const body = q.method === 'HEAD' ? Buffer.alloc(0) : read(files.body);
    say({
      ...{ id: q.id, ...parseHead(read(files.head).toString('latin1')) },
      ...(body.length > 1_000_000 ? { size: body.length } : { body: body.toString('base64') }),
      ...(error && {
        error: CLASSES.get(error.code) ?? 'other',
        message: stderr.toString().trim().slice(0, 300),
      }),
    });
    for (const file of [files.head, files.body, files.data]) rmSync(file, { force: true });
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const q = JSON.parse(line);
  if (q.hello)
    say({
      ...{ hello: 1, client: 'curl', version: version.split(' ')[1], language: 'C', parallel: 8 },
      ...{ notes: '--compressed, a process for each request' },
      supports: ['redirects', 'max-redirects', 'cookies', 'auth', 'ca', 'raw-fields', 'max-body', 'retry'],
    });
  else if (!q.end) run(q);
}
rmSync(folder, { recursive: true, force: true });
