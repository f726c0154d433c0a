import type { Comparable } from './comparable.ts';

/** Differences between the responses of this server and of the httpbin of Debian, with their reasons. */
export interface Difference {
  /** `ours` is intended, and must occur; `theirs` comes from an old version, and may disappear with a newer one. */
  readonly side: 'ours' | 'theirs';
  readonly why: string;
  /**
   * The requests: method, path and fields, such as `GET /ip
   * Accept: text/html`.
   */
  readonly asked: RegExp;
  /** Only if the response of this server has this type. */
  readonly type?: string;
  readonly aspects: readonly string[];
}

const CONTENT = ['body', 'Content-Length'];
const REFUSAL = [...CONTENT, 'Content-Type'];
const WHOLE = ['status', 'reason', ...REFUSAL];

export const knownDifferences: readonly Difference[] = [
  {
    side: 'ours',
    why: 'A cache must not serve a response for one origin to another.',
    asked: /^/,
    aspects: ['Vary'],
  },
  {
    side: 'ours',
    why: 'Scripts of other origins can read more headers than those that are always exposed.',
    asked: /\| Origin:/,
    aspects: ['Access-Control-Expose-Headers'],
  },
  {
    side: 'ours',
    why: 'Errors are problem details (RFC 9457), unless the client prefers HTML.',
    asked: /^/,
    type: 'application/problem+json',
    aspects: REFUSAL,
  },
  {
    side: 'ours',
    why: 'An invalid request gets 400 where the original fails with 500.',
    asked: /^GET \/redirect-to($|\?.*status_code=x)/,
    aspects: ['status', 'reason'],
  },
  {
    side: 'ours',
    why: 'Invalid base64 gets the hint also where Python fails.',
    asked: /^GET \/base64\/(SGVsbG8|_-8=)$/,
    aspects: ['status', 'reason', ...CONTENT],
  },
  {
    side: 'ours',
    why: 'Content that the client chose is never rendered as a page.',
    asked: /^\w+ \/(base64\/|response-headers)/,
    aspects: ['X-Content-Type-Options', 'Content-Security-Policy'],
  },
  {
    side: 'ours',
    why: 'The response reports its delay.',
    asked: /^\w+ \/(delay\/|drip\?)/,
    aspects: ['Server-Timing'],
  },
  {
    side: 'ours',
    why: 'Images, documents and pages differ.',
    asked: /^\w+ \/(xml|html|deny|encoding\/utf8|forms\/post|image|image\/\w+)( \||$)/,
    aspects: CONTENT,
  },
  {
    side: 'ours',
    why: 'The page of a redirect has a text of its own.',
    asked: /^\w+ \/(anything\/\/|links\/3$|cookies\/set|cookies\/delete|redirect\/|absolute-redirect\/)/,
    aspects: CONTENT,
  },
  {
    side: 'ours',
    why: 'The text of 402 differs.',
    asked: /^GET \/status\/402$/,
    aspects: CONTENT,
  },
  {
    side: 'theirs',
    why: 'gunicorn removes Proxy-Authenticate, although the application sends it.',
    asked: /^GET \/status\/407$/,
    aspects: ['Proxy-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'Werkzeug 2 escapes characters in `url` that Werkzeug 3 does not.',
    asked: /^GET \/get\?(a=%22|url=)/,
    aspects: ['body'],
  },
  {
    side: 'theirs',
    why: 'Werkzeug 2 decodes the bytes of a target as Latin-1.',
    asked: /^GET \/redirect-to\?url=.*caf/,
    aspects: ['Location'],
  },
  {
    side: 'theirs',
    why: 'httpbin 0.7 writes the parameters of a challenge in another order, and stale in capitals.',
    asked: /^GET \/digest-auth\//,
    aspects: ['WWW-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'httpbin 0.7 accepts any scheme in front of a token.',
    asked: /^GET \/bearer \| Authorization: (Bearer a b|bearer|Basic)/,
    aspects: [...WHOLE, 'WWW-Authenticate'],
  },
  {
    side: 'theirs',
    why: 'Debian removes /json.',
    asked: /^\w+ \/json$/,
    aspects: WHOLE,
  },
  {
    side: 'theirs',
    why: 'In httpbin 0.7, /delay supports GET only.',
    asked: /^(POST|OPTIONS) \/delay\//,
    aspects: [...WHOLE, 'Allow'],
  },
  {
    side: 'theirs',
    why: 'The Content-Length of /response-headers is that of JSON without spaces.',
    asked: /^\w+ \/response-headers/,
    aspects: ['body'],
  },
];

/** Whether the difference applies to this aspect of the response. */
export function isKnown(known: Difference, requested: string, aspect: string, ours: Comparable): boolean {
  const type = ours.get('Content-Type');
  return (
    known.aspects.includes(aspect) &&
    known.asked.test(requested) &&
    (known.type === undefined || (Array.isArray(type) && type[0] === known.type))
  );
}
