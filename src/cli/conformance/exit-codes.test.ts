import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { command, run, temporaryFolder } from '#test/support/commands/command.ts';
import { codeOf, EXIT_CODES } from './exit-codes.ts';

const SYNTHETIC = [
  process.execPath,
  path.join(import.meta.dirname, '../../../conformance/test/synthetic-adapter.ts'),
];

/** Adapters that answer each line with this message; `id` is added. */
const ANSWERS = {
  'unsupported.mjs': [{ hello: 1, client: 'none', version: '1' }, { unsupported: 'no' }],
  'later.mjs': [{ hello: 2, client: 'later', version: '1' }, {}],
  'invalid.mjs': [{ hello: 1, client: 'invalid', version: '1' }, { status: 'two hundred' }],
} as const;

/** Modules that are loaded before the command, and break a part of the machine. */
const MACHINES = {
  // No port is free.
  'no-ports.mjs': `import { Server } from 'node:net';
    Server.prototype.listen = function () {
      const error = Object.assign(new Error('listen EMFILE: too many open files'), { code: 'EMFILE', syscall: 'listen' });
      queueMicrotask(() => this.emit('error', error));
      return this;
    };`,
  // The server cannot make the content of its responses.
  'no-gzip.mjs': `import { syncBuiltinESMExports } from 'node:module';
    import zlib from 'node:zlib';
    zlib.gzipSync = () => { throw new Error('gzip is broken'); };
    syncBuiltinESMExports();`,
};

interface Row {
  readonly outcome: string;
  readonly words: readonly string[];
  /** What the command prints. */
  readonly prints: RegExp;
  readonly machine?: keyof typeof MACHINES;
}

const INTERRUPTS = [process.execPath, 'interrupts.mjs'];

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  run: [
    {
      outcome: 'same',
      words: ['--only', 'control.get', '--', ...SYNTHETIC],
      prints: /^requirement 1 of 1 /m,
    },
    {
      outcome: 'worse',
      words: ['--only', 'field.fold', '--', ...SYNTHETIC, 'fold-kept'],
      prints: /^FAIL R {2}field\.fold/m,
    },
    {
      outcome: 'worse',
      words: ['--group', 'field', 'status', '--bail', '1', '--', ...SYNTHETIC, 'fold-kept'],
      prints: /· partial$/m,
    },
    {
      outcome: 'worse',
      words: ['--only', 'control.get', '--', process.execPath, 'unsupported.mjs'],
      prints: /^nothing was tested$/m,
    },
    { outcome: 'usage', words: ['--only', 'control.gte'], prints: /There is no case control\.gte/ },
    { outcome: 'usage', words: ['--adapter', 'ruql'], prints: /There is no adapter ruql/ },
    { outcome: 'usage', words: ['--adapter', 'curl', '--', 'true'], prints: /not both/ },
    { outcome: 'usage', words: ['--repeat', 'x'], prints: /A number from 1 on is expected, not x/ },
    { outcome: 'usage', words: ['--baseline', 'none.json'], prints: /none\.json cannot be read/ },
    {
      outcome: 'usage',
      words: ['--only', 'control.get', '--report', 'a-file/out', '--', ...SYNTHETIC],
      prints: /a-file\/out cannot be written \(ENOTDIR\)/,
    },
    {
      outcome: 'usage',
      words: ['--update-baseline', '--baseline', 'no-folder/b.json', '--', ...SYNTHETIC],
      prints: /no-folder\/b\.json cannot be written \(ENOENT\)/,
    },
    {
      outcome: 'adapter',
      words: ['--', 'no-such-command-of-sparring'],
      prints: /there is no command no-such/,
    },
    { outcome: 'adapter', words: ['--', process.execPath, 'later.mjs'], prints: /speaks version 2/ },
    {
      outcome: 'suite',
      words: ['--', ...SYNTHETIC],
      machine: 'no-ports.mjs',
      prints: /^sparring: the suite failed: listen EMFILE/m,
    },
    {
      outcome: 'suite',
      words: ['--group', 'coding', '--', ...SYNTHETIC],
      machine: 'no-gzip.mjs',
      prints: /^the suite failed: the server did not send the responses of \d+ cases as declared$/m,
    },
    { outcome: 'interrupted', words: ['--group', 'field', '--', ...INTERRUPTS], prints: /· partial$/m },
    {
      outcome: 'interrupted',
      words: ['--baseline', 'partial.json', '--update-baseline', '--', ...INTERRUPTS],
      prints: /partial\.json is not written, because the run is not complete/,
    },
  ],
  check: [
    { outcome: 'same', words: ['--', ...SYNTHETIC], prints: /\d\d requests, 0 problems/ },
    { outcome: 'usage', words: ['--adapter', 'ruql'], prints: /There is no adapter ruql/ },
    { outcome: 'adapter', words: ['--', process.execPath, 'invalid.mjs'], prints: /line 1: status must be/ },
    {
      outcome: 'adapter',
      words: ['--', 'no-such-command-of-sparring'],
      prints: /there is no command no-such/,
    },
    {
      outcome: 'suite',
      words: ['--', ...SYNTHETIC],
      machine: 'no-ports.mjs',
      prints: /^sparring: the suite failed: listen EMFILE/m,
    },
  ],
  list: [
    { outcome: 'same', words: ['--group', 'probe'], prints: /^I {2}probe\.codings /m },
    { outcome: 'usage', words: ['--group', 'prob'], prints: /There is no group prob.*did you mean/ },
  ],
  show: [
    { outcome: 'same', words: ['field.fold'], prints: /^ {2}clause {4}RFC 9112 §5\.2$/m },
    { outcome: 'usage', words: ['field.flod'], prints: /There is no case field\.flod/ },
    { outcome: 'same', words: ['status.low', '--raw'], prints: /^import base64/m },
    {
      outcome: 'usage',
      words: ['control.tls', '--raw'],
      prints: /control\.tls has no script, because its port tls/,
    },
    {
      outcome: 'suite',
      words: ['status.low', '--raw'],
      machine: 'no-ports.mjs',
      prints: /^sparring: the suite failed: listen EMFILE/m,
    },
  ],
  serve: [
    { outcome: 'usage', words: ['field.flod'], prints: /There is no case field\.flod/ },
    {
      outcome: 'suite',
      words: ['field.fold'],
      machine: 'no-ports.mjs',
      prints: /^sparring: the suite failed: listen EMFILE/m,
    },
  ],
  compare: [
    { outcome: 'same', words: ['report.json', 'report.json'], prints: /field\.fold/ },
    { outcome: 'usage', words: ['none.json'], prints: /none\.json cannot be read as JSON/ },
    { outcome: 'usage', words: ['a-file'], prints: /a-file is not a report/ },
    {
      outcome: 'usage',
      words: ['report.json', '--html', 'no-folder/a.html'],
      prints: /no-folder\/a\.html cannot be written/,
    },
  ],
};

