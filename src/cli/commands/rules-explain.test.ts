import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { start } from '#library/index.ts';
import { run, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError } from '#test/support/commands/in-process-command.ts';

/** The command in a process of its own, and a server with rules. */
async function serve(t: TestContext) {
  const server = await start();
  t.after(() => server.close());
  const home = await temporaryFolder(t);
  server.rules.add([
    { id: 'slow', match: { path: '/v1/{rest*}' }, delay: 0.001, count: 0 },
    { id: 'user', match: { method: 'GET', path: '/v1/users/{id:int}' }, respond: { json: 1 } },
    { id: 'late', match: { path: '/v1/users/7' }, respond: {}, priority: -1 },
    { id: 'off', match: { path: '/v1/users/7' }, respond: {}, enabled: false },
    {
      id: 'own',
      match: { method: 'POST', path: '/login', headers: { 'X-Key': ['a', 'b'] }, body: 'secret' },
      respond: { status: 201 },
      bin: 't1',
    },
  ]);
  const explain = (...words: string[]) => run(t, home, ['rules', 'explain', ...words, '--url', server.url]);
  const print = async (...words: string[]) => {
    const { code, out, err } = await explain(...words);
    assert.deepEqual([code, err], [0, ''], words.join(' '));
    return out;
  };
  return { server, explain, print };
}

describe('sparring rules explain', () => {
  it('prints which rules apply to a request, and why the others do not', async (t) => {
    const { server, print } = await serve(t);
    assert.equal(
      await print('GET /v1/users/7?a=1'),
      [
        'The rules slow (request), user (respond) apply. The request gets the response of a rule.',
        '',
        'ID    BIN  PHASE    APPLIES  WHY',
        'slow       request  yes',
        'user       respond  yes',
        'off        respond  no       disabled',
        'late       respond  no       another rule applies before it',
        '',
      ].join('\n'),
    );
    const unmatched = await print('/v1/users/x');
    assert.match(
      unmatched,
      /^GET \/v1\/users\/x matched none of 3 rules of the server\.\nNearest, user: GET \/v1\/users\/\{id:int\}\n {2}path: expected \/v1\/users\/\{id:int\}, got \/v1\/users\/x/,
    );
    assert.match(
      unmatched,
      /^user +respond +no +path: expected \/v1\/users\/\{id:int\}, got \/v1\/users\/x/m,
    );
    assert.deepEqual(
      server.rules.list().map(({ applied }) => applied),
      [0, 0, 0, 0, 0],
    );
    assert.deepEqual(server.rules.verify({ unmatched: true }), undefined);
  });

  it('describes the headers, the body and the bin of a request', async (t) => {
    const { print } = await serve(t);
    const words = ['POST /login', '--bin', 't1', '--header', 'X-Key: b', '--header', 'X-Key:a'];
    const { outcome, rules } = JSON.parse(await print(...words, '--body', 'secret', '--json'));
    const applied = rules.filter((rule: { applies: boolean }) => rule.applies);
    assert.deepEqual([outcome, applied.map((rule: { id: string }) => rule.id)], ['rule', ['own']]);
    assert.match(await print(...words), /^own +t1 +respond +no +body: /m);
  });

  it('explains a request of the journal by its number', async (t) => {
    const { server, explain, print } = await serve(t);
    await fetch(`${server.url}/v1/users/%1b[31m`, { headers: { Accept: 'text/plain' } });
    const text = await print('1');
    assert.match(text, /^GET \/v1\/users\/%1b\[31m matched none of 3 rules of the server\.\n/);
    assertUsageError(await explain('2'), /The journal has no entry 2/);
    assertUsageError(await explain('1', '--body', 'a'), /belong to a described request, not to a number/);
  });

  it('names what is wrong', async (t) => {
    const { explain } = await serve(t);
    assertUsageError(await explain('v1'), /REQUEST must be a method and a path, .* not "v1"/);
    assertUsageError(await explain('/v1', '--header', 'X'), /--header must be NAME: VALUE, not "X"/);
  });
});
