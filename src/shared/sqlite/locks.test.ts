import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { holdsFor } from '#test/support/until.ts';
import { openSqliteEngine } from './engine.ts';

const real = createRuntime();
const log = { info() {}, warn() {}, error() {} };

/** The row of a lock lasts 0.3 seconds. */
const QUICK: Runtime = {
  ...real,
  systemMonotonic: () => 100 * real.systemMonotonic(),
  after: (milliseconds, action) => real.after(milliseconds / 100, action),
};

/** Opens the locks of three processes. */
async function open(t: TestContext, first: Partial<Runtime> = {}, second: Partial<Runtime> = {}) {
  const location = path.join(await temporaryFolder(t), 'state.db');
  const openEngine = async (owner: string, members: Partial<Runtime>) => {
    const engine = await openSqliteEngine({ location, owner, runtime: { ...QUICK, ...members }, log });
    t.after(() => engine.close());
    return engine;
  };
  const [one, two, three] = [
    await openEngine('1', first),
    await openEngine('2', second),
    await openEngine('3', {}),
  ];
  return { one, two, three };
}

/** Acquires a lock. Tells whether it is acquired. */
function acquire(engine: Awaited<ReturnType<typeof openSqliteEngine>>) {
  const state = { isAcquired: false };
  const acquiring = engine.acquire('lock').then((release) => {
    state.isAcquired = true;
    return release;
  });
  return { state, acquiring };
}

describe('a lock of the processes of a machine', () => {
  it('is held for longer than its row lasts, and is free after its release', async (t) => {
    const { one, two } = await open(t);
    const release = await one.acquire('lock');
    const waiting = acquire(two);
    await holdsFor(1000, () => !waiting.state.isAcquired);
    release();
    (await waiting.acquiring)();
    await holdsFor(500, () => true);
    (await two.acquire('lock'))();
    (await one.acquire('lock'))();
  });

  it('is free when the row of a process that is stopped has lapsed, which does not release it later', async (t) => {
    const { one, two, three } = await open(t, { after: () => () => {} });
    const release = await one.acquire('lock');
    const held = await two.acquire('lock');
    release();
    const waiting = acquire(three);
    await holdsFor(500, () => !waiting.state.isAcquired);
    held();
    (await waiting.acquiring)();
  });

  it('is not waited for too long, and can be acquired later', async (t) => {
    const { one, two } = await open(t, {}, { monotonic: () => 1000 * real.monotonic() });
    const release = await one.acquire('lock');
    await assert.rejects(two.acquire('lock'), StoreUnavailableError);
    release();
    (await two.acquire('lock'))();
  });
});
