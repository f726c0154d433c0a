import { createHash } from 'node:crypto';
import { rule, wrong } from '../verdict/expectation.ts';
import type { PlacedRequest } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';

export interface DigestCredentials {
  readonly user: string;
  readonly password: string;
  readonly realm: string;
  readonly algorithm: 'MD5' | 'SHA-256';
}

/** All credentials are those of RFC 7616 §3.4, and `nc` grows with each request of a nonce. */
export function digestIsValid(credentials: DigestCredentials) {
  return rule('a valid response of Digest, and nc that grows with each request of a nonce', (seen) => {
    const requests = seen.requests().flatMap((request) => {
      const values = valuesOf(request.fields, 'authorization');
      return values.length > 0 ? [{ request, text: values.join(' and ') }] : [];
    });
    if (requests.length === 0) return wrong('no Authorization');
    const counts = new Map<string, number>();
    for (const { request, text } of requests) {
      const parameters = parametersOf(text);
      const problem = /^Digest /i.test(text)
        ? problemOf(parameters, request, credentials)
        : 'credentials of another scheme';
      if (problem !== undefined) return wrong(problem);
      const { nonce = '', nc = '' } = Object.fromEntries(parameters);
      const count = Number.parseInt(nc, 16);
      if (count <= (counts.get(nonce) ?? 0)) return wrong(`nc ${nc} again with the same nonce`);
      counts.set(nonce, count);
    }
    return undefined;
  });
}

function parametersOf(credentials: string): Map<string, string> {
  const parameters = new Map<string, string>();
  // One parameter behind the last one: a token, or a quoted string (RFC 9110 §11.2).
  const parameter = /[ ,]*([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/y;
  parameter.lastIndex = credentials.indexOf(' ') + 1;
  for (let found = parameter.exec(credentials); found; found = parameter.exec(credentials)) {
    const [, name = '', quoted, token = ''] = found;
    parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token);
  }
  return parameters;
}

function problemOf(
  parameters: ReadonlyMap<string, string>,
  { method, target }: PlacedRequest,
  { user, password, realm, algorithm }: DigestCredentials,
): string | undefined {
  const of = (name: string) => parameters.get(name) ?? '';
  const expected = { username: user, realm, uri: target, qop: 'auth', opaque: 'o' };
  for (const [name, value] of Object.entries(expected))
    if (of(name) !== value) return `${name} ${JSON.stringify(of(name))} in place of ${JSON.stringify(value)}`;
  if (!/^[\da-f]{8}$/i.test(of('nc'))) return `nc ${JSON.stringify(of('nc'))}`;
  if (of('cnonce') === '') return 'no cnonce';
  if (algorithm !== 'MD5' && of('algorithm') !== algorithm) return `algorithm ${of('algorithm') || 'absent'}`;
  const hash = (value: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(value)
      .digest('hex');
  const secret = hash(`${user}:${realm}:${password}`);
  const response = hash(
    [secret, of('nonce'), of('nc'), of('cnonce'), 'auth', hash(`${method}:${target}`)].join(':'),
  );
  return of('response') === response ? undefined : 'another response';
}
