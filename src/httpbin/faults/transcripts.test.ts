import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultTranscript } from '../../../test/support/fault-transcript.ts';
import { transcripts } from '../../../test/support/fault-transcripts.ts';
import { lastFault } from '../../../test/support/journal.ts';
import { serve } from '../../../test/support/serve.ts';
import { faultRows } from '../../../tools/fault-rows.ts';

/** The lines that every response of the testing service has. */
const COMMON =
  /^(?:Date|Access-Control-Allow-Origin|Access-Control-Allow-Credentials|Vary|Keep-Alive): .*\r?\n/gm;

const NEXT = 'GET /get HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

for (const protocol of ['HTTP/1.1', 'TLS']) {
  const isEncrypted = protocol === 'TLS';
  test(`faults over ${protocol}`, async (t) => {
    const server = await serve(t, { tls: isEncrypted, maxDuration: 150, maxGeneratedSize: 2 ** 21 });
    const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
    for (const { fault, method } of faultRows()) {
      await t.test(`fault=${fault} over ${protocol}`, async () => {
        const expected = transcripts[fault];
        const body = method === 'POST' ? 'x'.repeat(2000) : '';
        const length = method === 'POST' ? 'Content-Length: 2000\r\n' : '';
        const request = `${method} /compose?body=hello&fault=${fault} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${body}`;
        const { text, end } = await faultTranscript(server.port, request, {
          ca,
          patience: expected?.end === 'open' ? 300 : 5000,
        });
        const sent = text.replaceAll(COMMON, '');
        const record = await lastFault(server);
        assert.ok(expected, `there is no transcript of ${fault}`);
        if (typeof expected.sent === 'string') assert.equal(sent, expected.sent);
        else assert.match(sent, expected.sent);
        assert.equal(end, (isEncrypted ? expected.endOverTls : undefined) ?? expected.end);
        assert.deepEqual(record, [fault, expected.ended]);
        const next = await faultTranscript(server.port, NEXT, { ca });
        assert.match(next.text, /^HTTP\/1\.1 200 OK\r\n/);
      });
    }
  });
}
