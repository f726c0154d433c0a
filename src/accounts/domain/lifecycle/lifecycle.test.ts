import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseGivenSchedule } from '#control/seed/schedule.ts';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { addToken, type UserDetails } from '#test/support/accounts/accounts.ts';
import { type Api, client, members, serveApi } from '#test/support/accounts/api.ts';
import type { WireResponse } from '#test/support/wire/wire.ts';

const blog = 'https://developer.github.com/changes/2020-02-14-deprecating-oauth-auth-endpoint/';
const passwordBlog = 'https://developer.github.com/changes/2020-02-14-deprecating-password-auth/';
const asClient = `${client.pair.client_id}:${client.pair.client_secret}`;
const token = 'f'.repeat(40);

/** A server whose clock is frozen at a time, by default with the schedule of github.com. */
function serveAt(
  t: TestContext,
  now: string,
  lifecycle: unknown = 'github',
  { options = {}, user = {} }: { options?: Partial<ServerOptions>; user?: UserDetails } = {},
): Promise<Api> {
  const runtime = createRuntime({ now: Date.parse(now) });
  return serveApi(t, { runtime, lifecycle: parseGivenSchedule(lifecycle), ...options }, user);
}

/** A call of each deprecated endpoint, valid and invalid. */
async function family(api: Api, as?: string | null): Promise<WireResponse[]> {
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });
  return [
    await call('GET', '/authorizations'),
    await call('POST', '/authorizations', { note: 'x' }),
    await call('POST', '/authorizations', '{'),
    await call('GET', '/authorizations/1'),
    await call('PATCH', '/authorizations/1', { note: 'y' }),
    await call('DELETE', '/authorizations/1'),
    await call('PUT', client.path, client.secret),
    await call('PUT', `${client.path}/laptop`, client.secret),
    await call('PATCH', '/authorizations'),
    await call('GET', '/applications/grants'),
    await call('DELETE', '/applications/grants/1'),
    await call('GET', '/authorizations/none/such'),
  ];
}

function deprecation(response: WireResponse): (string | undefined)[] {
  return ['Deprecation', 'Sunset', 'Link'].map((name) => response.field(name));
}

describe('the schedule of github.com', () => {
  const days: [now: string, statuses: readonly [family: number, user: number]][] = [
    ['2020-02-13T23:59:59Z', [200, 200]],
    ['2020-02-14T00:00:00Z', [200, 200]],
    ['2020-09-30T06:59:59Z', [200, 200]],
    ['2020-09-30T07:00:00Z', [410, 401]],
    ['2020-09-30T09:59:59Z', [410, 401]],
    ['2020-09-30T10:00:00Z', [200, 200]],
    ['2020-09-30T15:59:59Z', [200, 200]],
    ['2020-09-30T16:00:00Z', [410, 401]],
    ['2020-09-30T18:59:59Z', [410, 401]],
    ['2020-09-30T19:00:00Z', [200, 200]],
    ['2020-10-28T06:59:59Z', [200, 200]],
    ['2020-10-28T07:00:00Z', [410, 401]],
    ['2020-10-28T10:00:00Z', [200, 200]],
    ['2020-10-28T16:00:00Z', [410, 401]],
    ['2020-10-28T19:00:00Z', [200, 200]],
    ['2020-11-13T15:59:59Z', [200, 200]],
    ['2020-11-13T16:00:00Z', [404, 401]],
    ['2026-01-01T00:00:00Z', [404, 401]],
  ];

  it('applies to the second when the clock is set, forwards and backwards', async (t) => {
    const api = await serveAt(t, '2020-01-01');
    for (const [now, statuses] of [...days, ...days.toReversed()]) {
      api.runtime.clock.freeze(Date.parse(now));
      const responses = [await api.call('GET', '/authorizations'), await api.call('GET', '/user')];
      assert.deepEqual(
        responses.map(({ status }) => status),
        statuses,
        now,
      );
    }
  });

  it('has other dates for the endpoints with the token in the path', async (t) => {
    const api = await serveAt(t, '2020-01-01');
    await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
    const path = `/applications/${client.pair.client_id}/tokens/${token}`;
    const days: [now: string, status: number][] = [
      ['2020-11-14T00:00:00Z', 200],
      ['2021-05-05T13:59:59Z', 200],
      ['2021-05-05T14:00:00Z', 410],
      ['2021-05-06T02:00:00Z', 200],
      ['2021-06-09T14:00:00Z', 410],
      ['2021-06-10T14:00:00Z', 200],
      ['2021-08-11T14:00:00Z', 404],
    ];
    for (const [now, status] of days) {
      api.runtime.clock.freeze(Date.parse(now));
      assert.equal((await api.call('GET', path, { as: asClient })).status, status, now);
    }
    const body = { access_token: token };
    const other = await api.call('POST', `/applications/${client.pair.client_id}/token`, {
      as: asClient,
      body,
    });
    assert.equal(other.status, 200);
  });

  it('announces its own dates', async (t) => {
    const api = await serveAt(t, '2020-06-01');
    assert.deepEqual(deprecation(await api.call('GET', '/authorizations')), [
      'Fri, 14 Feb 2020 00:00:00 GMT',
      'Fri, 13 Nov 2020 16:00:00 GMT',
      `<${blog}>; rel="deprecation"; type="text/html"`,
    ]);
    const path = `/applications/${client.pair.client_id}/tokens/${token}`;
    const response = await api.call('GET', path, { as: asClient });
    assert.equal(response.field('Sunset'), 'Wed, 11 Aug 2021 14:00:00 GMT');
  });

  it('announces nothing before the date of the announcement', async (t) => {
    const api = await serveAt(t, '2020-02-13');
    for (const response of await family(api))
      assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
  });
});

