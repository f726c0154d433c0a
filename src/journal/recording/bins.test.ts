import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesWhen } from '#test/support/journal.ts';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import type { WireRequest } from '#test/support/wire/wire.ts';

type WireFields = NonNullable<WireRequest['fields']>;

async function binsOf(server: TestServer, count: number): Promise<(string | null)[]> {
  const entries = await entriesWhen(server, ({ length }) => length === count);
  return entries.flatMap((entry) => (entry.kind === 'exchange' ? [entry.bin] : []));
}

describe('the bin of a request', () => {
  it('is named by the field, else by the path, else by the host', async (t) => {
    const server = await serve(t);
    await server.get('/bin/path/get', [
      ['Sparring-Bin', 'field'],
      ['Host', 'host.bin.localhost'],
    ]);
    await server.get('/bin/path/get', [['Host', 'host.bin.localhost']]);
    await server.get('/get', [['Host', 'host.bin.localhost:8080']]);
    await server.get('/get', [['Host', 'bin.localhost']]);
    assert.deepEqual(await binsOf(server, 4), ['field', 'path', 'host', null]);
  });

  it('is named by the first value of --bin-header, in any case, if that is the name of a bin', async (t) => {
    const server = await serve(t, { binHeader: 'x-request-id' });
    addRule(server, { id: 'own', match: { path: '/get' }, bin: 'id-1', respond: { status: 299 } });
    const cases: readonly (readonly [path: string, bin: string | null, ...WireFields])[] = [
      ['/get', 'id-1', ['X-REQUEST-ID', 'id-1']],
      ['/bin/path/get', 'id-1', ['X-Request-Id', 'id-1'], ['X-Request-Id', 'id-2']],
      ['/get', 'field', ['X-Request-Id', 'id-1'], ['Sparring-Bin', 'field']],
      ['/bin/path/get', 'path', ['X-Request-Id', 'no bin']],
      ['/get', null, ['X-Request-Id', 'a/b']],
      ['/get', null, ['X-Request-Ids', 'id-1']],
      ['/get', null],
    ];
    for (const [path, bin, ...fields] of cases) {
      const { status } = await server.get(path, fields);
      const target = { target: path, headers: Object.fromEntries(fields) };
      const explained = await server.send({
        method: 'POST',
        path: '/_sparring/rules/explain',
        body: JSON.stringify(target),
      });
      assert.equal(status, bin === 'id-1' ? 299 : 200, JSON.stringify(fields));
      // An object has the last value of a name.
      if (new Set(fields.map(([name]) => name)).size === fields.length)
        assert.equal(JSON.parse(explained.text()).outcome === 'rule', bin === 'id-1', JSON.stringify(fields));
    }
    assert.deepEqual(
      await binsOf(server, cases.length),
      cases.map(([, bin]) => bin),
    );
  });

  it('has 1 to 64 characters of a URL; another name gets 400', async (t) => {
    const server = await serve(t);
    for (const name of ['a'.repeat(64), 'a.b_c~d-e']) {
      assert.equal((await server.get('/get', [['Sparring-Bin', name]])).status, 200);
      assert.equal((await server.get(`/bin/${name}/get`)).status, 200);
    }
    for (const name of ['', 'a'.repeat(65), 'a b', 'a/b', 'é']) {
      const response = await server.get('/get', [['Sparring-Bin', name]]);
      assert.deepEqual(
        [response.status, response.field('Content-Type')],
        [400, 'application/problem+json'],
        name,
      );
    }
    assert.equal((await server.get(`/bin/${'a'.repeat(65)}/get`)).status, 404);
    assert.equal((await server.get('/bin/a%20b/get')).status, 404);
  });
});

describe('the prefix of a bin', () => {
  it('changes only the URLs of a response', async (t) => {
    const server = await serve(t, { journal: 0 });
    for (const path of [
      '/get?a=1',
      '/anything/x',
      '/headers',
      '/bytes/16?seed=1',
      '/image/png',
      '/status/418',
    ]) {
      const [plain, inBin] = [await server.get(path), await server.get(`/bin/k${path}`)];
      assert.equal(inBin.status, plain.status, path);
      assert.equal(inBin.text().replaceAll('/bin/k/', '/'), plain.text(), path);
    }
    const { url } = JSON.parse((await server.get('/bin/k/get?a=1')).text());
    assert.equal(url, `http://127.0.0.1:${server.port}/bin/k/get?a=1`);
  });

  it('is in the locations of redirects, and in links', async (t) => {
    const server = await serve(t);
    const locations: string[] = [];
    for (const path of [
      '/redirect/2',
      '/relative-redirect/1',
      '/absolute-redirect/2',
      '/links/3',
      '/cookies/set?a=1',
      '/bin/k//get',
    ])
      locations.push(
        (await server.get(path.startsWith('/bin') ? path : `/bin/k${path}`)).field('Location') ?? '',
      );
    const origin = `http://127.0.0.1:${server.port}`;
    assert.deepEqual(locations, [
      '/bin/k/relative-redirect/1',
      '/bin/k/get',
      `${origin}/bin/k/absolute-redirect/1`,
      '/bin/k/links/3/0',
      '/bin/k/cookies',
      `${origin}/bin/k/get`,
    ]);
    assert.match((await server.get('/bin/k/links/3/0')).text(), /href='\/bin\/k\/links\/3\/1'/);
    assert.match((await server.get('/bin/k/forms/post')).text(), /action="\/bin\/k\/post"/);
    assert.equal((await server.get('/bin/k/redirect-to?url=/get')).field('Location'), '/get');
  });

  it('is not recognized in front of the API, its pages and the control API', async (t) => {
    const server = await serve(t);
    for (const path of ['/api/v3/user', '/login', '/_sparring', '/settings/tokens'])
      assert.equal((await server.get(`/bin/k${path}`)).status, 404, path);
    assert.equal((await server.get('/bin/k')).status, 404);
  });

  it('is part of the URI of a digest', async (t) => {
    const server = await serve(t);
    const challenge = await server.get('/bin/k/digest-auth/auth/u/p');
    assert.equal(challenge.status, 401);
  });
});
