import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { operations } from '../operations/index.ts';

/** The bodies that each call rejects, with the pointers to their problems. */
type Rejected = readonly (readonly [body: unknown, ...pointers: readonly string[]])[];

const WRONG_MATCH: Rejected = [
  [{ match: { pth: '/x' } }, '/match/pth'],
  [{ match: { headers: { 'x.a': 1 }, status: 'x' } }, '/match/headers/x.a', '/match/status'],
  [{ match: { path: '/a*' } }, '/match/path'],
  [{ match: { not: { url: { like: 'a', has: 'b' } } } }, '/match/not/url'],
  [{ match: {}, filter: 'a:b' }, '/filter'],
  [{ match: { bin: 'a' }, bin: 'b' }, '/match/bin'],
  [{}, '/match'],
  [{ mach: {} }, '/mach'],
  [[], ''],
  [7, ''],
];

const RULES: Rejected = [
  [{ dorp: true }, '/dorp'],
  [{ delay: -1 }, '/delay'],
  [{ respond: { delay: 3600 } }, '/respond/delay'],
  [{ match: { path: '/{a}' }, respond: { template: true, body: '{{path.nope}}' } }, '/respond/body'],
  [{ respond: { headers: { 'Content-Length': '1' } } }, '/respond/headers/Content-Length'],
  [{ match: { 'a~/b': 1 }, drop: true }, '/match/a~0~1b'],
  [{ drop: true, match: { path: '/_sparring' } }, '/match/path'],
  ['x', ''],
];

/** Every call of the control API with a JSON body. */
const CALLS: Readonly<Record<string, Rejected>> = {
  'POST /_sparring/rules': [...RULES, [[{ drop: true }, { dorp: true }], '/1/dorp']],
  'POST /_sparring/rules/check': RULES,
  'PUT /_sparring/rules/a': [...RULES, [{ id: 'b', drop: true }, '/id']],
  'PATCH /_sparring/rules/a': [
    [{ note: 'x' }, '/note'],
    [{ count: -1, enabled: 1 }, '/count', '/enabled'],
    [[], ''],
  ],
  'POST /_sparring/rules/explain': [
    [{ pth: '/x' }, '/pth'],
    [{}, '/target'],
    [{ target: '/', headers: { a: 1 } }, '/headers/a'],
    [[], ''],
  ],
  'POST /_sparring/rules/verify': [
    [{ bni: 'a' }, '/bni'],
    [{ unused: 'x' }, '/unused'],
  ],
  'POST /_sparring/rules/import': [
    [{}, ''],
    [{ requests: ['a'] }, '/requests/0'],
    [[], ''],
  ],
  'PUT /_sparring/rules/unmatched': [
    [{ mode: '500' }, '/mode'],
    [{ mode: 'pass', bin: 'a b' }, '/bin'],
  ],
  'POST /_sparring/requests/await': [...WRONG_MATCH, [{ match: {}, within: '1h' }, '/within']],
  'POST /_sparring/requests/verify': [
    ...WRONG_MATCH,
    [{ order: true, match: [{}, { pth: '/' }] }, '/match/1/pth'],
    [{ order: true, match: [{}, { path: '/a*' }] }, '/match/1/path'],
    [{ order: true, bin: 'b', match: [{ bin: 'c' }] }, '/match/0/bin'],
    [{ order: true, match: [{}], count: 1 }, '/count'],
    [{ match: {}, count: { min: 2, max: 1 } }, '/count'],
  ],
  'POST /_sparring/seed': [
    [{ usrs: [] }, '/usrs'],
    [{ users: [{ login: 'a', password: 'b', pasword: 'x' }] }, '/users/0/pasword'],
    [{ users: [{ login: 'a' }] }, '/users/0/password'],
    [{ authorizations: [{ user: 'unknown', token: 'a'.repeat(40), scopes: [] }] }, '/authorizations/0/user'],
    [{ rules: [{ match: { headers: { a: 1 } }, drop: true }] }, '/rules/0/match/headers/a'],
    [{ sequences: { k: { steps: [{ status: 99 }] } } }, '/sequences/k/steps/0/status'],
    [[], ''],
  ],
  'PUT /_sparring/clock': [
    [{ advanse: 1 }, '/advanse'],
    [{ set: 5 }, '/set'],
    [{ freeze: 'soon' }, ''],
  ],
  'PUT /_sparring/labs/sequence/k': [
    [{ stps: [] }, '/steps', '/stps'],
    [{ steps: [{ status: 200 }, { status: 99, delay: 'x' }] }, '/steps/1/status', '/steps/1/delay'],
    [{ steps: [{ stauts: 200 }] }, '/steps/0/stauts'],
    [{ steps: ['status=99'] }, '/steps/0'],
    [{ steps: ['status'] }, '/steps/0'],
    [{ steps: [{ times: 0 }] }, '/steps/0/times'],
    [{ steps: [{}], by: 'x' }, '/by'],
    [[], ''],
  ],
  'PUT /sequence/k': [
    [{ stps: [] }, '/steps', '/stps'],
    [{ steps: [{ status: 99 }] }, '/steps/0/status'],
    [{ steps: [{ headers: { a: 1 } }] }, '/steps/0/headers'],
    [{ steps: [{}], by: 'x' }, '/by'],
    [[], ''],
  ],
};

