import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultTranscript } from '../../../test/support/faults/fault-transcript.ts';
import { firstExchange } from '../../../test/support/journal.ts';
import { serveControlled } from '../../../test/support/servers/control.ts';
import { serve } from '../../../test/support/servers/serve.ts';
import { createRuntime } from '../../runtime.ts';

describe('the times of an attempt', () => {
  it('are milliseconds of real time from the head of the request', async (t) => {
    // Each reading is a second later, so that each difference is a number of seconds.
    let seconds = 0;
    const runtime = {
      ...createRuntime(),
      monotonic: () => ++seconds * 1000,
      systemMonotonic: () => ++seconds * 1e6,
    };
    const { control, get } = await serveControlled(t, { runtime });
    for (let count = 0; count < 2; count++)
      assert.equal((await get('/sequence/k/status=503/end')).status, 503);
    const { attempts } = JSON.parse((await control('GET', '/labs/sequence/k')).text());
    const [first, second] = attempts;
    assert.equal(first.sincePrevious, null);
    for (const time of [second.sincePrevious, second.ms.firstByte, second.ms.done])
      assert.ok(time >= 1000 && time % 1000 === 0, String(time));
    assert.ok(second.ms.firstByte < second.ms.done && second.ms.done < second.sincePrevious + 100_000);
  });
});

describe('an attempt with a fault', () => {
  it('is in the journal with the head that was sent', async (t) => {
    const server = await serve(t);
    const path = '/sequence/k/status=503/body=abcdef/fault=length:less-2/end';
    const { text, end } = await faultTranscript(server.port, `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`);
    assert.match(text, /^HTTP\/1\.1 503 .*\r\nContent-Length: 4\r\n/s);
    assert.equal(end, 'fin');
    const { response, lab } = await firstExchange(server);
    assert.deepEqual(
      [response?.status, response?.fault, response?.headers.filter(([name]) => name === 'Content-Length')],
      [503, 'length:less-2', [['Content-Length', '4']]],
    );
    assert.deepEqual(lab, { name: 'sequence', key: 'k', attempt: 1 });
    const [attempt] = JSON.parse((await server.get('/sequence/k?wait=1')).text()).attempts;
    assert.deepEqual([attempt.status, attempt.fault, attempt.endedBy], [503, 'length:less-2', 'server-fin']);
  });
});
