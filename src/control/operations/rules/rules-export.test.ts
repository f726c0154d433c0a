import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { serveControlled } from '#test/support/servers/control.ts';

const listOf = (response: { text(): string }): object[] => JSON.parse(response.text());

const SECRETS = [
  {
    id: 'a',
    match: {
      path: '/v1/users',
      headers: { Authorization: { is: 'Bearer correct-horse-1' }, Accept: 'text/plain' },
      query: { access_token: 'correct-horse-2', page: '1' },
    },
    respond: [
      {
        status: 200,
        headers: [
          ['X-Api-Key', 'correct-horse-3'],
          ['X-Other', 'text'],
        ],
        cookie: ['sid=correct-horse-4; Path=/v1'],
        json: { password: 'correct-horse-5', name: 'Mona' },
      },
      { redirect: '/next?token=correct-horse-6', times: 2 },
    ],
    after: 'first',
    bin: 't1',
    ttl: 60,
  },
  { match: { path: '/get' }, fault: 'reset', count: 3, note: 'a text', priority: 5, enabled: false },
];

describe('GET /_sparring/rules/export', () => {
  it('returns the rules as they are added, without defaults and counts', async (t) => {
    const { control } = await serveControlled(t);
    await control('POST', '/rules', SECRETS);
    await control('POST', '/rules', { match: { path: '/ip' }, respond: { status: 204 } });
    const exported = listOf(await control('GET', '/rules/export?secrets=show'));
    const [first, ...others] = SECRETS;
    assert.deepEqual(exported, [first, ...others, { match: { path: '/ip' }, respond: { status: 204 } }]);
    assert.deepEqual(listOf(await control('GET', '/rules/export?bin=t1&secrets=show')), [first]);
    await control('DELETE', '/rules');
    const added = await control('POST', '/rules', exported);
    assert.equal(added.status, 201);
    assert.deepEqual(listOf(await control('GET', '/rules/export?secrets=show')), exported);
  });

  it('masks credentials in each response, unless they are asked for', async (t) => {
    const { control } = await serveControlled(t);
    const texts = [(await control('POST', '/rules', SECRETS)).text()];
    for (const path of ['/rules/export', '/rules', '/rules/a?bin=t1'])
      texts.push((await control('GET', path)).text());
    texts.push((await control('PATCH', '/rules/a?bin=t1', { count: 9 })).text());
    const [input] = SECRETS;
    texts.push((await control('PUT', '/rules/a?bin=t1', input)).text());
    for (const text of texts) {
      assert.doesNotMatch(text, /correct/);
      assert.match(text, /"Bearer \*{4}/);
      for (const retained of ['text/plain', 'X-Other', 'Path=/v1', 'Mona', '/next?token=****'])
        assert.ok(text.includes(retained), retained);
    }
    for (const path of ['/rules/export?secrets=show', '/rules?secrets=show', '/rules/a?bin=t1&secrets=show'])
      assert.equal((await control('GET', path)).text().match(/correct-horse-\d/g)?.length, 6);
  });

  it('has masks that no rule can contain', async (t) => {
    const { control } = await serveControlled(t);
    await control('POST', '/rules', SECRETS);
    const response = await control('POST', '/rules', listOf(await control('GET', '/rules/export?bin=t1')));
    assert.equal(response.status, 422);
    const { problems } = JSON.parse(response.text());
    assert.deepEqual(
      problems.map(({ pointer }: { pointer: string }) => pointer),
      [
        '/0/match/headers/Authorization/is',
        '/0/match/query/access_token',
        '/0/respond/0/headers/0/1',
        '/0/respond/0/cookie/0',
        '/0/respond/0/json/password',
        '/0/respond/1/redirect',
      ],
    );
    assert.equal(problems[0].message, 'has a masked credential; read the rule with secrets=show');
  });

  it('sends YAML to a client that prefers it', async (t) => {
    const { control, send } = await serveControlled(t);
    await control('POST', '/rules', SECRETS);
    const exportAs = (accept: string) =>
      send({ path: '/_sparring/rules/export?secrets=show', fields: [['Accept', accept]] });
    for (const accept of ['application/yaml', 'application/json;q=0.5, application/yaml']) {
      const response = await exportAs(accept);
      assert.equal(response.field('Content-Type'), 'application/yaml', accept);
      assert.equal(response.field('Vary'), 'Accept', accept);
      assert.match(response.text(), /^- id: a\n {2}match:\n {4}path: \/v1\/users\n/, accept);
      assert.deepEqual(parse(response.text()), SECRETS, accept);
    }
    for (const accept of ['*/*', 'application/*', 'application/json, application/yaml', 'text/html']) {
      const response = await exportAs(accept);
      assert.equal(response.field('Content-Type'), 'application/json', accept);
      assert.deepEqual(listOf(response), SECRETS, accept);
    }
    assert.match((await control('GET', '/rules/export')).text(), /^\[/);
  });
});
