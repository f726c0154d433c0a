import { type InputProblem, InvalidInputError, toPointer } from '../http/message/input-problem.ts';
import type { Path } from '../http/routing/validation.ts';
import { hasMask } from '../journal/views/redaction.ts';
import type { NormalizedRule } from '../rules/rule.ts';
import type { RuleSet } from '../rules/rule-set.ts';
import { OperationError } from './errors.ts';

/** @throws OperationError `invalid` with every problem. */
export function normalizeRules(
  rules: Pick<RuleSet, 'normalize'>,
  given: unknown,
  at: Path = [],
): NormalizedRule[] {
  const list = Array.isArray(given) ? given.map((rule, index) => [rule, [...at, index]]) : [[given, at]];
  const problems: InputProblem[] = masksIn(given, at);
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

export function invalidProblems(problems: readonly InputProblem[]): OperationError {
  return new OperationError('invalid', new InvalidInputError(problems).message, {
    details: { problems: problems.map(({ path, message }) => ({ pointer: toPointer(path), message })) },
  });
}

/** A rule with the mask of a credential comes from a list without `secrets=show`, and would not match. */
function masksIn(value: unknown, at: Path): InputProblem[] {
  if (typeof value === 'string')
    return hasMask(value)
      ? [{ path: at, message: 'has a masked credential; read the rule with secrets=show' }]
      : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    masksIn(inner, [...at, Array.isArray(value) ? Number(name) : name]),
  );
}
