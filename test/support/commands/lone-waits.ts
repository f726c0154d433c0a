/**
 * Waits for each thing that never happens, one after the other, in a process that does nothing else, and prints how the
 * wait ended. The time limits are short; a limit that does not keep the process alive ends the process instead.
 */

import { LockDeadline, Mutex } from '#database/sqlite/locking.ts';
import { RequestsInProgress } from '#http/message/requests-in-progress.ts';
import { closeListeners } from '#http/server/close-listeners.ts';
import { waitForExchanges } from '#journal/match/wait.ts';
import { createRuntime, withDeadline } from '#runtime.ts';
import { ReadAgainRelay } from '#shared/database/read-again.ts';
import { Labs } from '#testing/labs/keys/labs.ts';
import { RESPONSE_LIMITS } from '../servers/response-limits.ts';

const real = createRuntime();
const runtime = { ...real, timeout: (_: number, action: () => void) => real.timeout(5, action) };
const never = new Promise<never>(() => {});
const log = { info() {}, warn() {}, error() {} };

const waits: Readonly<Record<string, () => Promise<unknown>>> = {
  'Runtime.wait': () => real.wait(5),
  'Runtime.sleep': () => real.sleep(5),
  withDeadline: () => withDeadline(runtime, 5, never),
  'the lock of a SQLite database': async () => {
    const mutex = new Mutex();
    await mutex.acquire({});
    await mutex.acquire({}, new LockDeadline({ runtime, lockTimeout: 5 }));
  },
  'a request in the journal': () => {
    const journal = {
      entries: () => [],
      candidates: () => [],
      find: () => undefined,
      dropped: 0,
      subscribe: () => () => {},
    };
    const wait = { match: {}, count: 1, milliseconds: 5, after: 0, until: 'done' } as const;
    return waitForExchanges(journal, wait, runtime);
  },
  'an attempt of a lab': () => {
    const labs = new Labs({ labs: [], limits: RESPONSE_LIMITS, redacted: [], runtime });
    return labs.waitForEnds('sequence', 'k', 1, 5, new AbortController().signal);
  },
  'the change of a worker': async () => {
    const relay = new ReadAgainRelay({ runtime, log, readAgain: async () => {} });
    // The worker reads the values, and never responds.
    void relay.add(1, () => {}).receive({ type: 'reading' });
    await relay.announce();
  },
  'the end of a listener': () => {
    const listener = {
      address: '127.0.0.1',
      port: 0,
      close: (deadline: Promise<void>) => deadline,
      countConnections: () => 0,
    };
    const requests = new RequestsInProgress();
    return closeListeners({ listeners: [listener], requests, runtime, grace: 5, onWaiting() {} });
  },
};

for (const [name, wait] of Object.entries(waits)) {
  const ending = await wait().then(
    () => 'ended',
    () => 'ended',
  );
  process.stdout.write(`${name}: ${ending}\n`);
}
process.stdout.write(`${Object.keys(waits).length} waits\n`);
