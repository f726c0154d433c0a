import { type TSchema, Type } from 'typebox';
import { showFrames, userFrames } from '#config/user-frames.ts';
import { checkInput } from '#control/operations/declaration/check-input.ts';
import { defineLabKey } from '#control/operations/server/labs.ts';
import { formatRoughDuration } from '#journal/match/near-miss.ts';
import { viewKey } from '#testing/labs/keys/attempt-view.ts';
import { checkKeyName } from '#testing/labs/keys/key-name.ts';
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
  const keys = labs.local;
  const keyOf = (lab: Lab, key: string) => {
    const { name, definition } = lab;
    const defaults = defaultsOf(lab);
    const attempts = () => {
      const found = caller.use(() => keys.read(name, checkKeyName(key)));
      return found ? viewKey(found).attempts.map((attempt) => ({ ...defaults, ...attempt })) : [];
    };
    const handle = {
      attempts,
      delete: () => caller.use(() => keys.delete(name, checkKeyName(key))),
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
      define: (data: unknown) =>
        caller.use(() => {
          const { definition: checked } = checkInput(defineLabKey, { lab: name, key, definition: data });
          keys.seed([labs.parseKey(name, key, checked)]);
        }),
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
