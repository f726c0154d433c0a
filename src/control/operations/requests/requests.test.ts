import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';

/** The JSON of a response of the control API. */
async function read(server: TestServer, path: string) {
  const answer = await server.get(path);
  return { status: answer.status, ...JSON.parse(answer.text()) };
}

async function withRequests(t: Parameters<typeof serve>[0], options = {}) {
  const server = await serve(t, options);
  await server.get('/get?a=1', [['X-A', 'one']]);
  await server.send({ method: 'POST', path: '/bin/t1/post', body: 'secret=1&token=abcdefghijkl' });
  await server.get('/status/503', [['Authorization', 'Bearer abcdefghijklmnop']]);
  await entriesWhen(server, (all) => all.length === 3 && all.every((each) => 'ended' in each && each.ended));
  return server;
}

const idsOf = ({ requests }: { requests: { id: number }[] }) => requests.map(({ id }) => id);

describe('GET /_sparring/requests', () => {
  it('lists the entries, the newest last, and not its own calls', async (t) => {
    const server = await withRequests(t);
    const { requests, dropped, next } = await read(server, '/_sparring/requests');
    assert.deepEqual(idsOf({ requests }), [1, 2, 3]);
    assert.deepEqual([dropped, next], [0, 3]);
    assert.equal(requests[0].request.target, '/get?a=1');
    assert.deepEqual(await read(server, '/_sparring/requests').then(idsOf), [1, 2, 3]);
  });

  it('selects by each parameter', async (t) => {
    const server = await withRequests(t);
    const cases: Record<string, number[]> = {
      'bin=t1': [2],
      'method=GET': [1, 3],
      'path=/status/*': [3],
      'status=5xx': [3],
      'header=X-A:one': [1],
      'text=secret': [2],
      'filter=method:POST%20bin:t1': [2],
      'filter=-method:POST': [1, 3],
      'since=2': [3],
      'limit=2': [2, 3],
      'since=1&limit=1': [2],
      'aborted=true': [],
    };
    for (const [query, ids] of Object.entries(cases))
      assert.deepEqual(idsOf(await read(server, `/_sparring/requests?${query}`)), ids, query);
  });

  it('continues after the last entry of a page', async (t) => {
    const server = await withRequests(t);
    const first = await read(server, '/_sparring/requests?since=1&limit=1');
    assert.deepEqual(idsOf(await read(server, `/_sparring/requests?since=${first.next}`)), [3]);
    assert.deepEqual(idsOf(await read(server, '/_sparring/requests?since=3')), []);
  });

  it('masks credentials, unless the caller asks for them', async (t) => {
    const server = await withRequests(t);
    const masked = (await server.get('/_sparring/requests')).text();
    assert.ok(!masked.includes('abcdefghijkl'), masked);
    const shown = (await server.get('/_sparring/requests?secrets=show')).text();
    assert.ok(shown.includes('Bearer abcdefghijklmnop') && shown.includes('token=abcdefghijkl'));
  });

  it('returns every entry once to a caller that begins with an empty journal', async (t) => {
    const server = await serve(t);
    let { next } = await read(server, '/_sparring/requests');
    assert.equal(next, 0);
    for (let count = 0; count < 12; count++) await server.get('/get');
    const ids: number[] = [];
    for (let page = 0; page < 4; page++) {
      const list = await read(server, `/_sparring/requests?since=${next}&limit=5`);
      ids.push(...idsOf(list));
      next = list.next;
    }
    assert.deepEqual(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert.equal(next, 12);
  });

  it('rejects unknown parameters, invalid values and long filters', async (t) => {
    const server = await withRequests(t);
    for (const query of [
      'metod=GET',
      'status=much',
      'since=-1',
      'limit=501',
      'limit=0',
      'secrets=all',
      'filter=metod:GET',
      `filter=${'x'.repeat(2000)}`,
    ]) {
      const { status, title } = await read(server, `/_sparring/requests?${query}`);
      assert.deepEqual([status, title], [400, 'Bad Request'], query);
    }
  });
});

describe('GET /_sparring/requests/{id}', () => {
  it('returns an entry, and 404 for an id that the journal does not have', async (t) => {
    const server = await withRequests(t);
    const { id, kind, request, response } = await read(server, '/_sparring/requests/2');
    assert.deepEqual([id, kind, request.method, response.status], [2, 'exchange', 'POST', 200]);
    for (const unknown of ['4', '0', '99999999999999999999'])
      assert.equal((await server.get(`/_sparring/requests/${unknown}`)).status, 404, unknown);
    assert.equal((await server.get('/_sparring/requests/x')).status, 404);
  });
});

describe('DELETE /_sparring/requests', () => {
  it('removes the entries of one bin, or all', async (t) => {
    const server = await withRequests(t);
    const remove = (query: string) => server.send({ method: 'DELETE', path: `/_sparring/requests${query}` });
    assert.equal((await remove('?bin=t1')).status, 204);
    assert.deepEqual(idsOf(await read(server, '/_sparring/requests')), [1, 3]);
    assert.equal((await remove('')).status, 204);
    assert.deepEqual(idsOf(await read(server, '/_sparring/requests')), []);
  });
});

describe('without a journal', () => {
  it('its endpoints respond with 409 and the setting that starts it', async (t) => {
    const server = await serve(t, { journal: 0 });
    for (const path of ['', '/1', '/1/request.body', '/1/response.body', '/bins']) {
      const { status, detail } = await read(server, `/_sparring/requests${path}`);
      assert.deepEqual([status, detail], [409, 'The journal is off; start the server with --journal 1000.']);
    }
  });
});

describe('GET /_sparring/requests/bins', () => {
  it('counts the entries of each bin', async (t) => {
    const server = await serve(t);
    for (const path of ['/get', '/bin/one/get', '/bin/two/get', '/bin/one/headers']) await server.get(path);
    assert.deepEqual((await server.get('/_sparring/requests/bins')).json(), {
      bins: [
        { name: 'one', entries: 2 },
        { name: 'two', entries: 1 },
      ],
    });
  });
});
