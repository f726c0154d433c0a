import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { type Api, basic, members, serveApi } from '#test/support/accounts/api.ts';
import { type Visitor, visitor } from '#test/support/accounts/visitor.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';
import { exampleApplication } from '../../domain/example-accounts.ts';

const callback = 'https://buildbot.example/hook';
const { clientId, clientSecret } = exampleApplication;

interface Flow {
  readonly api: Api;
  readonly browser: Visitor;
  /** The path of an authorization request. */
  path(parameters?: Record<string, string>): string;
  /** The response to an application that exchanges a code. */
  exchange(parameters: Record<string, string>, accept?: string): Promise<WireResponse>;
}

async function openFlow(t: TestContext): Promise<Flow> {
  const api = await serveApi(t);
  await api.store.applications.update(api.application.id, { callbackUrl: callback });
  const browser = visitor(api);
  await browser.signIn('mona', 'correct-horse-1');
  return {
    api,
    browser,
    path: (parameters = {}) =>
      `/login/oauth/authorize?${new URLSearchParams({ client_id: clientId, ...parameters })}`,
    exchange: (parameters, accept = 'application/json') =>
      api.send({
        method: 'POST',
        path: '/login/oauth/access_token',
        fields: [['Accept', accept]],
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          ...parameters,
        }).toString(),
      }),
  };
}

function sentTo(response: WireResponse): URL {
  assert.equal(response.status, 303, response.text());
  return new URL(response.field('Location') ?? '');
}

async function codeOf(flow: Flow, parameters: Record<string, string> = {}): Promise<string> {
  await flow.browser.visit(flow.path({ scope: 'repo gist', ...parameters }));
  const response = await flow.browser.submit('/login/oauth/authorize', {
    decision: 'authorize',
    scope: ['repo', 'gist'],
  });
  return sentTo(response).searchParams.get('code') ?? '';
}

test('an application is authorized on the consent page, and gets a working token', async (t) => {
  const flow = await openFlow(t);
  const page = await flow.browser.visit(flow.path({ scope: 'repo,gist user:email', state: 'xyz' }));
  assert.equal(page.status, 200);
  assert.match(page.text(), /<h1>Authorize Build Bot<\/h1>/);
  assert.match(page.text(), /Full control of private and public repositories/);
  assert.match(
    page.field('Content-Security-Policy') ?? '',
    /form-action 'self' https:\/\/buildbot\.example;/,
  );

  const response = await flow.browser.submit('/login/oauth/authorize', {
    decision: 'authorize',
    scope: ['repo', 'user:email'],
  });
  const location = sentTo(response);
  assert.equal(`${location.origin}${location.pathname}`, callback);
  assert.equal(location.searchParams.get('state'), 'xyz');
  const code = location.searchParams.get('code') ?? '';
  assert.match(code, /^[0-9a-f]{20}$/);

  const token = members(await flow.exchange({ code }));
  assert.deepEqual(
    { ...token, access_token: '…' },
    { access_token: '…', scope: 'repo,user:email', token_type: 'bearer' },
  );
  const user = await flow.api.call('GET', '/user', {
    as: null,
    fields: [['Authorization', `token ${token.access_token}`]],
  });
  assert.equal(user.status, 200);
  assert.equal(user.field('X-OAuth-Scopes'), 'repo, user:email');
  const grants = await flow.api.call('GET', '/applications/grants');
  assert.match(grants.text(), /"scopes":\["repo","user:email"\]/);
});

test('the token is sent as a form, JSON or XML, as Accept requests', async (t) => {
  const flow = await openFlow(t);
  const form = await flow.exchange({ code: await codeOf(flow) }, '*/*');
  assert.equal(form.field('Content-Type'), 'application/x-www-form-urlencoded; charset=utf-8');
  assert.match(form.text(), /^access_token=[0-9a-f]{40}&scope=gist%2Crepo&token_type=bearer$/);
  const xml = await flow.exchange({ code: await codeOf(flow) }, 'application/xml');
  assert.match(
    xml.text(),
    /<OAuth>\n {2}<access_token>[0-9a-f]{40}<\/access_token>\n {2}<scope>gist,repo<\/scope>/,
  );
  const json = await flow.exchange({ code: await codeOf(flow) });
  assert.equal(json.field('Cache-Control'), 'no-store');
  assert.match(json.text(), /^\{"access_token":"[0-9a-f]{40}","scope":"gist,repo","token_type":"bearer"\}$/);
});

