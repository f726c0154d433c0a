import { Code } from './code.ts';
import { type Condition, type Difference, type Masking, plainCondition } from './condition.ts';

/** A match that is compiled once, and compared with any number of subjects. */
export interface CompiledMatch<Subject> {
  readonly needsBody: boolean;
  /** Whether the conditions hold that need no body. */
  testHead(subject: Subject): boolean;
  /** Whether the conditions hold that need the body. */
  testBody(subject: Subject): boolean;
  /** Whether all conditions hold. */
  test(subject: Subject): boolean;
  /** The similarity of a subject, from 0 to 1, by the weights of the conditions. */
  score(subject: Subject): number;
  /** Why the subject does not match. @param shown the subject with masked credentials. */
  explain(subject: Subject, shown: Subject, masking: Masking): Difference[];
}

/** Matches inside a match. */
export interface Groups<Match> {
  /** A match that must not hold. */
  readonly not?: WithGroups<Match> | undefined;
  /** Matches, one of which must hold. */
  readonly any_of?: readonly WithGroups<Match>[] | undefined;
}

type WithGroups<Match> = Match & Groups<Match>;

/** @param toConditions the conditions of the members of a match, without its groups. */
export function compile<Subject, Match>(
  match: WithGroups<Match>,
  toConditions: (match: Match) => readonly Condition<Subject>[],
): CompiledMatch<Subject> {
  const conditions =
    match instanceof Code
      ? [plainCondition<Subject>('function', (subject) => match.test(subject), true)]
      : [...toConditions(match)];
  const inner = (one: WithGroups<Match>) => compile(one, toConditions);
  if (match.not) conditions.push(groupCondition('not', [inner(match.not)], (holds) => !holds));
  if (match.any_of) conditions.push(groupCondition('any_of', match.any_of.map(inner), (holds) => holds));
  const ofHead = conditions.filter(({ needsBody }) => !needsBody);
  const ofBody = conditions.filter(({ needsBody }) => needsBody);
  const weights = conditions.reduce((sum, { weight }) => sum + weight, 0);
  const testHead = (subject: Subject) => ofHead.every((condition) => condition.test(subject));
  const testBody = (subject: Subject) => ofBody.every((condition) => condition.test(subject));
  return {
    needsBody: ofBody.length > 0,
    testHead,
    testBody,
    test: (subject) => testHead(subject) && testBody(subject),
    score(subject) {
      const similar = conditions.reduce((sum, each) => sum + each.weight * each.similarity(subject), 0);
      return weights === 0 ? 1 : similar / weights;
    },
    explain: (subject, shown, masking) =>
      conditions.flatMap((condition) => condition.explain(subject, shown, masking)),
  };
}

/** @param decide the result of the group, from whether one of its matches holds. */
function groupCondition<Subject>(
  name: 'not' | 'any_of',
  group: readonly CompiledMatch<Subject>[],
  decide: (holds: boolean) => boolean,
): Condition<Subject> {
  return plainCondition(
    name,
    (subject) => decide(group.some((match) => match.test(subject))),
    group.some(({ needsBody }) => needsBody),
  );
}
