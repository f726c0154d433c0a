import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { contentMembers, contentOf, serve } from '../../javascript/protocol.mjs';
import { createFiles, parseHead, runProgram } from '../command-line.mjs';

/** The command-line program wget. Its limit of time is that of each read, and it tries up to 20 times by default. */
const about = execFileSync('wget', ['--version']).toString();
const [, version] = /Wget ([\d.]+)/.exec(about) ?? [];
const [, tls = 'none'] = /\+ssl\/(\w+)/.exec(about) ?? [];
const hello = {
  ...{ client: 'wget', version, language: 'C', versions: { tls } },
  notes: '--content-on-error, a process for each request',
  supports: ['redirects', 'max-redirects', 'cookies', 'auth', 'auth-digest', 'ca', 'raw-fields'],
};
/** Exit codes of wget. 8 is a status that is an error, with a complete response. */
const CLASSES = new Map([
  ...[
    [2, 'invalid-request'],
    [4, 'connection'],
    [5, 'tls'],
    [7, 'protocol'],
  ],
]);
const files = createFiles('wget');

function argumentsOf(q, { head, body, data, jar }) {
  const args = [
    '--no-config',
    '--server-response',
    '--content-on-error',
    `--timeout=${q.timeout}`,
    '-o',
    head,
    '-O',
    body,
  ];
  args.push(`--load-cookies=${jar}`, `--save-cookies=${jar}`, '--keep-session-cookies');
  args.push(`--ca-certificate=${process.env.SSL_CERT_FILE}`);
  if (q.method === 'HEAD') args.push('--spider');
  else if (q.method !== 'GET') args.push(`--method=${q.method}`);
  if (q.body !== undefined || q.bodySize !== undefined) args.push(`--body-file=${data}`);
  if (q.redirects !== true) args.push(`--max-redirect=${Number(q.redirects)}`);
  for (const [field, value] of q.headers ?? []) args.push(`--header=${field}: ${value}`);
  if (q.auth) args.push(`--user=${q.auth.user}`, `--password=${q.auth.password}`);
  return [...args, '--', q.url];
}

async function run(q, jar, seen) {
  const number = files.next();
  const names = Object.fromEntries(
    ['head', 'body', 'data'].map((each) => [each, files.name(`${number}.${each}`)]),
  );
  const content = contentOf(q);
  if (content) writeFileSync(names.data, content);
  const program = await runProgram('wget', argumentsOf(q, { ...names, jar }));
  if (program.unsupported) return { id: q.id, unsupported: program.unsupported };
  const log = files.read(names.head).toString('latin1');
  // The lines of the head are indented.
  const heads = [...log.matchAll(/(?:^ {2}.*\n)+/gm)]
    .map(([block]) => block.replace(/^ {2}/gm, ''))
    .join('\n');
  const outcome = {
    ...seen,
    ...parseHead(Buffer.from(`${heads}\n`, 'latin1')),
    ...contentMembers(files.read(names.body)),
  };
  for (const file of Object.values(names)) rmSync(file, { force: true });
  const { status = 0 } = outcome;
  if (program.code === 0 || (program.code === 8 && (status >= 300 || status === 0))) return outcome;
  const message = log.trim().split('\n').at(-1).slice(0, 300);
  return { ...outcome, error: CLASSES.get(program.code) ?? 'other', message };
}

await serve(hello, run, { digest: true, open: () => files.name(`${files.next()}.jar`) });
files.remove();
