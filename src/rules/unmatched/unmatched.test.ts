import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UnmatchedMode } from '#config/settings/unmatched-modes.ts';
import { members } from '#test/support/accounts/api.ts';
import { addRule } from '#test/support/rules.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { serve } from '#test/support/servers/serve.ts';
import type { RuleMatch } from '../rule.ts';

const ORIGIN = ['Origin', 'http://localhost:1'] as const;
const preflight = (method: string) => [ORIGIN, ['Access-Control-Request-Method', method]] as const;

for (const journal of [0, 100])
  describe(`unmatched requests, with a journal of ${journal} entries`, () => {
    it('get the response of the endpoint in mode pass, and count only if no endpoint has their path', async (t) => {
      const server = await serve(t, { journal });
      const counted = () => server.rules.unmatched.list().map(({ bin, count }) => [bin, count]);
      assert.equal((await server.get('/v1/users')).status, 404);
      assert.deepEqual(counted(), [], 'there is no rule');
      addRule(server, { match: { path: '/v1/users/1' }, respond: {} });
      assert.equal((await server.get('/get')).status, 200);
      assert.equal((await server.send({ method: 'POST', path: '/get' })).status, 405);
      assert.equal((await server.get('//get')).status, 308);
      assert.equal((await server.get('/v1/users/1')).status, 200);
      assert.deepEqual(counted(), []);
      assert.equal((await server.get('/bin/t1/v1/users')).status, 404);
      assert.deepEqual(counted(), [['t1', 1]]);
      assert.equal((await server.get('/favicon.ico')).status, 404);
      assert.equal((await server.get('/.well-known/appspecific/com.chrome.devtools.json')).status, 404);
      assert.equal(
        (await server.send({ method: 'OPTIONS', path: '/x', fields: preflight('PUT') })).status,
        200,
      );
      assert.deepEqual(counted(), [['t1', 1]]);
      addRule(server, { match: { path: '/passed' }, pass: true });
      assert.equal((await server.get('/passed')).status, 404);
      assert.deepEqual(counted(), [['t1', 1]]);
    });

    for (const mode of ['404', 'fail'] as const)
      it(`get 404 in mode ${mode}, in place of every endpoint of the testing service and the documentation`, async (t) => {
        const server = await serve(t, { journal, unmatched: mode });
        addRule(server, { match: { path: '/v1/users' }, respond: {} });
        addRule(server, { match: { path: '/ip' }, pass: true });
        addRule(server, { match: { path: '/slow' }, delay: 0.01, count: 0 });
        addRule(server, { match: { path: '/gone' }, error: { status: 410 }, count: 0 });
        const statuses: [string, number][] = [
          ['/v1/users', 200],
          ['/ip', 200],
          ['/gone', 410],
          ['/get', 404],
          ['/', 404],
          ['/docs', 404],
          ['//get', 404],
          ['/slow', 404],
          ['/bin/t1/get', 404],
          ['/bin/t1/api/v3/user', 404],
          ['/login', 200],
          ['/api/v3/user', 403],
          ['/_sparring/health', 200],
        ];
        for (const [path, status] of statuses) assert.equal((await server.get(path)).status, status, path);
        assert.deepEqual(
          server.rules.unmatched.list().map(({ bin, latest }) => [bin, latest.map(({ path }) => path)]),
          [
            [null, ['/get', '/', '/docs', '//get', '/slow']],
            ['t1', ['/get', '/api/v3/user']],
          ],
        );
        const marked = server.journal
          ?.entries()
          .filter((entry) => entry.kind === 'exchange' && entry.unmatched);
        assert.equal(marked?.length, journal === 0 ? undefined : 6);
      });

    it('are those of a bin in the mode of the bin, else of the server', async (t) => {
      const server = await serve(t, {
        journal,
        unmatched: '404',
        initialUnmatched: [
          { bin: 'open', mode: 'pass' },
          { bin: '__proto__', mode: 'pass' },
        ],
      });
      const status = async (path: string) => (await server.get(path)).status;
      assert.equal(await status('/get'), 404);
      assert.equal(await status('/bin/other/get'), 404);
      assert.equal(await status('/bin/open/get'), 200);
      assert.equal(await status('/bin/__proto__/get'), 200);
      assert.equal((await server.get('/get', [['Sparring-Bin', 'open']])).status, 200);
      await server.rules.unmatched.setMode(null, 'pass');
      assert.equal(await status('/get'), 200);
      await server.rules.unmatched.setMode('open', 'fail');
      assert.equal(await status('/bin/open/get'), 404);
      await server.rules.unmatched.setMode('open', null);
      assert.equal(await status('/bin/open/get'), 200);
    });

    it('get 404 after the body, and 413 above the limit of uploads', async (t) => {
      const server = await serve(t, { journal, unmatched: '404', maxUploadSize: 1000 });
      const post = async (length: number) =>
        (await server.send({ method: 'POST', path: '/x', body: 'a'.repeat(length) })).status;
      assert.equal(await post(1000), 404);
      assert.equal(await post(1001), 413);
      assert.equal(server.rules.unmatched.list()[0]?.count, 2);
    });

    it('are no preflights, which get 200 if a rule takes their request', async (t) => {
      const server = await serve(t, { journal, unmatched: 'fail' });
      const match = { method: 'PUT', path: '/v1/users/{id}', headers: { 'X-Key': 'a' } };
      addRule(server, { match, respond: { status: 201 }, count: 1 });
      const ask = async (path: string, method: string) => {
        const response = await server.send({ method: 'OPTIONS', path, fields: preflight(method) });
        assert.equal(response.field('Access-Control-Allow-Origin'), 'http://localhost:1');
        return response.status;
      };
      assert.equal(await ask('/v1/users/1', 'PUT'), 200);
      assert.equal(await ask('/v1/users/1', 'POST'), 404);
      // What a preflight does not have may hold for its request.
      const unknown: RuleMatch[] = [
        { cookies: { a: '1' } },
        { body: { json: 1 } },
        { connection: 'reused' },
        { not: { headers: { 'X-Key': 'a' } } },
        { not: { method: 'PATCH', body: 'a' } },
        { not: { any_of: [{ cookies: { a: '1' } }] } },
        { any_of: [{ headers: { 'X-Key': 'a' } }, { path: '/other' }] },
      ];
      for (const conditions of unknown) {
        const { id } = addRule(server, {
          match: { path: '/v2', method: ['PATCH'], ...conditions },
          respond: {},
        });
        assert.deepEqual(
          [await ask('/v2', 'PATCH'), await ask('/v2', 'PUT')],
          [200, 404],
          JSON.stringify(conditions),
        );
        await server.rules.remove(null, id);
      }
      for (const conditions of [{ not: { method: 'PATCH' } }, { any_of: [{ path: '/v3' }] }]) {
        const { id } = addRule(server, { match: { path: '/v2', ...conditions }, respond: {} });
        assert.equal(await ask('/v2', 'PATCH'), 404, JSON.stringify(conditions));
        await server.rules.remove(null, id);
      }
      assert.equal(await ask('/put', 'PUT'), 404);
      assert.deepEqual(server.rules.unmatched.list(), []);
      const sent = await server.send({
        method: 'PUT',
        path: '/v1/users/1',
        fields: [ORIGIN, ['X-Key', 'a']],
      });
      assert.equal(sent.status, 201);
      assert.equal(await ask('/v1/users/1', 'PUT'), 404, 'the rule is used up');
      assert.equal((await server.send({ method: 'OPTIONS', path: '/x' })).status, 404);
      assert.equal(server.rules.unmatched.list()[0]?.count, 1);
    });

    it('are forgotten when rules are removed or reset, and their modes are restored', async (t) => {
      const server = await serve(t, { journal, unmatched: 'fail' });
      const { rules } = server;
      const scopes = () => rules.unmatched.list().map(({ bin }) => bin);
      const ask = async () => {
        await server.get('/x');
        await server.get('/bin/a/x');
        await server.get('/bin/b/x');
      };
      await ask();
      await rules.clear('a');
      assert.deepEqual(scopes(), [null, 'b']);
      await rules.clear(null);
      assert.deepEqual(scopes(), ['b']);
      await rules.clear();
      assert.deepEqual(scopes(), []);
      assert.equal(rules.unmatched.modeOf(null), 'fail');
      await ask();
      const snapshot = await rules.snapshot();
      await rules.unmatched.setMode('a', 'pass');
      await rules.unmatched.setMode(null, '404');
      const modes = (): UnmatchedMode[] => [rules.unmatched.modeOf(null), rules.unmatched.modeOf('a')];
      const changed = await rules.snapshot();
      await rules.restore(snapshot);
      assert.deepEqual([modes(), scopes()], [['fail', 'fail'], []]);
      await ask();
      await rules.restore(changed);
      assert.deepEqual([modes(), scopes()], [['404', 'pass'], []]);
      await rules.reset();
      assert.deepEqual(modes(), ['fail', 'fail']);
    });

    it('have no credentials in their 404, those that rules expect included', async (t) => {
      const server = await serveControlled(t, { journal, unmatched: '404' });
      const secret = (name: string, value: string) => `${name}-secret-${value}`;
      const match = (value: string) => ({
        method: 'POST',
        path: '/v1',
        headers: { Authorization: secret('header', value) },
        cookies: { session: secret('cookie', value) },
        query: { access_token: secret('query', value) },
        body: { json: { password: secret('body', value) } },
      });
      await server.control('POST', '/rules', { id: 'login', match: match('one'), respond: {} });
      const other = match('two');
      const request = {
        method: 'POST',
        path: `/v1?access_token=${other.query.access_token}`,
        fields: [
          ['Content-Type', 'application/json'],
          ['Authorization', other.headers.Authorization],
          ['Cookie', `session=${other.cookies.session}`],
        ],
        body: JSON.stringify(other.body.json),
      } as const;
      const { path: target, fields, ...described } = request;
      const explained = { ...described, target, headers: Object.fromEntries(fields) };
      const parts = ['query access_token', 'header Authorization', 'cookie session'];
      for (const [response, named] of [
        // The body is not read, because the head does not match.
        [await server.send(request), parts],
        [await server.control('POST', '/rules/explain', explained), [...parts, 'body .password']],
      ] as const) {
        const { detail, text } = members(response);
        for (const part of named)
          assert.match(
            String(detail ?? text),
            new RegExp(`${part}: expected "\\*{4}[\\w-]*~\\w+", got "\\*{4}[\\w-]*~\\w+"`),
          );
        assert.doesNotMatch(response.text(), /secret-/);
      }
    });

    it('have the nearest rules in their 404, for a local caller only', async (t) => {
      const server = await serveControlled(t, { journal, unmatched: '404' });
      const add = (rule: object) => server.control('POST', '/rules', rule);
      await add([
        { id: 'far', match: { method: 'DELETE', path: '/other' }, respond: {} },
        { id: 'user-1', match: { method: 'GET', path: '/v1/users/{id:int}' }, respond: {}, bin: 't1' },
        {
          id: 'key',
          match: { path: '/v1/users/{id}', headers: { 'X-Api-Key': 'correct-horse' }, method: 'GET' },
          respond: {},
        },
        { id: 'save', match: { method: 'PUT', path: '/v1/users/1/' }, respond: {}, count: 1 },
      ]);
      assert.equal((await server.send({ method: 'PUT', path: '/v1/users/1/' })).status, 200);
      const ask = (fields: readonly (readonly [string, string])[] = []) =>
        server.get('/bin/t1/v1/users/1/?token=secret-value', fields);
      const response = await ask([['Authorization', 'Bearer abcdefgh']]);
      assert.equal(response.status, 404);
      const { detail, rules } = members(response);
      assert.equal(
        detail,
        [
          'GET /v1/users/1/ matched none of 4 rules in bin "t1" and of the server.',
          'Nearest, save (used up, 1 of 1): PUT /v1/users/1/',
          '  method: expected PUT, got GET',
          'Next, user-1: GET /v1/users/{id:int}   path: expected /v1/users/{id:int}, got /v1/users/1/ (a slash more at the end)',
          'Next, key: GET /v1/users/{id} with header X-Api-Key   path: expected /v1/users/{id}, got /v1/users/1/ (a slash more at the end)',
        ].join('\n'),
      );
      assert.deepEqual(rules, ['save', 'user-1', 'key']);
      const sentence = 'GET /v1/users/1/ matched none of 4 rules in bin "t1" and of the server.';
      for (const fields of [
        [['X-Forwarded-For', '1.2.3.4']],
        [ORIGIN],
        [['Sec-Fetch-Site', 'cross-site']],
      ] as const) {
        const remote = members(await ask(fields));
        assert.deepEqual([remote.detail, remote.rules], [sentence, undefined]);
      }
    });
  });
