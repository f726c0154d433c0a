import { formatSetCookie, requestCookies } from '#http/message/cookies.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { type DigestParameters, digestParameters } from '#http/syntax/credentials.ts';
import {
  type DigestAlgorithm,
  digestHash,
  formatDigestChallenge,
  isDigestResponse,
  type QualityOfProtection,
} from '#http/syntax/digest.ts';
import type { Field } from '#http/syntax/fields.ts';
import type { Runtime } from '#runtime.ts';

/** The rules in a path of `/digest-auth`. */
export interface DigestRules {
  readonly user: string;
  readonly password: string;
  readonly qop: readonly QualityOfProtection[];
  readonly algorithm: DigestAlgorithm;
  /** How many times a nonce is accepted; a value that is not a number has no limit. */
  readonly staleAfter: string;
  /** Whether the client has to return the cookies of the challenge. */
  readonly isCookieRequired: boolean;
}

/**
 * Responds with a challenge, or with success for a valid response. The server keeps no state: cookies contain the use
 * count of a nonce and the last rejected nonce.
 * Compat: cookies and the order of checks are those of httpbin.
 */
export function respondToDigest(
  exchange: Exchange,
  body: Buffer,
  rules: DigestRules,
  runtime: Runtime,
): void {
  const parameters = digestParameters(exchange.field('Authorization'));
  const cookies = requestCookies(exchange);
  const outcome = verify(exchange, body, rules, parameters, cookies);
  if (outcome === 'missing-cookies') {
    const errors = ['missing cookie set on challenge'];
    exchange.json(403, { errors }, [cookie(exchange, 'fake', 'fake_value')]);
  } else if (outcome === 'succeeded') {
    const remainingUses = cookies.get('stale_after');
    exchange.json(200, { authenticated: true, user: rules.user }, [
      cookie(exchange, 'fake', 'fake_value'),
      ...(remainingUses ? [cookie(exchange, 'stale_after', decrement(remainingUses))] : []),
    ]);
  } else {
    const rejectedNonce = outcome === 'absent' ? undefined : parameters?.get('nonce');
    challenge(exchange, rules, runtime, outcome === 'stale', rejectedNonce);
  }
}

/** `absent` without credentials or required cookies, and `missing-cookies` without those of the challenge. */
type Outcome = 'absent' | 'missing-cookies' | 'stale' | 'failed' | 'succeeded';

function verify(
  exchange: Exchange,
  body: Buffer,
  rules: DigestRules,
  parameters: DigestParameters | undefined,
  cookies: ReadonlyMap<string, string>,
): Outcome {
  if (!parameters || (rules.isCookieRequired && exchange.field('Cookie') === undefined)) return 'absent';
  if (rules.isCookieRequired && cookies.get('fake') !== 'fake_value') return 'missing-cookies';
  const isReused = parameters.has('nonce') && parameters.get('nonce') === cookies.get('last_nonce');
  if (isReused || cookies.get('stale_after') === '0') return 'stale';
  const { method } = exchange;
  const isVerified = [...targetsOf(exchange)].some((target) =>
    isDigestResponse(parameters, { ...rules, realm: REALM, method, target, body }),
  );
  return isVerified ? 'succeeded' : 'failed';
}

/** The targets that the client can have signed: that of the URL, and that without a proxy, which removes the prefix of the server. */
function targetsOf({ prefix, base, path, query }: Exchange): ReadonlySet<string> {
  const target = base + path + (query === undefined ? '' : `?${query}`);
  return new Set([target, target.slice(prefix.length)]);
}

const REALM = 'me@kennethreitz.com';

function challenge(
  exchange: Exchange,
  rules: DigestRules,
  runtime: Runtime,
  isStale: boolean,
  rejectedNonce: string | undefined,
): void {
  const seed = Buffer.concat([Buffer.from(`${exchange.peerAddress}:${runtime.now()}:`), runtime.bytes(10)]);
  exchange.empty(401, [
    ['Content-Type', 'text/html; charset=utf-8'],
    [
      'WWW-Authenticate',
      formatDigestChallenge({
        ...rules,
        realm: REALM,
        nonce: digestHash(rules.algorithm, seed),
        opaque: digestHash(rules.algorithm, runtime.bytes(10)),
        stale: isStale,
      }),
    ],
    cookie(exchange, 'stale_after', rules.staleAfter),
    ...(rejectedNonce === undefined ? [] : [cookie(exchange, 'last_nonce', rejectedNonce)]),
    cookie(exchange, 'fake', 'fake_value'),
  ]);
}

function cookie({ prefix }: Exchange, name: 'stale_after' | 'last_nonce' | 'fake', value: string): Field {
  return ['Set-Cookie', formatSetCookie(name, value, { path: prefix || '/' }) ?? ''];
}

/** Compat: a value that is not an integer never expires. */
function decrement(count: string): string {
  return /^\s*[+-]?\d{1,4300}\s*$/.test(count) ? String(BigInt(count) - 1n) : 'never';
}
