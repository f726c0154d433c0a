import { readWholeBody } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { compile, type Groups } from '#journal/matching/compiled-match.ts';
import { headConditions } from '#journal/matching/request-conditions.ts';
import type { HeadMatch, RequestMatch } from '#journal/matching/request-match.ts';
import type { RequestHead } from '#journal/matching/request-view.ts';
import { recordingOf } from '#journal/recording/exchange-recording.ts';
import type { RuleIndex } from '../rule-index.ts';
import type { RuleRequest } from '../rule-request.ts';
import type { RuleSet } from '../rule-set.ts';
import type { UnmatchedRequests } from '../unmatched/unmatched-requests.ts';

/**
 * What follows for a request that no rule has taken: the endpoint, or 404 for an unmatched request, which is counted, or for one
 * that is not counted.
 */
export type Outcome = 'endpoint' | 'unmatched' | 'uncounted';

/** Creates the 404 for a request. */
export type ToUnmatchedError = (exchange: Exchange, isCounted: boolean) => Promise<Error>;

/** @param stubs the rules of the phase `respond`. */
export function outcomeOf(
  { bin, path, isPreflight, preflighted }: RuleRequest,
  isKnown: boolean,
  stubs: RuleIndex | null,
  rules: Pick<RuleSet, 'unmatched' | 'isUsable'>,
): Outcome {
  if (rules.unmatched.modeOf(bin) === 'pass')
    return isKnown || isPreflight || isOfBrowser(path) || !stubs?.hasRulesOf(bin) ? 'endpoint' : 'unmatched';
  if (isPreflight) return isServed(preflighted, stubs, rules) ? 'endpoint' : 'uncounted';
  return isOfBrowser(path) ? 'uncounted' : 'unmatched';
}

/** @throws the 404, after the body has been read, as many clients need it. */
export async function rejectUnmatched(
  outcome: Exclude<Outcome, 'endpoint'>,
  { bin, method, path }: RuleRequest,
  exchange: Exchange,
  unmatched: UnmatchedRequests,
  { maxUploadSize, toError }: { readonly maxUploadSize: number; readonly toError: ToUnmatchedError },
): Promise<never> {
  const isCounted = outcome === 'unmatched';
  if (isCounted) {
    recordingOf(exchange)?.unmatched();
    await unmatched.add({ bin, method, path });
  }
  await readWholeBody(exchange, maxUploadSize);
  throw await toError(exchange, isCounted);
}

/** Whether browsers send requests to this path by themselves. */
function isOfBrowser(path: string): boolean {
  return path === '/favicon.ico' || path.startsWith('/.well-known/appspecific/');
}

/**
 * Whether a rule would respond to the request that a preflight asks for. Its header fields are not known yet (Fetch §3.2.2): a
 * preflight has only their names.
 */
function isServed(request: RequestHead, stubs: RuleIndex | null, rules: Pick<RuleSet, 'isUsable'>): boolean {
  const candidates = stubs?.candidates(request.bin, request.path) ?? [];
  return candidates.some((rule) => {
    const match = compile<RequestHead, HeadMatch>(selectKnown(rule.stored.rule.match), headConditions);
    return rules.isUsable(rule) && match.test(request);
  });
}

/** The conditions of a match that a preflight can decide, also of the matches in it. Each other one may hold. */
function selectKnown(match: Match): Match {
  const { headers: _, cookies: __, body: ___, connection: ____, not, any_of: matches, ...known } = match;
  return {
    ...known,
    ...(not && isKnown(not) && { not }),
    ...(matches && { any_of: matches.map(selectKnown) }),
  };
}

/** Whether a preflight decides all conditions of a match. */
function isKnown({ headers, cookies, body, connection, not, any_of: matches = [] }: Match): boolean {
  const unknown = headers ?? cookies ?? body ?? connection;
  return unknown === undefined && (not === undefined || isKnown(not)) && matches.every(isKnown);
}

type Match = RequestMatch & Groups<RequestMatch>;
