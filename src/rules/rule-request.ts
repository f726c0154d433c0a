import type { RequestHead, RequestView } from '#journal/matching/request-view.ts';

/** A request, as rules compare it. */
export interface RuleRequest extends RequestView {
  /** Whether it is a preflight of CORS (Fetch §3.2.2). */
  readonly isPreflight: boolean;
  /** The request that a preflight asks for. Its header fields are those of the preflight. */
  readonly preflighted: RequestHead;
}

/** A `GET` in the match of a rule also holds for HEAD, whose response has the same head (RFC 9110 §9.3.2). */
export function methodsOf(method: string): readonly string[] {
  return method === 'HEAD' ? HEAD_METHODS : [method];
}

const HEAD_METHODS = ['HEAD', 'GET'];
