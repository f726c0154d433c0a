import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Measured, MeasuredPort, MeasuredServers } from '../servers/measured.ts';
import { Probe } from './probe.ts';

const MEBIBYTE = 1024 * 1024;

/** What a flood may add to the memory of a server, besides its connections. */
const MAX_HELD = 20 * MEBIBYTE;

/** What it may add at any time, with objects that are garbage, and that a busy process has not collected yet. */
const MAX_PEAK = 60 * MEBIBYTE;

/** The memory of a connection. */
const CONNECTION = 16 * 1024;

/** Milliseconds in which another client gets its response, also on a busy machine. */
const MAX_WAIT = 5000;

/**
 * Runs a flood, and asserts that other clients of its server are served meanwhile, and that the server holds less than 20 MiB more
 * when it has ended.
 * @param connections of the flood
 */
export async function assertHarmless(
  t: TestContext,
  servers: MeasuredServers,
  { port, ca }: MeasuredPort,
  flood: () => Promise<void>,
  connections = 1,
): Promise<void> {
  const before = await servers.measure();
  servers.peak();
  const probe = await Probe.start(port, ca);
  let after: Measured;
  try {
    await flood();
    after = await servers.measure();
  } finally {
    const { count, worst } = await probe.stop();
    t.diagnostic(`${count} responses to another client, the slowest after ${Math.round(worst)} ms`);
    assert.ok(count > 1 && worst < MAX_WAIT, `${count} responses, the slowest after ${worst} ms`);
  }
  const held = after.held - before.held;
  const peak = (servers.peak() ?? 0) - before.rss;
  t.diagnostic(`${inMebibytes(held)} more are held, ${inMebibytes(peak)} more at the peak`);
  const expected = connections * CONNECTION;
  assert.ok(held < MAX_HELD + expected, `${inMebibytes(held)} are held`);
  assert.ok(peak < MAX_PEAK + expected, `${inMebibytes(peak)} at the peak`);
  assert.deepEqual(after.errors, []);
}

function inMebibytes(bytes: number): string {
  return `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
