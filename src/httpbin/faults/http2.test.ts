import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameTranscripts } from '../../../test/support/fault-transcripts-http2.ts';
import { requestHttp2 } from '../../../test/support/http2.ts';
import { frameTranscript } from '../../../test/support/http2-frames.ts';
import { lastFault } from '../../../test/support/journal.ts';
import { serve } from '../../../test/support/serve.ts';
import { faultRows } from '../../../tools/fault-rows.ts';

test('faults over HTTP/2', async (t) => {
  const server = await serve(t, { h2c: true, maxDuration: 150 });
  for (const { fault, method, isOverHttp2 } of faultRows()) {
    await t.test(`fault=${fault} over HTTP/2`, async () => {
      const path = `/compose?body=hello&fault=${fault}`;
      if (!isOverHttp2) {
        const answer = await requestHttp2(server.url, { path, method });
        assert.equal(answer.status, 400);
        assert.equal(answer.headers['content-type'], 'application/problem+json');
        if (method !== 'HEAD') assert.match(String(answer.body), /fault: .*cannot be carried by HTTP\/2/);
        return;
      }
      const request = {
        stream: 1,
        path,
        method,
        ...(method === 'POST' ? { content: 'x'.repeat(2000) } : {}),
      };
      const expected = frameTranscripts[fault];
      assert.ok(expected, `there is no transcript of ${fault}`);
      const { frames, end } = await frameTranscript(
        server.port,
        [request],
        (seen) => expected.end === 'open' && seen.length >= expected.frames.length,
      );
      const record = await lastFault(server);
      assert.deepEqual([frames, end, record], [expected.frames, expected.end, [fault, expected.ended]]);
      assert.equal((await server.get('/get')).status, 200);
    });
  }
});