test('without a scope and without a grant, the consent page is for public information only', async (t) => {
  const { browser, path } = await openFlow(t);
  const page = await browser.visit(path({}));
  assert.equal(page.status, 200);
  assert.match(page.text(), /It can read public information only/);
  assert.doesNotMatch(page.text(), /name="scope"/);
});

test('granted scopes need no consent page, and a request without scopes means the granted ones', async (t) => {
  const flow = await openFlow(t);
  await flow.exchange({ code: await codeOf(flow) });
  for (const parameters of [{ scope: 'repo gist' }, { scope: 'public_repo' }, {}]) {
    const location = sentTo(await flow.browser.visit(flow.path(parameters)));
    assert.match(location.searchParams.get('code') ?? '', /^[0-9a-f]{20}$/);
  }
  const again = sentTo(await flow.browser.visit(flow.path()));
  const token = members(await flow.exchange({ code: again.searchParams.get('code') ?? '' }));
  assert.equal(token.scope, 'gist,repo');
  assert.equal((await flow.browser.visit(flow.path({ scope: 'repo user' }))).status, 200);
});

test('a signed-out user signs in first, and returns to the consent page', async (t) => {
  const flow = await openFlow(t);
  const stranger = visitor(flow.api);
  const response = await stranger.visit(flow.path({ scope: 'repo', state: 'a b&c' }));
  assert.equal(response.status, 302);
  await stranger.follow(response);
  const signedIn = await stranger.submit('/login', { login: 'mona', password: 'correct-horse-1' });
  assert.equal(signedIn.field('Location'), flow.path({ scope: 'repo', state: 'a b&c' }));
  assert.match((await stranger.follow(signedIn)).text(), /Authorize Build Bot/);
});

test('errors are sent to the registered callback, with the state', async (t) => {
  const flow = await openFlow(t);
  const { browser, api } = flow;
  const evil = sentTo(await browser.visit(flow.path({ redirect_uri: 'https://evil.example/', state: 's' })));
  assert.equal(evil.origin, 'https://buildbot.example');
  assert.equal(evil.searchParams.get('error'), 'redirect_uri_mismatch');
  assert.equal(evil.searchParams.get('state'), 's');
  assert.ok(evil.searchParams.get('error_description') && evil.searchParams.get('error_uri'));

  await browser.visit(flow.path({ scope: 'repo', redirect_uri: `${callback}/deeper` }));
  const denied = sentTo(await browser.submit('/login/oauth/authorize', { decision: 'cancel' }));
  assert.equal(denied.pathname, '/hook/deeper');
  assert.equal(denied.searchParams.get('error'), 'access_denied');
  assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');

  await api.store.applications.update(api.application.id, { isSuspended: true });
  const suspended = sentTo(await browser.visit(flow.path()));
  assert.equal(suspended.searchParams.get('error'), 'application_suspended');
});

test('a form with another redirect target or other scopes gets neither', async (t) => {
  const flow = await openFlow(t);
  await flow.browser.visit(flow.path({ scope: 'gist' }));
  const elsewhere = await flow.browser.submit('/login/oauth/authorize', {
    decision: 'authorize',
    redirect_uri: 'https://evil.example/',
  });
  assert.equal(sentTo(elsewhere).searchParams.get('error'), 'redirect_uri_mismatch');
  const greedy = await flow.browser.submit('/login/oauth/authorize', {
    decision: 'authorize',
    scope: ['gist', 'repo', 'site_admin'],
  });
  const code = sentTo(greedy).searchParams.get('code') ?? '';
  assert.equal(members(await flow.exchange({ code })).scope, 'gist');
});

test('a code works once, for ten minutes, and for its own application', async (t) => {
  const flow = await openFlow(t);
  const code = await codeOf(flow);
  assert.ok(members(await flow.exchange({ code })).access_token);
  const replay = await flow.exchange({ code });
  assert.equal(replay.status, 200);
  assert.equal(members(replay).error, 'bad_verification_code');

  await flow.api.store.grants.deleteAllWithTokens(flow.api.user.id);
  const late = await codeOf(flow);
  flow.api.runtime.clock.advance(10 * 60 * 1000);
  assert.equal(members(await flow.exchange({ code: late })).error, 'bad_verification_code');
  for (const wrong of ['', 'x', '\0', '0'.repeat(20)])
    assert.equal(members(await flow.exchange({ code: wrong })).error, 'bad_verification_code');
});

