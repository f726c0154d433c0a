import { type Static, Type } from 'typebox';
import type { InputProblem } from '#http/message/input-problem.ts';
import type { Path } from '#http/message/validation.ts';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { problemOfPointer } from './at-condition.ts';
import { MAX_UNORDERED } from './json-match.ts';
import { MAX_TEXT, problemOfText, TextCondition } from './text-condition.ts';
import { problemOfList, singleOf, ValuesCondition } from './values-condition.ts';

/** Maximum number of names in a match, such as parameters and fields. */
const MAX_MEMBERS = 100;

/** Conditions by name. */
export const Names = (pattern: string, description: string) =>
  Type.Record(Type.String({ pattern }), ValuesCondition, {
    additionalProperties: false,
    maxProperties: MAX_MEMBERS,
    description,
  });

/** Names of parameters, and of fields of a form. */
export const PARAMETER = '^[^]{0,1000}$';

/** Names of header fields. */
export const FIELD = "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$";

const Json = Type.Unknown({
  description: 'JSON, of which every given member is compared. Lists have the same length.',
});

const Digest = Type.String({
  pattern: '^[0-9A-Fa-f]{64}$',
  description: 'The SHA-256 of the bytes as received, in hexadecimal.',
});

const Size = Type.Object(
  {
    min: Type.Optional(Type.Integer({ minimum: 0 })),
    max: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { additionalProperties: false, minProperties: 1, description: 'The number of bytes as received.' },
);

export const PartMatch = Type.Object(
  {
    name: Type.Optional(TextCondition),
    filename: Type.Optional(TextCondition),
    type: Type.Optional(TextCondition),
    headers: Type.Optional(Names(FIELD, 'Header fields of the part.')),
    text: Type.Optional(TextCondition),
    json: Type.Optional(Json),
    sha256: Type.Optional(Digest),
    size: Type.Optional(Size),
  },
  { additionalProperties: false, description: 'Conditions for one part; `type` is its media type.' },
);

const GraphqlMatch = Type.Object(
  {
    operation: Type.Optional(TextCondition),
    type: Type.Optional(Type.Enum(['query', 'mutation', 'subscription'])),
    variables: Type.Optional(
      Type.Unknown({ description: 'Variables, of which every given member is compared.' }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'An operation of a GraphQL request: its name, its type and its variables. From a JSON body, of one request or a batch, or the query of a GET.',
  },
);

const BodyMembers = Type.Object(
  {
    json: Type.Optional(Json),
    exact: Type.Optional(Type.Literal(true, { description: 'Beside `json`: no other members.' })),
    ignore_order: Type.Optional(
      Type.Literal(true, { description: 'Beside `json`: the items of lists have any order.' }),
    ),
    at: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: MAX_MEMBERS,
        description:
          'JSON Pointers, in which `*` is any index of a list, each with a value, or with a condition: one for a text, {type} or {min, max}.',
      }),
    ),
    form: Type.Optional(Names(PARAMETER, 'Fields of a form, urlencoded or multipart, without its files.')),
    parts: Type.Optional(
      Type.Array(PartMatch, {
        minItems: 1,
        maxItems: 20,
        description: 'Parts of a multipart body, in any order; each is met by another part.',
      }),
    ),
    only: Type.Optional(Type.Literal(true, { description: 'Beside `parts`: no other parts.' })),
    graphql: Type.Optional(GraphqlMatch),
    text: Type.Optional(TextCondition),
    contains: Type.Optional(Type.String({ maxLength: MAX_TEXT, description: 'A part of the body.' })),
    sha256: Type.Optional(Digest),
    size: Type.Optional(Size),
    empty: Type.Optional(Type.Boolean({ description: 'Whether there is no byte.' })),
  },
  { additionalProperties: false, minProperties: 1 },
);

export const BodyMatch = Type.Union([Type.String({ maxLength: MAX_TEXT }), BodyMembers], {
  description: 'A text, for equality, or an object with conditions, such as `json`, that must all hold.',
});

export type BodyMatch = Static<typeof BodyMatch>;
export type PartMatch = Static<typeof PartMatch>;
export type GraphqlMatch = Static<typeof GraphqlMatch>;

/** What the schema does not express. @param at the path to the match. */
export function problemsOfBody(match: BodyMatch, at: Path): InputProblem[] {
  if (typeof match === 'string') return [];
  const { json, exact, ignore_order: ignoresOrder, parts, only, graphql } = match;
  const problems: InputProblem[] = [];
  const add = (path: Path, message: string | undefined) =>
    message !== undefined && problems.push({ path: [...at, ...path], message });
  if (json === undefined && exact) add(['exact'], 'must be beside json');
  if (json === undefined && ignoresOrder) add(['ignore_order'], 'must be beside json');
  if (parts === undefined && only) add(['only'], 'must be beside parts');
  const addUnsafe = (value: unknown, path: Path) => {
    const found = findUnsafeInteger(value, path);
    if (found) add(found, 'is an integer that JSON readers do not keep; use text or contains');
  };
  addUnsafe(json, ['json']);
  if (ignoresOrder && hasLongList(json))
    add(['json'], `must not have lists of more than ${MAX_UNORDERED} items beside ignore_order`);
  addUnsafe(match.at, ['at']);
  for (const [pointer, condition] of Object.entries(match.at ?? {}))
    add(['at', pointer], problemOfPointer(pointer, condition));
  for (const problem of problemsOfNames(match.form, ['form'])) add(problem.path, problem.message);
  for (const [index, part] of (parts ?? []).entries()) {
    const path = ['parts', index];
    for (const name of ['name', 'filename', 'type', 'text'] as const) {
      const condition = part[name];
      if (condition !== undefined) add([...path, name], problemOfText(condition));
    }
    for (const problem of problemsOfNames(part.headers, [...path, 'headers']))
      add(problem.path, problem.message);
    addUnsafe(part.json, [...path, 'json']);
  }
  if (graphql?.operation !== undefined) add(['graphql', 'operation'], problemOfText(graphql.operation));
  addUnsafe(graphql?.variables, ['graphql', 'variables']);
  if (match.text !== undefined) add(['text'], problemOfText(match.text));
  return problems;
}

/** The problems of conditions by name. */
export function problemsOfNames(
  names: Readonly<Record<string, ValuesCondition>> | undefined,
  at: Path,
): InputProblem[] {
  return Object.entries(names ?? {}).flatMap(([name, condition]) => {
    const single = singleOf(condition);
    const message = problemOfList(condition) ?? (single === undefined ? undefined : problemOfText(single));
    return message === undefined ? [] : [{ path: [...at, name], message }];
  });
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > MAX_UNORDERED) return true;
  return Object.values(value).some(hasLongList);
}
