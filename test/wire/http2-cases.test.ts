import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';
import { driveWire } from '#test/support/wire/driver.ts';
import { runHttp2Case } from '#test/support/wire/http2-cases/run-case.ts';
import { HTTP2_CASE_COUNT, http2Cases } from '#test/support/wire/http2-cases.ts';
import { type Http2Driver, serveHttp2 } from '#test/support/wire/http2-driver.ts';
import { openRawConnection } from '#test/support/wire/raw-connection.ts';
import type { WireExchange } from '#wire/port.ts';

const CASES = http2Cases('/', 'http');
/** Cases at a time on one server. */
const AT_ONCE = 8;

it(`the cases of ours after the list of h2spec are ${HTTP2_CASE_COUNT}, each with another name`, () => {
  assert.equal(CASES.length, HTTP2_CASE_COUNT);
  assert.equal(new Set(CASES.map(({ section, title }) => `${section} ${title}`)).size, HTTP2_CASE_COUNT);
});

describe('the machine of HTTP/2 behind a socket', () => {
  let server: Http2Driver;
  before(async () => {
    server = await serveHttp2(() => ({ status: 200, fields: [], content: 'hello, world' }));
  });
  after(() => server[Symbol.asyncDispose]());

  for (const row of CASES)
    it(`${row.section}: a client ${row.title}`, () =>
      runHttp2Case(() => connect({ port: server.port, host: '127.0.0.1' }), row));
});

/** Reads the content, and answers. */
function answer(exchange: WireExchange): void {
  const respond = () => void exchange.respond(200, 'OK', [], 'hello, world');
  if (exchange.body.state === 'none') respond();
  else exchange.body.read({ data: () => {}, end: respond, fail: () => {} });
}

for (const tls of [false, true]) {
  const name = tls ? 'over TLS' : 'with prior knowledge';
  it(`the driver of HTTP/2 passes them ${name}`, async (t) => {
    const { port, ca } = await driveWire(t, answer, tls ? { tls } : { h2c: true });
    assert.deepEqual(await failuresOf(port, ca, '/'), []);
  });

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
