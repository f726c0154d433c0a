import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { start } from '#library/index.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';

async function serve(t: TestContext) {
  const server = await start();
  t.after(() => server.close());
  const run = (...words: string[]) => runInProcess([...words, '--url', server.url]);
  const print = async (...words: string[]) => {
    const { code, out, err } = await run(...words);
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    return out;
  };
  return { server, run, print };
}

describe('sparring stub', () => {
  it('adds a rule that responds, and replaces the one with the same id', async (t) => {
    const { server, print } = await serve(t);
    const added = await print('stub', 'GET /v1/users/{id}', '--json', '{"id":"{{path.id}}"}', '--template');
    assert.equal(added, 'Rule 1: GET /v1/users/{id} -> respond 200\n');
    assert.equal(await (await fetch(`${server.url}/v1/users/7`)).text(), '{"id":"7"}');
    const words = [
      '--id',
      'a',
      '--status',
      '503',
      '--header',
      'Retry-After: 1',
      '--body',
      'Later',
      '--bin',
      't1',
    ];
    assert.equal(
      await print('stub', '/v1/users', ...words, '--count', '2'),
      'Rule a: /v1/users -> respond 503\n',
    );
    const response = await fetch(`${server.url}/bin/t1/v1/users`, { method: 'DELETE' });
    assert.deepEqual(
      [response.status, response.headers.get('retry-after'), await response.text()],
      [503, '1', 'Later'],
    );
    assert.equal((await fetch(`${server.url}/v1/users`)).status, 404);
    await print('stub', 'GET /v1/users', '--id', 'a', '--bin', 't1', '--redirect', '/get', '--delay', '0.01');
    assert.equal((await fetch(`${server.url}/bin/t1/v1/users`, { redirect: 'manual' })).status, 302);
    assert.deepEqual(
      server.rules.list().map(({ id, bin }) => [id, bin]),
      [
        ['a', 't1'],
        ['1', undefined],
      ],
    );
  });

  it('names what is wrong', async (t) => {
    const { server, run } = await serve(t);
    const wrong = async (words: readonly string[], message: RegExp) =>
      assertUsageError(await run('stub', ...words), message);
    await wrong(['/a', '--json', '{'], /--json must be JSON, not "\{"/);
    await wrong(['/a', '--header', 'X-A'], /--header must be NAME: VALUE, not "X-A"/);
    await wrong(['/a', '--count', 'x'], /--count must be a number of requests, not "x"/);
    await wrong(['/{a'], /match\.path must be a template/);
    await wrong(['/a', '--status', '99'], /status/);
    assert.deepEqual(server.rules.list(), []);
  });
});

describe('sparring rules', () => {
  it('lists, shows and removes rules', async (t) => {
    const { server, print, run } = await serve(t);
    assert.equal(await print('rules'), 'There is no rule.\n');
    server.rules.add([
      { id: 'slow', match: { method: 'GET', path: '/ip' }, fault: 'reset@headers', delay: 0.01, count: 2 },
      { match: { path: '/get' }, respond: [{ status: 503 }, { json: 1 }], bin: 't1', enabled: false },
    ]);
    await fetch(`${server.url}/ip`).catch(() => {});
    assert.equal(
      await print('rules'),
      [
        'ID    BIN  REQUESTS           EFFECT                           APPLIED',
        '1     t1   a request to /get  respond 503, 200                 0, off',
        'slow       GET /ip            fault reset@headers, delay 0.01  1 of 2',
        '',
      ].join('\n'),
    );
    assert.equal(JSON.parse(await print('rules', 'list', '--bin', 't1', '--json')).length, 1);
    assert.equal(JSON.parse(await print('rules', 'show', 'slow')).fault, 'reset@headers');
    assert.equal(await print('rules', 'remove', 'slow'), 'Removed the rule slow.\n');
    assertUsageError(await run('rules', 'show', 'slow'), /There is no rule slow of the server/);
    assertUsageError(await run('rules', 'remove', '7', '--bin', 't1'), /There is no rule 7 of the bin t1/);
    assert.deepEqual(
      server.rules.list().map(({ id }) => id),
      ['1'],
    );
  });

  it('exports rules', async (t) => {
    const { server, print } = await serve(t);
    const rule = {
      id: 'a',
      match: { path: '/v1', headers: { 'X-Api-Key': 'correct' } },
      respond: { json: '1' },
    };
    server.rules.add(rule);
    assert.match(
      await print('rules', 'export'),
      /^- id: a\n {2}match:\n {4}path: \/v1\n {4}headers:\n {6}X-Api-Key: "?\*{4}/,
    );
    assert.deepEqual(JSON.parse(await print('rules', 'export', '--json', '--show-secrets')), [rule]);
  });
});
