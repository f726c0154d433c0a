import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import type { ServerOptions } from '#server/server.ts';
import { assertToken } from './assert-token.ts';
import { github3Py, githubApi, goGithub } from './installed.ts';
import { perform } from './scripts.ts';
import { secondFactors, serveClients } from './server.ts';

/** The release of 2019, like the clients. */
const options: Partial<ServerOptions> = { apiVersion: 'ghes-2.18' };
const suite = { concurrency: 3, timeout: 400_000 };

const token = Type.Object({
  id: Type.Number(),
  token: Type.String(),
  login: Type.Optional(Type.String()),
});

describe('clients of package managers sign in with a one-time password', suite, () => {
  const outcome = Type.Object({ token: Type.String(), login: Type.String() });
  const created = ['POST /authorizations 401', 'POST /authorizations 201'];
  const read = ['GET /user 200', 'GET /users/{username} 200'];

  for (const { client, calls } of [
    { client: goGithub, calls: read },
    { client: github3Py, calls: read },
    {
      client: githubApi,
      calls: ['GET /user 200', 'GET /user/orgs 200', 'GET /user/teams 200', 'GET /users/{username} 200'],
    },
  ]) {
    for (const method of ['app', 'sms'] as const)
      it(`${client.name}, ${method}`, async (t) => {
        const script = await client.open(t);
        if (!script) return;
        const server = await serveClients(t, secondFactors[method], options);
        const done = await perform(t, server, script, { name: 'sign-in', outcome });
        assert.equal(done?.login, server.user.login);
        assert.deepEqual(server.calls, [...created, ...calls]);
        await assertToken(server, done.token);
      });
  }
});

describe('clients of package managers create, list, change, read and delete authorizations', suite, () => {
  const scopes = Type.Optional(Type.Array(Type.String()));
  const outcome = Type.Object({
    id: Type.Number(),
    listed: Type.Array(Type.Number()),
    changed: scopes,
    read: scopes,
    deleted: Type.Optional(Type.Unknown()),
    again: Type.Unknown(),
  });
  const both = ['gist', 'user'];
  const one = '/authorizations/{authorization_id}';
  const [created, listed] = ['POST /authorizations 201', 'GET /authorizations 200'];
  const [read, deleted, again] = [`GET ${one} 200`, `DELETE ${one} 204`, `DELETE ${one} 404`];

  for (const { client, calls, expected } of [
    {
      client: goGithub,
      calls: [created, listed, `PATCH ${one} 200`, read, deleted, again],
      expected: { changed: both, read: both, deleted: 204, again: 404 },
    },
    {
      client: github3Py,
      calls: [created, listed, `POST ${one} 200`, read, deleted, again],
      expected: { changed: both, read: both, deleted: true, again: false },
    },
    // It has no method for the others.
    { client: githubApi, calls: [created, listed, deleted, again], expected: { again: false } },
  ]) {
    it(client.name, async (t) => {
      const script = await client.open(t);
      if (!script) return;
      const server = await serveClients(t, null, options);
      const done = await perform(t, server, script, { name: 'family', outcome });
      assert.deepEqual(done, { id: done?.id, listed: [done?.id], ...expected });
      assert.deepEqual(server.calls, calls);
    });
  }
});

describe('clients of package managers get or create the authorization of an application', suite, () => {
  const outcome = Type.Object({ answers: Type.Array(token) });
  const put = 'PUT /authorizations/clients/{client_id}';

  for (const { client, calls } of [
    {
      client: goGithub,
      calls: [`${put} 201`, `${put} 200`, `${put}/{fingerprint} 201`, `${put}/{fingerprint} 200`],
    },
    { client: githubApi, calls: [`${put} 201`, `${put} 200`] },
  ]) {
    it(client.name, async (t) => {
      const script = await client.open(t);
      if (!script) return;
      const server = await serveClients(t, null, options);
      const done = await perform(t, server, script, { name: 'get-or-create', outcome });
      assert.deepEqual(server.calls, calls);
      const [first, second] = done?.answers ?? [];
      assert.match(first?.token ?? '', /^[0-9a-f]{40}$/);
      assert.deepEqual(second, { id: first?.id, token: '' });
    });
  }
});

describe('go-github with the client ID in the path and in the body of PUT', suite, () => {
  const outcome = Type.Object({ status: Type.Number() });

  for (const [lenientPut, status] of [
    [false, 422],
    [true, 201],
  ] as const) {
    it(`gets ${status} ${lenientPut ? 'with' : 'without'} lenient-put`, async (t) => {
      const script = await goGithub.open(t);
      if (!script) return;
      const server = await serveClients(t, null, { ...options, lenientPut });
      const done = await perform(t, server, script, { name: 'repeated-id', outcome });
      assert.equal(done?.status, status);
    });
  }
});

describe('clients of package managers check, reset and revoke a token of an application', suite, () => {
  const outcome = Type.Object({
    made: token,
    checked: Type.Optional(token),
    renewed: Type.Optional(token),
    after: Type.Array(Type.Unknown()),
  });
  const path = '/applications/{client_id}/tokens/{access_token}';
  const [found, missing] = [`GET ${path} 200`, `GET ${path} 404`];
  const [reset, revoked] = [`POST ${path} 200`, `DELETE ${path} 204`];

  for (const { client, calls, after } of [
    { client: goGithub, calls: [found, reset, missing, revoked, missing], after: [404, 204, 404] },
    { client: github3Py, calls: [found, revoked, missing], after: [true, true, false] },
    { client: githubApi, calls: [found, reset, missing], after: [false] },
  ]) {
    it(client.name, async (t) => {
      const script = await client.open(t);
      if (!script) return;
      const server = await serveClients(t, null, options);
      const done = await perform(t, server, script, { name: 'token-in-path', outcome });
      assert.ok(done);
      assert.deepEqual(done.after, after);
      assert.deepEqual(server.calls.slice(1), calls);
      assert.equal(done.checked?.token ?? done.made.token, done.made.token);
      // The library of Java does not read the user.
      assert.equal(done.checked?.login ?? server.user.login, server.user.login);
      assert.equal(done.renewed?.id ?? done.made.id, done.made.id);
      assert.notEqual(done.renewed?.token, done.made.token);
    });
  }
});
