import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '../../test/support/api.ts';
import { serveControlled } from '../../test/support/control.ts';

describe('faults of a running server', () => {
  it('are added, listed with their counts, and removed', async (t) => {
    const { control, call } = await serveControlled(t);
    const rule = {
      match: { path: '/user' },
      effect: { status: 503, message: 'Later.', retry_after: 5 },
      count: 2,
    };
    const added = await control('POST', '/faults', rule);
    assert.equal(added.status, 201);
    assert.equal(added.field('Location'), '/_sparring/faults/1');
    const shares = { probability: 1, toxicity: 1 };
    assert.deepEqual(members(added), { id: 1, ...rule, ...shares, applied: 0, remaining: 2 });
    const location = added.field('Location')?.replace('/_sparring', '') ?? '';
    assert.deepEqual(members(await control('GET', location)), members(added));
    await control('POST', '/faults', { effect: { drop: true }, match: { caller: { login: 'hubot' } } });
    const answer = await call('GET', '/user');
    assert.deepEqual(
      [answer.status, members(answer).message, answer.field('Retry-After')],
      [503, 'Later.', '5'],
    );
    assert.deepEqual(
      [members(await control('GET', location)).applied, (await control('GET', '/faults/9')).status],
      [1, 404],
    );
    assert.deepEqual(members(await control('GET', '/faults')).faults, [
      { id: 1, ...rule, ...shares, applied: 1, remaining: 1 },
      {
        ...{ id: 2, match: { caller: { login: 'hubot' } }, effect: { drop: true } },
        ...{ count: 1, ...shares, applied: 0, remaining: 1 },
      },
    ]);
    assert.equal((await control('DELETE', '/faults/1')).status, 204);
    assert.equal((await call('GET', '/user')).status, 200);
    assert.equal((await control('DELETE', '/faults/1')).status, 404);
    assert.equal((await control('DELETE', '/faults')).status, 204);
    assert.deepEqual(members(await control('GET', '/faults')), { faults: [] });
  });

  it('reject a rule without an effect, with several, or with unknown members', async (t) => {
    const { control } = await serveControlled(t);
    for (const [body, expected] of [
      [{}, /The member effect is missing\./],
      [{ do: { drop: true } }, /\\"do\\" that is not known|is not known/],
      [
        { effect: {} },
        /The member effect must have one of fault, delay, dribble, status, drop, rate_limit, suspended, lockout\./,
      ],
      [{ effect: { drop: true, delay: 1 } }, /must have one of (?:drop and delay|delay and drop), not 2\./],
      [{ effect: { drop: true, message: 'x' } }, /message and retry_after belong beside status\./],
      [{ effect: { status: 200 } }, />= 400/],
      [{ effect: { status: 600 } }, /<= 599/],
      [{ effect: { delay: -1 } }, />= 0/],
      [{ effect: { drop: false } }, /constant/],
      [{ effect: { drop: true }, count: -1 }, />= 0/],
      [{ effect: { drop: true }, count: 1.5 }, /integer/],
      [{ effect: { dorp: true } }, /has a key \\"dorp\\" that is not known \(did you mean drop\?\)/],
      [{ effect: { drop: true }, mach: {} }, /is not known \(did you mean match\?\)/],
      [{ effect: { drop: true }, match: { usr: 'x' } }, /has a key \\"usr\\" that is not known/],
      [{ effect: { drop: true }, match: { path: 5 } }, /string/],
    ] as const) {
      const answer = await control('POST', '/faults', body);
      assert.equal(answer.status, 422, JSON.stringify(body));
      assert.match(answer.text(), expected);
    }
    assert.deepEqual(members(await control('GET', '/faults')), { faults: [] });
  });

  it('reject a rule that cannot match any call', async (t) => {
    const { control } = await serveControlled(t);
    for (const [path, service] of [
      ['/docs', 'docs'],
      ['docs', 'docs'],
      ['/_sparring/faults', 'control'],
      [{ like: '/_sparring*' }, 'control'],
    ] as const) {
      const answer = await control('POST', '/faults', { match: { path }, effect: { drop: true } });
      assert.equal(answer.status, 422, JSON.stringify(path));
      const { detail } = members(answer);
      assert.equal(
        detail,
        `The member match.path must be a path of the testing service, the API or the pages; ${JSON.stringify(typeof path === 'object' ? path.like : path)} belongs to the service ${service}.`,
      );
    }
    for (const [match, expected] of [
      [{ path: '/authorizations?page=2' }, /^The member match\.path must be a path without a query/],
      [{ path: '/authorizations#a' }, /must be a path without a query/],
      [{ path: 'http://127.0.0.1/api/v3/user' }, /must be a path without a query/],
      [{ method: 'GET /user' }, /^The member match\.method must be a method, such as POST\.$/],
      [{ method: '' }, /match\.method must be a method/],
    ] as const) {
      const answer = await control('POST', '/faults', { match, effect: { drop: true } });
      assert.equal(answer.status, 422, JSON.stringify(match));
      assert.match(String(members(answer).detail), expected);
    }
    assert.deepEqual(members(await control('GET', '/faults')), { faults: [] });
  });

  it('act on the service of their path', async (t) => {
    const { control } = await serveControlled(t);
    for (const [path, service] of [
      ['/get', 'testing'],
      ['get', 'testing'],
      ['/status/500', 'testing'],
      ['/status/{codes}', 'testing'],
      ['/anything/a/b/c', 'testing'],
      ['/anything/{rest*}', 'testing'],
      [{ is: '/get' }, 'testing'],
      [{ like: '/get*' }, 'testing'],
      [{ like: '/cookies/se*' }, 'testing'],
      ['/login/oauth/access_token', 'accounts'],
    ] as const) {
      const answer = await control('POST', '/faults', { match: { path }, effect: { drop: true } });
      assert.equal(answer.status, 201, JSON.stringify(path));
      assert.deepEqual(members(answer).match, { path, service });
    }
  });

  it('accept each path that a call of the API can have', async (t) => {
    const { control, call } = await serveControlled(t);
    for (const path of [
      { like: '*' },
      { has: 'user' },
      { like: '/api/v3*' },
      '/',
      '/{rest*}',
      { like: '/*' },
      { is: '/user' },
      '/user',
      'user',
      { like: '/user*' },
      '/users/octocat/suspended',
      '/authorizations/{authorization_id}',
      '/api/v3',
      '/api/v3/user',
      '/api/v3/get',
      '/api/graphql',
      // The path of an unknown endpoint.
      '/repos/acme/x',
    ]) {
      const answer = await control('POST', '/faults', { match: { path }, effect: { drop: true } });
      assert.equal(answer.status, 201, JSON.stringify(path));
    }
    await control('DELETE', '/faults');
    await control('POST', '/faults', { match: { path: '/repos/{rest*}' }, effect: { status: 503 } });
    assert.equal((await call('GET', '/repos/acme/x')).status, 503);
  });

  it('apply to calls of the GraphQL API', async (t) => {
    const { control, send } = await serveControlled(t);
    await control('POST', '/faults', { match: { path: '/api/graphql' }, effect: { status: 503 }, count: 0 });
    const fields = [['User-Agent', 'test']] as const;
    const answer = await send({ method: 'POST', path: '/api/graphql', fields, body: '{}' });
    assert.equal(answer.status, 503);
  });

  it('reject a rule beyond the limit', async (t) => {
    const { control } = await serveControlled(t);
    const add = async () => (await control('POST', '/faults', { effect: { drop: true } })).status;
    for (let count = 0; count < 100; count++) assert.equal(await add(), 201);
    assert.equal(await add(), 409);
  });
});