test('a pending code is invalid after the access is revoked, in every way', async (t) => {
  const flow = await openFlow(t);
  const { api, browser } = flow;
  const revocations: (() => Promise<WireResponse>)[] = [
    () => browser.submit(`/settings/connections/applications/${clientId}`, { confirmed: 'yes' }),
    () => browser.submit('/settings/applications', { confirmed: 'yes' }),
    async () => {
      const [grant] = (await api.store.grants.list(api.user.id, { page: 1, perPage: 1 })).items;
      return api.call('DELETE', `/applications/grants/${grant?.id}`);
    },
  ];
  for (const revoke of revocations) {
    await flow.exchange({ code: await codeOf(flow) });
    const waiting = await codeOf(flow);
    assert.match((await revoke()).status.toString(), /^(?:303|204)$/);
    assert.equal(members(await flow.exchange({ code: waiting })).error, 'bad_verification_code');
    assert.equal((await api.call('GET', '/applications/grants')).text(), '[]');
  }
});

test('an application that is suspended meanwhile gets no token for its code', async (t) => {
  const flow = await openFlow(t);
  const code = await codeOf(flow);
  await flow.api.store.applications.update(flow.api.application.id, { isSuspended: true });
  assert.equal(members(await flow.exchange({ code })).error, 'application_suspended');
  assert.deepEqual((await flow.api.call('GET', '/authorizations')).json(), []);
});

test('the authorization exists from the click on Authorize, with the address and program of the user', async (t) => {
  const flow = await openFlow(t);
  const code = await codeOf(flow);
  const grants = async () => JSON.parse((await flow.api.call('GET', '/applications/grants')).text());
  const [grant] = await grants();
  assert.deepEqual([grant.app.client_id, grant.scopes], [clientId, ['gist', 'repo']]);
  assert.deepEqual((await flow.api.call('GET', '/authorizations')).json(), []);
  assert.match((await flow.browser.visit('/settings/applications')).text(), /Build Bot/);
  const again = await flow.browser.visit(flow.path({ scope: 'repo' }));
  assert.ok(sentTo(again).searchParams.get('code'), 'the second request shows no page');
  await flow.exchange({ code });
  const log = (await flow.browser.visit('/settings/security-log')).text();
  const entries = (text: string) => log.split(`<strong>${text}`).length - 1;
  assert.deepEqual([entries('Authorized an application'), entries('A token was created')], [1, 1]);
  const events = await flow.api.store.audit.events(flow.api.user.id, 10);
  const programs = events.map(({ action, userAgent }) => [action, userAgent]).slice(0, 2);
  assert.deepEqual(programs, [
    ['oauth_access.create', null],
    ['oauth_authorization.create', 'visitor'],
  ]);
});

test('a revocation between the click and the exchange ends the code', async (t) => {
  const flow = await openFlow(t);
  const code = await codeOf(flow);
  const [{ id }] = JSON.parse((await flow.api.call('GET', '/applications/grants')).text());
  assert.equal((await flow.api.call('DELETE', `/applications/grants/${id}`)).status, 204);
  assert.equal(members(await flow.exchange({ code })).error, 'bad_verification_code');
  assert.deepEqual((await flow.api.call('GET', '/applications/grants')).json(), []);
  const page = await flow.browser.visit(flow.path({ scope: 'repo' }));
  assert.equal(page.status, 200, 'the page is shown again');
});

test('an unknown client and a different redirect URI get errors with status 200', async (t) => {
  const flow = await openFlow(t);
  for (const wrong of [{ client_secret: 'x' }, { client_id: 'x' }, { client_id: '\0', client_secret: '' }]) {
    const response = await flow.exchange({ code: 'x', ...wrong });
    assert.equal(response.status, 200);
    assert.equal(members(response).error, 'incorrect_client_credentials');
  }
  const code = await codeOf(flow, { redirect_uri: `${callback}/a` });
  assert.equal(
    members(await flow.exchange({ code, redirect_uri: `${callback}/b` })).error,
    'redirect_uri_mismatch',
  );
});

