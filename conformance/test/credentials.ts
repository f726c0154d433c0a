import { createHash, randomBytes } from 'node:crypto';
import { values } from './read-response.ts';

export interface Login {
  readonly scheme: 'basic' | 'digest';
  readonly user: string;
  readonly password: string;
}

type Fields = readonly (readonly [string, string])[];

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string;
  readonly algorithm: string;
  count: number;
}

/** The credentials of a session: Basic (RFC 7617), and Digest with the last challenge of each origin (RFC 7616). */
export class Credentials {
  readonly #challenges = new Map<string, Challenge>();
  readonly #countsRequests: boolean;

  constructor(countsRequests: boolean) {
    this.#countsRequests = countsRequests;
  }

  /** The field of a request before any challenge. */
  initial(login: Login | undefined, url: URL, method: string): string | undefined {
    return login?.scheme === 'digest' ? this.#digest(login, url, method) : undefined;
  }

  /** The field that answers a response of 401; undefined if there is none, or the last one was wrong. */
  answer(
    login: Login,
    fields: Fields,
    url: URL,
    method: string,
    earlier: string | undefined,
  ): string | undefined {
    if (login.scheme === 'basic') {
      const isOffered = values(fields, 'www-authenticate').some((each) => /^basic(?: |$)/i.test(each));
      const text = Buffer.from(`${login.user}:${login.password}`).toString('base64');
      return isOffered && earlier === undefined ? `Basic ${text}` : undefined;
    }
    const text = fields.find(
      ([name, value]) => name.toLowerCase() === 'www-authenticate' && /^digest /i.test(value),
    )?.[1];
    if (text === undefined) return undefined;
    const { realm = '', nonce = '', opaque = '', algorithm = 'MD5', stale } = parametersOf(text);
    if (earlier !== undefined && stale !== 'true') return undefined;
    this.#challenges.set(url.origin, { realm, nonce, opaque, algorithm, count: 0 });
    return this.#digest(login, url, method);
  }

  #digest({ user, password }: Login, url: URL, method: string): string | undefined {
    const challenge = this.#challenges.get(url.origin);
    if (!challenge) return undefined;
    const { realm, nonce, opaque, algorithm } = challenge;
    challenge.count = this.#countsRequests ? challenge.count + 1 : 1;
    const nc = challenge.count.toString(16).padStart(8, '0');
    const cnonce = randomBytes(8).toString('hex');
    const uri = `${url.pathname}${url.search}`;
    const hash = (text: string) =>
      createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
        .update(text)
        .digest('hex');
    const secret = hash(`${user}:${realm}:${password}`);
    const response = hash([secret, nonce, nc, cnonce, 'auth', hash(`${method}:${uri}`)].join(':'));
    const quoted = { username: user, realm, nonce, uri, response, cnonce, opaque };
    const parameters = Object.entries(quoted).map(([name, value]) => `${name}="${value}"`);
    return `Digest ${[...parameters, `algorithm=${algorithm}`, 'qop=auth', `nc=${nc}`].join(', ')}`;
  }
}

function parametersOf(text: string): Record<string, string> {
  const found = text.matchAll(/([\w-]+)=(?:"([^"]*)"|([^\s,"]+))/g);
  return Object.fromEntries([...found].map(([, name, quoted, token]) => [name, quoted ?? token ?? '']));
}
