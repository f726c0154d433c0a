import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Milliseconds without a byte, after which a connection counts as open. */
const SILENCE_MS = 1500;
/** Maximum time for an expected outcome. */
const MAX_WAIT_MS = 20_000;

/** Maximum number of connections at the same time. */
const AT_ONCE = 24;

it('the server decides on each input of HTTP/1 as recorded', async (t) => {
  const decisions: Record<string, string> = JSON.parse(readFileSync(FILE, 'utf8'));
  const server = await serve(t);
  const actual: Record<string, string> = {};
  const waiting = [...ALL_CASES];
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift())
      actual[one[0]] = await decide(t, server.port, one, isUpdate ? undefined : decisions[one[0]]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const sorted = Object.fromEntries(ALL_CASES.map(([name]) => [name, actual[name] ?? '']));
  if (isUpdate) writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  else assert.deepEqual(sorted, decisions);
});

/** The statuses of the responses and the end of the connection, such as `200 400 end`. Waits for the expected outcome, if there is one. */
async function decide(
  t: TestContext,
  port: number,
  [, bytes, , , hasEnd]: Http1Case,
  expected: string | undefined,
): Promise<string> {
  const socket = await openConnection(port);
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
  // An endpoint that takes every method and reads the content.
  socket.write(bytes.replaceAll(' / HTTP/', ' /anything HTTP/'), 'latin1');
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
  socket.destroy();
  return outcome();
}
