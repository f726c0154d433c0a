import { type Static, Type } from 'typebox';
import { InputError } from '../http/message/input-error.ts';
import type { InputProblem } from '../http/message/input-problem.ts';
import type { Path } from '../http/routing/validation.ts';
import type { Protocol } from '../http/transport/http2.ts';
import { problemOfTemplate } from './path-template.ts';
import { MAX_TEXT, problemOfText, TextCondition } from './text-condition.ts';

/** Maximum number of parameters, and of fields, in a match. */
const MAX_MEMBERS = 100;

export const BodyMatch = Type.Union(
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

const Query = Type.Record(Type.String({ pattern: '^[^]{0,1000}$' }), TextCondition, {
  additionalProperties: false,
  maxProperties: MAX_MEMBERS,
  description: 'Parameters of the query, decoded. One value of a repeated name matches.',
});

const Headers = Type.Record(Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$" }), TextCondition, {
  additionalProperties: false,
  maxProperties: MAX_MEMBERS,
  description: 'Header fields, in any case. One value of a repeated name matches.',
});

/** The members of a match that the head of a request decides. */
export const headMembers = {
  method: Type.Optional(TextCondition),
  path: Type.Optional(TextCondition),
  url: Type.Optional(TextCondition),
  target: Type.Optional(TextCondition),
  query: Type.Optional(Query),
  headers: Type.Optional(Headers),
  protocol: Type.Optional(Type.Unsafe<Protocol>(Type.String({ enum: ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] }))),
  endpoint: Type.Optional(TextCondition),
  bin: Type.Optional(TextCondition),
};

/** The members of a match for requests. */
export const requestMembers = {
  ...headMembers,
  body: Type.Optional(BodyMatch),
  connection: Type.Optional(
    Type.String({
      enum: ['new', 'reused'],
      description: 'Whether it is the first request of its connection.',
    }),
  ),
};

/** What the descriptions of all matches say of their members. */
export const MEMBERS_DESCRIPTION =
  '`path` is the path without the prefix of a bin: a template such as `/users/{id}` or `/files/{rest*}`, or a condition for the path, encoded or decoded; `url` the absolute URL; `target` the request target as received; `endpoint` a template of an endpoint such as `/status/{codes}`.';

const HeadMatch = Type.Object(headMembers);
const RequestMatch = Type.Object(requestMembers);

export type BodyMatch = Static<typeof BodyMatch>;

/** Conditions for the head of a request, all of which must hold. */
export type HeadMatch = Omit<Static<typeof HeadMatch>, 'protocol'> & { protocol?: TextCondition };

/** Conditions for a request, all of which must hold. */
export type RequestMatch = HeadMatch & Pick<Static<typeof RequestMatch>, 'body' | 'connection'>;

/** What the schema of a match does not express. @param at the path to the match. */
export function problemsOfConditions({ query, headers, ...match }: HeadMatch, at: Path): InputProblem[] {
  const problems: InputProblem[] = [];
  const check = (member: readonly string[], condition: TextCondition | undefined) => {
    const message = condition === undefined ? undefined : problemOfText(condition);
    if (message !== undefined) problems.push({ path: [...at, ...member], message });
  };
  for (const member of ['method', 'path', 'url', 'target', 'endpoint', 'bin'] as const)
    check([member], match[member]);
  for (const [parameter, condition] of Object.entries(query ?? {})) check(['query', parameter], condition);
  for (const [field, condition] of Object.entries(headers ?? {})) check(['headers', field], condition);
  const message = typeof match.path === 'string' ? problemOfTemplate(match.path) : undefined;
  if (message !== undefined) problems.push({ path: [...at, 'path'], message });
  return problems;
}

/**
 * Checks what the schema of a match does not express.
 * @throws InputError
 */
export function checkConditions(match: HeadMatch, name = ''): void {
  const [problem] = problemsOfConditions(match, name === '' ? [] : [name]);
  if (problem) throw new InputError(problem.path.join('.'), problem.message);
}
