import assert from 'node:assert/strict';
import { exampleUser } from '../src/authorizations/example-accounts.ts';
import type { Endpoint } from '../src/http/routing/endpoint.ts';
import { endpoints as pages } from '../src/services/accounts/endpoints/index.ts';
import { endpoints as api } from '../src/services/api/endpoints/index.ts';
import { endpoints as control } from '../src/services/control/endpoints/index.ts';
import { endpoints as docs } from '../src/services/docs/endpoints/index.ts';
import { endpoints as testing } from '../src/services/testing/endpoints/index.ts';
import { type Visitor, visitor } from './support/accounts/visitor.ts';
import { CONFIGURATIONS } from './support/servers/configurations.ts';
import type { ConfiguredServer } from './support/servers/configured-server.ts';
import { inConfigurations } from './support/servers/in-configurations.ts';
import { REJECTED_AT, REJECTED_BODIES, type RejectedBody } from './support/servers/rejected-bodies.ts';
import { until } from './support/until.ts';
import { type Steps, statuses } from './support/wire/transcript.ts';
import { times } from './support/workers/workers.ts';

/** The last service changes the accounts of the others. */
const SERVICES = { testing, api, pages, docs, control };

/** A request as the first example of its endpoint sends it, without the fields that frame the body. */
interface Case {
  readonly path: string;
  readonly line: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly readsBody: boolean;
  readonly isEndless: boolean;
}

/** Fewer requests are sent at the same time, so that a request that is not released causes 429 soon. */
const MAX_CONCURRENCY = 16;

const FRAMING = /^(?:content-length|transfer-encoding|expect|connection|upgrade|host)$/i;

function toCases(endpoints: readonly Endpoint[]): Case[] {
  return endpoints.flatMap((endpoint) => {
    const { path, fields = [] } = endpoint.examples[0] ?? { path: endpoint.path };
    return endpoint.methods.map((declared) => ({
      path,
      line: `${declared === '*' ? 'PROPFIND' : declared} ${path} HTTP/1.1\r\n`,
      fields: fields.filter(([name]) => !FRAMING.test(name)),
      // A form of a browser gets 403 before its body is read.
      readsBody: endpoint.body !== undefined && endpoint.access !== 'form',
      isEndless: endpoint.path === '/_sparring/requests/live',
    }));
  });
}

/** The endpoints whose first example has the path. */
function casesOf(...paths: readonly string[]): Case[] {
  const all = Object.values(SERVICES).flatMap(toCases);
  return paths.map((path) => {
    const found = all.find((each) => each.path === path && !each.line.startsWith('GET '));
    assert.ok(found, `no endpoint has the example ${path}`);
    return found;
  });
}

/** The bytes of a request. API requests need a user agent; pages need a session. */
function toRequest(
  { line, fields, path }: Case,
  { framing, content }: RejectedBody,
  user: Visitor,
  more = '',
) {
  const all = [['Host', 'localhost'], ['User-Agent', 'test'], ...fields, ...user.cookieFields(path)];
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return { head: `${line}${head}${framing}${more}\r\n`, content };
}

/** Runs the action for each item, for some at the same time. */
async function forEach<Item>(items: readonly Item[], action: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await times(MAX_CONCURRENCY - 4, async () => {
    for (const item of rest) await action(item);
  });
}

async function signIn(server: ConfiguredServer): Promise<Visitor> {
  const { accountsPort: port, send, ca } = server;
  const user = visitor({ port, send }, `${ca ? 'https' : 'http'}://127.0.0.1:${port}`);
  const { login, password } = exampleUser;
  assert.equal((await user.signIn(login, password)).status, 303);
  return user;
}

/** Asserts on the responses to all requests of the steps, and on the end of the connection. */
async function assertAnswered(
  server: ConfiguredServer,
  path: string,
  steps: Steps,
  expected: readonly number[] | 'any',
): Promise<void> {
  const response = await server.transcript(steps, { path });
  const what = `${JSON.stringify(steps.join('').slice(0, 500))} got ${JSON.stringify(response.text.slice(0, 300))}`;
  assert.equal(response.end, 'end', what);
  if (expected === 'any') assert.equal(statuses(response).filter((status) => status >= 200).length, 1, what);
  else assert.deepEqual(statuses(response), expected, what);
  if (statuses(response).at(-1) === 400) assert.match(response.text, /\r\nConnection: close\r\n/i, what);
}

/** Asserts that no request holds its place in the limits of the server, its body or its journal entry. */
async function assertReleased(server: ConfiguredServer): Promise<void> {
  const sum = (text: string, series: RegExp) =>
    text.matchAll(series).reduce((total, [, value]) => total + Number(value), 0);
  let metrics = '';
  await until(async () => {
    metrics = (await server.send({ path: '/_sparring/metrics' })).text();
    // The request for the metrics is in flight itself.
    return sum(metrics, /^sparring_http_requests_in_flight(?:\{.*\})? (\d+)$/gm) <= 1;
  });
  assert.equal(sum(metrics, /^sparring_body_memory_bytes\{.*state="used".*\} (\d+)$/gm), 0);
  const journal = server.configuration.workers === undefined ? server.local.journal : undefined;
  for (const entry of journal?.entries() ?? [])
    if (entry.kind === 'exchange') assert.notEqual(entry.ended, null, entry.request.target);
  const responses = await times(MAX_CONCURRENCY, () => server.send({ path: '/delay/0.2' }));
  assert.deepEqual(new Set(responses.map(({ status }) => status)), new Set([200]));
}

