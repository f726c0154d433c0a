import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serve } from '#test/support/servers/serve.ts';
import { endpoints } from './endpoints/index.ts';

/** A call to each endpoint for programs with each of its methods. Parameters of a path have a value of all types. */
const CALLS = endpoints
  .filter(({ access }) => access !== 'form')
  .flatMap(({ path, methods, access, query = {} }) =>
    methods.map((method) => ({
      method,
      path: path.replace(/\{[^}]+\}/g, '1'),
      isPage: access === 'page',
      names: Object.keys(query),
      // An empty `bin` names the scope of the server.
      nonEmpty: Object.keys(query).filter((name) => !(path.startsWith('/_sparring/rules') && name === 'bin')),
    })),
  );

describe('the query of a call to the control API', () => {
  it('is rejected with an unknown, repeated or empty parameter, before the call has an effect', async (t) => {
    const server = await serve(t);
    const control = (method: string, path: string, body?: string) =>
      server.send({ method, path: `/_sparring${path}`, ...(body !== undefined && { body }) });
    await server.get('/bin/t1/get');
    await control('POST', '/rules', '{"match":{"path":"/get"},"drop":true,"count":9}');
    await control('PUT', '/labs/sequence/1', '{"steps":[{"status":503},{"status":200}]}');
    const readState = async () => {
      const paths = ['/rules', '/labs', '/snapshots', '/lifecycle?at=2020-01-01'];
      const responses = await Promise.all(paths.map((path) => control('GET', path)));
      const clock = members(await control('GET', '/clock'));
      return [...responses.map((response) => response.text()), clock.mode, server.journal?.size];
    };
    const state = await readState();

    const rejected = async (method: string, path: string, detail: string) => {
      const response = await server.send({ method, path });
      assert.equal(response.status, 400, `${method} ${path}`);
      assert.equal(response.field('content-type'), 'application/problem+json', path);
      // A problem of the value may follow.
      assert.equal(String(members(response).detail).split('; ')[0], detail, `${method} ${path}`);
    };
    assert.ok(CALLS.length > 40, `${CALLS.length} calls`);
    for (const { method, path, names, nonEmpty, isPage } of CALLS) {
      await rejected(method, `${path}?xyzzy=/get`, 'xyzzy: is not known');
      if (!isPage) await rejected(method, `${path}?xyzzy`, 'xyzzy: is not known');
      for (const name of names) {
        await rejected(method, `${path}?${name}z=1`, `${name}z: is not known (did you mean ${name}?)`);
        await rejected(method, `${path}?${name}=x&${name}=x`, `${name}: must not be given more than once`);
      }
      for (const name of isPage ? [] : nonEmpty)
        await rejected(method, `${path}?${name}=`, `${name}: must not be empty`);
    }
    assert.deepEqual(await readState(), state);
  });
});
