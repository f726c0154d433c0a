import type { Difference, Masking } from '#journal/matching/condition.ts';
import { describeMatch } from '#journal/matching/describe-match.ts';
import type { RequestView } from '#journal/matching/request-view.ts';
import { type ActiveRule, isExhausted } from './active-rule.ts';

/** A rule, compared with a request. Nothing is counted. */
export interface ComparedRule {
  readonly rule: ActiveRule;
  /** Whether the conditions hold. */
  readonly matches: boolean;
  /** Why the rule does not apply, although its conditions hold; null if it can apply. */
  readonly state: string | null;
  /** From 0 to 1. */
  readonly score: number;
  readonly differences: readonly Difference[];
}

/** A request, and what is shown of it. */
export interface ComparedRequest {
  readonly head: RequestView;
  /** With masked credentials. */
  readonly shown: RequestView;
  readonly masking: Masking;
  /** Whether it is a preflight of CORS. */
  readonly isPreflight: boolean;
}

export function compareRule(rule: ActiveRule, request: ComparedRequest): ComparedRule {
  try {
    return compare(rule, request);
  } catch (error) {
    // Conditions of the library can be functions of a test.
    const text = error instanceof Error ? error.message : String(error);
    return { rule, matches: false, state: null, score: 0, differences: [{ part: 'code', text }] };
  }
}

function compare(rule: ActiveRule, { head, shown, masking, isPreflight }: ComparedRequest): ComparedRule {
  const { match } = rule;
  const isRejected = isPreflight && !rule.takesPreflights;
  const differences = match.explain(head, shown, masking);
  return {
    rule,
    matches: match.test(head) && !isRejected,
    state: stateOf(rule),
    score: match.score(head),
    differences: isRejected ? [...differences, PREFLIGHT] : differences,
  };
}

const PREFLIGHT: Difference = {
  part: 'method',
  text: 'a rule takes a preflight of CORS only if its method is OPTIONS',
};

function stateOf(rule: ActiveRule): string | null {
  const { count, enabled } = rule.stored.rule;
  if (!enabled) return 'disabled';
  return isExhausted(rule) ? `used up, ${rule.applied} of ${count}` : null;
}

/** The most similar rules, best first. The earlier one of equal ones comes first, as it is used first. */
export function nearestRules(compared: readonly ComparedRule[]): readonly ComparedRule[] {
  return compared.toSorted((one, other) => other.score - one.score).slice(0, MAX_NEAREST);
}

const MAX_NEAREST = 3;

/**
 * What the nearest rules are, and in which parts they differ: a line for each part of the first one, and one line for each other.
 */
export function describeNearest(nearest: readonly ComparedRule[], masking: Masking): string[] {
  return nearest.flatMap(({ rule: { stored }, state, differences }, index) => {
    const match = masking.text(describeMatch(stored.rule.match));
    const title = `${stored.id}${state === null ? '' : ` (${state})`}: ${match}`;
    const texts = differences.map(({ part, text }) => `${part}: ${text}`);
    if (index === 0) return [`Nearest, ${title}`, ...texts.map((text) => `  ${text}`)];
    return [texts.length === 0 ? `Next, ${title}` : `Next, ${title}   ${texts[0]}`];
  });
}
