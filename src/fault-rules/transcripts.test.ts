import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultTranscript } from '../../test/support/fault-transcript.ts';
import { transcripts } from '../../test/support/fault-transcripts.ts';
import { frameTranscripts } from '../../test/support/fault-transcripts-http2.ts';
import { requestHttp2 } from '../../test/support/http2.ts';
import { frameTranscript } from '../../test/support/http2-frames.ts';
import { lastFault } from '../../test/support/journal.ts';
import { serve } from '../../test/support/serve.ts';
import { faultRows } from '../../tools/fault-rows.ts';

/** The lines that every response of the testing service has. */
const COMMON =
  /^(?:Date|Access-Control-Allow-Origin|Access-Control-Allow-Credentials|Vary|Keep-Alive): .*\r?\n/gm;

const PATH = '/compose?body=hello';

test('a rule with any fault sends the bytes of the directive', async (t) => {
  const server = await serve(t, { maxDuration: 100 });
  const { faults } = server.authorizationContext;
  for (const { fault, method } of faultRows()) {
    const expected = transcripts[fault];
    assert.ok(expected, `there is no transcript of ${fault}`);
    await faults.add(server.checkFault({ match: { path: '/compose' }, effect: { fault } }));
    const body = method === 'POST' ? 'x'.repeat(2000) : '';
    const length = method === 'POST' ? 'Content-Length: 2000\r\n' : '';
    const request = `${method} ${PATH} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${body}`;
    const { text, end } = await faultTranscript(server.port, request, {
      patience: expected.end === 'open' ? 200 : 5000,
    });
    const sent = text.replaceAll(COMMON, '');
    if (typeof expected.sent === 'string') assert.equal(sent, expected.sent, fault);
    else assert.match(sent, expected.sent, fault);
    assert.deepEqual([end, ...(await lastFault(server))], [expected.end, fault, expected.ended]);
  }
  assert.equal((await server.get('/get')).status, 200);
  assert.ok(faults.list().every(({ remaining }) => remaining === 0));
});

test('a rule with any fault sends the frames of the directive over HTTP/2', async (t) => {
  const server = await serve(t, { h2c: true, maxDuration: 100 });
  const { faults } = server.authorizationContext;
  for (const { fault, method, isOverHttp2 } of faultRows()) {
    await faults.add(server.checkFault({ match: { path: '/compose' }, effect: { fault } }));
    if (!isOverHttp2) {
      const answer = await requestHttp2(server.url, { path: PATH, method });
      assert.equal(answer.status, 400, fault);
      continue;
    }
    const expected = frameTranscripts[fault];
    assert.ok(expected, `there is no transcript of ${fault}`);
    const content = method === 'POST' ? { content: 'x'.repeat(2000) } : {};
    const { frames, end } = await frameTranscript(
      server.port,
      [{ stream: 1, path: PATH, method, ...content }],
      (seen) => expected.end === 'open' && seen.length >= expected.frames.length,
    );
    const record = await lastFault(server);
    assert.deepEqual([frames, end, record], [expected.frames, expected.end, [fault, expected.ended]], fault);
  }
  assert.equal((await server.get('/get')).status, 200);
});
