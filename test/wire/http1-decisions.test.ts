import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerOptions } from '#server/server.ts';
import { serve } from '#test/support/servers/serve.ts';
import { ALL_CASES } from '#test/support/wire/http1/all-cases.ts';
import type { Http1Case } from '#test/support/wire/http1/http1-case.ts';
import { openConnection, statuses } from '#test/support/wire/transcript.ts';

/**
 * What the server does with each input of the tables of HTTP/1, so that a change of the wire shows every difference. The file is
 * written anew with UPDATE_DECISIONS=1, and its difference is read before it is committed.
 */
const FILE = path.join(import.meta.dirname, 'http1-decisions.json');
const isUpdate = process.env.UPDATE_DECISIONS === '1';

type Decisions = Readonly<Record<string, string>>;

/** The ports that speak HTTP/1, with the decisions that differ from those of the file. */
const PORTS: readonly (readonly [name: string, options: Partial<ServerOptions>, differences: Decisions])[] = [
  ['without TLS', {}, {}],
  ['over TLS', { tls: true }, {}],
  // The preface of HTTP/2, and an invalid one.
  ['beside HTTP/2 without TLS', { h2c: true }, { 'method: PRI': 'open', 'line: ICY': 'end' }],
];

/** Milliseconds without a byte, after which a connection counts as open. */
const SILENCE_MS = 1500;
/** Milliseconds for which an expected connection is seen to stay open. */
const OPEN_MS = 100;
/** Maximum time for an expected outcome. */
const MAX_WAIT_MS = 20_000;

/** Maximum number of connections at the same time. */
const AT_ONCE = 24;

describe('the server decides on each input of HTTP/1 as recorded', () => {
  for (const [name, options, differences] of PORTS)
    it(name, { skip: isUpdate && PORTS[0]?.[0] !== name }, async (t) => {
      const recorded: Decisions = JSON.parse(readFileSync(FILE, 'utf8'));
      const expected: Decisions = { ...recorded, ...differences };
      const { port, caPath } = await serve(t, options);
      const ca = caPath && readFileSync(caPath, 'utf8');
      const actual: Record<string, string> = {};
      const waiting = [...ALL_CASES];
      const work = async () => {
        for (let one = waiting.shift(); one; one = waiting.shift())
          actual[one[0]] = await decide(t, port, ca, one, isUpdate ? undefined : expected[one[0]]);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      const sorted = Object.fromEntries(ALL_CASES.map(([row]) => [row, actual[row] ?? '']));
      if (isUpdate) writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
      else assert.deepEqual(sorted, expected);
    });
});

/** The statuses of the responses and the end of the connection, such as `200 400 end`. Waits for the expected outcome, if there is one. */
async function decide(
  t: TestContext,
  port: number,
  ca: string | undefined,
  [, bytes, , , hasEnd]: Http1Case,
  expected: string | undefined,
): Promise<string> {
  const socket = await openConnection(port, ca);
  t.after(() => socket.destroy());
  let text = '';
  let end: 'end' | 'reset' | 'open' = 'open';
  let last = performance.now();
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
    last = performance.now();
  });
  socket.on('end', () => {
    end = 'end';
  });
  socket.on('error', () => {
    end = 'reset';
  });
  socket.write(toEndpoint(bytes), 'latin1');
  if (hasEnd) socket.end();
  const outcome = () => [...statuses({ text, end }), end].join(' ');
  const start = performance.now();
  while (performance.now() - start < MAX_WAIT_MS) {
    await sleep(20);
    if (
      expected === undefined
        ? end !== 'open' || performance.now() - last > SILENCE_MS
        : outcome() === expected
    )
      break;
  }
  if (end === 'open') await sleep(OPEN_MS);
  socket.destroy();
  return outcome();
}

const PADDING = 'a'.repeat(1000);

/** Addresses an endpoint that takes every method and reads the content. A large head keeps its size, which may be that of a limit. */
function toEndpoint(bytes: string): string {
  const text = bytes.replaceAll(' / HTTP/', ' /anything HTTP/');
  const [head = '', ...content] = text.split('\r\n\r\n');
  const added = text.length - bytes.length;
  return [head.replace(PADDING, PADDING.slice(added)), ...content].join('\r\n\r\n');
}
