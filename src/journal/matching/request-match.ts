import { type Static, Type } from 'typebox';
import { InputError } from '#http/message/input-error.ts';
import { type InputProblem, problemsOfSchema } from '#http/message/input-problem.ts';
import type { Protocol } from '#http/message/received-request.ts';
import { matches, type Path } from '#http/message/validation.ts';
import { BodyMatch, FIELD, Names, PARAMETER, problemsOfBody, problemsOfNames } from './body-match.ts';
import { problemOfImpossible, TEXT_MEMBERS } from './impossible-text.ts';
import { MethodCondition, problemOfMethod, toMethodText } from './method-condition.ts';
import { problemOfTemplate } from './path-template.ts';
import { problemOfText, TextCondition } from './text-condition.ts';

const Query = Names(PARAMETER, 'Parameters of the query, decoded. A list has all values of a repeated name.');
const Headers = Names(FIELD, 'Header fields, in any case. A list has the values of all lines.');
const Cookies = Names(PARAMETER, 'Cookies of the request, without those of the account pages.');

/** The members of a match that the head of a request decides. */
export const headMembers = {
  method: Type.Optional(MethodCondition),
  path: Type.Optional(TextCondition),
  url: Type.Optional(TextCondition),
  target: Type.Optional(TextCondition),
  host: Type.Optional(TextCondition),
  query: Type.Optional(Query),
  query_only: Type.Optional(
    Type.Literal(true, { description: 'The query has no other names than those of `query`.' }),
  ),
  headers: Type.Optional(Headers),
  cookies: Type.Optional(Cookies),
  protocol: Type.Optional(Type.Unsafe<Protocol>(Type.String({ enum: ['HTTP/1.0', 'HTTP/1.1', 'HTTP/2'] }))),
  endpoint: Type.Optional(TextCondition),
  bin: Type.Optional(TextCondition),
};

/** The members of a match for requests, without its groups. */
const ownMembers = {
  ...headMembers,
  body: Type.Optional(BodyMatch),
  connection: Type.Optional(
    Type.Enum(['new', 'reused'], { description: 'Whether it is the first request of its connection.' }),
  ),
};

/** A match inside a match. Its members are checked by `problemsOfConditions`, because the schema contains itself. */
export const InnerMatch = Type.Unsafe<GivenMatch>(
  Type.Object({}, { description: 'Conditions for requests, as those of the whole match.' }),
);

/** The members of a match for requests. */
export const requestMembers = {
  ...ownMembers,
  not: Type.Optional(InnerMatch),
  any_of: Type.Optional(
    Type.Array(InnerMatch, {
      minItems: 1,
      maxItems: 10,
      description: 'Matches, one of which must hold.',
    }),
  ),
};

/** What the descriptions of all matches say of their members. */
export const MEMBERS_DESCRIPTION =
  '`path` is the path without the prefix of a bin: a template such as `/users/{id}` or `/files/{rest*}`, or a condition for the path, encoded or decoded; `url` the absolute URL; `target` the request target as received; `host` the name of the host in lower case, without its port; `endpoint` a template of an endpoint such as `/status/{codes}`.';

const HeadMatch = Type.Object(headMembers);
const OwnMatch = Type.Object(ownMembers);

/** The conditions of a match inside a match. */
export const RequestMatch = Type.Object(requestMembers, { additionalProperties: false });

/** Conditions for the head of a request, all of which must hold. */
export type HeadMatch = Omit<Static<typeof HeadMatch>, 'protocol'> & { protocol?: TextCondition };

/** A match of the members that callers can give. */
export interface GivenMatch extends Static<typeof OwnMatch> {
  not?: GivenMatch;
  any_of?: GivenMatch[];
}

/** Conditions for a request, all of which must hold. */
export interface RequestMatch extends HeadMatch, Pick<Static<typeof OwnMatch>, 'body' | 'connection'> {
  /** A match that must not hold. */
  not?: RequestMatch;
  any_of?: readonly RequestMatch[];
}

/** Maximum number of matches inside each other. */
const MAX_DEPTH = 3;

/** What the schema of a match does not express. @param at the path to the match. */
export function problemsOfConditions(
  { query, headers, cookies, body, not, any_of: group, ...match }: RequestMatch,
  at: Path,
  depth = 1,
): InputProblem[] {
  const problems: InputProblem[] = [];
  const add = (member: string, message: string | undefined) =>
    message !== undefined && problems.push({ path: [...at, member], message });
  const check = (member: string, condition: TextCondition | undefined) =>
    condition !== undefined && add(member, problemOfText(condition));
  for (const member of TEXT_MEMBERS) {
    const condition = match[member];
    if (condition !== undefined)
      add(member, problemOfText(condition) ?? problemOfImpossible(member, condition));
  }
  for (const member of ['endpoint', 'bin'] as const) check(member, match[member]);
  if (match.method !== undefined) {
    check('method', toMethodText(match.method));
    add('method', problemOfMethod(match.method));
  }
  problems.push(
    ...problemsOfNames(query, [...at, 'query']),
    ...problemsOfNames(headers, [...at, 'headers']),
    ...problemsOfNames(cookies, [...at, 'cookies']),
  );
  if (typeof match.path === 'string') add('path', problemOfTemplate(match.path));
  if (body !== undefined) problems.push(...problemsOfBody(body, [...at, 'body']));
  if (not !== undefined) problems.push(...problemsOfInner(not, [...at, 'not'], depth));
  for (const [index, inner] of (group ?? []).entries())
    problems.push(...problemsOfInner(inner, [...at, 'any_of', index], depth));
  return problems;
}

function problemsOfInner(match: unknown, at: Path, depth: number): InputProblem[] {
  if (depth > MAX_DEPTH) return [{ path: at, message: `must not be inside ${MAX_DEPTH} matches` }];
  return matches(RequestMatch, match)
    ? problemsOfConditions(match, at, depth + 1)
    : problemsOfSchema(RequestMatch, match, at);
}

/**
 * Checks what the schema of a match does not express.
 * @throws InputError
 */
export function checkConditions(match: RequestMatch, at: Path = []): void {
  const [problem] = problemsOfConditions(match, at);
  if (problem) throw new InputError(problem.path, problem.message);
}

/** Whether a condition of the match needs the body of the request. */
export function readsBody({ body, not, any_of: group = [] }: RequestMatch): boolean {
  return body !== undefined || (not !== undefined && readsBody(not)) || group.some(readsBody);
}
