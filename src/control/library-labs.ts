import type { Labs as LibraryLabs, SequenceLab } from '../../types/index.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { HttpError } from '../http/errors.ts';
import { viewAttempt } from '../labs/attempt-view.ts';
import { type Labs, SEQUENCE } from '../labs/labs.ts';
import { SequenceData } from '../labs/sequence-data.ts';

type Use = <Result>(action: () => Result) => Result;

/** Seconds that `wait` waits, unless the caller gives another time. */
const TIMEOUT = 10;

/** The labs for tests that run the server in their process. */
export function createLibraryLabs(labs: Labs, use: Use): LibraryLabs {
  const call = <Result>(action: () => Result): Result => use(() => withUsageErrors(action));
  const sequence = (key: string): SequenceLab => {
    const attempts = () => (labs.state.find(SEQUENCE, key)?.log.attempts ?? []).map(viewAttempt);
    return {
      define: (data) => call(() => void labs.define(key, checkSequence(data))),
      attempts: () => call(attempts),
      async wait(count, { timeout = TIMEOUT } = {}) {
        const { signal } = new AbortController();
        const isComplete = await labs.untilEnded({ lab: SEQUENCE, key }, count, timeout * 1000, signal);
        const found = call(attempts);
        if (isComplete) return found;
        const ended = found.filter(({ endedBy }) => endedBy !== null).length;
        throw new UsageError(`${ended} of ${count} attempts at ${key} have ended within ${timeout} s.`);
      },
      delete: () => call(() => labs.state.delete(SEQUENCE, key)),
    };
  };
  return { sequence: (key) => call(() => sequence(key)) };
}

function checkSequence(data: unknown): SequenceData {
  return checkAgainst(SequenceData, data, (path) => toMemberName(path) || 'The sequence');
}

function withUsageErrors<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof HttpError ? new UsageError(error.message) : error;
  }
}
