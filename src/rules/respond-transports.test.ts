import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ServerOptions } from '#server/server.ts';
import { entriesWhen } from '#test/support/journal.ts';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { requestHttp2 } from '#test/support/wire/http2.ts';
import { request, type WireRequest } from '#test/support/wire/wire.ts';
import type { RuleInput } from './rule.ts';

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
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

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
        rules,
        ended,
        bin,
      };
    });
    results.push({ created, coded, missed, records });
  }
  for (const [index, result] of results.entries())
    assert.deepEqual(result, results[0], TRANSPORTS[index]?.[0] ?? '');
});

const TAG = 'ungWv48Bz-pBQUDeXa4iI7';

const RULES: readonly RuleInput[] = [
  {
    match: { path: '/json', method: 'GET' },
    respond: { json: { a: 'é' }, headers: { 'x-CASE': ['1', '2'] } },
  },
  { match: { path: '/empty' }, respond: { status: 204, headers: { 'X-A': '' } } },
  { match: { path: '/page' }, respond: { body: '<p>', type: 'text/html', cookie: ['a=1', 'b=2; Path=/b'] } },
  { match: { path: '/moved' }, respond: { redirect: '/page' } },
  {
    match: { path: '/chunks' },
    respond: { bytes: 100, chunk: 7, trailer: 'X-Sum: 1', inform: '103;Link: </a>' },
  },
  { match: { path: '/zip' }, respond: { json: [1, 2], coding: ['gzip', 'br'] } },
  { match: { path: '/known' }, respond: { body: 'abc', validators: true } },
  {
    match: { path: '/t/{id}/{rest*}', query: { q: ['2', '1'] } },
    respond: {
      headers: { 'X-Id': '{{path.id}}', 'X-Rest': '{{path.rest}}' },
      json: ['{{query.q}}', '{{cookie.c ?? none}}', '{{header.x-h}}', '{{method}}', '{{n}}'],
      template: true,
    },
  },
  { match: { path: '/list' }, respond: [{ status: 503 }, { body: 'two' }], after: 'gone' },
  { match: { path: '/down' }, error: { status: 503, message: 'Down.', retry_after: 3 }, count: 0 },
  { match: { path: '/dribbled' }, respond: { body: 'abcdef' } },
  { match: { path: '/dribbled' }, dribble: '3,0', count: 0 },
  { match: { path: '/uuid' }, pass: true },
  { match: { path: '/cors' }, respond: { headers: { 'Access-Control-Allow-Origin': 'https://a.example' } } },
  { match: { path: '/own' }, respond: { body: 'of the bin' }, bin: 'b1' },
  {
    match: { path: '/form', body: { form: { a: ['1', '2'] } } },
    respond: { body: '{{form.a}}', template: true },
  },
  { match: { path: '/host', host: 'localhost', method: ['PUT', 'PATCH'] }, respond: { body: 'host' } },
];

const origin = ['Origin', 'https://a.example'] as const;
const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

const REQUESTS: readonly WireRequest[] = [
  { path: '/json' },
  { path: '/json', method: 'HEAD' },
  { path: '/json', method: 'POST', body: '{}' },
  { path: '/empty', fields: [origin] },
  { path: '/page' },
  { path: '/bin/b1/moved' },
  { path: '/chunks' },
  { path: '/zip' },
  { path: '/known' },
  { path: '/known', fields: [['If-None-Match', `"${TAG}"`]] },
  { path: '/known', method: 'PUT', body: 'x', fields: [['If-Match', '"a"']] },
  { path: '/known', fields: [['Range', 'bytes=1-']] },
  { path: '/known', fields: [['Range', 'bytes=0-0,2-']] },
  { path: '/known', fields: [['Range', 'bytes=9-']] },
  {
    path: '/t/a%2Fb/x/y?q=1&q=2',
    fields: [
      ['X-H', 'h'],
      ['Cookie', 'b=1; c=2'],
    ],
  },
  { path: '/t/%E2%82%AC/?q=1&q=2' },
  { path: '/t/1/?q=1' },
  { path: '/list' },
  { path: '/list' },
  { path: '/list' },
  { path: '/down', method: 'POST', body: 'abc' },
  { path: '/dribbled' },
  { path: '/cors', fields: [origin] },
  { path: '/own' },
  { path: '/bin/b1/own' },
  { path: '/own', fields: [['Sparring-Bin', 'b1']] },
  { path: '/form', method: 'POST', body: 'a=2&a=1', fields: [form] },
  { path: '/form', method: 'POST', body: 'a=1', fields: [form] },
  { path: '/host', method: 'PATCH', body: '' },
  { path: '/host', method: 'OPTIONS', fields: [origin, ['Access-Control-Request-Method', 'PUT']] },
  { path: '/nothing', method: 'DELETE', fields: [['Authorization', 'Bearer correct-horse']] },
];

test('the responses, the records and the explanations of many rules are the same over each protocol', async (t) => {
  const results: unknown[][] = [];
  for (const [name, options, send] of TRANSPORTS) {
    const server = await serve(t, { ...options, unmatched: '404', maskSalt: 'same' });
    for (const rule of RULES) addRule(server, rule);
    const responses: unknown[] = [];
    for (const wanted of REQUESTS) {
      const answer = own(
        await send(server, { ...wanted, fields: [['Host', 'localhost'], ...(wanted.fields ?? [])] }),
      );
      responses.push({ ...answer, wanted });
    }
    const entries = await entriesWhen(
      server,
      (all) => all.length === REQUESTS.length && all.every((each) => 'ended' in each && each.ended),
    );
    const explained: unknown[] = [];
    for (const { id } of entries) {
      const body = JSON.stringify({ request: id });
      const { text, status } = await send(server, { method: 'POST', path: '/_sparring/rules/explain', body });
      assert.equal(status, 200, text);
      explained.push(JSON.parse(text));
    }
    const records = entries.map((entry) => {
      assert.ok(entry.kind === 'exchange');
      const { request: received, response, rules, ended, bin, unmatched, endpoint } = entry;
      return {
        method: received.method,
        target: received.target,
        received: Buffer.from(received.body.kept).toString(),
        status: response?.status,
        informational: response?.informational.map(({ status }) => status),
        sent: Buffer.from(response?.body.kept ?? []).toString('latin1'),
        trailers: response?.trailers,
        fields: grouped(
          response?.headers.map(([field, value]) => [field.toLowerCase(), value] as const) ?? [],
        ),
        rules,
        ended,
        bin,
        unmatched,
        endpoint,
      };
    });
    results.push(REQUESTS.map((_, index) => [responses[index], records[index], explained[index]]));
    const statuses = records.map(({ status }) => status);
    assert.deepEqual(
      new Set(statuses),
      new Set([200, 204, 206, 302, 304, 404, 410, 412, 416, 500, 503]),
      name,
    );
  }
  for (const [index, result] of results.entries())
    for (const [request, each] of result.entries())
      assert.deepEqual(each, results[0]?.[request], `${TRANSPORTS[index]?.[0]}: ${REQUESTS[request]?.path}`);
});
