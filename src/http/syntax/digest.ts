import { hash } from 'node:crypto';
import { type DigestParameters, isSameSecret } from './credentials.ts';
import { percentDecode } from './percent.ts';

/** The algorithms (RFC 7616 §6.1, and SHA-512), with the names of their hashes in Node. */
const HASH_NAMES = {
  MD5: 'md5',
  'MD5-sess': 'md5',
  'SHA-256': 'sha256',
  'SHA-256-sess': 'sha256',
  'SHA-512': 'sha512',
  'SHA-512-sess': 'sha512',
  'SHA-512-256': 'sha512-256',
  'SHA-512-256-sess': 'sha512-256',
} as const;

export type DigestAlgorithm = keyof typeof HASH_NAMES;

/** Whether the text is the name of an algorithm, in this case. */
export function isDigestAlgorithm(text: string): text is DigestAlgorithm {
  return Object.hasOwn(HASH_NAMES, text);
}

/** The protected part of a message: its head, or also its body (RFC 7616 §3.3). */
export type QualityOfProtection = 'auth' | 'auth-int';

export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string;
  /** Empty for the clients of RFC 2069. */
  readonly qop: readonly QualityOfProtection[];
  readonly algorithm: DigestAlgorithm;
  readonly stale: boolean;
}

/** The expected values of a response, and its request. */
export interface DigestExpectation {
  readonly realm: string;
  readonly user: string;
  readonly password: string;
  readonly qop: readonly QualityOfProtection[];
  readonly algorithm: DigestAlgorithm;
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly body: Uint8Array;
}

/**
 * The value of `WWW-Authenticate` (RFC 7616 §3.3).
 * Compat: order, quotes and the capital of `stale` as the reference server writes them.
 */
export function formatDigestChallenge(challenge: DigestChallenge): string {
  const { realm, nonce, opaque, qop, algorithm, stale } = challenge;
  return [
    `Digest realm="${realm}"`,
    `nonce="${nonce}"`,
    `opaque="${opaque}"`,
    ...(qop.length === 0 ? [] : [`qop="${qop.join(', ')}"`]),
    `algorithm=${algorithm}`,
    `stale=${stale ? 'True' : 'False'}`,
  ].join(', ');
}

/** Whether the parameters answer the challenge (RFC 7616 §3.4). */
export function isDigestResponse(parameters: DigestParameters, expected: DigestExpectation): boolean {
  const response = expectedResponse(parameters, expected);
  if (response === undefined) return false;
  // Both are compared in any case, so that the time does not reveal which of them is wrong.
  const isUser = isSameSecret(userName(parameters), expected.user);
  const isResponse = isSameSecret(parameters.get('response') ?? '', response);
  return isUser && isResponse;
}

/** The hash in lower-case hexadecimal digits. Text is hashed as UTF-8. */
export function digestHash(algorithm: DigestAlgorithm, data: string | Uint8Array): string {
  return hash(HASH_NAMES[algorithm], data, 'hex');
}

const NONCE_COUNT = /^[0-9a-f]{8}$/i;

/** The correct response; undefined when a parameter is missing or was not offered. */
function expectedResponse(parameters: DigestParameters, expected: DigestExpectation): string | undefined {
  const [nonce, uri, qop] = [parameters.get('nonce'), parameters.get('uri'), parameters.get('qop')];
  // The default is MD5 (RFC 7616 §3.3), and never weaker than the algorithm of the challenge.
  const algorithm = parameters.get('algorithm') ?? 'MD5';
  if (nonce === undefined || uri === undefined || parameters.get('realm') !== expected.realm)
    return undefined;
  if (algorithm.toUpperCase() !== expected.algorithm.toUpperCase() || !isTarget(uri, expected.target))
    return undefined;

  const digest = (...parts: string[]) => digestHash(expected.algorithm, parts.join(':'));
  const [count, clientNonce] = [parameters.get('nc'), parameters.get('cnonce')];
  const password = digest(expected.user, expected.realm, expected.password);
  const isSession = expected.algorithm.endsWith('-sess');
  // The server keeps no sessions: their nonces are those of the request, which clients use for each request (RFC 7616 §3.4.2).
  if (isSession && clientNonce === undefined) return undefined;
  const secret = isSession ? digest(password, nonce, clientNonce ?? '') : password;
  // Compat: clients of RFC 2069 have no quality of protection, and the reference server accepts them.
  if (qop === undefined) return digest(secret, nonce, digest(expected.method, uri));

  const offered = expected.qop.find((name) => name === qop);
  if (!offered || count === undefined || !NONCE_COUNT.test(count) || clientNonce === undefined)
    return undefined;
  const ofBody = offered === 'auth-int' ? [digestHash(expected.algorithm, expected.body)] : [];
  return digest(secret, nonce, count, clientNonce, offered, digest(expected.method, uri, ...ofBody));
}

/** RFC 7616 §3.4.4: `username*` is an extended value of RFC 8187, always in UTF-8. */
function userName(parameters: DigestParameters): string {
  const extended = /^UTF-8'[^']*'(.*)$/is.exec(parameters.get('username*') ?? '')?.[1];
  return parameters.get('username') ?? (extended === undefined ? '' : percentDecode(extended));
}

/** Whether both name the same resource (RFC 7616 §3.4.6). Clients behind a proxy may send the absolute form. */
function isTarget(uri: string, target: string): boolean {
  const origin = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(uri)?.[0] ?? '';
  const rest = uri.slice(origin.length);
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return Buffer.from(origin === '' ? uri : path).toString('latin1') === target;
}