describe('a JSON body that is invalid', () => {
  for (const [call, bodies] of Object.entries(CALLS))
    it(`gets 422 with a pointer to each problem from ${call}`, async (t) => {
      const server = await serve(t);
      const [method = '', path = ''] = call.split(' ');
      await server.send({
        method: 'PUT',
        path: '/_sparring/rules/a',
        body: '{"match":{"path":"/a"},"drop":true}',
      });
      for (const [body, ...pointers] of bodies) {
        const text = JSON.stringify(body);
        const response = await server.send({ method, path, body: text });
        assert.equal(response.status, 422, `${text} ${response.text()}`);
        const { detail, problems, errors } = JSON.parse(response.text());
        assert.deepEqual(
          problems.map(({ pointer }: { pointer: string }) => pointer).toSorted(),
          pointers.toSorted(),
          `${text} ${response.text()}`,
        );
        assert.equal(errors, undefined);
        assert.doesNotMatch(response.text(), /\.\.(?:"|\s)/);
        for (const { message } of problems) assert.ok(detail.includes(message), `${detail} ${message}`);
      }
      for (const body of ['{', '{"a":}', '\xff']) {
        const malformed = await server.send({ method, path, body: Buffer.from(body, 'latin1') });
        assert.equal(malformed.status, 400, malformed.text());
        assert.equal(JSON.parse(malformed.text()).detail, 'The body is not JSON.');
      }
    });

  it('gets 422 with problems from every other operation', async (t) => {
    const server = await serve(t);
    for (const { http, input } of operations) {
      const [method = '', path = ''] = http.route.split(' ');
      const inPath = path.match(/\{/g)?.length ?? 0;
      const inQuery = http.query?.length ?? 0;
      const hasBody =
        /POST|PUT|PATCH/.test(method) && Object.keys(input.properties).length > inPath + inQuery;
      if (!hasBody) continue;
      const target = path
        .replace('{lab}', 'sequence')
        .replace('rules/{id}', 'rules/a')
        .replaceAll(/\{\w+\}/g, '1');
      const response = await server.send({ method, path: target, body: '7' });
      assert.equal(response.status, 422, `${method} ${path} ${response.text()}`);
      const { detail, problems } = JSON.parse(response.text());
      assert.deepEqual([problems.length, problems[0].pointer], [1, ''], `${method} ${path} ${detail}`);
      const unknown = await server.send({ method, path: target, body: '{"nothing_of_this":1}' });
      assert.equal(unknown.status, 422, `${method} ${path} ${unknown.text()}`);
      assert.ok(JSON.parse(unknown.text()).problems.length > 0, unknown.text());
    }
  });
});

describe('a parameter that is invalid', () => {
  it('gets 400 with its name', async (t) => {
    const server = await serve(t);
    for (const [path, parameter] of [
      ['/_sparring/requests?limit=0', 'limit'],
      ['/_sparring/requests?lmit=1', 'lmit'],
      ['/_sparring/requests?filter=a:b', 'filter'],
      ['/_sparring/requests/values?of=size', 'of'],
    ] as const) {
      const response = await server.get(path);
      assert.equal(response.status, 400, path);
      const { problems, errors } = JSON.parse(response.text());
      assert.deepEqual([problems.length, problems[0].parameter, errors], [1, parameter, undefined], path);
    }
    const { problems } = JSON.parse((await server.get('/_sparring/requests?filter=method:GET+x:y')).text());
    assert.deepEqual([problems[0].start, problems[0].end], [11, 14]);
  });
});
