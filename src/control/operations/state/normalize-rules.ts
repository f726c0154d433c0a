import { type InputProblem, InvalidInputError, toProblemMembers } from '#http/message/input-problem.ts';
import type { Path } from '#http/message/validation.ts';
import { formatPointer } from '#http/syntax/json-pointer.ts';
import { hasMask } from '#journal/views/redaction.ts';
import type { NormalizedRule } from '#rules/rule.ts';
import type { RuleSet } from '#rules/rule-set.ts';
import { RuleConflictError } from '#rules/rule-state.ts';
import { FILES_ONLY } from '#testing/responses/composition/composed-response.ts';
import { OperationError } from './errors.ts';

/**
 * @param options.hasFiles whether responses can have the contents of files.
 * @throws OperationError `invalid` with every problem.
 */
export function normalizeRules(
  rules: Pick<RuleSet, 'normalize'>,
  input: unknown,
  at: Path = [],
  { hasFiles = false }: { readonly hasFiles?: boolean } = {},
): NormalizedRule[] {
  const list = Array.isArray(input)
    ? input.map((rule, index): RuleAt => [rule, [...at, index]])
    : [[input, at] satisfies RuleAt];
  const problems = [
    ...masksIn(input, at),
    ...(hasFiles ? [] : list.flatMap(([rule, path]) => filesIn(rule, path))),
  ];
  const normalized = list.flatMap(([rule, path]) => {
    try {
      return rules.normalize(rule, path);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length === 0) return normalized;
  throw invalidProblems(problems);
}

/** @throws OperationError `conflict` */
export async function asConflict<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof RuleConflictError) throw new OperationError('conflict', error.message);
    throw error;
  }
}

/** Each problem once, although several checks can find it. */
export function invalidProblems(all: readonly InputProblem[]): OperationError {
  const named = new Map(all.map((problem) => [`${formatPointer(problem.path)} ${problem.message}`, problem]));
  const problems = [...named.values()];
  return new OperationError('invalid', new InvalidInputError(problems).message, {
    details: toProblemMembers(problems),
  });
}

type RuleAt = readonly [rule: unknown, at: Path];

/** Only the files of a user of this machine name other files. */
function filesIn(rule: unknown, at: Path): InputProblem[] {
  const { respond }: { respond?: unknown } = Object(rule);
  const isList = Array.isArray(respond);
  return (isList ? respond : [respond]).flatMap((form: unknown, index) =>
    Object.hasOwn(Object(form), 'file')
      ? [{ path: [...at, 'respond', ...(isList ? [index] : []), 'file'], message: FILES_ONLY }]
      : [],
  );
}

/**
 * A rule with the mask of a credential comes from a list or an archive without `secrets=show`, and would not match.
 * @param remedy how the user gets the credential.
 */
export function masksIn(
  value: unknown,
  at: Path,
  remedy = 'read the rule with secrets=show',
): InputProblem[] {
  if (typeof value === 'string')
    return hasMask(value) ? [{ path: at, message: `has a masked credential; ${remedy}` }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    masksIn(inner, [...at, Array.isArray(value) ? Number(name) : name], remedy),
  );
}
