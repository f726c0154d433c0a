import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { contentMembers, contentOf, serve } from '../../javascript/protocol.mjs';
import { createFiles, parseHead, runProgram, versionsIn } from '../command-line.mjs';

/** The command-line program curl, which decodes content with `--compressed` only. */
const [version] = execFileSync('curl', ['--version']).toString().split('\n');
const hello = {
  ...{ client: 'curl', version: version.split(' ')[1], language: 'C', versions: versionsIn(version) },
  notes: '--compressed, a process for each request',
  supports: [
    'redirects',
    'max-redirects',
    'cookies',
    'auth',
    'auth-digest',
    'ca',
    'raw-fields',
    'max-body',
    'retry',
  ],
};
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
const files = createFiles('curl');

/** `%{header_json}` came with 7.83. */
const [major = 0, minor = 0] = hello.version.split('.').map(Number);
const writesFields = major > 7 || (major === 7 && minor >= 83);

/**
 * Fields of the dumped head, and those that are folded as curl reads them. `%{header_json}` is used for these alone: in
 * 7.88 it leaves out fields behind one that occurs twice, and writes octets above 126 as a number.
 */
function unfold(head, written) {
  if (!head.headers?.some(([, value]) => value.includes('\r\n'))) return head;
  const read = JSON.parse(written.toString('latin1'));
  const seen = new Map();
  const headers = head.headers.map(([name, value]) => {
    const key = name.toLowerCase();
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    return [name, value.includes('\r\n') ? (read[key]?.[index] ?? value) : value];
  });
  return { ...head, headers };
}

function argumentsOf(q, content, { head, body, data, jar }) {
  const args = [
    '--silent',
    '--show-error',
    '--max-time',
    String(q.timeout),
    '--dump-header',
    head,
    '--output',
    body,
  ];
  if (writesFields) args.push('--write-out', '%{header_json}');
  args.push('--cookie', jar, '--cookie-jar', jar, '--compressed');
  if (q.method === 'HEAD') args.push('--head');
  else if (q.method !== 'GET' && !(q.method === 'POST' && content)) args.push('--request', q.method);
  if (q.redirects)
    args.push('--location', ...(q.redirects === true ? [] : ['--max-redirs', String(q.redirects)]));
  for (const [field, value] of q.headers ?? [])
    args.push('--header', value === '' ? `${field};` : `${field}: ${value}`);
  if (content) args.push('--data-binary', `@${data}`);
  if (q.auth) args.push('--user', `${q.auth.user}:${q.auth.password}`, '--anyauth');
  if (q.maxBody) args.push('--max-filesize', String(q.maxBody));
  if (q.retry) args.push('--retry', String(q.retry.max));
  return [...args, '--url', q.url];
}

async function run(q, jar, seen) {
  const number = files.next();
  const names = Object.fromEntries(
    ['head', 'body', 'data'].map((each) => [each, files.name(`${number}.${each}`)]),
  );
  const content = contentOf(q);
  if (content) writeFileSync(names.data, content);
  const { unsupported, code, message, stdout } = await runProgram(
    'curl',
    argumentsOf(q, content, { ...names, jar }),
  );
  if (unsupported) return { id: q.id, unsupported };
  // `--head` writes the head to the output.
  const body = q.method === 'HEAD' ? Buffer.alloc(0) : files.read(names.body);
  const dumped = parseHead(files.read(names.head));
  const head = writesFields && code === 0 ? unfold(dumped, stdout) : dumped;
  const outcome = { ...seen, ...head, ...contentMembers(body) };
  for (const file of Object.values(names)) rmSync(file, { force: true });
  return code === 0 ? outcome : { ...outcome, error: CLASSES.get(code) ?? 'other', message };
}

await serve(hello, run, { digest: true, open: () => files.name(`${files.next()}.jar`) });
files.remove();
