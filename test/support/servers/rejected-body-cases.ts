import assert from 'node:assert/strict';
import { endpoints as api } from '#accounts/api/endpoints/index.ts';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { endpoints as pages } from '#accounts/pages/endpoints/index.ts';
import { endpoints as control } from '#control/api/endpoints/index.ts';
import { endpoints as docs } from '#docs/endpoints/index.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { endpoints as testing } from '#testing/endpoints/index.ts';
import { type Visitor, visitor } from '../accounts/visitor.ts';
import { until } from '../until.ts';
import { type Steps, statuses } from '../wire/transcript.ts';
import { times } from '../workers/workers.ts';
import type { ConfiguredServer } from './configured-server.ts';
import { REJECTED_AT, type RejectedBody } from './rejected-bodies.ts';

/** The last service changes the accounts of the others. */
const SERVICES = { testing, api, pages, docs, control };

/** A request as the first example of its endpoint sends it, without the fields that frame the body. */
export interface Case {
  readonly path: string;
  readonly line: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly readsBody: boolean;
  readonly isEndless: boolean;
  /** Cases of one kind take the same way through the server until their body is rejected. */
  readonly kind: string;
}

/** Fewer requests are sent at the same time, so that a request that is not released causes 429 soon. */
const MAX_CONCURRENCY = 16;

export const rejectedBodyOptions = {
  maxConcurrency: MAX_CONCURRENCY,
  journal: 10_000,
  journalAuthorizations: true,
};

const FRAMING = /^(?:content-length|transfer-encoding|expect|connection|upgrade|host)$/i;

function buildCases(endpoints: readonly Endpoint[]): Case[] {
  return endpoints.flatMap((endpoint) => {
    const { path, fields = [] } = endpoint.examples[0] ?? { path: endpoint.path };
    return endpoint.methods.map((declared) => ({
      path,
      line: `${declared === '*' ? 'PROPFIND' : declared} ${path} HTTP/1.1\r\n`,
      fields: fields.filter(([name]) => !FRAMING.test(name)),
      // A form of a browser gets 403 before its body is read.
      // The redirect reads forms only.
      readsBody:
        endpoint.body !== undefined && endpoint.access !== 'form' && endpoint.path !== '/redirect-to',
      isEndless: endpoint.path === '/_sparring/requests/live',
      kind: [declared, endpoint.access, kindOfBody(endpoint), endpoint.upgrade !== undefined].join(),
    }));
  });
}

function kindOfBody({ body }: Endpoint): string {
  if (body === undefined) return 'none';
  return 'kind' in body ? String(body.kind) : 'schema';
}

/** The first case of each kind. */
const firstOfKinds = (cases: readonly Case[]) => [
  ...new Map(cases.toReversed().map((each) => [each.kind, each])).values(),
];

/** The endpoints whose first example has the path. */
export function casesOf(...paths: readonly string[]): Case[] {
  const all = Object.values(SERVICES).flatMap(buildCases);
  return paths.map((path) => {
    const found = all.find((each) => each.path === path && !each.line.startsWith('GET '));
    assert.ok(found, `no endpoint has the example ${path}`);
    return found;
  });
}

/** The bytes of a request. API requests need a user agent; pages need a session. */
export function buildRequest(
  { line, fields, path }: Pick<Case, 'line' | 'fields' | 'path'>,
  { framing, content }: RejectedBody,
  user: Visitor,
  more = '',
) {
  const all = [['Host', 'localhost'], ['User-Agent', 'test'], ...fields, ...user.cookieFields(path)];
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return { head: `${line}${head}${framing}${more}\r\n`, content };
}

/** Runs the action for each item, for some at the same time. */
export async function forEach<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await times(MAX_CONCURRENCY - 4, async () => {
    for (const item of rest) await action(item);
  });
}

export async function signIn(server: ConfiguredServer): Promise<Visitor> {
  const { accountsPort: port, send, ca } = server;
  const user = visitor({ port, send }, `${ca ? 'https' : 'http'}://127.0.0.1:${port}`);
  const { login, password } = exampleUser;
  assert.equal((await user.signIn(login, password)).status, 303);
  return user;
}

/** Asserts on the responses to all requests of the steps, and on the end of the connection. */
export async function assertAnswered(
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
  if ([400, 413].includes(statuses(response).at(-1) ?? 0))
    assert.match(response.text, /\r\nConnection: close\r\n/i, what);
}

/** Asserts that no request holds its place in the limits of the server, its body or its journal entry. */
export async function assertReleased(server: ConfiguredServer): Promise<void> {
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

/**
 * Sends the bodies that `bodiesFor` returns to the endpoints of each service, or to the first of each kind, and asserts on each
 * response and that nothing of the requests remains.
 */
export async function assertEndpointsAnswer(
  server: ConfiguredServer,
  selection: 'all' | 'one of each kind',
  bodiesFor: (each: Case) => readonly RejectedBody[],
): Promise<void> {
  const user = await signIn(server);
  for (const endpoints of Object.values(SERVICES)) {
    const all = buildCases(endpoints);
    const cases = selection === 'all' ? all : firstOfKinds(all);
    const requests = cases.flatMap((each) => bodiesFor(each).map((body) => ({ each, body })));
    await forEach(requests, ({ each, body }) => {
      const { head, content } = buildRequest(each, body, user);
      const expected = each.readsBody || body.isWrongHead ? [400] : 'any';
      const steps = each.isEndless && !body.isWrongHead ? [/^HTTP/, 'end'] : [];
      return assertAnswered(server, each.path, [head + content, ...steps], expected);
    });
  }
  await assertReleased(server);
}

/** The bodies that are wrong from the start, in the head and, if the endpoint reads it, in the content. */
export const bodiesWrongAtOnce = ({ readsBody }: Case): RejectedBody[] =>
  readsBody ? [REJECTED_AT.head, REJECTED_AT.content] : [REJECTED_AT.head];
