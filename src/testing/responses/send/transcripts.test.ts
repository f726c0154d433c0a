import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JournalEntry, RecordedExchange } from '#journal/recording/record.ts';
import {
  type ExpectedOutcome,
  expectHttp1,
  expectHttp2,
  type FaultCase,
} from '#test/support/faults/fault-expectations.ts';
import { faultTranscript } from '#test/support/faults/fault-transcript.ts';
import { addRule } from '#test/support/rules.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';
import { frameTranscript } from '#test/support/wire/http2-frames.ts';
import { request } from '#test/support/wire/wire.ts';
import { faultRows } from '../../../../tools/reference/fault-rows.ts';

const PROTOCOLS = [
  { name: 'HTTP/1.1', isHttp2: false, isEncrypted: false },
  { name: 'TLS', isHttp2: false, isEncrypted: true },
  { name: 'HTTP/2', isHttp2: true, isEncrypted: false },
  { name: 'HTTP/2 over TLS', isHttp2: true, isEncrypted: true },
] as const;

type Protocol = (typeof PROTOCOLS)[number];

/** A fault, and what requests it: a directive of `/compose`, a rule, or a step of a sequence. */
interface Case extends FaultCase {
  readonly source: 'directive' | 'rule' | 'step';
  /** Key of the sequence, and value of `X-Case`. */
  readonly id: string;
}

/** What a client received. */
interface Received {
  readonly sent: string | readonly string[];
  readonly end: string;
  /** 0 without a valid status line. */
  readonly status: number;
  /** Length of the content, before any transfer coding. */
  readonly bytes: number;
}

/** Each fault with every method and status as a step, and as it is documented as a directive and by a rule. */
const CASES: readonly Case[] = faultRows().flatMap((row, index) => [
  { row, method: row.method, status: 200, source: 'directive', id: `${index}-directive` } as const,
  { row, method: row.method, status: 200, source: 'rule', id: `${index}-rule` } as const,
  ...(['GET', 'HEAD', 'POST'] as const).flatMap((method) =>
    ([200, 204, 304] as const).map((status): Case => {
      return { row, method, status, source: 'step', id: `${index}-${method}-${status}` };
    }),
  ),
]);

const HEADER = 'x-case';
const CONTENT = 'x'.repeat(2000);

/** The lines that every response of the testing service has. */
const COMMON =
  /^(?:Date|Access-Control-Allow-Origin|Access-Control-Allow-Credentials|Vary|Keep-Alive): .*\r?\n/gm;

for (const protocol of PROTOCOLS) {
  test(`faults over ${protocol.name}`, async (t) => {
    const server = await serve(t, {
      tls: protocol.isEncrypted,
      h2c: protocol.isHttp2 && !protocol.isEncrypted,
      maxDuration: 150,
      maxGeneratedSize: 2 ** 21,
      journal: 2 * CASES.length,
    });
    for (const { row, id } of CASES.filter((each) => each.source === 'rule')) {
      const match = { path: '/compose', headers: { [HEADER]: String(id) } };
      await addRule(server, { match, fault: row.fault });
    }
    const ca = server.caPath === undefined ? undefined : readFileSync(server.caPath, 'utf8');
    const cases = CASES.filter((each) => !protocol.isEncrypted || isForEncrypted(each));
    const received = new Map(
      await inParallel(
        cases,
        async (each) => [each.id, await receive(each, protocol, server.port, ca)] as const,
      ),
    );
    const records = await recordsOf(server);
    for (const row of faultRows()) {
      await t.test(`fault=${row.fault} over ${protocol.name}`, async () => {
        for (const each of cases.filter((other) => other.row.fault === row.fault)) {
          const wire = received.get(each.id);
          assert.ok(wire);
          await check(each, expectationOf(each, protocol), wire, records.get(each.id), server);
        }
      });
    }
    // Nothing is left behind: each connection has its own response.
    assert.equal((await request(server.port, { path: '/get' }, ca)).status, 200);
  });
}

/** With TLS, the steps have each method and each status, but not each pair: a handshake takes most of the time. */
function isForEncrypted({ source, method, status }: Case): boolean {
  if (source !== 'step') return true;
  return ['GET 200', 'HEAD 304', 'POST 204'].includes(`${method} ${status}`);
}

async function check(
  { source, method, status, id, row }: Case,
  expected: ExpectedOutcome,
  { sent, end, ...wire }: Received,
  record: RecordedExchange | undefined,
  { labs }: TestServer,
): Promise<void> {
  const title = `${source} with ${method} and the status ${status}`;
  const recorded = record && toOutcome(record);
  if ('problem' in expected) {
    assert.deepEqual([wire.status, end], [400, 'open'], title);
    if (method !== 'HEAD') assert.match(String(sent), new RegExp(expected.problem), title);
    assert.deepEqual(recorded, { fault: null, ended: 'answered', ...wire }, title);
  } else {
    if (expected.sent instanceof RegExp) assert.match(String(sent), expected.sent, title);
    else assert.deepEqual(sent, expected.sent, title);
    assert.equal(end, expected.end, title);
    assert.deepEqual(recorded, { fault: row.fault, ended: expected.ended, ...wire }, title);
  }
  if (source !== 'step') return;
  const [attempt] = (await labs.read('sequence', id))?.attempts ?? [];
  assert.ok(attempt, title);
  const { fault, ended, status: sentStatus, bytesSent } = attempt.exchange;
  assert.deepEqual({ fault, ended, status: sentStatus, bytes: bytesSent }, recorded, title);
}

