import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

test('returns variables with the prefix', async (t) => {
  const environment = {
    SPARRING_ENV_COLOUR: 'red',
    SPARRING_ENV_: '',
    SPARRING_ENV: 'no',
    sparring_env_colour: 'no',
    XSPARRING_ENV_COLOUR: 'no',
    SPARRING_DATABASE: 'postgres://user:password@host/name',
    PATH: '/bin',
  };
  const server = await serve(t, { environment });
  const { env } = Object((await server.get('/env?SPARRING_DATABASE')).json());
  assert.deepEqual(env, { SPARRING_ENV_: '', SPARRING_ENV_COLOUR: 'red' });
});

test('returns no other variable of the process', async (t) => {
  const server = await serve(t);
  const { env } = Object((await server.get('/env')).json());
  const others = Object.keys(env).filter((name) => !name.startsWith('SPARRING_ENV_'));
  assert.deepEqual(others, []);
  assert.ok(Object.keys(process.env).length > 0);
});
