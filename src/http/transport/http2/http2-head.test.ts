import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { entriesWhen } from '#test/support/journal.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';

inConfigurations({ http2: true, options: { maxConcurrency: 2 } }, (it) => {
  for (const path of [
    '/status/600',
    '/compose?status=999&body=a',
    '/compose?status=600&chunk=1&body=ab',
    '/compose?status=600&body=abc&fault=truncate@1',
    '/compose?status=600&fault=reset@headers',
    '/drip?code=600&duration=0',
    '/sequence/a/status=600/end',
  ])
    it(`a status above 599, which HTTP/2 cannot send, gets 400: ${path}`, async (server) => {
      const response = await server.sendHttp2({ path });
      assert.equal(response.status, 400);
      assert.match(String(response.body), /HTTP\/2 has statuses up to 599/);
    });

  it('a request over HTTP/2 ends when the client resets its stream, with any method', async (server) => {
    const session = server.connectHttp2();
    const { length } = server.local.journal?.entries() ?? [];
    // More requests than may be in progress: each one is released.
    const methods = ['GET', 'HEAD', 'POST', 'HEAD', 'HEAD', 'GET'];
    for (const [index, method] of methods.entries()) {
      const stream = session.request({ ':method': method, ':path': '/delay/9' });
      stream.on('error', () => {}).end();
      await entriesWhen(server.local, (entries) => entries.length === length + index + 1);
      stream.close(constants.NGHTTP2_CANCEL);
      const entries = await entriesWhen(server.local, (all) => {
        const last = all.at(-1);
        return last?.kind === 'exchange' && last.ended !== null;
      });
      const last = entries.at(-1);
      assert.ok(last?.kind === 'exchange');
      assert.deepEqual([last.request.method, last.response, last.ended], [method, null, 'client-rst']);
    }
  });
});