function toOutcome({ response, ended }: RecordedExchange) {
  const { fault = null, status = 0, body } = response ?? {};
  return { fault, ended, status, bytes: body?.length ?? 0 };
}

function expectationOf(each: Case, { isHttp2, isEncrypted }: Protocol): ExpectedOutcome {
  return isHttp2 ? expectHttp2(each, isEncrypted) : expectHttp1(each, isEncrypted);
}

/** Sends the request of a case over its own connection. */
async function receive(
  each: Case,
  protocol: Protocol,
  port: number,
  ca: string | undefined,
): Promise<Received> {
  const { method, id } = each;
  const path = pathOf(each);
  const content = method === 'POST' ? CONTENT : undefined;
  const expected = expectationOf(each, protocol);
  if (protocol.isHttp2) {
    const { frames, end, status, bytes } = await frameTranscript(
      port,
      [{ stream: 1, path, method, fields: [[HEADER, id]], content }],
      (seen) => isWholeStream(seen, expected),
      ca,
    );
    return { sent: frames, end, status, bytes };
  }
  const length = content === undefined ? '' : `Content-Length: ${content.length}\r\n`;
  const { text, end } = await faultTranscript(
    port,
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${HEADER}: ${id}\r\n${length}\r\n${content ?? ''}`,
    { ca, patience: PATIENCE, isComplete: (seen) => isWholeMessage(seen, method, expected) },
  );
  const sent = text.replaceAll(COMMON, '');
  return { sent, end, status: statusOf(text), bytes: contentLengthOf(text) };
}

function pathOf({ row, status, source, id }: Case): string {
  // The fault of a Location needs one.
  const located = (before: string) =>
    row.kind.name === 'location' ? `${before}header=Location:%2Fcaf%C3%A9` : '';
  if (source === 'rule') return `/compose?body=hello${located('&')}`;
  if (source === 'directive') return `/compose?body=hello${located('&')}&fault=${row.fault}`;
  const content = status === 200 ? 'body=hello' : `status=${status}`;
  return `/sequence/${id}/${content}${located('/')}/fault=${row.fault}/end`;
}

function isWholeStream(frames: readonly string[], expected: ExpectedOutcome): boolean {
  if ('problem' in expected) return frames.at(-1)?.endsWith('END_STREAM') === true;
  return expected.end === 'open' && Array.isArray(expected.sent) && frames.length >= expected.sent.length;
}

function isWholeMessage(text: string, method: string, expected: ExpectedOutcome): boolean {
  if (!('problem' in expected))
    return expected.end === 'open' && text.replaceAll(COMMON, '') === expected.sent;
  const [head, content] = text.split('\r\n\r\n', 2);
  const [, length] = /^Content-Length: (\d+)\r$/m.exec(head ?? '') ?? [];
  return content !== undefined && (method === 'HEAD' || content.length === Number(length));
}

function statusOf(text: string): number {
  const [, status] = /^(?:\r\n)*HTTP\/\d\.\d (\d+)\s/.exec(text) ?? [];
  return Number(status ?? 0);
}

/** Length of `hello`, a part of it, or the problem of a rejection, in whatever framing. */
function contentLengthOf(text: string): number {
  // Random bytes can begin with a brace too.
  const problem = statusOf(text) === 400 ? /\r\n\r\n(\{.*)$/s.exec(text)?.[1] : undefined;
  const content = /hello|hel$/.exec(text)?.[0];
  return problem?.length ?? content?.length ?? 0;
}

/** The records of the journal, by the id of the case, when all have ended. */
async function recordsOf(server: TestServer): Promise<Map<string, RecordedExchange>> {
  const exchanges = (entries: readonly JournalEntry[]) =>
    entries.flatMap((entry): [string, RecordedExchange][] => {
      if (entry.kind !== 'exchange') return [];
      const id = entry.request.headers.find(([name]) => name.toLowerCase() === HEADER)?.[1];
      return id === undefined ? [] : [[id, entry]];
    });
  const found = () => exchanges(server.journal?.entries() ?? []);
  const isComplete = () => found().every(([, { ended }]) => ended !== null);
  await until(isComplete);
  return new Map(found());
}

/** Number of connections at the same time. */
const PARALLEL = 64;

/** Milliseconds to wait for the end of a connection. */
const PATIENCE = 40_000;

async function inParallel<Item, Result>(
  items: readonly Item[],
  action: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.values();
  const work = async () => {
    for (const item of rest) results.push(await action(item));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return results;
}
