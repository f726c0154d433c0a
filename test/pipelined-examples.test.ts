import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import { exampleServer } from './support/servers/example-server.ts';
import { exchangeBytes, type WireResponse } from './support/wire/wire.ts';

interface Sent {
  readonly name: string;
  readonly method: string;
  readonly bytes: Buffer;
}

/** Number of requests on one connection. */
const LENGTH = 5;
/** What examples of these labs answer depends on the examples before them. */
const STATEFUL = /^\/(?:sequence|limit|idempotency)\//;

test('an example gets the same response alone and pipelined between any others', async () => {
  const server = await exampleServer({ isFrozen: true });
  const ask = (requests: readonly Sent[]) =>
    exchangeBytes(
      server.port,
      Buffer.concat(requests.map(({ bytes }) => bytes)),
      requests.map(({ method }) => method),
    );
  const alone = new Map<Sent, string>();
  for (const { name, endpoints } of server.services) {
    if (name !== 'testing' && name !== 'docs') continue;
    for (const endpoint of endpoints)
      for (const example of endpoint.examples) {
        const sent = toBytes(endpoint, example);
        const [[first], [second]] = [await ask([sent]), await ask([sent])];
        // The reader of this test knows no trailers, and random content differs each time.
        if (STATEFUL.test(example.path) || !first || endsConnection(first) || first.field('Trailer'))
          continue;
        if (second && describe(first) === describe(second)) alone.set(sent, describe(first));
      }
  }
  const sent = [...alone.keys()];
  assert.ok(sent.length > 140, `${sent.length} examples`);
  for (let first = 0; first < sent.length; first++) {
    // Another distance for each, so that an example has several neighbours.
    const distance = 1 + (first % 7) * 31;
    const places = Array.from({ length: LENGTH }, (_, place) => (first + place * distance) % sent.length);
    const requests = places.flatMap((place) => sent[place] ?? []);
    assert.deepEqual(
      (await ask(requests)).map(describe),
      requests.map((each) => alone.get(each)),
      requests.map(({ name }) => name).join(', '),
    );
  }
});

function toBytes(
  { methods }: Endpoint,
  { method = methods[0] ?? 'GET', path, fields = [], body }: Example,
): Sent {
  const has = (wanted: string) => fields.some(([name]) => name.toLowerCase() === wanted);
  const all = [
    ...(has('host') ? [] : [['Host', '127.0.0.1:8080'] as const]),
    ...fields,
    ...(body === undefined || has('content-length')
      ? []
      : [['Content-Length', String(Buffer.byteLength(body))] as const]),
  ];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  return { name: `${method} ${path}`, method, bytes: Buffer.concat([head, Buffer.from(body ?? '')]) };
}

function endsConnection(response: WireResponse): boolean {
  return response.field('Connection') !== 'keep-alive';
}

/** All of it but its time. */
function describe({ status, reason, fields, body }: WireResponse): string {
  const timeless = fields.filter(([name]) => name !== 'Date');
  const content = body.toString('latin1').replace(/Date: [^\r\n\\]+/g, '');
  return JSON.stringify([status, reason, timeless, content]);
}
