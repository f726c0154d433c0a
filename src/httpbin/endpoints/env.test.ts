import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve } from '../../../test/support/serve.ts';

test('variables are shown by their prefix alone', async (t) => {
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

test('of what the process was started with nothing else is ever shown', async (t) => {
  const server = await serve(t);
  const { env } = Object((await server.get('/env')).json());
  const strays = Object.keys(env).filter((name) => !name.startsWith('SPARRING_ENV_'));
  assert.deepEqual(strays, []);
  assert.ok(Object.keys(process.env).length > 0);
});
