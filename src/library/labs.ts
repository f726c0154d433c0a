import type { Attempt, Labs as LibraryLabs, LimitAttempt, LimitLab, SequenceLab } from '../../types/index.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { HttpError } from '../http/errors.ts';
import { toDuration } from '../journal/near-miss.ts';
import type { Attempt as LabAttempt } from '../labs/attempt.ts';
import { viewAttempt } from '../labs/attempt-view.ts';
import { type Labs, LIMIT, SEQUENCE } from '../labs/labs.ts';
import { SequenceData } from '../labs/sequence-data.ts';
import { SequenceTimeout } from '../labs/sequence-timeout.ts';
import { checkMembers, toWaitTime } from './journal/arguments.ts';

type Use = <Result>(action: () => Result) => Result;

/** The labs for tests that run the server in their process. */
export function createLibraryLabs(labs: Labs, use: Use, closed: AbortSignal): LibraryLabs {
  const call = <Result>(action: () => Result): Result => use(() => withUsageErrors(action));
  /** @throws UsageError for an invalid key, and when the server is closed. */
  const untilEnded = (key: string, count: number, within: number): Promise<boolean> =>
    use(() => labs.untilEnded({ lab: SEQUENCE, key }, count, within, closed)).catch((error: unknown) => {
      if (closed.aborted) return use(() => Promise.reject(error));
      throw error instanceof HttpError ? new UsageError(error.message) : error;
    });
  const sequence = (key: string): SequenceLab => {
    const attempts = () => (labs.state.find(SEQUENCE, key)?.log.attempts ?? []).map(viewAttempt);
    return {
      define: (data) => call(() => void labs.define(key, checkSequence(data))),
      attempts: () => call(attempts),
      async wait(count, options = {}) {
        checkMembers('wait', options, ['within']);
        const { within = '10s' } = options;
        const time = toWaitTime(within);
        const isComplete = await untilEnded(key, count, time);
        const found = call(attempts);
        if (isComplete) return found;
        throw toTimeout(key, count, time, found);
      },
      delete: () => call(() => labs.state.delete(SEQUENCE, key)),
    };
  };
  const limit = (key: string): LimitLab => ({
    attempts: () => call(() => (labs.state.find(LIMIT, key)?.log.attempts ?? []).map(toLimitAttempt)),
    delete: () => call(() => labs.state.delete(LIMIT, key)),
  });
  return { sequence: (key) => call(() => sequence(key)), limit: (key) => call(() => limit(key)) };
}

function toLimitAttempt(attempt: LabAttempt): LimitAttempt {
  const { accepted, units, early, retryAfter } = attempt.details ?? {};
  return {
    ...viewAttempt(attempt),
    accepted: accepted === true,
    units: Number(units ?? 0),
    early: early === true,
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
  };
}

/** Names the latest attempts. */
function toTimeout(key: string, count: number, time: number, attempts: readonly Attempt[]): SequenceTimeout {
  const ended = attempts.filter(({ endedBy }) => endedBy !== null).length;
  // Without request targets, which may contain credentials.
  const lines = attempts
    .slice(-MAX_LINES)
    .map(
      (attempt) =>
        `  #${attempt.n} ${attempt.method} -> ${attempt.status ?? attempt.endedBy ?? 'no response yet'}`,
    );
  const text = `${ended} of ${count} attempts at the sequence ${key} have ended within ${toDuration(time)}`;
  return new SequenceTimeout([`${text}${lines.length > 0 ? ':' : '.'}`, ...lines].join('\n'), {
    expected: count,
    attempts,
  });
}

const MAX_LINES = 10;

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
