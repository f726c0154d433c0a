import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { runHttp2Case } from '#test/support/wire/http2-cases/run-case.ts';
import { HTTP2_CASE_COUNT, http2Cases } from '#test/support/wire/http2-cases.ts';
import { type Http2Driver, serveHttp2 } from '#test/support/wire/http2-driver.ts';

const CASES = http2Cases('/', 'http');

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
