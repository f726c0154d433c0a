import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve, type TestServer } from '#test/support/servers/serve.ts';

async function verify(server: TestServer, body: unknown) {
  const response = await server.send({
    method: 'POST',
    path: '/_sparring/requests/verify',
    body: JSON.stringify(body),
  });
  const { detail, requests } = JSON.parse(response.text());
  const ids = requests?.map(({ id }: { id: number }) => id);
  return { status: response.status, detail: String(detail), ids };
}

describe('POST /_sparring/requests/verify', () => {
  it('counts the requests that match', async (t) => {
    const server = await serve(t);
    for (const path of ['/get', '/headers', '/get']) await server.get(path);
    const match = { path: '/get' };
    for (const [body, ids] of [
      [{ match }, [1, 3]],
      [{ match, count: 2 }, [1, 3]],
      [{ match, count: { min: 1 } }, [1, 3]],
      [{ match, count: { max: 2 } }, [1, 3]],
      [{ match, count: { min: 2, max: 2 } }, [1, 3]],
      [{ match, count: 1, after: 1 }, [3]],
      [{ match: { path: '/x' }, count: 0 }, []],
    ] as const)
      assert.deepEqual(await verify(server, body), { status: 200, detail: 'undefined', ids });
    for (const [body, expected] of [
      [
        { match, count: 3 },
        /^Expected a request to \/get\. 2 of 3 came; 3 requests arrived\.\nNearest, #2, .*\n {2}path: expected \/get, got \/headers$/,
      ],
      [{ match, count: { min: 3, max: 4 } }, /2 of 3 to 4 came/],
      [{ match, count: { max: 1 } }, /2 came instead of at most 1/],
      [{ match, count: 0 }, /2 came instead of 0/],
      [{ match: { path: '/x' } }, /0 came instead of at least 1/],
    ] as const) {
      const { status, detail } = await verify(server, body);
      assert.equal(status, 408, JSON.stringify(body));
      assert.match(detail, expected);
    }
  });

  it('compares the order of requests', async (t) => {
    const server = await serve(t);
    for (const path of ['/get', '/headers', '/get']) await server.get(path);
    const paths = (...paths: string[]) => ({ match: paths.map((path) => ({ path })), order: true });
    assert.deepEqual((await verify(server, paths('/get', '/headers'))).ids, [1, 2]);
    assert.deepEqual((await verify(server, paths('/get', '/get'))).ids, [1, 3]);
    assert.deepEqual((await verify(server, paths('/headers', '/get'))).ids, [2, 3]);
    const { status, detail } = await verify(server, paths('/headers', '/get', '/headers'));
    assert.equal(status, 408);
    assert.match(detail, /^Expected after #3 a request to \/headers\. 0 of 1 came; no request arrived\.$/);
  });

  it('compares the order of the requests of a bin, and of those that a filter selects', async (t) => {
    const server = await serve(t);
    for (const path of ['/bin/b/get', '/headers', '/bin/b/ip', '/bin/b/get']) await server.get(path);
    const order = true;
    const match = ['GET /get', { path: '/ip' }];
    assert.deepEqual((await verify(server, { bin: 'b', order, match })).ids, [1, 3]);
    assert.deepEqual((await verify(server, { bin: 'b', order, match: ['/ip', '/get'] })).ids, [3, 4]);
    assert.deepEqual(
      (await verify(server, { order, match: ['/ip', { path: '/get', bin: 'b' }] })).ids,
      [3, 4],
    );
    assert.deepEqual((await verify(server, { order, match, filter: 'since:1' })).status, 408);
    assert.deepEqual((await verify(server, { order, match: ['/get', '/get'], filter: 'bin:b' })).ids, [1, 4]);
    const other = await verify(server, { bin: 'b', order, match: ['/get', '/headers'] });
    assert.equal(other.status, 408);
    assert.match(
      other.detail,
      /^Expected after #1 a request to \/headers.*\n[\s\S]*\n {2}path: expected \/headers, got \/get$/m,
    );
    const contrary = await verify(server, { bin: 'b', order, match: ['/get', { bin: 'c' }] });
    assert.match(contrary.detail, /^match\[1\]\.bin must be b, the value of bin, or absent/);
  });

  it('selects the requests of a rule by its id, in any scope or in one', async (t) => {
    const server = await serve(t);
    const add = (rule: object) =>
      server.send({ method: 'POST', path: '/_sparring/rules', body: JSON.stringify(rule) });
    for (const scope of [{ bin: 't1' }, { bin: 't2' }, {}])
      await add({ ...scope, id: 'user', match: { path: '/x' }, respond: { status: 299 } });
    for (const path of ['/bin/t1/x', '/bin/t2/x', '/x', '/get']) await server.get(path);
    const list = async (query: string) => {
      const { requests } = JSON.parse((await server.get(`/_sparring/requests?${query}`)).text());
      return requests.map(({ id }: { id: number }) => id);
    };
    for (const [match, filter, expected] of [
      [{ rule: 'user' }, 'rule:user', [1, 2, 3]],
      [{ bin: 't1', rule: 'user' }, 'bin:t1 rule:user', [1]],
      [{ rule: 't2/user' }, 'rule:t2/user', [2]],
      [{ rule: '/user' }, 'rule:/user', [3]],
      [{ rule: { like: 'us*' } }, 'rule:us*', [1, 2, 3]],
      [{ rule: { like: '*/user' } }, 'rule:*/user', [1, 2, 3]],
      [{ rule: { absent: true } }, 'path:/get -rule:user', [4]],
    ] as const) {
      assert.deepEqual((await verify(server, { match })).ids, expected, JSON.stringify(match));
      assert.deepEqual(await list(`filter=${encodeURIComponent(filter)}`), expected, filter);
    }
    assert.deepEqual(await list('rule=user'), [1, 2, 3]);
    const { detail } = await verify(server, { match: { bin: 't1', rule: 'usr' } });
    assert.match(detail, /\n {2}rule: expected usr, got t1\/user$/);
  });

  it('rejects invalid input', async (t) => {
    const server = await serve(t);
    for (const [body, expected] of [
      [{ match: { pth: '/' } }, /^match\.pth is not known \(did you mean path\?\)/],
      [{ match: [{}, { pth: '/' }], order: true }, /^match\[1\]\.pth is not known/],
      [{ match: {}, order: true }, /^match must be a list of matches if order is true/],
      [{ match: [{}] }, /^match must be a list of matches if order is true, and otherwise one match/],
      [{ match: [], order: true }, /^match must have 1 to 100 matches/],
      [{ match: Array(101).fill({}), order: true }, /^match must have 1 to 100 matches/],
      [{ match: [{}], order: true, count: 1 }, /^count must not be given if order is true/],
      [{ match: {}, count: -1 }, /count/],
      [{ match: {}, count: { min: 2, max: 1 } }, /^count must have a min that is not above max/],
      [{ match: {}, count: { mni: 2 } }, /^count\.mni is not known/],
      [{ match: {}, within: '1s' }, /^within is not known/],
    ] as const) {
      const { status, detail } = await verify(server, body);
      assert.equal(status, 422, JSON.stringify(body));
      assert.match(detail, expected);
    }
  });
});
