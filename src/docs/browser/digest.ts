import { md5 } from '@noble/hashes/legacy.js';
import { sha256, sha512, sha512_256 } from '@noble/hashes/sha2.js';

/** Web Crypto has neither MD5 nor SHA-512/256, and no page over plain HTTP from another machine has Web Crypto. */
const HASHES: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  MD5: md5,
  'SHA-256': sha256,
  'SHA-512': sha512,
  'SHA-512-256': sha512_256,
};

/**
 * Returns the request with the answer to the challenge (RFC 7616).
 * @param challenge value of `WWW-Authenticate`
 * @throws TypeError when it is not a digest challenge that this function supports
 */
export async function answerChallenge(
  request: Request,
  challenge: string | null,
  user: string,
  password: string,
): Promise<Request> {
  const given = parseChallenge(challenge ?? '');
  const { realm = '', nonce = '', opaque, algorithm = 'MD5' } = given;
  const [, hashName = '', session] = /^(.*?)(-SESS)?$/.exec(algorithm.toUpperCase()) ?? [];
  const hashOf = HASHES[hashName];
  if (!hashOf || nonce === '')
    throw new TypeError('the response has no digest challenge that this page supports.');
  const encoder = new TextEncoder();
  const hash = (text: string | Uint8Array) =>
    toHex(hashOf(typeof text === 'string' ? encoder.encode(text) : text));
  const offered = (given.qop ?? '').split(',').map((name) => name.trim());
  const qop = offered.includes('auth') ? 'auth' : offered.includes('auth-int') ? 'auth-int' : undefined;
  const { pathname, search } = new URL(request.url);
  const uri = pathname + search;
  const body = new Uint8Array(await request.clone().arrayBuffer());
  const signed = `${request.method}:${uri}${qop === 'auth-int' ? `:${hash(body)}` : ''}`;
  const cnonce = toHex(crypto.getRandomValues(new Uint8Array(8)));
  const ofPassword = hash(`${user}:${realm}:${password}`);
  const secret = session ? hash(`${ofPassword}:${nonce}:${cnonce}`) : ofPassword;
  const middle = qop === undefined ? nonce : `${nonce}:${COUNT}:${cnonce}:${qop}`;
  const quoted = {
    username: user,
    realm,
    nonce,
    uri,
    response: hash(`${secret}:${middle}:${hash(signed)}`),
    opaque,
  };
  const values = [
    ...Object.entries(quoted).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}="${value.replace(/["\\]/g, '\\$&')}"`],
    ),
    `algorithm=${algorithm}`,
    ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${COUNT}`]),
    ...(qop === undefined && !session ? [] : [`cnonce="${cnonce}"`]),
  ];
  const headers = new Headers(request.headers);
  headers.set('Authorization', `Digest ${values.join(', ')}`);
  return new Request(request, { headers });
}

/** The number of requests with this nonce. */
const COUNT = '00000001';

/** The parameters of the first digest challenge: tokens, and quoted texts without quotes inside. */
function parseChallenge(challenge: string): Readonly<Record<string, string | undefined>> {
  const start = challenge.toLowerCase().indexOf('digest ');
  const found: Record<string, string> = {};
  if (start < 0) return found;
  // Texts with an odd index were between quotes.
  const texts = challenge.slice(start + 'digest '.length).split('"');
  for (const [index, text] of texts.entries()) {
    if (index % 2 === 1) continue;
    for (const item of text.split(',')) {
      const [name = '', token = ''] = item.trim().split('=');
      const value = token === '' ? (texts[index + 1] ?? '') : token;
      if (name !== '') found[name.toLowerCase()] ??= value;
    }
  }
  return found;
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
