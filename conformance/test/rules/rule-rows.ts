import type { ConformanceCase } from '../../src/verdict/case.ts';
import type { Evidence } from './evidence.ts';

/** Evidence with which a rule fails, with a part of what is found. */
export type Failure = readonly [evidence: Evidence, got: string, reason?: 'wrong' | 'hang'];

export interface Examples {
  readonly pass: readonly Evidence[];
  readonly fail: readonly Failure[];
}

/** The evidence for one kind of rule. */
export interface RuleRow {
  /** The text of the rule. */
  readonly rule: string | RegExp;
  /** The cases of the row, where the same text has several meanings. */
  readonly cases?: RegExp;
  readonly examples: Examples | ((parts: readonly string[], declared: ConformanceCase) => Examples);
}

/** The evidence for one kind of value, and the value. */
export interface ValueRow {
  readonly value: string;
  readonly cases?: RegExp;
  readonly examples: Values | ((declared: ConformanceCase) => Values);
}

type Values = readonly (readonly [evidence: Evidence, value: string])[];
