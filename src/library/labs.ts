import type { TSchema } from 'typebox';
import type { Attempt, Labs as LibraryLabs, SequenceWaitOptions as WaitOptions } from '../../types/index.ts';
import { checkAgainst, toMemberName } from '../config/check.ts';
import { UsageError } from '../config/usage-error.ts';
import { HttpError } from '../http/message/errors.ts';
import { toDuration } from '../journal/match/near-miss.ts';
import { viewAttempt } from '../labs/keys/attempt-view.ts';
import type { Lab } from '../labs/keys/lab.ts';
import type { Labs } from '../labs/keys/labs.ts';
import { checkMembers, toWaitTime } from './journal/arguments.ts';
import { SequenceTimeout } from './sequence-timeout.ts';

type Use = <Result>(action: () => Result) => Result;

/** The labs for tests that run the server in their process. */
export function createLibraryLabs(labs: Labs, use: Use, closed: AbortSignal): LibraryLabs {
  const call = <Result>(action: () => Result): Result => use(() => withUsageErrors(action));
  const keyOf = (lab: Lab, key: string) => {
    const { name, definition, attemptDefaults } = lab;
    const attempts = () =>
      (labs.state.find(name, key)?.log.attempts ?? []).map((attempt) => ({
        ...attemptDefaults,
        ...viewAttempt(attempt),
      }));
    const handle = {
      attempts: () => call(attempts),
      delete: () => call(() => labs.state.delete(name, key)),
    };
    if (!definition) return handle;
    return {
      ...handle,
      define: (data: unknown) =>
        call(() => void labs.define(name, key, checkData(definition.schema, data, `The ${name}`))),
      async wait(count: number, options: WaitOptions = {}) {
        checkMembers('wait', options, ['within']);
        const { within = '10s' } = options;
        const time = toWaitTime(within);
        const isComplete = await untilEnded(name, key, count, time);
        const found = call(attempts);
        if (isComplete) return found;
        throw toTimeout(lab, key, count, time, found);
      },
    };
  };
  /** @throws UsageError for an invalid key, and when the server is closed. */
  const untilEnded = (lab: string, key: string, count: number, within: number): Promise<boolean> =>
    use(() => labs.untilEnded({ lab, key }, count, within, closed)).catch((error: unknown) => {
      if (closed.aborted) return use(() => Promise.reject(error));
      throw error instanceof HttpError ? new UsageError(error.message) : error;
    });
  const byName = labs.all.map((lab) => [lab.name, (key: string) => call(() => keyOf(lab, key))] as const);
  // Sound: the members are the labs of the server, as a test of the types and the list checks.
  return Object.fromEntries(byName) as unknown as LibraryLabs;
}

/** Names the latest attempts. */
function toTimeout(
  { name }: Lab,
  key: string,
  count: number,
  time: number,
  attempts: readonly Attempt[],
): SequenceTimeout {
  const ended = attempts.filter(({ endedBy }) => endedBy !== null).length;
  // Without request targets, which may contain credentials.
  const lines = attempts
    .slice(-MAX_LINES)
    .map(
      (attempt) =>
        `  #${attempt.n} ${attempt.method} -> ${attempt.status ?? attempt.endedBy ?? 'no response yet'}`,
    );
  const text = `${ended} of ${count} attempts at the ${name} ${key} have ended within ${toDuration(time)}`;
  return new SequenceTimeout([`${text}${lines.length > 0 ? ':' : '.'}`, ...lines].join('\n'), {
    expected: count,
    attempts,
  });
}

const MAX_LINES = 10;

function checkData(schema: TSchema, data: unknown, name: string): unknown {
  return checkAgainst(schema, data, (path) => toMemberName(path) || name);
}

function withUsageErrors<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof HttpError ? new UsageError(error.message) : error;
  }
}