test('the redirect URI of the exchange must be the one that the code was sent to, also without one in the request', async (t) => {
  const flow = await openFlow(t);
  for (const redirect_uri of [
    'https://evil.example/hook',
    `${callback}/deeper`,
    `${callback}?x`,
    'x',
    '\0',
  ]) {
    const code = await codeOf(flow);
    const response = await flow.exchange({ code, redirect_uri });
    assert.deepEqual(
      [response.status, members(response).error],
      [200, 'redirect_uri_mismatch'],
      redirect_uri,
    );
    await flow.api.store.grants.deleteAllWithTokens(flow.api.user.id);
  }
  const code = await codeOf(flow);
  assert.ok(members(await flow.exchange({ code, redirect_uri: callback })).access_token);
});

test('the login of the request is filled in on the sign-in page', async (t) => {
  const flow = await openFlow(t);
  const stranger = visitor(flow.api);
  const path = flow.path({ login: 'mona&x="<', scope: 'repo' });
  const sent = await stranger.visit(path);
  assert.equal(sent.status, 302);
  const location = new URL(sent.field('Location') ?? '', 'http://server');
  assert.deepEqual(
    [...location.searchParams],
    [
      ['return_to', path],
      ['login', 'mona&x="<'],
    ],
  );
  assert.match((await stranger.follow(sent)).text(), /<input name="login" value="mona&amp;x=&quot;&lt;"/);
});

test('the token endpoint answers other methods than POST with 404', async (t) => {
  const { api } = await openFlow(t);
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
    const response = await api.send({ method, path: '/login/oauth/access_token?client_id=x' });
    assert.deepEqual([response.status, response.field('Allow')], [404, undefined], method);
  }
});

test('client ID and secret may be Basic credentials, and parameters JSON', async (t) => {
  const flow = await openFlow(t);
  const response = await flow.api.send({
    method: 'POST',
    path: '/login/oauth/access_token',
    fields: [
      ...basic(`${clientId}:${clientSecret}`),
      ['Accept', 'application/json'],
      ['Content-Type', 'application/json'],
    ],
    body: JSON.stringify({ code: await codeOf(flow) }),
  });
  assert.ok(members(response).access_token, response.text());
});

test('a code with a challenge is exchanged only for its verifier', async (t) => {
  const flow = await openFlow(t);
  const verifier = 'v'.repeat(43);
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const code_verifier of ['', 'w'.repeat(43)]) {
    const code = await codeOf(flow, challenge);
    assert.equal(members(await flow.exchange({ code, code_verifier })).error, 'bad_verification_code');
  }
  const code = await codeOf(flow, challenge);
  assert.ok(members(await flow.exchange({ code, code_verifier: verifier })).access_token);
  const wrong = sentTo(
    await flow.browser.visit(flow.path({ code_challenge: 'short', code_challenge_method: 'S256' })),
  );
  assert.equal(wrong.searchParams.get('error'), 'invalid_request');
});

test('a verifier without a challenge is rejected as a downgrade attack', async (t) => {
  const flow = await openFlow(t);
  const code = await codeOf(flow);
  const response = await flow.exchange({ code, code_verifier: 'v'.repeat(43) });
  assert.equal(members(response).error, 'bad_verification_code');
});

test('the eleventh token with the same scopes deletes the first', async (t) => {
  const flow = await openFlow(t);
  const tokens: unknown[] = [members(await flow.exchange({ code: await codeOf(flow) })).access_token];
  for (let made = 1; made < 11; made++) {
    const location = sentTo(await flow.browser.visit(flow.path()));
    tokens.push(members(await flow.exchange({ code: location.searchParams.get('code') ?? '' })).access_token);
  }
  const statusOf = async (token: unknown) => {
    const fields = [['Authorization', `token ${token}`]] as const;
    return (await flow.api.call('GET', '/user', { as: null, fields })).status;
  };
  assert.deepEqual(
    [await statusOf(tokens[0]), await statusOf(tokens[1]), await statusOf(tokens[10])],
    [401, 200, 200],
  );
});

test('a user without a verified email address cannot authorize an application', async (t) => {
  const flow = await openFlow(t);
  await flow.api.store.users.update(flow.api.user.id, { emailVerified: false });
  assert.equal((await flow.browser.visit(flow.path({ scope: 'repo' }))).status, 422);
});

test('an unknown application gets a page with 404', async (t) => {
  const flow = await openFlow(t);
  for (const client_id of ['', 'x', '%00', '0'.repeat(20)])
    assert.equal((await flow.browser.visit(`/login/oauth/authorize?client_id=${client_id}`)).status, 404);
});
