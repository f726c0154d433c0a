import { type TSchema, Type } from 'typebox';
import type { MaybePromise } from '#concurrency.ts';
import { showFrames, userFrames } from '#config/user-frames.ts';
import { defineLabKey, deleteLabKey, readLabKey } from '#control/operations/server/labs.ts';
import { formatRoughDuration } from '#journal/match/near-miss.ts';
import type { Lab } from '#testing/labs/keys/lab.ts';
import type { Labs } from '#testing/labs/keys/labs.ts';
import type { Attempt, Labs as LibraryLabs, SequenceWaitOptions } from '../../types/index.ts';
import type { OperationCaller } from './checks/caller.ts';
import { checkArgument } from './checks/check-argument.ts';
import { AbortError } from './journal/abort-error.ts';
import { readWaitTime, signal, within } from './journal/options.ts';
import { SequenceTimeout } from './sequence-timeout.ts';

export const WaitOptions = Type.Object({ within: within('10s'), signal }, { additionalProperties: false });

/** The labs for tests that run the server in their process. */
export function createLibraryLabs(labs: Labs, caller: OperationCaller): LibraryLabs {
  const keyOf = (lab: Lab, key: string) => {
    const { name, definition } = lab;
    const defaults = defaultsOf(lab);
    const input = { lab: name, key };
    const attempts = () => {
      const found = caller.find(readLabKey, input);
      const all = found ? here(found.result).attempts : [];
      return all.map((attempt) => ({ ...defaults, ...attempt }));
    };
    const handle = {
      attempts,
      delete: () => caller.find(deleteLabKey, input) !== undefined,
    };
    if (!definition) return handle;
    async function wait(count: number, options: SequenceWaitOptions = {}) {
      const frames = userFrames(wait);
      const { within = '10s', signal } = checkArgument(WaitOptions, options, 'wait');
      const time = readWaitTime(within);
      const ended = await caller
        .use(() => labs.waitForEnds(name, key, count, time, caller.until(signal)))
        .catch((error: unknown) =>
          caller.use(() => {
            if (!signal?.aborted) throw error;
            const aborted = new AbortError(signal);
            showFrames(aborted, frames);
            throw aborted;
          }),
        );
      const found = attempts();
      if (ended >= count) return found;
      const timeout = createTimeout(lab, key, count, time, found);
      showFrames(timeout, frames);
      throw timeout;
    }

    return {
      ...handle,
      define: (data: unknown) => void caller.now(defineLabKey, { ...input, definition: data }),
      wait,
    };
  };
  const byName = labs.all.map(
    (lab) => [lab.name, (key: string) => caller.use(() => keyOf(lab, key))] as const,
  );
  // Sound: `labs.test.ts` compares the members of the type with those of the objects.
  return Object.fromEntries(byName) as unknown as LibraryLabs;
}

/** The members that an attempt has before the lab decides about it. */
function defaultsOf({ outcome }: Lab): Readonly<Record<string, unknown>> {
  const members: readonly [string, TSchema][] = Object.entries(outcome?.properties ?? {});
  return Object.fromEntries(
    members.flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
  );
}

/** The result of an operation in a server of one process, which has the keys of the labs. */
function here<Result>(result: MaybePromise<Result>): Result {
  if (result instanceof Promise) throw new TypeError('The keys of the labs are in another process');
  return result;
}

/** Names the latest attempts. */
function createTimeout(
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
  const text = `${ended} of ${count} attempts at the ${name} ${key} have ended within ${formatRoughDuration(time)}`;
  return new SequenceTimeout([`${text}${lines.length > 0 ? ':' : '.'}`, ...lines].join('\n'), {
    expected: count,
    attempts,
  });
}

const MAX_LINES = 10;