const GET = 'GET /get HTTP/1.1\r\nHost: localhost\r\n\r\n';
const SLOW = 'GET /delay/0.1 HTTP/1.1\r\nHost: localhost\r\n\r\n';

const options = { maxConcurrency: MAX_CONCURRENCY, journal: 10_000, journalAuthorizations: true };

inConfigurations({ options }, (it, configuration) => {
  // The time of the tests allows all pairs of endpoint and body in one configuration only.
  const isFirst = configuration === CONFIGURATIONS[0];
  const { head: wrongHead, content: wrongContent } = REJECTED_AT;
  const bodiesFor = ({ readsBody }: Case): RejectedBody[] =>
    isFirst ? Object.values(REJECTED_AT) : readsBody ? [wrongHead, wrongContent] : [wrongHead];

  it('every endpoint answers a body that the parser rejects, and is released', async (server) => {
    const user = await signIn(server);
    for (const endpoints of Object.values(SERVICES)) {
      const requests = toCases(endpoints).flatMap((each) => bodiesFor(each).map((body) => ({ each, body })));
      await forEach(requests, ({ each, body }) => {
        const { head, content } = toRequest(each, body, user);
        const expected = each.readsBody || body.isWrongHead ? [400] : 'any';
        const steps = each.isEndless && !body.isWrongHead ? [/^HTTP/, 'end'] : [];
        return assertAnswered(server, each.path, [head + content, ...steps], expected);
      });
    }
    await assertReleased(server);
  });

  it('every body that the parser rejects gets 400', async (server) => {
    const user = await signIn(server);
    const more = isFirst ? ['/upload', '/login', '/_sparring/rules'] : [];
    const cases = casesOf('/post', '/api/v3/authorizations', ...more);
    const requests = cases.flatMap((each) => REJECTED_BODIES.map((body) => ({ each, body })));
    await forEach(requests, ({ each, body }) => {
      const { head, content } = toRequest(each, body, user);
      return assertAnswered(server, each.path, [head + content], [400]);
    });
    await assertReleased(server);
  });

  it('such a body gets 400 in any packets, behind any request, and if the client half-closes', async (server) => {
    const user = await signIn(server);
    const [post] = casesOf('/post');
    assert.ok(post);
    const asHttp10 = { ...post, line: post.line.replace('1.1', '1.0') };
    await forEach(Object.values(REJECTED_AT), async (body) => {
      const { head, content } = toRequest(post, body, user);
      const closing = toRequest(post, body, user, 'Connection: close\r\n');
      const expecting = toRequest(post, body, user, 'Expect: 100-continue\r\n');
      const old = toRequest(asHttp10, body, user);
      const expect = (steps: Steps, statuses: readonly number[] | 'any') =>
        assertAnswered(server, post.path, steps, statuses);
      const halfClosed = await server.transcript([head + content, 'end'], { path: post.path });
      const isUnserved = server.configuration.delaysResponses && halfClosed.text === '';
      assert.deepEqual([statuses(halfClosed), halfClosed.end], [isUnserved ? [] : [400], 'end']);
      await expect([closing.head + closing.content], [400]);
      await expect([old.head + old.content], [400]);
      // Content before the error can be read before the error is known, which takes 100 (Continue).
      const isRead = body === REJECTED_AT.later;
      await expect([expecting.head + expecting.content], isRead ? 'any' : [400]);
      await expect([GET + head + content + GET], [200, 400]);
      await expect([SLOW + head + content + GET], [200, 400]);
      // The response to the first request shows that the server has parsed the head behind it.
      await expect([GET + head, /\}\s*$/, content], [200, 400]);
      if (!body.isWrongHead) await expect([expecting.head, /100 Continue/, content], [100, 400]);
    });
    await assertReleased(server);
  });

  it('a response that waits for the end of the request ends with such a body', async (server) => {
    const user = await signIn(server);
    for (const path of [
      '/compose?status=503',
      '/compose?status=413&delay=0.05',
      '/compose?fault=reset@request:10',
    ])
      for (const body of [REJECTED_AT.content, REJECTED_AT.later]) {
        const { head, content } = toRequest(
          { path, line: `POST ${path} HTTP/1.1\r\n`, fields: [], readsBody: false, isEndless: false },
          body,
          user,
        );
        const response = await server.transcript([head + content]);
        assert.equal(response.end, path.includes('fault') ? 'reset' : 'end', path);
        if (!path.includes('fault')) assert.deepEqual(statuses(response), [Number(/\d{3}/.exec(path))], path);
      }
    await assertReleased(server);
  });
});
