import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { requestHttp2 } from '../../test/support/http2.ts';
import { entriesWhen } from '../../test/support/journal.ts';
import { addRule } from '../../test/support/rules.ts';
import { serve, type TestServer } from '../../test/support/serve.ts';
import { request, type WireRequest } from '../../test/support/wire.ts';
import type { ServerOptions } from '../server.ts';

interface Response {
  readonly status: number;
  readonly fields: readonly (readonly [string, string])[];
  readonly text: string;
}

/** Sends a request with the protocol. */
type Send = (server: TestServer, wanted: WireRequest) => Promise<Response>;

const overHttp1: Send = async (server, wanted) => {
  const answer = await request(
    server.port,
    wanted,
    ...(server.caPath ? [readFileSync(server.caPath, 'utf8')] : []),
  );
  return {
    status: answer.status,
    fields: answer.fields.map(([name, value]) => [name.toLowerCase(), value]),
    text: answer.text(),
  };
};

const overHttp2: Send = async (server, wanted) => {
  const ca = server.caPath ? { ca: readFileSync(server.caPath) } : {};
  const { status, headers, body } = await requestHttp2(server.url, wanted, ca);
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  );
  return { status, fields: fields.filter(([name]) => !name.startsWith(':')), text: String(body) };
};

const TRANSPORTS: readonly (readonly [name: string, options: Partial<ServerOptions>, send: Send])[] = [
  ['HTTP/1.1', {}, overHttp1],
  ['HTTP/1.1 over TLS', { tls: true }, overHttp1],
  ['HTTP/2', { h2c: true }, overHttp2],
  ['HTTP/2 over TLS', { tls: true }, overHttp2],
];

/** Fields of the connection and of the time, which differ. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'content-length']);

/** The values of each field in their order: clients of HTTP/2 get them by name. */
function grouped(fields: Response['fields']): readonly (readonly [string, string])[] {
  const groups = Map.groupBy(
    fields.filter(([name]) => !OF_CONNECTION.has(name)),
    ([name]) => name,
  );
  return [...groups]
    .map(([name, pairs]) => [name, pairs.map(([, value]) => value).join(', ')] as const)
    .sort();
}

const own = ({ status, fields, text }: Response) => ({ status, text, fields: grouped(fields) });

test('a response of a rule, its record and its near misses are the same over each protocol', async (t) => {
  const results: unknown[] = [];
  for (const [name, options, send] of TRANSPORTS) {
    const server = await serve(t, { ...options, unmatched: '404' });
    addRule(server, {
      id: 'user',
      match: { method: 'POST', path: '/v1/users/{id:int}', body: { json: { name: 'Mona' } } },
      respond: [
        {
          status: 201,
          headers: [
            ['X-One', '1'],
            ['X-One', '2'],
          ],
          cookie: 'a=1; Path=/v1',
          json: { id: '{{path.id:int}}', name: '{{json/name}}' },
          template: true,
        },
        { body: 'gone', coding: 'gzip' },
      ],
    });
    const fields = [['Content-Type', 'application/json']] as const;
    const post = (target: string, body: string) =>
      send(server, { method: 'POST', path: target, fields, body });
    const created = own(await post('/v1/users/7', '{"name":"Mona"}'));
    assert.deepEqual([created.status, created.text], [201, '{"id":7,"name":"Mona"}'], name);
    const coded = own(await post('/v1/users/7', '{"name":"Mona"}'));
    const missed = own(await post('/v1/users/7/', '{"name":"mona"}'));
    assert.match(missed.text, /path: expected \/v1\/users\/\{id:int\}, got \/v1\/users\/7\//, name);
    assert.match(missed.text, /body: expected JSON, got 15 bytes, which were not kept/, name);
    const entries = await entriesWhen(
      server,
      (all) => all.length === 3 && all.every((each) => 'ended' in each && each.ended),
    );
    const records = entries.map((entry) => {
      assert.ok(entry.kind === 'exchange');
      const { request: received, response, rules, ended, bin } = entry;
      const shown = response?.headers.map(([field, value]) => [field.toLowerCase(), value] as const) ?? [];
      return {
        method: received.method,
        target: received.target,
        received: Buffer.from(received.body.kept).toString(),
        status: response?.status,
        sent: Buffer.from(response?.body.kept ?? []).toString('latin1'),
        fields: grouped(shown),
        ...{ rules, ended, bin },
      };
    });
    results.push({ created, coded, missed, records });
  }
  for (const [index, result] of results.entries())
    assert.deepEqual(result, results[0], TRANSPORTS[index]?.[0] ?? '');
});
