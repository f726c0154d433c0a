import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { contentMembers, contentOf, serve } from '../../javascript/protocol.mjs';
import { createFiles, parseHead, runProgram } from '../command-line.mjs';

/** The command-line program curl, which decodes content with `--compressed` only. */
const [version] = execFileSync('curl', ['--version']).toString().split('\n');
const hello = {
  ...{ client: 'curl', version: version.split(' ')[1], language: 'C' },
  notes: '--compressed, a process for each request',
  supports: ['redirects', 'max-redirects', 'cookies', 'auth', 'ca', 'raw-fields', 'max-body', 'retry'],
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
  const { unsupported, code, message } = await runProgram('curl', argumentsOf(q, content, { ...names, jar }));
  if (unsupported) return { id: q.id, unsupported };
  // `--head` writes the head to the output.
  const body = q.method === 'HEAD' ? Buffer.alloc(0) : files.read(names.body);
  const outcome = { ...seen, ...parseHead(files.read(names.head)), ...contentMembers(body) };
  for (const file of Object.values(names)) rmSync(file, { force: true });
  return code === 0 ? outcome : { ...outcome, error: CLASSES.get(code) ?? 'other', message };
}

await serve(hello, run, { digest: true, open: () => files.name(`${files.next()}.jar`) });
files.remove();
