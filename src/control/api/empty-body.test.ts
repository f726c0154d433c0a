import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serve } from '#test/support/servers/serve.ts';
import { exchangeBytes } from '#test/support/wire/wire.ts';
import { endpoints } from './endpoints/index.ts';

/** The calls that have an effect and take no body. Parameters of a path have the value 1. */
const CALLS = endpoints
  .filter(({ body }) => body === undefined)
  .flatMap(({ path, methods }) =>
    methods.map((method) => ({ method, path: path.replace(/\{[^}]+\}/g, '1') })),
  )
  .filter(({ method }) => method !== 'GET');

describe('a call to the control API that takes no body', () => {
  it('is rejected with a body that says something, before the call has an effect', async (t) => {
    const server = await serve(t);
    const control = (method: string, path: string, body?: string) =>
      server.send({ method, path: `/_sparring${path}`, ...(body !== undefined && { body }) });
    await server.get('/get');
    await control('PUT', '/rules/1', '{"match":{"path":"/get"},"drop":true,"count":9}');
    await control('PUT', '/labs/sequence/1', '{"steps":[{"status":503}]}');
    assert.equal((await control('POST', '/snapshots')).status, 201);
    const readState = async () => {
      const paths = ['/rules', '/labs', '/snapshots', '/requests/1', '/rules/unmatched'];
      return Promise.all(paths.map(async (path) => (await control('GET', path)).text()));
    };
    const state = await readState();
    assert.ok(CALLS.length >= 9, `${CALLS.length} calls`);
    for (const { method, path } of CALLS) {
      for (const body of ['{"bin":"t1"}', '{"bin":', '[]', 'bin=t1', 'nullx', '0']) {
        const response = await server.send({ method, path, body });
        assert.equal(response.status, 400, `${method} ${path} ${body}`);
        assert.equal(members(response).detail, 'This call takes no body. Parameters are in the query.');
      }
      assert.equal((await server.send({ method, path, body: 'x'.repeat(1025) })).status, 413, path);
      const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
      for (const content of ['-5\r\n', '2\r\n{}\r\nzz\r\n']) {
        const [response] = await exchangeBytes(server.port, `${head}${content}`);
        assert.equal(response?.status, 400, `${method} ${path} ${JSON.stringify(content)}`);
      }
    }
    assert.deepEqual(await readState(), state);
  });

  it('takes what clients send in place of no body', async (t) => {
    const server = await serve(t);
    for (const body of ['', '{}', ' {\n}\r\n', 'null', '\n']) {
      const response = await server.send({ method: 'DELETE', path: '/_sparring/requests', body });
      assert.equal(response.status, 204, JSON.stringify(body));
    }
  });
});
