import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StoreUnavailableError } from '#database/errors.ts';
import type { RecordedAttempt } from '#journal/recording/exchange-summary.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import { AttemptInProgress } from './attempt-in-progress.ts';
import type { Awaitable, BegunAttempt, KeyAttempt } from './key-store.ts';

const CALL = { lab: 'test', key: 'k', request: { definition: undefined }, head: '/' };
const BEGUN: BegunAttempt = { n: 3, result: 'step' };

/** An attempt with a store that begins it in this way. Records what the store and the recording get, in order. */
function open(begin: () => Awaitable<BegunAttempt>) {
  const events: unknown[] = [];
  const attempt: KeyAttempt = {
    begin,
    decide: () => ({ result: 'again' }),
    end: ({ chosenStatus, isSettled }) => void events.push({ chosenStatus, isSettled }),
  };
  const recording = {
    ...recordingOf(),
    follow: (followed: RecordedAttempt | undefined) => void events.push(followed === inProgress),
  };
  const inProgress = new AttemptInProgress(recording, attempt);
  const respond = () => void events.push(inProgress.result);
  return { events, inProgress, begin: () => inProgress.begin(CALL, respond) };
}

const rejected = { ...BEGUN, rejection: { status: 429, message: 'Rejected.', problems: [] } };

describe('an attempt whose exchange is in this process', () => {
  it('is followed before its response, at once or when the store has begun it', async () => {
    const one = open(() => BEGUN);
    assert.equal(one.begin(), undefined);
    assert.deepEqual(one.events, [true, 'step']);
    const other = open(async () => BEGUN);
    const begun = other.begin();
    // The exchange can end meanwhile.
    assert.deepEqual([other.events, other.inProgress.lab], [[true], null]);
    await begun;
    assert.deepEqual(other.events, [true, 'step']);
    for (const { inProgress } of [one, other])
      assert.deepEqual(inProgress.lab, { name: 'test', key: 'k', attempt: 3 });
  });

  it('is followed if the lab rejects it, or if the database fails', async () => {
    const one = open(() => rejected);
    assert.throws(one.begin, { status: 429 });
    const other = open(async () => rejected);
    await assert.rejects(async () => other.begin(), { status: 429 });
    const lost = open(() => Promise.reject(new StoreUnavailableError('It was lost.')));
    await assert.rejects(async () => lost.begin(), StoreUnavailableError);
    for (const { events } of [one, other, lost]) assert.deepEqual(events, [true]);
  });

  it('ends once when nothing changes any more, and again when that is later', () => {
    const { events, inProgress } = open(() => BEGUN);
    inProgress.settled();
    assert.deepEqual(events, []);
    inProgress.chosenStatus = 201;
    inProgress.ended();
    assert.deepEqual(events, [{ chosenStatus: 201, isSettled: true }]);
    const later = open(() => BEGUN);
    later.inProgress.ended();
    later.inProgress.settled();
    assert.deepEqual(later.events, [
      { chosenStatus: 0, isSettled: false },
      { chosenStatus: 0, isSettled: true },
    ]);
  });
});
