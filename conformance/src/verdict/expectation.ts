import type { Outcome } from '../adapter/messages.ts';
import { contentOf, describeContent, describeOutcome, type Observation } from './observation.ts';

/** What was found in place of what a rule expects. */
export interface Finding {
  readonly reason: 'wrong' | 'hang';
  readonly got: string;
}

/** A rule. `text` is its sentence in reports. */
export type Expectation =
  | {
      readonly text: string;
      readonly check: (observation: Observation) => Finding | undefined;
      /** The rules of which it is made. */
      readonly parts?: readonly Rule[];
    }
  /** A choice of the client: its value is a short text. `check` is for what no client may do. */
  | { readonly text: string; readonly value: (observation: Observation) => string };

export type Rule = Extract<Expectation, { check: unknown }>;

export function wrong(got: string): Finding {
  return { reason: 'wrong', got };
}

/** No error, this status, and this content. */
export function ok(content: string | Buffer, { step = 1, status = 200 } = {}): Rule {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const text = bytes.length > 40 ? `${bytes.length} bytes` : JSON.stringify(bytes.toString('latin1'));
  return rule(
    `${step > 1 ? `step ${step}: ` : ''}status ${status} with ${bytes.length === 0 ? 'no content' : text}`,
    (observation) => {
      const outcome = observation.outcome(step);
      if (outcome.error === undefined && outcome.status === status && hasContent(outcome, bytes))
        return undefined;
      return findingOf(outcome);
    },
  );
}

/** An error other than a time-out, which detects nothing. */
export function error({ step = 1, mayTimeOut = false } = {}): Rule {
  return rule(
    `${step > 1 ? `step ${step}: ` : ''}an error${mayTimeOut ? ', also a time-out' : ''}`,
    (observation) => {
      const outcome = observation.outcome(step);
      if (outcome.error === undefined) return findingOf(outcome);
      return outcome.error === 'timeout' && !mayTimeOut ? findingOf(outcome) : undefined;
    },
  );
}

/** The first of the rules that holds. */
export function either(...rules: readonly Rule[]): Rule {
  const text = rules.map((each) => each.text).join(', or ');
  const check = (observation: Observation) => {
    const findings = rules.map((each) => each.check(observation));
    return findings.every((finding) => finding !== undefined) ? findings[0] : undefined;
  };
  return { text, check, parts: rules };
}

/** All of the rules. */
export function all(...rules: readonly Rule[]): Rule {
  const text = rules.map((each) => each.text).join('; ');
  const check = (observation: Observation) => {
    for (const each of rules) {
      const finding = each.check(observation);
      if (finding) return finding;
    }
    return undefined;
  };
  return { text, check, parts: rules };
}

export function rule(text: string, check: (observation: Observation) => Finding | undefined): Rule {
  return { text, check };
}

/** A rule about a fact; `got` is shown if it does not hold. */
export function holds(
  text: string,
  test: (observation: Observation) => boolean,
  got: (observation: Observation) => string,
): Rule {
  return rule(text, (observation) => (test(observation) ? undefined : wrong(got(observation))));
}

export function value(text: string, read: (observation: Observation) => string): Expectation {
  return { text, value: read };
}

/** The value of an outcome: accepted with its content, or rejected. */
export function outcomeValue(outcome: Outcome): string {
  if (outcome.error === 'timeout') return 'time-out';
  if (outcome.error !== undefined) return 'rejected';
  return `accepted, status ${outcome.status}, ${describeContent(outcome)}`;
}

/** The values of a field that the client reported, in order. */
export function reported(outcome: Outcome, name: string): string[] {
  return (outcome.headers ?? [])
    .filter(([each]) => each.toLowerCase() === name.toLowerCase())
    .map(([, fieldValue]) => fieldValue);
}

function hasContent(outcome: Outcome, bytes: Buffer): boolean {
  if (outcome.size !== undefined && outcome.body === undefined) return outcome.size === bytes.length;
  return contentOf(outcome)?.equals(bytes) === true;
}

export function findingOf(outcome: Outcome): Finding {
  return { reason: outcome.error === 'timeout' ? 'hang' : 'wrong', got: describeOutcome(outcome) };
}
