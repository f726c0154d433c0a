import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { addToken } from '#test/support/accounts/accounts.ts';
import { type Api, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const token = 'd'.repeat(40);

async function serveGraphql(t: TestContext): Promise<Api> {
  const api = await serveApi(t);
  await addToken(api, { token, userId: api.user.id, scopes: ['repo', 'read:org'] });
  return api;
}

/** @param body objects are sent as JSON, text is sent unchanged */
function post(
  api: Api,
  body: unknown,
  authorization: string | null = `token ${token}`,
): Promise<WireResponse> {
  return api.send({
    method: 'POST',
    path: '/api/graphql',
    fields: [
      ['User-Agent', 'GitHub CLI 2.23.0'],
      ['Content-Type', 'application/json; charset=utf-8'],
      ...(authorization === null ? [] : [['Authorization', authorization] as const]),
    ],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function messageOf(response: WireResponse): string {
  const { errors } = members(response);
  assert.ok(Array.isArray(errors) && errors.length === 1, response.text());
  return String(Reflect.get(Object(errors[0]), 'message'));
}

describe('POST /api/graphql', () => {
  it('answers the query of GitHub CLI for the login of the caller', async (t) => {
    const api = await serveGraphql(t);
    const response = await post(api, { query: 'query UserCurrent{viewer{login}}' });
    assert.equal(response.status, 200);
    assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
    assert.equal(response.text(), '{"data":{"viewer":{"login":"mona"}}}');
    assert.equal(response.field('X-OAuth-Scopes'), 'read:org, repo');
    assert.equal(response.field('Cache-Control'), 'no-cache');
  });

  for (const body of [
    { query: '{viewer{login}}' },
    { query: 'query { viewer { login } }' },
    { query: '\uFEFFquery UserCurrent {\r\n  # whose token is this?\n  viewer {\n    login,\n  }\n}\n' },
    { query: 'query UserCurrent{viewer{login}}', variables: null },
    { query: 'query UserCurrent{viewer{login}}', variables: {}, operationName: 'UserCurrent' },
    {
      query: 'query UserCurrent{viewer{login}}',
      variables: { unused: [1, { a: 'b' }] },
      operationName: null,
    },
    { query: '{viewer{login}}', operationName: '' },
  ]) {
    it(`accepts ${JSON.stringify(body)}`, async (t) => {
      const response = await post(await serveGraphql(t), body);
      assert.equal(response.text(), '{"data":{"viewer":{"login":"mona"}}}');
    });
  }

  it('accepts a bearer token, a token as Basic credentials, and the password of the user', async (t) => {
    const api = await serveGraphql(t);
    const formatBasic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    for (const authorization of [
      `Bearer ${token}`,
      formatBasic(`${token}:x-oauth-basic`),
      formatBasic('mona:correct-horse-1'),
    ]) {
      const response = await post(api, { query: '{viewer{login}}' }, authorization);
      assert.equal(response.status, 200, authorization);
    }
  });

  for (const authorization of [null, 'token unknown', `token ${'e'.repeat(40)}`, 'Negotiate abc']) {
    it(`returns 401 Bad credentials for Authorization: ${authorization}`, async (t) => {
      const response = await post(await serveGraphql(t), { query: '{viewer{login}}' }, authorization);
      assert.equal(response.status, 401);
      assert.equal(response.field('Content-Type'), 'application/json; charset=utf-8');
      assert.equal(members(response).message, 'Bad credentials');
    });
  }

  for (const query of [
    'query UserCurrent{viewer{id}}',
    '{viewer{login name}}',
    '{viewer{...on User{login}}}',
    '{repository(owner:"mona",name:"x"){id}}',
    'query($login:String!){user(login:$login){id}}',
    'query A{viewer{login}} query B{viewer{login}}',
    'mutation{addStar(input:{starrableId:"x"}){clientMutationId}}',
    'mutation{viewer{login}}',
    '{me:viewer{login}}',
    '{__schema{types{name}}}',
    'viewer{login}',
    '{viewer{login}',
    '',
    `{viewer{login}}${'#'.repeat(20_000)}`,
  ]) {
    it(`rejects ${JSON.stringify(query.slice(0, 50))} with an error that names the supported query`, async (t) => {
      const response = await post(await serveGraphql(t), { query });
      assert.equal(response.status, 200);
      assert.match(messageOf(response), /^This server answers one GraphQL query: \{ viewer \{ login \} \}\./);
      assert.equal('data' in members(response), false);
    });
  }

  it('rejects an operation name that the query does not have', async (t) => {
    const api = await serveGraphql(t);
    for (const query of ['query UserCurrent{viewer{login}}', '{viewer{login}}'])
      assert.equal(
        messageOf(await post(api, { query, operationName: 'Other' })),
        'No operation named "Other"',
      );
  });

  it('returns 400 for a body that is not a JSON object, or has no query', async (t) => {
    const api = await serveGraphql(t);
    for (const [body, message] of [
      ['{', 'Problems parsing JSON'],
      ['[]', 'Body should be a JSON object'],
      ['{}', 'A query attribute must be specified and must be a string.'],
      ['{"query":1}', 'A query attribute must be specified and must be a string.'],
    ] as const) {
      const response = await post(api, body);
      assert.deepEqual([response.status, members(response).message], [400, message], body);
    }
  });

  it('has the checks of the API: User-Agent, and suspended users', async (t) => {
    const api = await serveGraphql(t);
    const nameless = await api.send({ method: 'POST', path: '/api/graphql', body: '{}' });
    assert.equal(nameless.status, 403);
    assert.match(nameless.text(), /Request forbidden by administrative rules/);
    await api.store.users.update(api.user.id, { suspendedAt: '2026-01-01T00:00:00Z' });
    assert.equal((await post(api, { query: '{viewer{login}}' })).status, 403);
  });

  it('returns 404 for GET and for paths below, in the format of the API', async (t) => {
    const api = await serveGraphql(t);
    const fields = [
      ['User-Agent', 'test'],
      ['Authorization', `token ${token}`],
    ] as const;
    for (const path of ['/api/graphql', '/api/graphql/', '/api/graphql/x']) {
      const response = await api.send({ path, fields });
      assert.deepEqual([response.status, members(response).message], [404, 'Not Found'], path);
    }
    const other = await api.send({ path: '/api/graphqlx', fields });
    assert.doesNotMatch(other.text(), /documentation_url/);
  });
});
