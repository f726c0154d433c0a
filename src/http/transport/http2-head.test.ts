import assert from 'node:assert/strict';
import { constants } from 'node:http2';
import { inConfigurations } from '../../../test/support/in-configurations.ts';
import { entriesWhen } from '../../../test/support/journal.ts';

inConfigurations({ http2: true, options: { maxConcurrency: 2 } }, (it) => {
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
