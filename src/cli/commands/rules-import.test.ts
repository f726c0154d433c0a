import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { start } from '#library/index.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

async function serve(t: TestContext) {
  const server = await start();
  t.after(() => server.close());
  const folder = await temporaryFolder(t);
  const write = async (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    await writeFile(file, content);
    return file;
  };
  const run = (file: string, ...words: string[]) =>
    runInProcess(['rules', 'import', file, ...words, '--url', server.url]);
  const bodyOf = async (target: string) => (await fetch(`${server.url}${target}`)).text();
  return { server, write, run, bodyOf };
}

const entryOf = (url: string, status = 200, text = '007', others: object = {}) => ({
  request: { method: 'GET', url: url.startsWith('/') ? `https://a.example${url}` : url },
  response: { status, headers: [], content: { size: text.length, text } },
  ...others,
});

const archiveOf = (entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });

describe('sparring rules import', () => {
  it('adds rules, and prints what was left out and what is different', async (t) => {
    const { server, write, run, bodyOf } = await serve(t);
    const file = await write(
      'recorded.har',
      archiveOf([
        entryOf('/v2/users?t=1&token=S3CR3T'),
        entryOf('/v2/users?token=S3CR3T', 0),
        entryOf('https://b.example/v2/users'),
        entryOf('/v3'),
        1,
      ]),
    );
    const words = ['--base', 'https://a.example/v2', '--ignore-query', 't,token', '--bin', 't1'];
    const dry = await run(file, ...words, '--dry');
    const leftOut = [
      'Left out 4 entries:',
      '     2  is not below the base: entry 2 GET https://b.example/v2/users, entry 3 GET https://a.example/v3',
      /^ {5}1 {2}has no complete response: entry 1 GET https:\/\/a\.example\/v2\/users\?token=\*{4}\S+$/,
      '     1  must be an object: entry 4',
    ];
    const lines = dry.err.trimEnd().split('\n');
    assert.equal(lines.length, leftOut.length, dry.err);
    for (const [index, expected] of leftOut.entries())
      if (typeof expected === 'string') assert.equal(lines[index], expected);
      else assert.match(lines[index] ?? '', expected);
    assert.deepEqual(JSON.parse(dry.out), [
      {
        match: { method: 'GET', path: '/users' },
        respond: { status: 200, body: '007', type: 'none' },
        bin: 't1',
      },
    ]);
    assert.deepEqual(server.rules.list(), []);
    const added = await run(file, ...words);
    assert.deepEqual(
      [added.code, added.out],
      [0, `Added 1 rule from 1 entry to the bin t1 of ${server.url}.\n`],
    );
    assert.equal(await bodyOf('/bin/t1/users?t=2'), '007');
    const { err } = await run(await write('cookie.har', archiveOf([entryOf('/c', 200, 'é')])), '--dry');
    assert.equal(err, '');
  });

  it('prints the report as JSON, whose rules can be added with credentials', async (t) => {
    const { server, write, run } = await serve(t);
    const cookie = [{ name: 'Set-Cookie', value: 'sid=S3CR3T-of-the-archive' }];
    const entry = entryOf('/a', 200, 'a');
    const file = await write(
      'recorded.har',
      archiveOf([
        entryOf('/a', 0),
        { ...entry, response: { ...entry.response, headers: cookie } },
        entryOf('/b'),
      ]),
    );
    const masked = await run(file, '--dry', '--json', '--keep-cookies', '--only-path', '/{a}');
    assert.doesNotMatch(masked.out, /S3CR3T/);
    const { rules, ...report } = JSON.parse(
      (await run(file, '--dry', '--json', '--keep-cookies', '--show-secrets', '--only-path', '/a*')).out,
    );
    assert.deepEqual(report, {
      ids: [],
      imported: 1,
      filtered: 1,
      left_out: [{ entry: 0, method: 'GET', url: 'https://a.example/a', reason: 'has no complete response' }],
      notes: [],
    });
    server.rules.add(rules);
    const response = await fetch(`${server.url}/a`);
    assert.equal(response.headers.get('set-cookie'), 'sid=S3CR3T-of-the-archive');
    const { err } = await run(file, '--dry', '--only-method', 'GET', '--only-host', 'A.example');
    assert.match(err, /^In another way than recorded, the rules\n {5}1 {2}leaves out Set-Cookie/m);
    assert.equal((await run(file, '--dry', '--only-host', 'b.*')).out, '[]\n');
  });

  it('reads archives that are large or compressed, and selects before all limits', async (t) => {
    const { server, write, run, bodyOf } = await serve(t);
    // Larger than the body that a server reads, with more entries than a server has rules.
    const entries = Array.from({ length: 3000 }, (_, index) =>
      entryOf(`/${index % 2 === 0 ? 'a' : 'b'}/${index}`, 200, `${index}-${'é'.repeat(4000)}`, {
        _initiator: { stack: 'x'.repeat(1000) },
      }),
    );
    const text = archiveOf(entries);
    assert.ok(Buffer.byteLength(text) > 20 * 1024 * 1024);
    const file = await write('recorded.har.gz', gzipSync(text, { level: 1 }));
    assertUsageError(await run(file), /makes more than 1000 rules|has room for 1000|1,?000 rules/);
    assert.deepEqual(server.rules.list(), []);
    const { out } = await run(await write('recorded.har', text), '--only-path', '/a/1*');
    assert.match(out, /^Added 555 rules from 555 entries to http/);
    assert.match(await bodyOf('/a/1998'), /^1998-é/);
  });

  it('adds nothing if the server rejects a part', async (t) => {
    const { server, write, run } = await serve(t);
    // A bin has at most 200 rules. The first portion has fewer.
    const large = Array.from({ length: 250 }, (_, index) => entryOf(`/${index}`, 200, 'x'.repeat(45_000)));
    const file = await write('recorded.har', archiveOf(large));
    assertUsageError(await run(file, '--bin', 't1'), /200 rules/);
    assert.deepEqual(server.rules.list(), []);
    // The rules of one request are one, in the order of time, also if they are far from each other.
    const times = [3, 1, 2].map((second) =>
      entryOf('/o', 200, String(second), { startedDateTime: `2024-01-01T00:00:0${second}Z` }),
    );
    const spread = [times[0], ...large.slice(0, 150), times[1], times[2]];
    await run(await write('spread.har', archiveOf(spread)), '--bin', 't2');
    const bodies: string[] = [];
    for (let count = 0; count < 3; count++) bodies.push(await (await fetch(`${server.url}/bin/t2/o`)).text());
    assert.deepEqual(bodies, ['1', '2', '3']);
  });

  it('names what is wrong with the file and the options', async (t) => {
    const { write, run } = await serve(t);
    const entry = JSON.stringify(entryOf('/a'));
    for (const [content, message] of [
      ['', /recorded\.har has no log\.entries, as an HTTP Archive has/],
      ['{}', /has no log\.entries/],
      ['{"entries":[]}', /has no log\.entries/],
      ['{"log":{"pages":[{"entries":[1]}]}}', /has no log\.entries/],
      [`{"log":{"entries":[${entry}`, /ends early/],
      [`{"log":{"entries":[${entry},{]}}`, /is not JSON/],
      ['{"log":{"entries":["\xff"]}}', /is not UTF-8/],
      [gzipSync(archiveOf([])).subarray(0, 20), /Cannot read .*recorded\.har, which FILE names: /],
    ] as const) {
      const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
      assertUsageError(await run(await write('recorded.har', bytes)), message);
    }
    const file = await write(
      'recorded.har',
      `\ufeff{"a":{"log":1},"log":{"x":"entries","entries":[${entry}]}}\n`,
    );
    assert.match((await run(file)).out, /^Added 1 rule from 1 entry/);
    assertUsageError(await run(`${file}x`), /Cannot read .*recorded\.harx, which FILE names/);
    assertUsageError(await run(file, '--only-path', '/{a'), /--only-path must be a template/);
    assertUsageError(await run(file, '--base', 'a.example'), /base must be a URL of HTTP, or a path/);
  });
});
