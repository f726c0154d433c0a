import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import { createExchange } from '#test/support/recorded-exchange.ts';
import type { JournalEvent } from '../recording/record.ts';
import { type WatchedJournal, waitForExchanges } from './wait.ts';

/** A journal without entries, whose listeners a test calls, and timers that a test ends. */
function createParts() {
  const listeners = new Set<(event: JournalEvent) => void>();
  const journal: WatchedJournal = {
    dropped: 0,
    entries: () => [],
    candidates: () => [],
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
  return { listeners, journal, timers, runtime };
}

const OPTIONS = { match: {}, count: 1, milliseconds: 1000, after: 0, until: 'done' } as const;

it('a wait leaves no listener and no timer, however it ends', async () => {
  const { listeners, journal, timers, runtime } = createParts();
  const entry = createExchange();
  const found = () => {
    for (const listener of listeners) listener({ type: 'done', entry, order: entry.id });
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
    const result = waitForExchanges(journal, { ...OPTIONS, signal }, runtime);
    assert.deepEqual([listeners.size, timers.size, getEventListeners(signal, 'abort').length], [1, 1, 1]);
    end(controller);
    assert.equal((await result).isComplete, isComplete);
    assert.deepEqual([listeners.size, timers.size, getEventListeners(signal, 'abort').length], [0, 0, 0]);
  }
});

it('a wait counts requests after an id, also when an earlier one ends later', async () => {
  const { listeners, journal, runtime } = createParts();
  const result = waitForExchanges(journal, { ...OPTIONS, after: 7 }, runtime);
  for (const id of [6, 7, 8, 9])
    for (const listener of listeners) listener({ type: 'done', entry: createExchange({ id }), order: id });
  const { found } = await result;
  assert.deepEqual(
    found.map(({ id }) => id),
    [8],
  );
});

it('a wait chooses the oldest requests after others have been written', async () => {
  const { listeners, journal, runtime } = createParts();
  const arrive = (id: number) => {
    for (const listener of listeners) listener({ type: 'done', entry: createExchange({ id }), order: id });
  };
  const result = waitForExchanges(journal, { ...OPTIONS, settle: async () => arrive(3) }, runtime);
  arrive(5);
  const { found } = await result;
  assert.deepEqual([found.map(({ id }) => id), listeners.size], [[3], 0]);
  const failed = waitForExchanges(
    journal,
    { ...OPTIONS, settle: () => Promise.reject(new Error('away')) },
    runtime,
  );
  arrive(5);
  await assert.rejects(failed, /away/);
  assert.equal(listeners.size, 0);
});
