import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { addRule } from './support/rules.ts';
import { serve, type TestServer } from './support/servers/serve.ts';

const MEBIBYTE = 1024 * 1024;

/** A text that is cut from a head keeps all of it. */
const PADDING = 60_000;

const REQUESTS = 300;

/** The heads have 17 MiB, of which attempts at keys of labs may keep 8 MiB. */
const MAX_GROWTH = 12 * MEBIBYTE;

/** Request line and fields. */
type Kept = readonly [line: string, ...fields: string[]];

/** What the server keeps of a request, or could keep. `#` is another number in each request, and `%` is padding. */
const KEPT: Readonly<Record<string, Kept>> = {
  'keys of sequences': ['GET /sequence/a-long-key-number-#/body=a-long-text/end/%'],
  'keys of limits': ['GET /limit/a-long-key-number-#/policy=a-long-policy;q=5;w=60/end/%'],
  'callers of a sequence': [
    'GET /sequence/callers/by=header:X-Caller/status=200/end',
    'X-Caller: a-long-caller-number-#',
  ],
  'callers of a limit': ['GET /limit/callers/per=header:X-Caller/end', 'X-Caller: a-long-caller-number-#'],
  'keys of idempotency': [
    'POST /sequence/idempotent/by=idempotency/status=200/end',
    'Idempotency-Key: "a-long-idempotency-key-number-#"',
  ],
  'callers of a rule': ['GET /by-header', 'X-Caller: a-long-caller-number-#'],
  'captures of a rule': ['GET /captured/a-long-name-number-#/x?%'],
  'bins of a field': ['GET /get', 'Sparring-Bin: a-long-bin-number-#'],
  'bins of a path': ['GET /bin/a-long-bin-number-#/get?%'],
  'bins of a host': ['GET http://a-long-bin-number-#.bin.localhost/get'],
  'tokens and programs': [
    'GET /api/v3/user',
    'Authorization: token a-long-token-number-#',
    'User-Agent: a-long-user-agent-number-#',
  ],
  'methods, queries and hosts': [
    'A-LONG-METHOD-NUMBER-# /anything?a-long-query-number-#&%',
    'Host: a-long-host-number-#.localhost',
  ],
  'values of fields': [
    'GET /cache',
    'If-None-Match: "a-long-entity-tag-number-#"',
    'X-Request-Id: a-long-request-id-number-#',
    'X-Forwarded-For: 2001:db8::#',
    'Origin: http://a-long-origin-number-#.example',
  ],
};

function requestOf([line, ...fields]: Kept, n: number): string {
  const lines = [`${line} HTTP/1.1`, ...fields];
  if (!fields.some((field) => field.startsWith('Host'))) lines.push('Host: localhost');
  if (!line.includes('%')) lines.push('X-Padding: %');
  return `${lines.join('\r\n')}\r\n\r\n`.replaceAll('#', String(n)).replace('%', 'x'.repeat(PADDING));
}

/** Sends requests one after the other on a connection. */
async function sendAll({ port }: TestServer, kept: Kept, from: number, count: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  for (let n = from; n < from + count; n++) {
    socket.write(requestOf(kept, n), 'latin1');
    await once(socket, 'data');
  }
  socket.destroy();
}

/** Bytes in use. Without a collection, the figures also contain what is not used any more. */
async function memoryInUse(): Promise<NodeJS.MemoryUsage> {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  for (let index = 0; index < 3; index++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage();
}

async function open(t: TestContext): Promise<TestServer> {
  const server = await serve(t, { journal: 10 });
  const respond = [{ status: 200 }, { status: 201 }];
  await addRule(server, { match: { path: '/by-header' }, respond, by: 'header:X-Caller' });
  const body = '{{path.name}}';
  await addRule(server, { match: { path: '/captured/{name}/x' }, respond: { status: 200, body } });
  return server;
}

test('heads of 60 KB do not stay in memory', async (t) => {
  const server = await open(t);
  for (const [name, kept] of Object.entries(KEPT))
    await t.test(`with ${name}`, async (t) => {
      await sendAll(server, kept, 100, 20);
      const { heapUsed: before } = await memoryInUse();
      await sendAll(server, kept, 200, REQUESTS);
      const growth = ((await memoryInUse()).heapUsed - before) / MEBIBYTE;
      t.diagnostic(`${growth.toFixed(1)} MiB`);
      assert.ok(growth * MEBIBYTE < MAX_GROWTH, `${growth.toFixed(1)} MiB`);
    });
});

test('a request does not keep the bytes of a bin in memory that the journal has removed', async (t) => {
  const server = await serve(t, { journal: 1000 });
  const { arrayBuffers: before } = await memoryInUse();
  const socket = connect(server.port, '127.0.0.1');
  for (let n = 0; n < 20 * 200; n++) {
    const field = n % 20 === 0 ? 'X-Kept: yes' : `Sparring-Bin: full\r\nX-Padding: ${'x'.repeat(3500)}`;
    socket.write(`GET /status/200 HTTP/1.1\r\nHost: localhost\r\n${field}\r\n\r\n`);
    await once(socket, 'data');
  }
  socket.destroy();
  const growth = ((await memoryInUse()).arrayBuffers - before) / MEBIBYTE;
  t.diagnostic(`${growth.toFixed(1)} MiB`);
  // The journal has 500 heads of 3.5 KB.
  assert.ok(growth < 6, `${growth.toFixed(1)} MiB`);
});
