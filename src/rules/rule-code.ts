import type { RequestMatch } from '#journal/matching/request-match.ts';
import type { LiveRequest } from './live-request.ts';

/** Responds to a request; undefined declines it, so that the next rule is asked. */
export type Handler = (request: LiveRequest, use: RequestUse) => unknown;

/** The use of a rule by a request. */
export interface RequestUse {
  /** The captures of the path. */
  readonly params: Readonly<Record<string, string | number>>;
  /** Number of the use, from 1. */
  readonly n: number;
}

/** The part of a rule that is code of a test in the process of the server. It is not JSON. */
export interface RuleCode {
  /** The match with its code; undefined if it has none. */
  readonly match: RequestMatch | undefined;
  /** In place of a response; undefined without one. */
  readonly handler: Handler | undefined;
  /** The members that are code, as JSON Pointers. */
  readonly members: readonly string[];
}

/** An error of the code of a rule. */
export interface RuleError {
  readonly id: string;
  /** The bin of the rule, or null. */
  readonly bin: string | null;
  /** The place of the code that has added the rule. */
  readonly source: string;
  readonly error: unknown;
}