describe('a brownout', () => {
  const now = '2020-09-30T08:30:00.500Z';

  it('rejects every deprecated call alike, for every caller and with every other problem', async (t) => {
    const api = await serveAt(t, now);
    for (const as of [undefined, null, 'mona:wrong', 'nobody:x']) {
      for (const response of await family(api, as)) {
        const { message, documentation_url: page, ...rest } = members(response);
        assert.equal(response.status, 410);
        assert.match(
          String(message),
          /until 2020-09-30T10:00:00Z.*2020-02-14-deprecating-oauth-auth-endpoint/,
        );
        assert.deepEqual([page, rest], [blog, {}]);
        assert.equal(response.field('Status'), '410 Gone');
        assert.equal(response.field('Retry-After'), '5400');
        assert.equal(response.field('Sunset'), 'Fri, 13 Nov 2020 16:00:00 GMT');
      }
    }
  });

  it('counts no sign-in failures', async (t) => {
    const api = await serveAt(t, now, 'github', { options: { lockoutFailures: 1 } });
    await family(api, 'mona:wrong');
    api.runtime.clock.freeze(Date.parse('2020-09-30T10:00:00Z'));
    assert.equal((await api.call('GET', '/authorizations')).status, 200);
  });

  it('changes nothing', async (t) => {
    const api = await serveAt(t, '2020-09-30T06:00:00Z');
    await api.call('PUT', client.path, { body: client.secret });
    api.runtime.clock.freeze(Date.parse(now));
    await family(api);
    api.runtime.clock.freeze(Date.parse('2020-09-30T10:00:00Z'));
    const retained = (await api.call('GET', '/authorizations')).json();
    assert.ok(Array.isArray(retained));
    assert.equal(retained.length, 1);
  });

  it('sends no text message', async (t) => {
    const user = { twoFactor: { method: 'sms', phone: '+15550100' } } as const;
    const api = await serveAt(t, now, 'github', { user });
    for (const response of await family(api)) assert.equal(response.field('X-GitHub-OTP'), undefined);
    assert.deepEqual(await api.store.messages.list(10), []);
    api.runtime.clock.freeze(Date.parse('2020-09-30T10:00:00Z'));
    await api.call('POST', '/authorizations', { body: { note: 'x' } });
    assert.equal((await api.store.messages.list(10)).length, 1);
  });

  it('answers HEAD without content, and a preflight as usual', async (t) => {
    const api = await serveAt(t, now);
    const head = await api.call('HEAD', '/authorizations', { as: null });
    assert.deepEqual([head.status, head.body.length, head.field('Retry-After')], [410, 0, '5400']);
    const preflight = await api.call('OPTIONS', '/authorizations', { as: null });
    assert.deepEqual([preflight.status, preflight.field('Access-Control-Allow-Methods')?.length], [204, 29]);
  });

  it('rejects passwords on other endpoints too, and accepts tokens', async (t) => {
    const api = await serveAt(t, now);
    await addToken(api, { token, userId: api.user.id });
    for (const path of ['/user', '/meta', '/', '/nothing']) {
      const response = await api.call('GET', path);
      const body = { message: 'Bad credentials', documentation_url: passwordBlog };
      assert.deepEqual([response.status, members(response)], [401, body], path);
      assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
    }
    const withToken = [['Authorization', `token ${token}`]] as const;
    assert.equal((await api.call('GET', '/user', { as: null, fields: withToken })).status, 200);
    assert.equal((await api.call('GET', '/user', { as: `${token}:x-oauth-basic` })).status, 200);
    assert.equal((await api.call('GET', '/meta', { as: null })).status, 200);
  });

  it('does not count a correct password as a failure, and counts a wrong one', async (t) => {
    const api = await serveAt(t, now, 'github', { options: { lockoutFailures: 2 } });
    for (let count = 0; count < 5; count++) assert.equal((await api.call('GET', '/user')).status, 401);
    for (let count = 0; count < 2; count++) await api.call('GET', '/user', { as: 'mona:wrong' });
    assert.equal((await api.call('GET', '/user')).status, 403);
  });

  it('accepts the credentials of applications', async (t) => {
    const api = await serveAt(t, now);
    await addToken(api, { token, userId: api.user.id, applicationId: api.application.id });
    const path = `/applications/${client.pair.client_id}/tokens/${token}`;
    assert.equal((await api.call('GET', path, { as: asClient })).status, 200);
  });

  it('can be a 503 with Retry-After, or a 404 without', async (t) => {
    const brownout = { phase: 'brownout', until: '2020-09-30T10:00:00Z' };
    const one = await serveAt(t, now, { phases: [{ ...brownout, status: 503 }] });
    const [busy] = await family(one);
    assert.deepEqual([busy?.status, busy?.field('Retry-After')], [503, '5400']);
    const other = await serveAt(t, now, { phases: [{ ...brownout, status: '404' }] });
    const [gone] = await family(other);
    assert.deepEqual([gone?.status, gone?.field('Retry-After')], [404, undefined]);
    const body = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' };
    assert.deepEqual(gone && members(gone), body);
  });

  it('sends the configured message', async (t) => {
    const api = await serveAt(t, now, {
      phases: [
        {
          phase: 'brownout',
          message: 'Closed for the weekend.',
          documentation_url: 'https://example.com/weekend',
          headers: {
            'retry-after': 'Thu, 01 Oct 2020 00:00:00 GMT',
            Deprecation: 'true',
            Sunset: null,
            'X-Why': 'test',
          },
        },
      ],
    });
    for (const response of await family(api)) {
      const body = { message: 'Closed for the weekend.', documentation_url: 'https://example.com/weekend' };
      assert.deepEqual([response.status, members(response)], [410, body]);
      const names = response.fields.map(([name]) => name.toLowerCase());
      for (const name of ['retry-after', 'deprecation', 'link'])
        assert.equal(names.filter((each) => each === name).length, 1, name);
      assert.equal(response.field('Retry-After'), 'Thu, 01 Oct 2020 00:00:00 GMT');
      const link = '<https://example.com/weekend>; rel="deprecation"; type="text/html"';
      assert.deepEqual(deprecation(response), ['true', undefined, link]);
      assert.equal(response.field('X-Why'), 'test');
    }
  });

  it('can have its own body, an object or a page, with the usual headers', async (t) => {
    const object = { error: 'gone', hints: [{ see: 'https://example.com' }] };
    const page = '<h1>Closed for the weekend \u{1f512}</h1>';
    for (const [body, text, type] of [
      [object, JSON.stringify(object), 'application/json; charset=utf-8'],
      [page, page, 'text/html; charset=utf-8'],
    ] as const) {
      const until = '2020-10-01T00:00:00Z';
      const api = await serveAt(t, '2020-09-30T23:00:00Z', { phases: [{ phase: 'brownout', until, body }] });
      for (const response of await family(api)) {
        assert.deepEqual(
          [response.status, response.text(), response.field('Content-Type')],
          [410, text, type],
        );
        assert.equal(response.field('Retry-After'), '3600');
        assert.equal(deprecation(response)[2], `<${blog}>; rel="deprecation"; type="text/html"`);
      }
      assert.deepEqual(api.authorizationContext.lifecycle.describe().authorizations.call.body, body);
    }
  });

  it('without an end has no Retry-After', async (t) => {
    const api = await serveAt(t, now, { phases: [{ phase: 'brownout' }] });
    const [response] = await family(api);
    assert.deepEqual([response?.status, response?.field('Retry-After')], [410, undefined]);
  });
});

