import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
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

for (const tls of [false, true])
  it(`the driver of HTTP/2 passes them ${tls ? 'over TLS' : 'with prior knowledge'}`, async (t) => {
    const { port, ca } = await driveWire(t, answer, tls ? { tls } : { h2c: true });
    const open = () => openRawConnection(port, { ca, protocol: 'h2' }).socket;
    const failures: string[] = [];
    const waiting = [...http2Cases('/', tls ? 'https' : 'http')];
    const work = async () => {
      for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
        try {
          await runHttp2Case(open, row);
        } catch (error) {
          failures.push(`${row.section}: a client ${row.title}: ${error}`);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.deepEqual(failures, []);
  });
