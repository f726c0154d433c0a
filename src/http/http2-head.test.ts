import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { it } from 'node:test';
import { entriesWhen } from '../../test/support/journal.ts';
import { serve } from '../../test/support/serve.ts';

it('a request over HTTP/2 ends when the client resets its stream, with any method', async (t) => {
  const server = await serve(t, { h2c: true, maxConcurrency: 2 });
  const session = connect(server.url);
  t.after(() => session.destroy());
  // More requests than may be in progress: each one is released.
  const methods = ['GET', 'HEAD', 'POST', 'HEAD', 'HEAD', 'GET'];
  for (const [index, method] of methods.entries()) {
    const stream = session.request({ ':method': method, ':path': '/delay/9' });
    stream.on('error', () => {}).end();
    await entriesWhen(server, (entries) => entries.length === index + 1);
    stream.close(8);
    const entries = await entriesWhen(server, (all) => {
      const last = all.at(-1);
      return last?.kind === 'exchange' && last.ended !== null;
    });
    const last = entries.at(-1);
    assert.ok(last?.kind === 'exchange');
    assert.deepEqual([last.request.method, last.response, last.ended], [method, null, 'client-rst']);
  }
});