describe('after the removal', () => {
  it('the deprecated endpoints return 404 for every caller, without announcements', async (t) => {
    const api = await serveAt(t, '2020-11-13T16:00:00Z');
    for (const as of [undefined, null, 'mona:wrong']) {
      for (const response of await family(api, as)) {
        const body = { message: 'Not Found', documentation_url: 'https://docs.github.com/rest' };
        assert.deepEqual([response.status, members(response)], [404, body]);
        assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
      }
    }
  });

  it('a password gets the recorded text and link, right or wrong', async (t) => {
    const api = await serveAt(t, '2020-11-24T10:00:00Z', 'github', {
      options: { apiVersion: 'github-2020' },
    });
    const body = {
      message:
        "Bad credentials. The API can't be accessed using username/password authentication. Please create a personal access token to access this endpoint: http://github.com/settings/tokens",
      documentation_url:
        'https://docs.github.com/articles/creating-a-personal-access-token-for-the-command-line',
    };
    for (const as of ['mona:correct-horse-1', 'mona:wrong', 'nobody:wrong'])
      for (const path of ['/user', '/meta', '/nothing'])
        assert.deepEqual(members(await api.call('GET', path, { as })), body, `${as} ${path}`);
    for (const as of [`${token}:x-oauth-basic`, `mona:${token}`]) {
      const response = await api.call('GET', '/user', { as });
      assert.deepEqual([response.status, members(response).message], [401, 'Bad credentials'], as);
    }
  });

  it('/meta shows that passwords are not accepted', async (t) => {
    const api = await serveAt(t, '2020-11-13T16:00:00Z');
    const isVerifiable = async () =>
      members(await api.call('GET', '/meta', { as: null })).verifiable_password_authentication;
    assert.equal(await isVerifiable(), false);
    api.runtime.clock.freeze(Date.parse('2020-11-13T15:59:59Z'));
    assert.equal(await isVerifiable(), true);
  });

  it('a configured status replaces 404', async (t) => {
    const api = await serveAt(t, '2021-01-01', { phases: [{ phase: 'removed', status: 410 }] });
    const [response] = await family(api);
    assert.equal(response?.status, 410);
    assert.match(
      String(response && members(response).message),
      /was removed.*2020-02-14-deprecating-oauth-auth-endpoint/,
    );
    assert.equal(response?.field('Retry-After'), undefined);
  });
});

