import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

interface CountedValue {
  readonly value: string | null;
  readonly count: number;
  readonly filter: string | null;
}

describe('GET /_sparring/requests/values', () => {
  it('counts values, and names the word of a filter that selects each', async (t) => {
    const server = await serve(t);
    const read = async (query: Readonly<Record<string, string>>) => {
      const path = `/_sparring/requests/values?${new URLSearchParams(query)}`;
      const { values }: { values: CountedValue[] } = JSON.parse((await server.get(path)).text());
      return values;
    };
    const matched = async (filter: string) =>
      JSON.parse(
        (await server.get(`/_sparring/requests/summaries?${new URLSearchParams({ filter })}`)).text(),
      ).matched;
    const agents = ['a "quoted" one', 'back\\slash', 'a:b=c, d', '-x', 'plain'];
    for (const agent of agents) await server.get('/get?n=1', [['User-Agent', agent]]);
    await server.get('/get', [['User-Agent', 'plain']]);
    await server.get('/bin/b1/status/503');
    await server.send({
      method: 'POST',
      path: '/post',
      fields: [['Content-Type', 'text/csv; charset=utf-8']],
      body: 'a',
    });
    const pairs = (values: readonly CountedValue[]) => values.map(({ value, count }) => [value, count]);
    assert.deepEqual(pairs(await read({ of: 'status' })), [
      ['200', 7],
      ['503', 1],
    ]);
    assert.deepEqual(pairs(await read({ of: 'path' })), [
      ['/get', 6],
      ['/post', 1],
      ['/status/503', 1],
    ]);
    assert.deepEqual(pairs(await read({ of: 'status', filter: 'path:/status*' })), [['503', 1]]);
    assert.deepEqual(pairs(await read({ of: 'bin' })), [
      ['b1', 1],
      [null, 7],
    ]);
    const byAgent = await read({ of: 'header:user-agent' });
    assert.equal(byAgent[0]?.value, 'plain');
    assert.equal(byAgent[0]?.count, 2);
    assert.deepEqual(new Set(byAgent.map(({ value }) => value)), new Set([...agents, null]));

    const names = ['status', 'method', 'path', 'bin', 'host', 'client', 'protocol', 'endpoint', 'fault'];
    for (const of of [...names, 'header:User-Agent'])
      for (const { value, count, filter } of await read({ of }))
        assert.equal(await matched(filter ?? ''), count, `${of} ${value}: ${filter}`);
    const types = await read({ of: 'type' });
    assert.ok(types.some(({ value, count }) => value === 'text/csv' && count === 1));
    for (const { count, filter } of types) assert.ok((await matched(filter ?? '')) >= count);
  });

  it('masks credentials, and offers no filter for them', async (t) => {
    const server = await serve(t);
    for (const token of ['first-secret-value', 'first-secret-value', 'other-secret-value'])
      await server.get(`/get?token=${token}`, [['Authorization', `Bearer ${token}`]]);
    const response = (await server.get('/_sparring/requests/values?of=header:Authorization')).text();
    assert.doesNotMatch(response, /first-secret|other-secret/);
    const { values }: { values: CountedValue[] } = JSON.parse(response);
    assert.deepEqual(
      values.map(({ count, filter }) => [count, filter]),
      [
        [2, null],
        [1, null],
      ],
    );
  });

  it('has at most `limit` values, of 200 characters, and counts the others', async (t) => {
    const server = await serve(t);
    for (let n = 0; n < 5; n++) await server.get('/get', [['X-A', `${'x'.repeat(300)}${n}`]]);
    for (let n = 0; n < 5; n++) await server.get('/get', [['X-B', String(n)]]);
    const read = async (query: string) =>
      JSON.parse((await server.get(`/_sparring/requests/values?${query}`)).text());
    assert.deepEqual(await read('of=header:X-A'), {
      values: [
        { value: `${'x'.repeat(200)}…`, count: 5, filter: null },
        { value: null, count: 5, filter: '-header:X-A' },
      ],
      others: 0,
    });
    const { values, others } = await read('of=header:X-B&limit=2&filter=header:X-B');
    assert.equal(values.length, 2);
    assert.equal(others, 3);
  });

  it('rejects another name with 400', async (t) => {
    const server = await serve(t);
    const response = await server.get('/_sparring/requests/values?of=statis');
    assert.equal(response.status, 400);
    assert.match(response.text(), /did you mean status\?/);
    assert.equal((await server.get('/_sparring/requests/values?of=header:a%20b')).status, 400);
    assert.equal((await server.get(`/_sparring/requests/values?of=${'a'.repeat(201)}`)).status, 400);
  });
});
