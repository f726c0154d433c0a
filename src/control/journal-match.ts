import { type Static, type TSchema, Type } from 'typebox';
import { duration } from '../config/value-types.ts';
import { anyBody } from '../http/endpoint.ts';
import { HttpError, type Problem } from '../http/errors.ts';
import { InputError, toInputError } from '../http/input-error.ts';
import { checkBody } from '../http/json-body.ts';
import { findMainViolation, matches } from '../http/validation.ts';
import { checkMatch, ExchangeMatch } from '../journal/exchange-match.ts';

/** Larger bodies are rejected, because each request is compared with the match. */
const MAX_BODY = 64 * 1024;

/** Maximum time of a wait, in milliseconds. */
const MAX_WAIT = 60_000;

/** Default time of a wait, in milliseconds. */
const DEFAULT_WAIT = 1000;

const MAX_SEQUENCE = 100;

const after = Type.Optional(
  Type.Integer({ minimum: 0, description: 'Only entries with a greater id. By default, all.' }),
);

/** The body of `await`. */
export const awaitBody = anyBody('The request to wait for.', {
  'application/json': Type.Object({
    match: ExchangeMatch,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
    within: Type.Optional(
      Type.String({ description: 'Maximum time, such as 2s or 500ms, up to 60s. The default is 1s.' }),
    ),
    after,
  }),
});

const Count = Type.Union([
  Type.Integer({ minimum: 0, maximum: 10_000 }),
  Type.Object(
    {
      min: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      max: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
    },
    { additionalProperties: false },
  ),
]);

/** The body of `verify`. */
export const verifyBody = anyBody('The expected requests.', {
  'application/json': Type.Object({
    match: Type.Union([ExchangeMatch, Type.Array(ExchangeMatch, { minItems: 1, maxItems: MAX_SEQUENCE })]),
    count: Type.Optional(Count),
    order: Type.Optional(
      Type.Boolean({
        description: 'With `true`, `match` is a list of matches, in the order of the requests.',
      }),
    ),
    after,
  }),
});

const AwaitInput = Type.Object(
  {
    match: Type.Unknown(),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    within: Type.Optional(Type.String({ maxLength: 40 })),
    after,
  },
  { additionalProperties: false },
);

const VerifyInput = Type.Object(
  {
    match: Type.Unknown(),
    count: Type.Optional(Count),
    order: Type.Optional(Type.Boolean()),
    after,
  },
  { additionalProperties: false },
);

/** @throws HttpError 400, and 413 for a body that is too large. */
export function readAwaitInput(bytes: Buffer) {
  return withHttpErrors(() => {
    const { match, count = 1, within, after = 0 } = readInput(AwaitInput, bytes);
    const milliseconds = within === undefined ? DEFAULT_WAIT : duration.read(within);
    if (milliseconds === undefined || milliseconds > MAX_WAIT)
      throw new InputError('within', 'must be a duration such as 2s or 500ms, up to 60s');
    return { match: checkMatch(match, 'match'), count, within: milliseconds, after };
  });
}

/** @throws HttpError 400, and 413 for a body that is too large. */
export function readVerifyInput(bytes: Buffer) {
  return withHttpErrors(() => {
    const { match, count, order = false, after = 0 } = readInput(VerifyInput, bytes);
    if (order !== Array.isArray(match))
      throw new InputError('match', 'must be a list of matches if order is true, and otherwise one match');
    if (order && count !== undefined) throw new InputError('count', 'must not be given if order is true');
    const given: unknown[] = Array.isArray(match) ? match : [match];
    if (given.length === 0 || given.length > MAX_SEQUENCE)
      throw new InputError('match', `must have 1 to ${MAX_SEQUENCE} matches`);
    const sequence = given.map((one, index) => checkMatch(one, order ? `match[${index}]` : 'match'));
    return { sequence, count: toRange(count), isOrdered: order, after };
  });
}

function toRange(count: Static<typeof Count> = {}) {
  if (typeof count === 'number') return { min: count, max: count };
  const { min, max } = count;
  if (min !== undefined && max !== undefined && min > max)
    throw new InputError('count', 'must have a min that is not above max');
  return { min: min ?? (max === undefined ? 1 : 0), max: max ?? Infinity };
}

function readInput<const Schema extends TSchema>(schema: Schema, bytes: Buffer): Static<Schema> {
  if (bytes.byteLength > MAX_BODY) throw new HttpError(413, `The body is larger than ${MAX_BODY} bytes.`);
  const input = checkBody(Type.Object({}), bytes);
  if (matches(schema, input)) return input;
  const violation = findMainViolation(schema, input);
  throw violation ? toInputError('', violation) : new HttpError(400, 'The body does not match its schema.');
}

function withHttpErrors<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problem: Problem = { in: 'body', name: error.member, keyword: 'format', message: error.problem };
    throw new HttpError(400, error.message, { problems: [problem] });
  }
}