describe('the lifecycle', () => {
  it('is deprecated without an end by default, with the dates of github.com', async (t) => {
    const api = await serveApi(t, { runtime: createRuntime({ now: Date.UTC(2012, 0, 1) }) });
    for (const year of [2012, 2020, 2030]) {
      api.runtime.clock.freeze(Date.UTC(year, 0, 1));
      const response = await api.call('GET', '/authorizations');
      assert.equal(response.status, 200);
      assert.equal(response.field('Sunset'), 'Fri, 13 Nov 2020 16:00:00 GMT');
    }
  });

  it('announces nothing while the interface is supported', async (t) => {
    const api = await serveAt(t, '2021-01-01', 'supported');
    for (const response of await family(api))
      assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
    const path = `/applications/${client.pair.client_id}/tokens/${token}`;
    const response = await api.call('GET', path, { as: asClient });
    assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
  });

  it('announces nothing where the announcement is disabled, also during brownouts', async (t) => {
    const options = { deprecationHeaders: false };
    for (const now of ['2020-06-01', '2020-09-30T08:00:00Z']) {
      const api = await serveAt(t, now, 'github', { options });
      for (const response of await family(api))
        assert.deepEqual(deprecation(response), [undefined, undefined, undefined]);
    }
  });

  it('announces the dates of its own schedule, in the format that the schedule selects', async (t) => {
    for (const [format, date] of [
      [{}, 'Tue, 15 Jan 2030 00:00:00 GMT'],
      [{ deprecation_format: 'http-date' }, 'Tue, 15 Jan 2030 00:00:00 GMT'],
      [{ deprecation_format: 'rfc-9745' }, '@1894665600'],
    ] as const) {
      const api = await serveAt(t, '2030-02-01', {
        phases: [
          { phase: 'removed', from: '2030-06-01T12:00:00Z' },
          { phase: 'deprecated', from: '2030-01-15' },
        ],
        ...format,
      });
      const announced = [date, 'Sat, 01 Jun 2030 12:00:00 GMT'];
      assert.deepEqual(deprecation(await api.call('GET', '/authorizations')).slice(0, 2), announced);
      const { lifecycle } = api.authorizationContext;
      assert.equal(lifecycle.describe().authorizations.call.headers.Deprecation, date);
      await lifecycle.restore(JSON.parse(JSON.stringify(lifecycle.snapshot())));
      assert.deepEqual(deprecation(await api.call('GET', '/authorizations')).slice(0, 2), announced);
    }
  });

  it('ends at the removal after the current phase, not at an earlier one', async (t) => {
    const api = await serveAt(t, '2030-02-01', {
      phases: [
        { phase: 'removed', from: '2029-01-01' },
        { phase: 'deprecated', from: '2030-01-15' },
        { phase: 'removed', from: '2030-06-01' },
      ],
    });
    assert.equal(api.authorizationContext.lifecycle.endsAt, Date.parse('2030-06-01'));
  });

  it('has its own headers in every phase, in every deprecated response and in no other', async (t) => {
    const headers = { 'X-Phase': 'two', Deprecation: null };
    for (const phase of ['supported', 'deprecated', 'brownout', 'removed']) {
      const api = await serveAt(t, '2020-06-01', { phases: [{ phase, headers }] });
      for (const response of await family(api)) {
        assert.equal(response.field('X-Phase'), 'two', phase);
        assert.equal(response.field('Deprecation'), undefined);
      }
      assert.equal((await api.call('GET', '/meta', { as: null })).field('X-Phase'), undefined);
    }
  });

  it('can remove or replace the common headers, without repeating them', async (t) => {
    const headers = { server: 'nginx', 'X-GitHub-Enterprise-Version': null, 'Cache-Control': 'no-store' };
    const api = await serveAt(t, '2020-06-01', { phases: [{ phase: 'brownout', headers }] });
    const [response] = await family(api);
    const values = (wanted: string) =>
      response?.fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
    assert.deepEqual(values('server'), ['nginx']);
    assert.deepEqual(values('x-github-enterprise-version'), []);
    assert.deepEqual(values('cache-control'), ['no-store']);
    assert.deepEqual(
      api.authorizationContext.lifecycle.describe().authorizations.call.headers.server,
      'nginx',
    );
  });

  it('follows the server clock when it is frozen, set or advanced', async (t) => {
    const api = await serveAt(t, '2020-09-30T06:59:59Z');
    const status = async () => (await api.call('GET', '/authorizations', { as: null })).status;
    assert.equal(await status(), 401);
    api.runtime.clock.advance(1000);
    assert.equal(await status(), 410);
    api.runtime.clock.set(Date.parse('2020-11-14'));
    assert.equal(await status(), 404);
    api.runtime.clock.freeze(Date.parse('2020-09-30T12:00:00Z'));
    assert.equal(await status(), 401);
  });
});

describe('a call without a User-Agent', () => {
  for (const [phase, now, status] of [
    ['a brownout', '2020-09-30T08:00:00Z', 410],
    ['the removal', '2020-12-01T00:00:00Z', 404],
  ] as const) {
    it(`is rejected for that reason before ${phase}`, async (t) => {
      const api = await serveAt(t, now);
      assert.equal((await api.call('GET', '/authorizations')).status, status);
      for (const [method, path] of [
        ['GET', '/authorizations'],
        ['POST', '/authorizations'],
        ['GET', '/applications/grants'],
        ['OPTIONS', '/authorizations'],
      ] as const) {
        const response = await api.call(method, path, { fields: [['User-Agent', '']] });
        assert.equal(response.status, 403, `${method} ${path}`);
        assert.match(response.text(), /Request forbidden by administrative rules/);
      }
    });
  }
});
