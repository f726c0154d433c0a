import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { createRequestLog, type LogOptions, openLog } from './log.ts';

async function open(t: TestContext, options: Partial<LogOptions>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sparring-'));
  const file = path.join(folder, 'log');
  const descriptor = openSync(file, 'a');
  t.after(() => {
    closeSync(descriptor);
    rmSync(folder, { recursive: true });
  });
  const log = await openLog({
    level: 'info',
    format: 'auto',
    isTerminal: false,
    hasColour: false,
    descriptor,
    ...options,
  });
  return { log, read: () => readFileSync(file, 'utf8') };
}

describe('the log', () => {
  it('is a line of JSON for each event where there is no terminal', async (t) => {
    const { log, read } = await open(t, {});
    log.warn('Something', { count: 3 });
    const { time, ...line } = JSON.parse(read());
    assert.deepEqual(line, { level: 'warn', count: 3, msg: 'Something' });
    assert.match(time, /^\d{4}-\d\d-\d\dT/);
  });

  it('is text on a terminal, with colors if the terminal supports them', async (t) => {
    const plain = await open(t, { isTerminal: true });
    plain.log.info('Something', { count: 3 });
    assert.match(plain.read(), /^\[\d\d:\d\d:\d\d\] INFO: Something \{"count":3\}\n$/);
    const coloured = await open(t, { format: 'text', hasColour: true });
    coloured.log.info('Something');
    assert.ok(coloured.read().includes('\u001b['));
  });

  it('has no character that a terminal interprets, whatever the text', async (t) => {
    const evil = `a${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code), 0x7f, 0x85, 0x9b)}\u202e\\b`;
    for (const isTerminal of [true, false]) {
      const { log, read } = await open(t, { isTerminal });
      log.warn(evil, { name: evil, error: new Error(evil) });
      const printed = read();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that may not be there
      assert.doesNotMatch(printed, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      assert.ok(printed.includes('\\b'));
      if (!isTerminal) assert.equal(JSON.parse(printed).name, evil);
    }
  });

  it('omits messages below its level', async (t) => {
    const { log, read } = await open(t, { level: 'error' });
    log.info('quiet');
    log.warn('quiet');
    log.error('loud');
    assert.equal(read().split('\n').length, 2);
    const silent = await open(t, { level: 'silent' });
    silent.log.error('quiet');
    assert.equal(silent.read(), '');
  });

  it('contains errors with their stack, and no password, token or one-time password', async (t) => {
    const { log, read } = await open(t, {});
    log.error('Unexpected', {
      error: new Error('broken'),
      Authorization: 'Basic s3cret',
      password: 's3cret',
      request: { headers: { authorization: 's3cret', 'x-github-otp': 's3cret' }, token: 's3cret' },
    });
    const line = read();
    assert.match(line, /"stack":"Error: broken/);
    assert.doesNotMatch(line, /s3cret/);
  });

  it('of requests names the template of the path, and the trace of the client', async (t) => {
    const { log, read } = await open(t, {});
    createRequestLog(log)({ ...FINISHED, traceId: 'a', spanId: 'b' });
    const { time: _, ...line } = JSON.parse(read());
    const { traceId: __, spanId: ___, ...seen } = FINISHED;
    assert.deepEqual(line, {
      ...seen,
      level: 'info',
      trace_id: 'a',
      span_id: 'b',
      msg: 'GET /basic-auth/{user}/{passwd} 401',
    });
  });

  it('of requests contains no trace without one, and no method that a client made up', async (t) => {
    const { log, read } = await open(t, {});
    createRequestLog(log)({ ...FINISHED, method: 'S3CRET' });
    assert.doesNotMatch(read(), /trace|span|S3CRET/);
    assert.match(read(), /"method":"OTHER"/);
  });
});

const FINISHED: FinishedExchange = {
  requestId: '1',
  entry: 7,
  traceId: undefined,
  spanId: undefined,
  method: 'GET',
  template: '/basic-auth/{user}/{passwd}',
  service: 'testing',
  status: 401,
  milliseconds: 2,
  bytes: 17,
  protocol: 'HTTP/1.1',
  peer: '127.0.0.1',
};