describe('the exit code of sparring conformance', () => {
  for (const [subcommand, rows] of Object.entries(ROWS))
    for (const row of rows) {
      const shown = row.words.map((word) => path.basename(word)).join(' ');
      const title = `${subcommand} is ${codeOf(row.outcome)} for ${shown}${row.machine ? ` with ${row.machine}` : ''}`;
      it(title, async (t) => {
        const home = await folderOf(t);
        if (row.words.includes('report.json')) await writeReport(t, home);
        const node = row.machine ? ['--import', `./${row.machine}`] : [];
        const { code, out, err } = await run(t, home, ['conformance', subcommand, ...row.words], { node });
        assert.match(out + err, row.prints);
        assert.equal(code, codeOf(row.outcome), out + err);
      });
    }

  it('serve is 0 after SIGINT', async (t) => {
    const served = command(t, await folderOf(t), ['conformance', 'serve', 'field.fold']);
    await served.printed(/^GET http:\/\/127\.0\.0\.1:\d+\/$/m);
    served.process.kill('SIGINT');
    const [code] = await once(served.process, 'close');
    assert.equal(code, codeOf('same'));
  });

  it('has a test for each outcome that the help of a subcommand names', () => {
    const tested = Object.entries(ROWS).map(([name, rows]) => [
      name,
      new Set(rows.map((row) => row.outcome)),
    ]);
    const declared = Object.entries(EXIT_CODES).map(([name, codes]) => [name, new Set(Object.keys(codes))]);
    // SIGINT ends `serve`: a test of its own.
    const expected = declared.map(([name, codes]) =>
      name === 'serve' && codes instanceof Set ? [name, codes.difference(new Set(['same']))] : [name, codes],
    );
    assert.deepEqual(tested, expected);
  });
});

/** A folder with the adapters and the broken machines. */
async function folderOf(t: Parameters<typeof temporaryFolder>[0]): Promise<string> {
  const home = await temporaryFolder(t);
  const write = (name: string, text: string) => writeFile(path.join(home, name), text);
  await mkdir(home, { recursive: true });
  await write('a-file', '{}');
  for (const [name, text] of Object.entries(MACHINES)) await write(name, text);
  for (const [name, [hello, outcome]] of Object.entries(ANSWERS))
    await write(
      name,
      formatAdapter(`say(q.hello ? ${JSON.stringify(hello)} : { id: q.id, ...${JSON.stringify(outcome)} });`),
    );
  await write(
    'interrupts.mjs',
    formatAdapter(`if (q.hello) say({ hello: 1, client: 'interrupts', version: '1' });
      else if (q.id) {
        if (q.id === 3) process.kill(process.ppid, 'SIGINT');
        const response = await fetch(q.url).catch(() => undefined);
        if (!response) say({ id: q.id, error: 'other' });
        else say({ id: q.id, status: response.status, headers: [], body: Buffer.from(await response.arrayBuffer()).toString('base64') });
      }`),
  );
  return home;
}

function formatAdapter(body: string): string {
  return `import { createInterface } from 'node:readline';
    const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    for await (const line of createInterface({ input: process.stdin })) {
      const q = JSON.parse(line);
      ${body}
    }`;
}

async function writeReport(t: Parameters<typeof temporaryFolder>[0], home: string): Promise<void> {
  const words = ['--only', 'field.fold', '--format', 'json', '--', ...SYNTHETIC];
  const { out } = await run(t, home, ['conformance', ...words]);
  await writeFile(path.join(home, 'report.json'), out);
}
