import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addRule } from '#test/support/rules.ts';
import { serve } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';

/** The first and the last status that no class of RFC 9110 has. */
const STATUSES = [600, 999] as const;

describe('a status from 600 to 999', () => {
  for (const isHttp2 of [false, true])
    it(`is sent by endpoints, directives, rules and labs over HTTP/${isHttp2 ? 2 : '1.1'}`, async (t) => {
      const server = await serve(t, { h2c: true });
      const get = async (path: string) => {
        const request = { method: 'GET', path };
        const response = isHttp2
          ? await requestHttp2(`http://127.0.0.1:${server.port}`, request)
          : await server.send(request);
        return [response.status, String(response.body)];
      };
      for (const status of STATUSES) {
        await addRule(server, { match: { path: `/rule/${status}` }, respond: { status, body: 'hello' } });
        assert.deepEqual(await get(`/status/${status}`), [status, '']);
        assert.deepEqual(await get(`/drip?code=${status}&numbytes=1&duration=0`), [status, '*']);
        assert.deepEqual(await get(`/compose?status=${status}&body=hello`), [status, 'hello']);
        assert.deepEqual(await get(`/rule/${status}`), [status, 'hello']);
        assert.deepEqual(await get(`/sequence/k${status}/status=${status}/body=hello/end`), [
          status,
          'hello',
        ]);
        const recorded = server.journal?.entries().at(-1);
        assert.ok(recorded?.kind === 'exchange');
        assert.equal(recorded.response?.status, status);
      }
    });
});
