import { type Static, Type } from 'typebox';
import { toInputError } from '../http/input-error.ts';
import { findMainViolation, matches, type Violation } from '../http/validation.ts';
import { MAX_TEXT, TextMatch } from './text-match.ts';

/** Maximum number of parameters, and of fields, in a match. */
const MAX_MEMBERS = 100;

const Content = Type.Union(
  [
    Type.String({ maxLength: MAX_TEXT }),
    Type.Object(
      {
        json: Type.Optional(
          Type.Unknown({
            description: 'JSON, of which every given member is compared. Lists have the same length.',
          }),
        ),
        sha256: Type.Optional(
          Type.String({
            pattern: '^[0-9A-Fa-f]{64}$',
            description: 'The SHA-256 of the body, in hexadecimal.',
          }),
        ),
        contains: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: 'A part of the body.' })),
      },
      { additionalProperties: false, minProperties: 1, maxProperties: 1 },
    ),
  ],
  { description: 'A text, for equality, or an object with one of `json`, `sha256` and `contains`.' },
);

const Status = Type.Union(
  [Type.Integer({ minimum: 100, maximum: 999 }), Type.String({ pattern: '^[1-9]xx$' })],
  { description: 'A number from 100 to 999, or a class of statuses, such as 5xx.' },
);

const Query = Type.Record(Type.String({ pattern: '^[^]{0,1000}$' }), TextMatch, {
  additionalProperties: false,
  maxProperties: MAX_MEMBERS,
  description: 'Parameters of the query, decoded. One value of a repeated name matches.',
});

const Headers = Type.Record(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$" }), TextMatch, {
  additionalProperties: false,
  maxProperties: MAX_MEMBERS,
  description: 'Header fields, in any case. One value of a repeated name matches.',
});

/** The exchanges that a caller expects. Every given member matches. */
export const Match = Type.Object(
  {
    method: Type.Optional(TextMatch),
    path: Type.Optional(TextMatch),
    url: Type.Optional(TextMatch),
    target: Type.Optional(TextMatch),
    query: Type.Optional(Query),
    headers: Type.Optional(Headers),
    body: Type.Optional(Content),
    protocol: Type.Optional(Type.String({ enum: ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] })),
    connection: Type.Optional(
      Type.String({
        enum: ['new', 'reused'],
        description: 'Whether it is the first request of its connection.',
      }),
    ),
    status: Type.Optional(Status),
    endpoint: Type.Optional(TextMatch),
    bin: Type.Optional(TextMatch),
    lab: Type.Optional(TextMatch),
  },
  {
    title: 'Match',
    additionalProperties: false,
    description:
      'Conditions for requests. `path` is the path without the prefix of a bin, encoded or decoded; `url` the absolute URL; `target` the request target as received; `endpoint` a template such as `/status/{codes}`; `lab` a key of a lab such as `sequence/k1`.',
  },
);

export type Match = Static<typeof Match>;

/** @throws InputError */
export function checkMatch(value: unknown, name = ''): Match {
  if (matches(Match, value)) return value;
  const violation = findMainViolation(Match, value);
  throw violation
    ? toInputError(name, describeUnion(violation))
    : new Error('A value that does not match has no violation');
}

/** A value that is of no type of a union: the description of the union says more than the message of the validator. */
function describeUnion(violation: Violation): Violation {
  const { keyword, schema } = violation;
  if (keyword !== 'anyOf' || typeof schema.description !== 'string') return violation;
  const { description } = schema;
  const clause = description.charAt(0).toLowerCase() + description.slice(1).replace(/\.$/, '');
  return { ...violation, message: `must be ${clause}` };
}
