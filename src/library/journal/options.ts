import { type Static, Type } from 'typebox';
import { BIN_NAME } from '#bins/bin-name.ts';
import { Duration } from '#config/values/duration.ts';
import { parseWaitTime, WAIT_TIME } from '#control/operations/requests/requests-await.ts';
import { countUpTo } from '#control/operations/requests/requests-verify.ts';
import { SNIPPET_FORMATS, type SnippetFormat } from '#journal/export/snippets/snippet.ts';
import type { Until, WaitOptions } from '#journal/match/wait.ts';
import { checkArgument, invalidArgument } from '../checks/check-argument.ts';

// Arguments of the members of the journal that the endpoints do not have, or have with other limits.

const MAX_COUNT = 1_000_000;

/** The option `within`. */
export const within = (fallback: string) =>
  Type.Optional(
    Duration({
      description:
        'Maximum time to wait, up to 60s: a number of seconds, or text such as `500ms`. It is real time, also while the clock of the server is frozen.',
      default: fallback,
      expects: WAIT_TIME,
    }),
  );

/** The milliseconds of the option `within`. @throws UsageError */
export function readWaitTime(time: number | string): number {
  const milliseconds = parseWaitTime(time);
  if (milliseconds === undefined) throw invalidArgument('within', WAIT_TIME, time);
  return milliseconds;
}

/** An entry of the journal. */
export const EntryReference = Type.Object({ id: Type.Integer() });

/** The option `signal`. */
export const Signal = Type.Unsafe<AbortSignal>(
  Type.Object(
    { aborted: Type.Boolean() },
    { description: 'Ends the wait, which rejects with an AbortError.', expects: 'an AbortSignal' },
  ),
);

export const signal = Type.Optional(Signal);

export const NextOptions = Type.Object(
  {
    count: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_COUNT,
        description: 'How many requests must match. The default is 1, for which the result is not a list.',
        expects: `a whole number from 1 to ${MAX_COUNT}`,
      }),
    ),
    within: within('1s'),
    after: Type.Optional(
      Type.Union([EntryReference, Type.Integer()], {
        description: 'Only requests that arrived after this one, or after the entry with this id.',
        expects: 'an entry of the journal or its id',
      }),
    ),
    until: Type.Optional(
      Type.Unsafe<Until>(
        Type.Union([Type.Literal('head'), Type.Literal('body'), Type.Literal('done')], {
          description: 'Waits for the head of the request, for its body, or for the end of the response.',
          default: 'body',
          expects: 'head, body or done',
        }),
      ),
    ),
    signal,
  },
  { additionalProperties: false },
);

/**
 * @param method the name of the method with the options.
 * @throws UsageError
 */
export function parseWaitOptions(options: unknown, method: string): Omit<WaitOptions, 'match'> {
  const {
    count = 1,
    within = '1s',
    after,
    until = 'body',
    signal,
  } = checkArgument(NextOptions, options, method);
  return { count, milliseconds: readWaitTime(within), after: toId(after), until, ...(signal && { signal }) };
}

export const ExpectNoneOptions = Type.Object(
  { within: within('200ms'), after: NextOptions.properties.after, signal },
  { additionalProperties: false },
);

/** @throws UsageError */
export function parseQuietWait(options: unknown): Omit<WaitOptions, 'match'> {
  const { within = '200ms', after, signal } = checkArgument(ExpectNoneOptions, options, 'expectNone');
  const milliseconds = readWaitTime(within);
  return { count: 1, milliseconds, after: toId(after), until: 'head', ...(signal && { signal }) };
}

function toId(after: Static<typeof EntryReference> | number = 0): number {
  return typeof after === 'object' ? after.id : after;
}

export const SecretsOptions = Type.Object(
  {
    secrets: Type.Optional(
      Type.Union([Type.Literal('mask'), Type.Literal('show')], {
        description: 'Whether credentials are masked.',
        default: 'mask',
        expects: 'mask or show',
      }),
    ),
  },
  { additionalProperties: false },
);

export const Count = countUpTo(MAX_COUNT, { expects: 'a whole number, or an object with min and max' });

export const Matches = Type.Array(Type.Unknown(), {
  minItems: 1,
  maxItems: 100,
  expects: 'a list of 1 to 100 matches',
});

export const BinKey = Type.String({
  pattern: BIN_NAME.source,
  expects: '1 to 64 letters, digits, dots, underscores, tildes and hyphens',
});

export const Format = Type.Unsafe<SnippetFormat>(Type.String({ enum: [...SNIPPET_FORMATS] }));

export const Event = Type.Unsafe<'request' | 'body' | 'done'>(
  Type.String({ enum: ['request', 'body', 'done'] }),
);
