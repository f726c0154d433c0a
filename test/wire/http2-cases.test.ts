import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { runHttp2Case } from '#test/support/wire/http2-cases/run-case.ts';
import { HTTP2_CASE_COUNT, http2Cases } from '#test/support/wire/http2-cases.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import type { WireExchange } from '#wire/port.ts';

const CASES = http2Cases('/', 'http');
/** Cases at a time on one server. */
const AT_ONCE = 8;

it(`the cases of ours after the list of h2spec are ${HTTP2_CASE_COUNT}, each with another name`, () => {
  assert.equal(CASES.length, HTTP2_CASE_COUNT);
  assert.equal(new Set(CASES.map(({ section, title }) => `${section} ${title}`)).size, HTTP2_CASE_COUNT);
});

/** Reads the content, and answers. */
function answer(exchange: WireExchange): void {
  const respond = () => void exchange.respond(200, 'OK', [], 'hello, world');
  if (exchange.body.state === 'none') respond();
  else exchange.body.read({ data: () => {}, end: respond, fail: () => {} });
}

describe('the driver of HTTP/2 with prior knowledge', () => {
  const cleanups: (() => unknown)[] = [];
  let port = 0;
  before(async () => {
    ({ port } = await driveWire({ after: (action) => void cleanups.push(action) }, answer, { h2c: true }));
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  for (const row of CASES)
    it(`${row.section}: a client ${row.title}`, () =>
      runHttp2Case(() => openRawConnection(port, { protocol: 'h2' }).socket, row));
});

it('the driver of HTTP/2 passes them over TLS', async (t) => {
  const { port, ca } = await driveWire(t, answer, { tls: true });
  assert.deepEqual(await failuresOf(port, ca, '/'), []);
});

for (const tls of [false, true]) {
  const name = tls ? 'over TLS' : 'with prior knowledge';
  it(`the server passes them ${name}`, async (t) => {
    const { port, caPath } = await serve(t, tls ? { tls } : { h2c: true });
    const ca = caPath && readFileSync(caPath, 'utf8');
    assert.deepEqual(await failuresOf(port, ca, '/anything'), []);
  });
}

/** Runs the cases against a port, over TLS if there is a certificate authority to trust. */
async function failuresOf(port: number, ca: string | undefined, path: string): Promise<readonly string[]> {
  const open = () => openRawConnection(port, { ca, protocol: 'h2' }).socket;
  const failures: string[] = [];
  const waiting = [...http2Cases(path, ca === undefined ? 'http' : 'https')];
  const work = async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
      try {
        await runHttp2Case(open, row);
      } catch (error) {
        failures.push(`${row.section}: a client ${row.title}: ${error}`);
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}
