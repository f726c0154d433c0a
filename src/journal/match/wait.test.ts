import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import { createExchange } from '../../../test/support/recorded-exchange.ts';
import type { JournalEvent } from '../recording/journal.ts';
import { type WatchedJournal, waitForExchanges } from './wait.ts';

it('a wait leaves no listener and no timer, however it ends', async () => {
  const listeners = new Set<(event: JournalEvent) => void>();
  const journal: WatchedJournal = {
    dropped: 0,
    entries: () => [],
    find: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const timers = new Set<() => void>();
  const runtime = {
    timeout(_: number, action: () => void) {
      timers.add(action);
      return () => void timers.delete(action);
    },
  };
  const entry = createExchange();
  const found = () => {
    for (const listener of listeners) listener({ type: 'done', entry });
  };
  const expired = () => {
    for (const action of timers) action();
  };
  for (const [end, isComplete] of [
    [found, true],
    [expired, false],
    [(controller: AbortController) => controller.abort(), false],
  ] as const) {
    const controller = new AbortController();
    const { signal } = controller;
    const options = { match: {}, count: 1, milliseconds: 1000, after: 0, until: 'done', signal } as const;
    const result = waitForExchanges(journal, options, runtime);
    assert.deepEqual([listeners.size, timers.size, getEventListeners(signal, 'abort').length], [1, 1, 1]);
    end(controller);
    assert.equal((await result).isComplete, isComplete);
    assert.deepEqual([listeners.size, timers.size, getEventListeners(signal, 'abort').length], [0, 0, 0]);
  }
});
